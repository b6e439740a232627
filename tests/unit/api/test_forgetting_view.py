"""GET /v1/memories/{id} explains what the clock does to it, by the deployment's rules."""

from datetime import timedelta

import pytest

from services.api.schemas.memory import ExplainedMemory
from tests.factories import NOW
from tests.unit.api.system import ApiSystem


def forgetting(api, memory_id, **parameters):
    answer = api.get(f"/v1/memories/{memory_id}", params=parameters)
    assert answer.status_code == 200, answer.text
    assert set(ExplainedMemory.model_fields) == set(answer.json())
    return answer.json()["forgetting"]


@pytest.mark.parametrize("text", ["用户喜欢简洁的回复风格", "Ann works at Acme in Berlin since 2024"])
def test_l5_a_memory_says_why_it_is_where_it_is_and_what_comes_next(api, text):
    told = forgetting(api, api.remember(text, user_id="ann")["id"])
    assert told["why"] == "entered"
    assert told["scores"]["keeping"] == pytest.approx(1.0)
    assert told["scores"]["archive_below"] == 0.15
    assert told["next_move"] == told["coming"][0]
    assert told["next_move"]["to"] in {"archive", "working", "short"}
    assert "pin" in {each["change"] for each in told["would_change"]}
    assert text not in told["explanation"]
    assert "curve" not in told


def test_a_pinned_memory_moves_no_further_and_says_so(api):
    told = forgetting(api, api.remember(pinned=True)["id"])
    assert (told["next_move"], told["coming"]) == (None, [])
    assert "pinned" in told["explanation"]


def test_an_expiry_is_the_next_move_and_can_be_lifted(api):
    told = forgetting(api, api.remember(ttl_seconds=3600)["id"])
    assert told["next_move"]["reason"] == "expired"
    assert "no_expiry" in {each["change"] for each in told["would_change"]}


def test_an_archived_memory_says_since_when_and_that_it_can_be_restored(api):
    memory = api.remember(category="other")
    api.post(f"/v1/memories/{memory['id']}/archive")
    told = forgetting(api, memory["id"])
    assert told["why"] == "archived"
    assert "to deleted from 2027-03-30T09:00+00:00 on, if nobody restores it" in told["explanation"]
    assert NOW.isoformat(timespec="minutes") in told["explanation"]
    assert {each["change"] for each in told["would_change"]} == {"restore", "pin"} or told["next_move"] is None


def test_the_curve_begins_at_the_last_use_and_falls(api):
    curve = forgetting(api, api.remember()["id"], curve="true")["curve"]
    assert curve[0]["score"] == pytest.approx(1.0)
    assert curve[-1]["score"] < curve[0]["score"]


def test_the_deployments_rate_is_the_one_that_is_foretold_by():
    slow, fast = (ApiSystem({"TIERCEL_FORGETTING_RATE": rate, "TIERCEL_DEMOTE_AFTER_DAYS": "0"}) for rate in ("0.05", "0.5"))
    dates = [forgetting(api, api.remember()["id"])["next_move"]["at"] for api in (slow, fast)]
    assert dates[1] < dates[0]
    assert (NOW + timedelta(days=38)).isoformat()[:7] == dates[1][:7]
