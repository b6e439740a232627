"""From pydantic's findings to one refusal that names the field."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from services.api.errors import Refusal, malformed, wrong_field
from services.api.json_body import printable

FIELD_NAME = re.compile(r"\w+(\.\w+)*", re.ASCII)
NOT_AN_OBJECT = frozenset({"model_type", "model_attributes_type", "dict_type", "dataclass_type"})
REQUEST_PARTS = frozenset({"body", "query", "path", "header"})


def refusal_of_validation(findings: Sequence[Mapping[str, Any]], prefix: str = "") -> Refusal:
    """The first finding as 422 (or 400 where there is no body at all)."""
    first = findings[0]
    location = [part for position, part in enumerate(first["loc"]) if not (position == 0 and part in REQUEST_PARTS)]
    if first["type"] == "missing" and not location:
        return malformed("The request needs a JSON body.")
    message = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "value_error":
        # A check over several fields says itself which one it means: "valid_to: must lie after valid_from".
        name, colon, rest = message.partition(": ")
        if colon and FIELD_NAME.fullmatch(name):
            location, message = [*location, name], rest
    if first["type"] in NOT_AN_OBJECT:
        message = "must be a JSON object"
    return wrong_field(printable((prefix + dotted(location)).removesuffix(".")), _sentence(message))


def dotted(location: Sequence[Any]) -> str:
    """`("turns", 3, "messages")` as `turns[3].messages`."""
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def _sentence(message: str) -> str:
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."
