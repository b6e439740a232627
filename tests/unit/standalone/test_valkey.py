"""The queue server's configuration."""

from pathlib import Path

from services.standalone.data_dir import lay_out, open_data_dir
from services.standalone.valkey import LONGEST_SOCKET_PATH, configuration, fits_a_socket, prepare_valkey
from shared.settings import StandaloneSettings


def test_nothing_is_evicted_and_every_write_is_on_disk_before_it_is_acknowledged():
    text = configuration(StandaloneSettings(), Path("/data/valkey"), {"port": "0"})
    lines = text.splitlines()
    assert {"appendonly yes", "appendfsync always", "maxmemory-policy noeviction", 'save ""', "maxmemory 1024mb"} <= set(lines)


def test_the_settings_decide_on_fsync_and_memory():
    settings = StandaloneSettings(appendfsync="everysec", redis_max_memory_mb=256)
    lines = configuration(settings, Path("/d"), {}).splitlines()
    assert "appendfsync everysec" in lines
    assert "maxmemory 256mb" in lines


def test_a_short_path_gets_a_private_socket_and_no_tcp_port(tmp_path, monkeypatch):
    monkeypatch.setattr("services.standalone.valkey.LONGEST_SOCKET_PATH", 4096)
    data_dir = open_data_dir(tmp_path / "a b")
    lay_out(data_dir, "1")
    server = prepare_valkey(data_dir, StandaloneSettings(), Path("/bin/valkey-server"))
    text = Path(server.command[1]).read_text()
    assert "port 0\n" in text
    assert f'unixsocket "{data_dir.valkey}/valkey.sock"' in text
    assert server.url == f"unix://{data_dir.valkey}/valkey.sock".replace(" ", "%20")


def test_a_long_path_gets_loopback_with_a_password_that_is_on_no_command_line(tmp_path, monkeypatch):
    monkeypatch.setattr("services.standalone.valkey.free_port", lambda: 45678)
    data_dir = open_data_dir(tmp_path / ("x" * LONGEST_SOCKET_PATH))
    lay_out(data_dir, "1")
    server = prepare_valkey(data_dir, StandaloneSettings(), Path("/bin/valkey-server"))
    password = data_dir.redis_password_file.read_text().strip()
    file = Path(server.command[1])
    assert f"requirepass {password}" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert password not in " ".join(server.command)
    assert server.url == f"redis://:{password}@127.0.0.1:45678/0"


def test_the_length_of_a_socket_path_is_counted_in_bytes():
    assert fits_a_socket(Path("/" + "x" * (LONGEST_SOCKET_PATH - 1)))
    assert not fits_a_socket(Path("/" + "鹰" * 40))
