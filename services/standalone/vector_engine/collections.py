"""Which collections and aliases there are, which are open, and where each lies on disk.

Layout: `<dir>/aliases.json`, `<dir>/collections/<name>/collection.json` (written last: without it the folder is a
creation that was never acknowledged) and `<dir>/collections/<name>/shard/`.
"""

import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qdrant_edge import EdgeShard

from services.standalone.vector_engine.disk import read_json, require_room, sync_folder, write_json
from services.standalone.vector_engine.refusals import Refused, absent, taken
from services.standalone.vector_engine.rescue import Unloadable, open_shard
from services.standalone.vector_engine.storage import Limits, Shard
from services.standalone.vector_engine.validation import collection_name
from services.standalone.vector_engine.vector_config import checked_settings, edge_config, names_of
from services.standalone.vector_engine.vectors import VectorNames

log = logging.getLogger("vector_engine")


@dataclass(frozen=True, slots=True)
class Collection:
    """One open collection."""

    name: str
    folder: Path
    settings: dict[str, Any]
    names: VectorNames
    shard: Shard


class Engine:
    """All collections of one folder."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self.limits = limits
        self.open: dict[str, Collection] = {}
        self.broken: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.flush_wanted: Callable[[], None] = lambda: None
        self._home = folder / "collections"

    def load(self) -> None:
        """Open everything. A collection that cannot be opened is named in `broken`; the others serve."""
        self._home.mkdir(parents=True, exist_ok=True)
        for folder in sorted(self._home.iterdir()):
            if folder.name.startswith(".") or not (folder / "collection.json").exists():
                shutil.rmtree(folder)
                log.warning("collection.unfinished_removed name=%s", folder.name)
            else:
                self._load_one(folder)
        aliases = self.folder / "aliases.json"
        self.aliases = read_json(aliases) if aliases.exists() else {}

    def _load_one(self, folder: Path) -> None:
        try:
            settings = read_json(folder / "collection.json")
            edge = open_shard(folder)
        except (Unloadable, ValueError, OSError) as fault:
            self.broken[folder.name] = str(fault)
            log.error("collection.unloadable name=%s folder=%s cause: %s", folder.name, folder, fault)  # noqa: TRY400
            return
        self.open[folder.name] = self._collection(folder, settings, edge)
        log.info("collection.opened name=%s", folder.name)

    def _collection(self, folder: Path, settings: dict[str, Any], edge: EdgeShard) -> Collection:
        shard = Shard(edge, folder / "shard", self.limits, self._want_flush)
        return Collection(folder.name, folder, settings, names_of(settings), shard)

    def _want_flush(self) -> None:
        self.flush_wanted()

    def collection(self, name: str) -> Collection:
        """The collection with this name or alias."""
        real = self.aliases.get(name, name)
        found = self.open.get(real)
        if found is not None:
            return found
        if real in self.broken:
            raise Refused(503, f"Collection `{real}` cannot be opened: {self.broken[real]}. Its folder was left as it is.")
        raise absent(f"Collection `{name}` doesn't exist!")

    def names(self) -> list[str]:
        """Names of all collections, those that cannot be opened included."""
        return sorted([*self.open, *self.broken])

    def create(self, name: str, body: Any) -> None:
        """Make an empty collection."""
        collection_name(name)
        if name in self.open or name in self.broken or name in self.aliases:
            raise taken(f"Collection `{name}` already exists!")
        settings = checked_settings(body)
        config = edge_config(settings)
        require_room(self.folder, self.limits.reserve_bytes)
        folder = self._home / name
        try:
            folder.mkdir()
            edge = EdgeShard.create(str(folder / "shard"), config)
            edge.flush()
            write_json(folder / "collection.json", settings)
            sync_folder(self._home)
        except Exception:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self.open[name] = self._collection(folder, settings, edge)
        log.info("collection.created name=%s", name)

    def drop(self, name: str) -> bool:
        """Delete a collection and its aliases. False where there is none."""
        folder = self._home / collection_name(name)
        if name not in self.open and name not in self.broken:
            return False
        self.set_aliases({alias: target for alias, target in self.aliases.items() if target != name})
        if name in self.open:
            self.open.pop(name).shard.close()
        self.broken.pop(name, None)
        doomed = self._home / f".deleted-{name}"
        folder.rename(doomed)
        sync_folder(self._home)
        shutil.rmtree(doomed)
        log.info("collection.deleted name=%s", name)
        return True

    def set_aliases(self, aliases: dict[str, str]) -> None:
        """Replace all aliases at once."""
        if aliases != self.aliases:
            write_json(self.folder / "aliases.json", aliases)
            self.aliases = aliases

    def close(self) -> None:
        """Flush and close every shard; one that fails does not keep the others from it."""
        for collection in self.open.values():
            try:
                collection.shard.close()
            except BaseException:
                log.exception("shard.close_failed collection=%s", collection.name)
