"""Corrections and undo on real parts: one current version, a history without a gap, also where somebody dies over it."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.faults.caller import Caller, patiently
from tests.faults.crashing_worker import CRASHED
from tests.faults.family import Family
from tests.faults.scale import FULL
from tests.faults.speech import KeepingGateway, statement, turn

PATTERNS = {"en": "I live in {}.", "zh": "我住在{}。"}
CITIES = {
    "en": "Berlin Hamburg Munich Paris Lyon Madrid Lisbon Rome Milan Vienna Prague Warsaw Oslo Bergen Dublin Leeds Bath York Zurich Geneva",
    "zh": "北京 上海 广州 深圳 杭州 南京 成都 重庆 武汉 西安 苏州 天津 青岛 大连 厦门 长沙 郑州 昆明 济南 合肥",
}
FINE = dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 0.9)


def about_home(schema: str, document: dict[str, Any]) -> Any:
    """Every line is about where the user lives; the judge calls the first memory it is shown contradicted."""
    if schema == "tiercel_extraction":
        lines = [line for line in document["turns"] if not line.get("context") and line["role"] == "user"]
        return {
            "candidates": [
                {
                    "text": line["text"], "category": "fact", "layer": "L2", "trigger_type": "user_feedback", "confidence": 0.95,
                    "importance": 0.6, "criteria": [{"holds": True, "reason": "said plainly"}] * 3,
                    "evidence": [{"message_id": line["message_id"], "quote": line["text"]}], "source_attribution": "user_stated",
                    "observed_at": None, "subject": "user", "slot": "residence",
                    "language": "en" if line["text"].isascii() else "zh",
                }
                for line in lines
            ]
        }  # fmt: skip
    shown = [neighbour["ref"] for neighbour in document["neighbours"]]
    return {
        "judgements": [
            {
                "ref": candidate["ref"], "action": "UPDATE" if shown else "WRITE", "source_attribution": "user_stated",
                "grounding": "grounded", "consistency": "contradicts" if shown else "consistent",
                "target_ref": shown[0] if shown else None, "quality": FINE, "reason": "a new home",
            }
            for candidate in document["candidates"]
        ]
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_d6_twenty_contradicting_turns_end_in_one_current_version_and_a_dense_history(
    caller: Caller, gateway: KeepingGateway, language: str
) -> None:
    gateway.fault = about_home
    texts = [PATTERNS[language].format(city) for city in CITIES[language].split()]
    start = datetime.now(UTC) - timedelta(days=30)
    bodies = [
        {**turn(number, user=f"home-{language}", text=text), "occurred_at": (start + timedelta(days=number)).isoformat()}
        for number, text in enumerate(texts)
    ]
    captures = [caller.say(body) for body in bodies]
    caller.await_state(captures, "done")
    (memory,) = caller.memories(f"home-{language}")
    assert (memory["text"].rstrip(".。"), memory["status"]) == (texts[-1].rstrip(".。"), "live")
    history = caller.get(f"/v1/memories/{memory['id']}/history")["items"]
    assert sorted(version["version"] for version in history) == list(range(1, 21))
    in_time = sorted(history, key=lambda version: version["valid_from"])
    assert [version["text"].rstrip(".。") for version in in_time] == [text.rstrip(".。") for text in texts]
    assert all(old["valid_to"] == new["valid_from"] for old, new in itertools.pairwise(in_time))
    assert caller.ledger()["imbalance"] == 0


@pytest.mark.parametrize("step", ["record", "apply", "finish"] if FULL else ["record"])
def test_an_undo_that_is_killed_after_any_step_is_whole_and_happens_once(family: Family, caller: Caller, step: str) -> None:
    user = f"undo-{step}"
    capture = caller.say(turn(7, user=user))
    caller.await_state([capture], "done")
    caller.assert_stored_once(user, [statement(7, user)])
    (outcome,) = caller.get(f"/v1/captures/{capture}")["outcomes"]
    path = f"/v1/traces/{outcome['trace_id']}/undo"
    before = caller.ledger()["candidates"]["rejected"]
    with family.start_api("api#dying", command=("tests.faults.crashing_api", step)) as dying, pytest.raises(httpx.TransportError):
        dying.post(path, {"note": "a mistake"})
    assert family.died_of("api#dying") == CRASHED
    again = patiently(lambda: caller.post(path, {}))  # the dead one's lock runs out after 10 s
    assert again.status_code == 200, again.text
    assert again.json()["already"] is True
    assert caller.memories(user) == []
    assert (caller.ledger()["candidates"]["rejected"], caller.ledger()["imbalance"]) == (before + 1, 0)
    lines = [
        line for line in caller.get("/v1/audit", limit=500, action="decision.undo")["items"] if outcome["trace_id"] in line["subject_ids"]
    ]
    assert len(lines) == 1
