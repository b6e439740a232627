"""What import-linter does not say: who sees doors, the clock, the web framework and the container."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = sorted(path for folder in ("shared", "services") for path in (ROOT / folder).rglob("*.py"))
FOLDERS = ("services/capture_worker", "services/guard_worker", "services/decay_worker", "services/api/recall", "shared/extraction")
STAGES = [path for folder in FOLDERS for path in (ROOT / folder).glob("*.py")]
# These gather and apply; every other file of a worker, and of the read path, decides.
DOORKEEPERS = {
    "main", "jobs", "drain", "asking", "judging", "checking", "doubt_judging", "gathering", "neighbourhood", "recovery",
    "reinforcement", "sweep", "recaller", "afterwards", "model_source", "rerank_source", "metered", "recollection", "finding",
    "tenant_switches", "dream", "night_watch", "proposer",
}  # fmt: skip
CLOCKS = {
    "shared/adapters/system_clock.py",
    "shared/adapters/worker_heartbeat.py",  # compares Redis' scores with the time of this machine
    "shared/adapters/openai_faults.py",  # reads a Retry-After that is a date
    "services/standalone/vector_engine/rescue.py",  # names a folder
}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """(module, name) of everything a file imports; the name is empty for `import module`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def doors() -> set[str]:
    """The Protocols of shared/ports."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "shared" / "ports").glob("*.py")]
    classes = [node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    return {node.name for node in classes if any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)}


@pytest.mark.parametrize("path", [path for path in STAGES if path.stem not in DOORKEEPERS], ids=named)
def test_a_stage_sees_no_door(path: Path) -> None:
    assert {name for module, name in imports(path) if module.startswith("shared.ports")} & doors() == set()
    assert not any(module.startswith(("shared.adapters", "shared.wiring")) for module, _ in imports(path))


def test_every_door_is_known_to_this_page() -> None:
    assert {"MemoryStore", "LanguageModel", "Embedder", "Clock", "Inboxes"} <= doors()


def test_nobody_reads_the_time_but_through_the_clock() -> None:
    asked = ("datetime.now(", "time.time(", "utcnow(", "date.today(")
    readers = {named(path) for path in SERVER if any(word in path.read_text(encoding="utf-8") for word in asked)}
    assert readers == CLOCKS


def test_the_container_is_seen_at_the_edge_alone() -> None:
    seers = {path for path in SERVER if any(module == "shared.wiring" for module, _ in imports(path))}
    assert {path.stem for path in seers} <= {"main", "__main__", "jobs", "dependencies"}


@pytest.mark.parametrize(
    ("package", "places"),
    [
        (("fastapi", "starlette", "uvicorn"), ("services/api/", "services/standalone/")),
        (("pydantic",), ("services/api/", "shared/settings")),
        (("numpy",), ("services/api/recall/", "services/standalone/vector_engine/", "shared/adapters/")),
    ],
    ids=lambda value: value[0],
)
def test_a_package_is_used_in_its_places_alone(package: tuple[str, ...], places: tuple[str, ...]) -> None:
    users = {named(path) for path in SERVER if any(module.split(".")[0] in package for module, _ in imports(path))}
    assert {user for user in users if not user.startswith(places)} == set()
