"""Reading fields of a host's payload: missing is None, a wrong type is a refusal that names the field."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from services.api.errors import wrong_field
from services.api.schemas.fields import utc_moment

MAX_IDENTIFIER = 256
LATEST_MS = 7_000_000_000_000_0


def text_at(source: Mapping[str, Any], name: str) -> str | None:
    """A string of any length."""
    value = source.get(name)
    if value is None or isinstance(value, str):
        return value
    raise wrong_field(name, "Must be a string.")


def identifier_at(source: Mapping[str, Any], *names: str) -> str | None:
    """The first of these that is set: 1-256 characters without control characters; an empty one counts as missing."""
    for name in names:
        value = text_at(source, name)
        if value:
            if len(value) > MAX_IDENTIFIER or any(unicodedata.category(character) == "Cc" for character in value):
                raise wrong_field(name, "An identifier has 1-256 characters and no control characters.")
            return value
    return None


def object_at(source: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A JSON object; missing is an empty one."""
    value = source.get(name)
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return value
    raise wrong_field(name, "Must be an object.")


def list_at(source: Mapping[str, Any], name: str) -> Sequence[Any]:
    """A JSON array. Required."""
    value = source.get(name)
    if isinstance(value, list):
        return value
    raise wrong_field(name, "Must be an array.")


def moment_at(source: Mapping[str, Any], name: str) -> datetime | None:
    """Milliseconds since 1970, or RFC 3339 with an offset."""
    value = source.get(name)
    if value is None:
        return None
    if isinstance(value, str):
        return _written(value, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LATEST_MS:
        raise wrong_field(name, "Must be milliseconds since 1970 or RFC 3339 with an offset.")
    return datetime.fromtimestamp(value / 1000, UTC)


def _written(value: str, name: str) -> datetime:
    try:
        return utc_moment(value)
    except ValueError as fault:
        raise wrong_field(name, f"Not a time: {fault}.") from None
