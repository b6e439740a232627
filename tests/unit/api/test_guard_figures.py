"""Samples, labels and what the guard's figures make of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from shared.domain.candidate import Category, Layer
from tests.unit.api.system import ApiSystem
from tests.unit.api.test_undo import Both


@pytest.fixture
def both() -> Both:
    return Both()


def label(both: Both, decision: str, action: str, **fields: Any) -> Any:
    both.tick()
    (review,) = both.api.post("/v1/reviews/sample", {"n": 1, "action": action}).json()["items"]
    answer = both.api.post(f"/v1/reviews/{review['id']}", {"decision": decision, **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


def metrics(both: Both, hours: float = 24) -> Any:
    return both.api.get(f"/v1/guard/metrics?hours={hours}").json()


def test_without_labels_every_figure_is_null_with_a_reason(both: Both) -> None:
    nothing = metrics(both)
    assert (nothing["precision"]["value"], nothing["precision"]["n"]) == (None, 0)
    assert nothing["precision"]["reason"] == "nothing was written in the window"
    both.say("I own two cats")
    assert "POST /v1/reviews/sample" in metrics(both)["precision"]["reason"]
    assert metrics(both)["recall"]["value"] is None


def test_precision_miss_rate_and_recall_follow_from_the_labels(both: Both) -> None:
    for text in ("I own two cats", "My desk is red", "I work at Acme", "我住在杭州"):
        both.say(text)
    for text in ("maybe I like tea", "maybe I like figs"):
        both.say(text, category=Category.PREFERENCE)
    for decision in ("approve", "approve", "reject"):
        label(both, decision, "WRITE")
    label(both, "approve", "REJECT")
    label(both, "reject", "REJECT")
    found = metrics(both)
    counted = both.api.metrics.counts
    right = {"kind": "sample", "decision": "approve"}
    assert counted["tiercel_reviews_answered_total", tuple(sorted({**right, "action": "WRITE"}.items()))] == 2
    assert (found["written"], found["rejected"]) == (4, 2)
    assert (found["precision"]["value"], found["precision"]["n"]) == (pytest.approx(2 / 3, abs=1e-6), 3)
    assert (found["miss_rate"]["value"], found["false_rejection_rate"]["n"]) == (0.5, 2)
    assert found["recall"]["value"] == pytest.approx((2 / 3 * 4) / (2 / 3 * 4 + 0.5 * 2), abs=1e-5)
    low, high = found["recall"]["interval"]
    assert 0 <= low < found["recall"]["value"] < high <= 1
    both.api.clock.time += timedelta(hours=30)
    assert metrics(both)["precision"]["n"] == 0
    assert metrics(both, hours=48)["precision"]["n"] == 3


def test_a_wrong_write_is_taken_back_by_its_label_and_a_wrong_reject_is_stored(both: Both) -> None:
    both.say("I own two cats")
    assert label(both, "reject", "WRITE")["action"] == "REJECT"
    assert both.texts() == []
    both.say("maybe I like tea", category=Category.PREFERENCE)
    assert label(both, "approve", "REJECT")["action"] == "WRITE"
    assert (both.texts(), both.counts()) == (["maybe I like tea"], {"rejected": 1, "written": 1})


def test_an_edit_of_a_sampled_write_is_a_new_version_and_a_right_one_stays(both: Both) -> None:
    both.say("I own two cats")
    edited = label(both, "edit", "WRITE", text="I own two black cats")
    assert (edited["memory"]["text"], edited["memory"]["version"]) == ("I own two black cats", 2)
    both.say("My desk is red")
    assert label(both, "approve", "WRITE")["action"] == "NOOP"
    assert both.texts() == ["I own two black cats", "My desk is red"]


def test_what_has_changed_since_is_only_labelled(both: Both) -> None:
    written = both.say("I own two cats")
    both.tick()
    both.api.patch(f"/v1/memories/{written.memory_id}", {"text": "I own three dogs", "if_version": 1})
    assert label(both, "reject", "WRITE")["action"] == "NOOP"
    assert (both.texts(), metrics(both)["precision"]["value"]) == (["I own three dogs"], 0.0)


def test_a_sample_is_answered_once_and_drawn_until_it_is(both: Both) -> None:
    both.say("I own two cats")
    (first,) = both.api.post("/v1/reviews/sample", {"n": 5, "action": "WRITE"}).json()["items"]
    (again,) = both.api.post("/v1/reviews/sample", {"n": 5}).json()["items"]
    assert first["id"] == again["id"]
    assert both.api.get("/v1/reviews?kind=sample&status=pending").json()["total"] == 1
    both.tick()
    assert both.api.post(f"/v1/reviews/{first['id']}", {"decision": "approve"}).status_code == 200
    assert both.api.post(f"/v1/reviews/{first['id']}", {"decision": "reject"}).status_code == 409
    assert both.api.post("/v1/reviews/sample", {"n": 5}).json()["items"] == []
    assert both.api.post(f"/v1/reviews/{first['id']}/undo").json()["status"] == "pending"
    assert metrics(both)["precision"]["n"] == 0


def test_answers_to_what_waited_are_reported_apart(both: Both) -> None:
    waits = both.say("I always test before I merge", layer=Layer.CORE_RULES)
    both.tick()
    both.api.post(f"/v1/reviews/{waits.review_id}", {"decision": "approve"})
    found = metrics(both)
    assert (found["written"], found["reviews"]["answered"], found["reviews"]["approval"]["value"]) == (0, 1, 1.0)


def test_guardrails_tell_rejects_growth_junk_and_duplicates_per_layer_and_reason(both: Both) -> None:
    api = both.api
    api.remember("I work at Acme in Berlin", user_id="ann")
    api.clock.time += timedelta(hours=30)
    both.say("I own two cats")
    both.say("maybe I like tea", category=Category.PREFERENCE)
    lines = [{"text": "ok thanks", "user_id": "ann"}, *({"text": "I own a red bike", "user_id": "ann", "position": n} for n in (1, 2))]
    for line in lines:
        assert api.post("/v1/import", line).status_code == 200
    found = api.get("/v1/guard/guardrails?hours=24").json()
    assert (found["candidates"], found["rejected"], found["reject_rate"]) == (2, 1, 0.5)
    assert found["reasons"]["reject"] == {"tentative": 1}
    assert (found["live"], found["live_at_start"], found["growth_rate"]) == (5, 1, 4.0)
    assert (found["checked"], found["junk_rate"], found["duplicate_rate"]) == (5, 0.2, 0.4)
    assert found["layers"]["L2"]["duplicate_rate"] == 0.4
    assert found["layers"]["L4"]["reject_rate"] is None
    assert sum(found["reasons"]["junk"].values()) == 1


def test_what_was_erased_or_archived_counts_as_shrinking(both: Both) -> None:
    now = datetime.now(UTC)  # audit lines carry the queue's own time
    both.api.clock.time = now - timedelta(hours=30)
    first, second = (both.api.remember(text) for text in ("I own two cats", "My desk is red"))
    both.api.clock.time = now
    both.api.delete(f"/v1/memories/{first['id']}")
    assert both.api.post(f"/v1/memories/{second['id']}/archive").status_code == 200
    found = both.api.get("/v1/guard/guardrails").json()
    assert (found["live"], found["live_at_start"], found["growth_rate"]) == (0, 2, -1.0)


def test_decisions_are_listed_newest_first_with_filters_and_a_cursor(both: Both) -> None:
    for text in ("I own two cats", "My desk is red", "I work at Acme"):
        both.say(text)
    both.say("maybe I like tea", category=Category.PREFERENCE)
    api = both.api
    page = api.get("/v1/traces?action=WRITE&limit=2").json()
    assert ([item["text"] for item in page["items"]], page["total"]) == (["I work at Acme", "My desk is red"], 3)
    rest = api.get(f"/v1/traces?action=WRITE&limit=2&cursor={page['next_cursor']}").json()
    assert ([item["text"] for item in rest["items"]], rest["next_cursor"]) == (["I own two cats"], None)
    assert [item["reason"] for item in api.get("/v1/traces?stage=rules").json()["items"]] == ["tentative"]
    since = api.get("/v1/traces?action=REJECT").json()["items"][0]["at"]
    assert api.get("/v1/traces", params={"since": since}).json()["total"] == 1
    assert api.get("/v1/traces?cursor=nonsense").status_code == 422
    assert api.get("/v1/traces?action=PERHAPS").status_code == 422


def test_a_narrowed_key_sees_its_own_decisions_only(both: Both) -> None:
    both.say("I own two cats")
    both.api.add_key("bob-only", user_ids=frozenset({"bob"}))
    assert both.api.get("/v1/traces", key="bob-only").json()["total"] == 0
    assert both.api.post("/v1/reviews/sample", {"n": 5}, key="bob-only").json()["items"] == []
    assert both.api.get("/v1/guard/metrics", key="bob-only").json()["written"] == 0


@pytest.mark.parametrize("body", [{"n": 0}, {"n": 1, "action": "NOOP"}, {"n": 1, "hours": 0}, {"n": "many"}])
def test_a_sample_that_makes_no_sense_is_refused(body: dict[str, Any]) -> None:
    assert ApiSystem().post("/v1/reviews/sample", body).status_code == 422
