"""Archive, restore and promote: obeyed by the next read."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.moves import move_of
from shared.domain.retention import RetentionRules
from shared.domain.scope import Scope
from shared.ports.key_ring import KeyRole
from tests.unit.api.system import ApiSystem

ACME = Scope(tenant_id="acme")


@pytest.fixture
def api() -> ApiSystem:
    return ApiSystem()


def move(api: ApiSystem, memory: dict[str, Any], what: str, status: int = 200, **body: Any) -> Any:
    api.clock.time += timedelta(minutes=1)
    answer = api.post(f"/v1/memories/{memory['id']}/{what}", body)
    assert answer.status_code == status, answer.text
    return answer.json()["memory"] if status == 200 else answer.json()["error"]["code"]


def texts(api: ApiSystem, **query: Any) -> list[str]:
    return [item["text"] for item in api.get("/v1/memories", params=query).json()["items"]]


def recalled(api: ApiSystem, **fields: Any) -> list[str]:
    body = {"query": "Where does Ann work?", "min_score": 0.0, **fields}
    return [memory["text"] for memory in api.post("/v1/recall", body).json()["memories"]]


def test_an_archived_memory_leaves_lists_and_recall_at_once_and_comes_back(api: ApiSystem) -> None:
    memory = api.remember("Ann works at Acme in Berlin", ttl_seconds=86_400)
    api.remember("Ann works in the garden on Sundays")
    assert set(recalled(api)) == {"Ann works at Acme in Berlin", "Ann works in the garden on Sundays"}
    archived = move(api, memory, "archive", note="old")
    assert (archived["status"], archived["stage"], archived["expires_at"]) == ("archived", "archive", None)
    assert archived["archived_at"] is not None
    assert texts(api) == recalled(api) == ["Ann works in the garden on Sundays"]
    assert texts(api, status="archived") == ["Ann works at Acme in Berlin"]
    assert move(api, memory, "archive")["archived_at"] == archived["archived_at"]
    restored = move(api, memory, "restore")
    assert (restored["status"], restored["archived_at"], restored["version"]) == ("live", None, 1)
    assert set(recalled(api)) == set(texts(api)) == {"Ann works at Acme in Berlin", "Ann works in the garden on Sundays"}
    actions = [line.action for line in api.doors.audit.lines("acme", limit=20)]
    assert actions[-2:] == ["memory.archived", "memory.restored"]


def test_an_earlier_version_becomes_the_current_one_as_a_new_version(api: ApiSystem) -> None:
    memory = api.remember("Ann works at Acme in Berlin")
    api.clock.time += timedelta(minutes=1)
    api.patch(f"/v1/memories/{memory['id']}", {"text": "Ann works at Initech in Berlin", "if_version": 1})
    restored = move(api, memory, "restore", version=1, note="she went back")
    assert (restored["text"], restored["version"]) == ("Ann works at Acme in Berlin", 3)
    assert restored["change_reason"] == "restore:1 she went back"
    history = api.get(f"/v1/memories/{memory['id']}/history").json()["items"]
    assert [(item["version"], item["status"]) for item in history] == [(1, "superseded"), (2, "superseded"), (3, "live")]
    assert [item["valid_to"] for item in history] == [history[1]["valid_from"], history[2]["valid_from"], None]


def test_a_memory_that_was_taken_back_is_restored_as_its_next_version(api: ApiSystem) -> None:
    memory = api.remember("Ann works at Acme in Berlin")
    api.clock.time += timedelta(minutes=1)
    assert api.post(f"/v1/traces/{memory['trace_id']}/undo").status_code == 200
    assert move(api, memory, "archive", status=409) == "taken_back"
    assert move(api, memory, "restore")["version"] == 2
    assert texts(api) == ["Ann works at Acme in Berlin"]


def test_what_cannot_be_restored_says_so(api: ApiSystem) -> None:
    memory = api.remember("Ann works at Acme in Berlin")
    assert move(api, memory, "restore", status=409) == "not_archived"
    assert move(api, memory, "restore", status=404, version=7) == "not_found"
    assert move(api, {"id": "unknown"}, "archive", status=404) == "not_found"


def test_in_the_archive_the_time_of_what_was_edited_today_begins_anew(api: ApiSystem) -> None:
    rules = RetentionRules()
    archived = api.remember("蓝色的货车在修理厂", category="other")
    move(api, archived, "archive")
    api.clock.time += timedelta(days=121)
    assert move_of(api.store.get(ACME, archived["id"]), api.clock.time, rules) is not None
    changed = {"text": "蓝色的货车在车库", "if_version": 1}
    assert api.patch(f"/v1/memories/{archived['id']}", changed).status_code == 200
    after = api.store.get(ACME, archived["id"])
    assert (after.stage.value, after.archived_at) == ("archive", api.clock.time)
    assert move_of(after, api.clock.time + timedelta(days=119), rules) is None
    assert move_of(after, api.clock.time + timedelta(days=120), rules) is not None


def test_only_live_strategy_experience_is_promoted_once(api: ApiSystem) -> None:
    memory = api.remember("Ann works at Acme in Berlin")
    promoted = move(api, memory, "promote")
    assert (promoted["layer"], promoted["version"]) == ("L4", 2)
    assert move(api, memory, "promote")["version"] == 2
    passing = api.remember("The build of brand A takes 30 minutes today", layer="L3")
    assert move(api, passing, "promote", status=409) == "not_promotable"


def test_a_core_rule_is_moved_only_with_authority_and_roles_are_kept(api: ApiSystem) -> None:
    rule = api.remember("Never bid above 3 EUR for brand A", layer="L1")
    api.add_key("reviews", roles=frozenset({KeyRole.REVIEWER}))
    api.add_key("writes", roles=frozenset({KeyRole.WRITER}))
    for key in ("reviews", "writes"):
        assert api.post(f"/v1/memories/{rule['id']}/archive", {}, key=key).status_code == 403
    assert move(api, rule, "archive")["status"] == "archived"


def test_what_was_given_an_end_in_the_archive_is_restored_without_one(api: ApiSystem) -> None:
    memory = api.remember("Ann works at Acme in Berlin")
    move(api, memory, "archive")
    ends = (api.clock.time + timedelta(minutes=2)).isoformat()
    assert api.patch(f"/v1/memories/{memory['id']}", {"expires_at": ends, "if_version": 1}).status_code == 200
    api.clock.time += timedelta(hours=1)
    assert move(api, memory, "restore")["expires_at"] is None
    assert texts(api) == ["Ann works at Acme in Berlin"]
