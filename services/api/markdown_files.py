"""Markdown files as they come in: their paths checked, their bytes decoded."""

import codecs
import re
from dataclasses import dataclass

from services.api.errors import wrong_field

MAX_PATH = 512
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DRIVE = re.compile(r"[A-Za-z]:")
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class SentFile:
    """One file of a request."""

    path: str
    text: str


def checked_path(path: str, field: str) -> str:
    """A relative path inside the imported folder, `./` taken away. Refusal 422 for anything that leads out of it."""
    plain = path.replace("\\", "/")
    parts = [part for part in plain.split("/") if part not in {"", "."}]
    leads_out = plain.startswith(("/", "~")) or _DRIVE.match(plain) is not None or ".." in parts
    if leads_out or not parts or len(path) > MAX_PATH or _CONTROL.search(path):
        raise wrong_field(field, "A path is relative, leads nowhere outside its folder and has at most 512 printable characters.")
    return "/".join(parts)


def decoded(raw: bytes, field: str) -> str:
    """UTF-8, with or without a byte order mark, UTF-16 with one, else GBK (GB 18030). Refusal 422 for what is none."""
    for mark, encoding in MARKS:
        if raw.startswith(mark):
            return _decode(raw[len(mark) :], (encoding,), field)
    return _decode(raw, ("utf-8", "gb18030"), field)


def _decode(raw: bytes, encodings: tuple[str, ...], field: str) -> str:
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise wrong_field(field, "The file is not text in UTF-8, UTF-16 or GBK.")
