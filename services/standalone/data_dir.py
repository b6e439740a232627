"""What lies where in a data dir, who may read it, and which layouts this version opens."""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from shared.domain.errors import SettingsInvalid

LAYOUT = 1


@dataclass(frozen=True, slots=True)
class DataDir:
    """One installation's files. Everything is readable by its user alone."""

    root: Path

    @property
    def version_file(self) -> Path:
        """The layout number and the server version that made it."""
        return self.root / "version.json"

    @property
    def lock_file(self) -> Path:
        """Locked while a supervisor runs; holds its pid."""
        return self.root / "lock"

    @property
    def children_file(self) -> Path:
        """The running children, for a start after a killed supervisor."""
        return self.root / "children.json"

    @property
    def api_key_file(self) -> Path:
        """The first key with all roles; the API makes it."""
        return self.root / "api-key"

    @property
    def engine_key_file(self) -> Path:
        """The key that the vector engine asks for."""
        return self.root / "engine-key"

    @property
    def redis_password_file(self) -> Path:
        """The queue server's password, where it listens on TCP."""
        return self.root / "redis-password"

    @property
    def valkey(self) -> Path:
        """The queue server's configuration, socket and append-only file."""
        return self.root / "valkey"

    @property
    def engine(self) -> Path:
        """The vector engine's shards."""
        return self.root / "engine"

    @property
    def audit(self) -> Path:
        """Audit lines that are too old for the stream."""
        return self.root / "audit"

    @property
    def logs(self) -> Path:
        """One rotating log per child."""
        return self.root / "logs"

    @property
    def metrics(self) -> Path:
        """What prometheus-client shares between processes; emptied at every start."""
        return self.root / "metrics"


def write_private(path: Path, text: str) -> None:
    """Replace a file at once, mode 0600 from its first byte on."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def secret_in(path: Path) -> str:
    """The secret kept in this file, made on first use."""
    if not path.exists():
        write_private(path, secrets.token_hex(32) + "\n")
    return path.read_text(encoding="utf-8").strip()


def layout_problem(recorded: int, made_by: str) -> str | None:
    """Why this version cannot open a data dir of that layout, with the command that mends it; None where it can."""
    if recorded > LAYOUT:
        mend = "pip install --upgrade 'tiercel-server[standalone]'"
        return f"it was written by a newer version ({made_by}, layout {recorded}; this one reads {LAYOUT}). Upgrade: {mend}"
    if recorded < LAYOUT:
        mend = f"pip install 'tiercel-server[standalone]=={made_by}'"
        return f"it was written by an older version ({made_by}, layout {recorded}; this one reads {LAYOUT}). Open it with that one: {mend}"
    return None


def check_layout(data_dir: DataDir, server_version: str) -> None:
    """Refuse a layout that this version does not know; enter ours in a new folder. SettingsInvalid names the remedy."""
    if not data_dir.version_file.exists():
        write_private(data_dir.version_file, json.dumps({"layout": LAYOUT, "server": server_version}) + "\n")
        return
    try:
        recorded = json.loads(data_dir.version_file.read_text(encoding="utf-8"))
        layout, made_by = int(recorded["layout"]), str(recorded["server"])
    except (ValueError, KeyError, TypeError) as fault:
        raise SettingsInvalid(f"{data_dir.version_file} cannot be read. Restore it, or choose another TIERCEL_DATA_DIR.") from fault
    problem = layout_problem(layout, made_by)
    if problem is not None:
        raise SettingsInvalid(f"TIERCEL_DATA_DIR {data_dir.root}: {problem}")


def open_data_dir(root: Path) -> DataDir:
    """Make the root where missing, private. SettingsInvalid where it cannot be made."""
    root = root.expanduser()  # a quoted ~, or one from a file of settings
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        root.chmod(0o700)
    except OSError as fault:
        raise SettingsInvalid(f"TIERCEL_DATA_DIR {root} cannot be used: {fault}. Choose a folder that you may write.") from fault
    return DataDir(root.resolve())


def lay_out(data_dir: DataDir, server_version: str) -> None:
    """All folders, private, once the lock is held. Counters of an earlier run are removed."""
    check_layout(data_dir, server_version)
    for folder in (data_dir.valkey, data_dir.engine, data_dir.logs, data_dir.metrics):
        folder.mkdir(exist_ok=True, mode=0o700)
        folder.chmod(0o700)
    for stale in data_dir.metrics.glob("*.db"):
        stale.unlink()
