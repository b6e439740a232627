"""JSON answers of the HTTP edge."""

import math
from typing import Any

import orjson
from starlette.responses import Response

from services.api.errors import Refusal, error_body


class JsonAnswer(Response):
    """UTF-8 JSON; times become RFC 3339 with an offset."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The body's bytes."""
        return orjson.dumps(content, option=orjson.OPT_UTC_Z | orjson.OPT_NON_STR_KEYS)


def listed(items: list[Any], next_cursor: str | None, total: int) -> dict[str, Any]:
    """The shape of every list."""
    return {"items": items, "next_cursor": next_cursor, "total": total}


def refused(refusal: Refusal, request_id: str) -> JsonAnswer:
    """A refusal as an answer, with Retry-After and WWW-Authenticate where they belong."""
    headers: dict[str, str] = {}
    if refusal.retry_after_seconds is not None:
        headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after_seconds)))
    if refusal.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JsonAnswer(error_body(refusal, request_id), status_code=refusal.status, headers=headers)
