"""Settings of the API change its answers."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.factories import NOW
from tests.unit.api.system import ApiSystem


def remembered(api: ApiSystem, **fields: Any) -> dict[str, Any]:
    """One explicit memory as it was stored."""
    answer = api.post("/v1/memories", {"text": "The Hamburg office has three meeting rooms", "user_id": "ann", **fields})
    assert answer.status_code == 201, answer.text
    memory: dict[str, Any] = answer.json()["memory"]
    return memory


@pytest.mark.parametrize(("limit", "status"), [("1024", 413), ("4096", 202)])
def test_max_body_bytes(limit: str, status: int) -> None:
    api = ApiSystem({"TIERCEL_MAX_BODY_BYTES": limit})
    assert api.post("/v1/turns", {"messages": [{"role": "user", "text": "I live in Berlin. " * 100}]}).status_code == status


@pytest.mark.parametrize(("seconds", "expires"), [("7200", timedelta(hours=2)), ("0", None)])
@pytest.mark.parametrize(
    ("variable", "fields"), [("TIERCEL_OTHER_TTL_SECONDS", {"category": "other"}), ("TIERCEL_REALTIME_TTL_SECONDS", {"layer": "L3"})]
)
def test_default_ttls_of_explicit_memories(variable: str, fields: dict[str, str], seconds: str, expires: timedelta | None) -> None:
    at = remembered(ApiSystem({variable: seconds}), **fields)["expires_at"]
    assert (None if at is None else datetime.fromisoformat(at)) == (None if expires is None else NOW + expires)
