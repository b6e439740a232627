"""Which service a client talks to, and with which key."""

import json

import pytest

from tiercel.errors import ServiceNotFound
from tiercel.whereabouts import find_service


@pytest.fixture
def home(tmp_path):
    """A configuration home with a local service in it."""
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    (data_dir / "api-key").write_text("local-key\n")
    folder = tmp_path / "config" / "tiercel"
    folder.mkdir(parents=True)
    (folder / "local.json").write_text(json.dumps({"url": "http://127.0.0.1:8077", "data_dir": str(data_dir)}))
    return tmp_path


def test_the_local_service_is_found_without_any_variable(home):
    service = find_service({"XDG_CONFIG_HOME": str(home / "config")})
    assert (service.url, service.api_key) == ("http://127.0.0.1:8077", "local-key")


def test_without_xdg_it_is_looked_for_under_home(home):
    (home / "config").rename(home / ".config")
    assert find_service({"HOME": str(home)}).api_key == "local-key"


def test_variables_win_over_the_local_service(home):
    environ = {"XDG_CONFIG_HOME": str(home / "config"), "TIERCEL_URL": "https://memory.example", "TIERCEL_API_KEY": "k"}
    assert find_service(environ).url == "https://memory.example"


def test_the_local_key_is_never_sent_to_another_address(home):
    with pytest.raises(ServiceNotFound, match=r"TIERCEL_API_KEY.*evil\.example"):
        find_service({"XDG_CONFIG_HOME": str(home / "config"), "TIERCEL_URL": "https://evil.example"})


def test_nothing_known_says_what_to_do(tmp_path):
    with pytest.raises(ServiceNotFound, match=r"tiercel up.*TIERCEL_URL and TIERCEL_API_KEY"):
        find_service({"XDG_CONFIG_HOME": str(tmp_path)})


def test_a_missing_key_file_is_named(home):
    (home / "data" / "api-key").unlink()
    with pytest.raises(ServiceNotFound, match="api-key"):
        find_service({"XDG_CONFIG_HOME": str(home / "config")})


def test_a_damaged_local_file_is_named(home):
    (home / "config" / "tiercel" / "local.json").write_text("[]")
    with pytest.raises(ServiceNotFound, match=r"local\.json"):
        find_service({"XDG_CONFIG_HOME": str(home / "config")})


def test_a_key_is_not_shown_in_a_representation(home):
    assert "local-key" not in repr(find_service({"XDG_CONFIG_HOME": str(home / "config")}))
