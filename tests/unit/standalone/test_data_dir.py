"""The data dir: private, versioned, laid out once."""

import json
from pathlib import Path

import pytest

from services.standalone.data_dir import LAYOUT, check_layout, lay_out, layout_problem, open_data_dir, secret_in
from shared.domain.errors import SettingsInvalid


def test_everything_in_a_data_dir_is_private_to_its_user(tmp_path):
    data_dir = open_data_dir(tmp_path / "data")
    lay_out(data_dir, "1.0")
    folders = [data_dir.root, data_dir.valkey, data_dir.engine, data_dir.logs, data_dir.metrics]
    assert [oct(folder.stat().st_mode & 0o777) for folder in folders] == ["0o700"] * 5
    assert data_dir.version_file.stat().st_mode & 0o777 == 0o600


def test_a_secret_is_made_once_and_only_its_user_may_read_it(tmp_path):
    first = secret_in(tmp_path / "key")
    assert len(first) == 64
    assert secret_in(tmp_path / "key") == first
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_metrics_of_an_earlier_run_are_removed_and_everything_else_stays(tmp_path):
    data_dir = open_data_dir(tmp_path)
    lay_out(data_dir, "1.0")
    (data_dir.metrics / "counter_1.db").write_text("old")
    (data_dir.engine / "kept").write_text("memories")
    lay_out(data_dir, "1.0")
    assert not (data_dir.metrics / "counter_1.db").exists()
    assert (data_dir.engine / "kept").read_text() == "memories"


def test_a_newer_layout_is_refused_with_the_command_that_upgrades(tmp_path):
    data_dir = open_data_dir(tmp_path)
    data_dir.version_file.write_text(json.dumps({"layout": LAYOUT + 1, "server": "9.1"}))
    with pytest.raises(SettingsInvalid, match=r"newer version \(9\.1.*pip install --upgrade"):
        check_layout(data_dir, "1.0")
    assert json.loads(data_dir.version_file.read_text())["server"] == "9.1"


def test_an_older_layout_is_refused_with_the_command_that_opens_it():
    assert "pip install 'tiercel-server[standalone]==0.0.3'" in (layout_problem(LAYOUT - 1, "0.0.3") or "")


def test_our_own_layout_is_no_problem():
    assert layout_problem(LAYOUT, "any") is None


def test_a_damaged_version_file_is_named(tmp_path):
    data_dir = open_data_dir(tmp_path)
    data_dir.version_file.write_text("{}")
    with pytest.raises(SettingsInvalid, match=r"version\.json"):
        check_layout(data_dir, "1.0")


def test_a_data_dir_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsInvalid, match="TIERCEL_DATA_DIR"):
        open_data_dir(tmp_path / "file" / "data")


def test_a_tilde_that_no_shell_has_seen_means_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert open_data_dir(Path("~/我的 data")).root == (tmp_path / "我的 data").resolve()
