"""One log file per child, kept small: copied aside and emptied when it has grown, because the child holds it open."""

import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LogFolder:
    """Where the children write; `backups` older files of each are kept."""

    folder: Path
    max_bytes: int
    backups: int

    def path_of(self, name: str) -> Path:
        """The file that the child appends to."""
        return self.folder / f"{name}.log"

    def rotate(self, name: str) -> bool:
        """True where the file was over its limit and has been emptied."""
        current = self.path_of(name)
        if not current.exists() or current.stat().st_size <= self.max_bytes:
            return False
        for number in range(self.backups, 1, -1):
            older = self.folder / f"{name}.log.{number - 1}"
            if older.exists():
                older.replace(self.folder / f"{name}.log.{number}")
        if self.backups:
            shutil.copyfile(current, self.folder / f"{name}.log.1")
        with current.open("r+b") as file:
            file.truncate(0)
        return True

    def tail(self, name: str, lines: int = 15) -> str:
        """The last lines, for a message about a child that does not start."""
        current = self.path_of(name)
        if not current.exists():
            return ""
        with current.open("rb") as file:
            size = current.stat().st_size
            file.seek(max(0, size - 8192))
            return "\n".join(file.read().decode(errors="replace").splitlines()[-lines:])
