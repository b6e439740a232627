"""Looking for secrets in what a system left behind: every byte of its files, packed ones unpacked, and every model request."""

import contextlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

_ZLIB_STARTS = (b"\x78\x01", b"\x78\x9c", b"\x78\xda")
_EMPTY = re.compile(rb"\0{9,}")
"""Files that are written page by page are mostly empty."""
_LONGEST_PACKED = 1_000_000
_HEAD = 14
"""A secret cut short is one still: the first so many characters of a longer one count as it."""


def needles_of(secret: str) -> Iterator[bytes]:
    """The forms in which a secret may stand in a file."""
    for line in secret.splitlines():
        if line.startswith("-----"):
            continue
        parts = {line, line[:_HEAD] if len(line) > 2 * _HEAD else line}
        for part in parts:
            yield part.encode()
            if not part.isascii():
                yield json.dumps(part)[1:-1].encode()
                yield part.translate({ord("０") + digit: ord("0") + digit for digit in range(10)}).encode()


def unpacked(content: bytes) -> Iterator[bytes]:
    """The content itself, and what is packed inside it."""
    yield content
    view = memoryview(content)
    for start in _ZLIB_STARTS:
        position = content.find(start)
        while position >= 0:
            with contextlib.suppress(zlib.error):
                yield zlib.decompressobj().decompress(view[position : position + _LONGEST_PACKED])
            position = content.find(start, position + 1)


def files_under(folder: Path) -> dict[str, bytes]:
    """Every file but the key that the system gave out itself."""
    return {
        str(path.relative_to(folder)): _EMPTY.sub(b"\0", path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "api-key"
    }


def leaks(secrets: Iterable[str], places: dict[str, bytes]) -> list[tuple[str, str]]:
    """(place, secret) of every hit."""
    whole = {name: b"\n".join(unpacked(content)) for name, content in places.items()}
    everything = b"\n".join(whole.values())
    found = []
    for secret in secrets:
        hits = [needle for needle in needles_of(secret) if needle in everything]
        found += [(name, secret) for name, content in whole.items() if any(needle in content for needle in hits)]
    return found
