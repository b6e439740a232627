"""Every setting, job, metric and word of the README is documented, or the build fails."""

import re
import tomllib
from pathlib import Path

import pytest

from shared.contracts.metric_names import METRICS
from shared.contracts.queues import JOBS
from shared.settings import GROUPS, variables_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
VARIABLES = sorted({name for group in GROUPS.values() for names in variables_of(group).values() for name in names})


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("variable", VARIABLES)
def test_a_setting_is_documented(variable: str) -> None:
    assert f"`{variable}`" in page("settings.md")
    assert variable in (ROOT / "deploy" / ".env.example").read_text(encoding="utf-8")


@pytest.mark.parametrize("job", sorted(JOBS))
def test_a_job_is_documented(job: str) -> None:
    assert f"`{job}`" in page("jobs.md")


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_a_metric_is_documented(metric: str) -> None:
    assert f"`{metric}`" in page("metrics.md")


@pytest.mark.parametrize("metric", sorted(METRICS))
def test_a_metric_is_counted_somewhere(metric: str) -> None:
    sources = [path for folder in ("shared", "services") for path in (ROOT / folder).rglob("*.py") if path.name != "metric_names.py"]
    assert any(f'"{metric}"' in path.read_text(encoding="utf-8") for path in sources)


def test_a_make_target_is_documented() -> None:
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    documented = page("commands.md")
    assert [target for target in targets if f"`make {target}`" not in documented] == []


def test_ci_calls_only_targets_that_the_readme_names() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    called = re.findall(r"make ([a-z-]+)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert called
    assert [target for target in called if f"make {target}" not in readme] == []


def test_make_test_runs_every_folder_that_holds_tests() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {folder for line in re.findall(r"^(?:SIDE_BY_SIDE|ONE_BY_ONE) := (.*)$", makefile, re.MULTILINE) for folder in line.split()}
    assert named == {f"tests/{path.relative_to(ROOT / 'tests').parts[0]}" for path in (ROOT / "tests").rglob("test_*.py")}


def test_links_between_documents_lead_somewhere() -> None:
    broken: set[str] = set()
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8")):
            if not target.startswith(("http://", "https://", "mailto:")) and not (document.parent / target).exists():
                broken.add(f"{document.relative_to(ROOT)} -> {target}")
    assert broken == set()


def test_every_decision_is_half_a_page() -> None:
    records = sorted((DOCS / "decisions").glob("0*.md"))
    assert records
    for record in records:
        assert len(record.read_text(encoding="utf-8").split()) <= 400, f"{record.name} is longer than half a page"


def test_every_package_that_is_needed_has_its_reason_written_down() -> None:
    declared = [
        tomllib.loads((ROOT / place / "pyproject.toml").read_text(encoding="utf-8"))["project"] for place in (".", "clients/python")
    ]
    needed = {
        re.split(r"[\[<>=~!]", requirement)[0].strip()
        for project in declared
        for group in (project["dependencies"], *project["optional-dependencies"].values())
        for requirement in group
    }
    reasons = "\n".join(record.read_text(encoding="utf-8") for record in (DOCS / "decisions").glob("0*.md"))
    unexplained = {name for name in needed if f"`{name}`" not in reasons and not name.startswith(("tiercel", "types-"))}
    assert unexplained == set()
