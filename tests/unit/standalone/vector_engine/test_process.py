"""Key and port of the process."""

from pathlib import Path

import pytest

from services.standalone.vector_engine.__main__ import _take_last_port, read_key
from shared.domain.errors import SettingsInvalid
from shared.settings import EngineSettings


def test_the_key_of_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(" from-file \n")
    assert read_key(EngineSettings(api_key="given", api_key_file=str(tmp_path / "key"))) == "given"
    assert read_key(EngineSettings(api_key_file=str(tmp_path / "key"))) == "from-file"


@pytest.mark.parametrize("content", [None, "", " \n"])
def test_no_key_no_service(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "key").write_text(content)
    with pytest.raises(SettingsInvalid, match="TIERCEL_ENGINE_API_KEY_FILE"):
        read_key(EngineSettings(api_key_file=str(tmp_path / "key")))
    with pytest.raises(SettingsInvalid, match="TIERCEL_ENGINE_API_KEY or"):
        read_key(EngineSettings())


@pytest.mark.parametrize(("content", "port"), [("6333\n", 6333), ("", 0), ("-5", 0), ("99999", 0), ("six", 0), ("\u0663", 0)])
def test_the_last_port_is_taken_once(tmp_path: Path, content: str, port: int) -> None:
    (tmp_path / "port").write_text(content, encoding="utf-8")
    assert _take_last_port(tmp_path) == port
    assert _take_last_port(tmp_path) == 0
