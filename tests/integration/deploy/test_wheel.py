"""What an installation without a checkout gets."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in the server's wheel, built from a copy so that the tree stays as it is."""
    copy = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE", "shared", "services"):
        (copy / name).symlink_to(ROOT / name)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        str(copy),
        str(copy),
    ]
    subprocess.run(command, check=True)
    (wheel,) = copy.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_module_script_and_table_is_in_the_wheel(packed: set[str]) -> None:
    sources = [path for folder in ("shared", "services") for path in (ROOT / folder).rglob("*") if path.is_file()]
    wanted = {str(path.relative_to(ROOT)) for path in sources if "__pycache__" not in path.parts}
    assert any(name.endswith(".lua") for name in wanted)
    assert wanted - packed == set()


def test_nothing_else_is_in_the_wheel(packed: set[str]) -> None:
    assert {name.split("/")[0].split("-")[0] for name in packed} == {"services", "shared", "tiercel_server"}
