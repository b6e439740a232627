"""What a host does when its conversation grows too long: what waits goes in, and the session is summed up behind it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.api.talk import Talk, sums_up
from tests.unit.api.test_openclaw_events import DIRECT, GROUP, received, sent

RECORDED = Path(__file__).parents[3].parent / "shared" / "data" / "openclaw" / "internal_hook_events.json"
TEXTS = {"en": "I keep the harbour plans in the blue folder", "zh": "我把港口图纸放在蓝色文件夹里"}
NAMES = [("session", "compact:before"), ("session:compact:before", None), ("before_compaction", None)]


def post(talk: Talk, event: dict[str, Any]) -> dict[str, Any]:
    answer = talk.post("/v1/openclaw/events", event)
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    return found


def compaction(session: str | None = DIRECT, *, name: tuple[str, str | None] = NAMES[0], session_id: str | None = None) -> dict[str, Any]:
    event: dict[str, Any] = {"type": name[0], "sessionKey": session, "context": {"sessionId": session_id} if session_id else {}}
    return event if name[1] is None else {**event, "action": name[1]}


def plugin_turn(run: str, text: str, **ctx: Any) -> dict[str, Any]:
    facts = {"channel": "telegram", "agentId": "main", "senderId": "42", "chatId": "42", "sessionKey": DIRECT, "sessionId": "sid", **ctx}
    return {"event": {"runId": run, "messages": [{"role": "user", "content": text}]}, "ctx": facts}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("session", [DIRECT, GROUP])
@pytest.mark.parametrize("language", TEXTS)
def test_the_open_question_goes_in_first_and_the_summary_behind_it_holds_it(
    talk: Talk, name: tuple[str, str | None], session: str, language: str
) -> None:
    post(talk, received("The harbour opens at nine on Sundays", "1", session=session))
    post(talk, sent("ok", session=session))
    post(talk, received(TEXTS[language], "2", session=session))
    answer = post(talk, compaction(session, name=name))
    assert (answer["status"], answer["summary"]["status"], answer["summary"]["turns"]) == ("accepted", "accepted", 2)
    assert answer["capture_id"] != answer["summary"]["capture_id"]
    talk.drain()
    assert [request.schema_name for request in talk.model.requests[:2]] == ["tiercel_extraction", "tiercel_session_summary"]
    assert [line["text"] for line in talk.asked()[0]["turns"]][-1] == TEXTS[language]
    (summary,) = talk.summaries()
    assert TEXTS[language] in summary["text"]
    assert (summary["visibility"], summary["user_id"] is None) == (("chat", True) if session == GROUP else ("private", False))


def test_d15_two_compactions_at_once_are_one_summary_and_a_third_says_that_it_is_there(talk: Talk) -> None:
    post(talk, received(TEXTS["en"]))
    answers = [post(talk, compaction(name=name)) for name in NAMES]
    assert [answer["summary"]["duplicate"] for answer in answers] == [False, True, True]
    assert len({answer["summary"]["capture_id"] for answer in answers}) == 1
    assert answers[1]["status"] == answers[1]["summary"]["status"]
    talk.drain()
    assert len(talk.summaries()) == 1


def test_a_plugins_turns_are_found_by_the_hosts_own_id_of_the_session_together_with_its_hooks(talk: Talk) -> None:
    talk.post("/v1/openclaw/turns", plugin_turn("r1", TEXTS["en"]))
    post(talk, received("The harbour opens at nine on Sundays", "2"))
    summary = post(talk, compaction(session_id="sid"))["summary"]
    assert (summary["session_id"], summary["turns"]) == ("sid", 2)
    assert post(talk, compaction())["summary"]["turns"] == 1, "its key alone names what the hooks told"


def test_people_whom_a_host_lets_speak_in_one_session_each_get_a_summary_of_their_own(talk: Talk) -> None:
    for sender, text in (("42", TEXTS["en"]), ("43", "I pay for the harbour lamps at Nolte")):
        turn = plugin_turn(f"r{sender}", text, senderId=sender, chatId=sender, chatType="direct", sessionKey="agent:main:main")
        assert talk.post("/v1/openclaw/turns", turn).json()["status"] == "accepted"
    answer = post(talk, compaction("agent:main:main", session_id="sid"))
    assert [part["turns"] for part in answer["summary"]["summaries"]] == [1, 1]
    talk.drain()
    assert {memory["user_id"]: memory["text"] for memory in talk.summaries()} == {
        "telegram:default:42": TEXTS["en"],
        "telegram:default:43": "I pay for the harbour lamps at Nolte",
    }


def test_a_key_of_one_person_sums_up_nothing_of_the_others_in_a_session(talk: Talk) -> None:
    for sender, text in (("42", TEXTS["en"]), ("43", "I pay for the harbour lamps at Nolte")):
        talk.post("/v1/openclaw/turns", plugin_turn(f"r{sender}", text, senderId=sender, chatId=sender))
    talk.add_key("anns", user_ids=frozenset({"telegram:default:42"}))
    answer = talk.post("/v1/openclaw/events", compaction(session_id="sid"), key="anns").json()
    assert [part["turns"] for part in answer["summary"]["summaries"]] == [1]
    talk.drain()
    assert [memory["user_id"] for memory in talk.summaries()] == ["telegram:default:42"]


@pytest.mark.parametrize("kind", [("command", "new"), ("command", "reset"), ("gateway", "shutdown"), ("session", "auto-reset")])
def test_other_endings_only_hand_in_what_waits(talk: Talk, kind: tuple[str, str]) -> None:
    post(talk, received(TEXTS["en"]))
    answer = post(talk, {"type": kind[0], "action": kind[1], "sessionKey": DIRECT, "context": {}})
    assert (answer["status"], "summary" in answer) == ("accepted", False)
    talk.drain()
    assert talk.asked() == []


@pytest.mark.parametrize("session", [None, "agent:main:cron:7"])
def test_a_session_in_which_nobody_spoke_is_not_summed_up(talk: Talk, session: str | None) -> None:
    answer = post(talk, compaction(session))
    assert answer["status"] in {"ignored", "skipped"}
    assert answer["reason"] in {"event:session:compact:before", "session_summary:nothing_said"}


def test_recorded_events_of_a_host_are_summed_up(talk: Talk) -> None:
    if not RECORDED.exists():
        pytest.skip(f"{RECORDED} is not here: the OpenClaw captures are not part of the repository")
    events = json.loads(RECORDED.read_text(encoding="utf-8"))
    question = received("Which tea do I like? I like jasmine tea from Fuzhou", "1001")
    answers = [post(talk, event) for event in (question, *events)]
    by_name = {f"{event['type']}:{event['action']}": answer for event, answer in zip(events, answers[1:], strict=True)}
    compacted = by_name["session:compact:before"]
    assert (compacted["status"], compacted["turns"]) == ("accepted", 1)
    assert by_name["session:compact:after"] == {"status": "ignored", "reason": "event:session:compact:after"}
    talk.summary = lambda document: {**sums_up(document), "text": "I like jasmine tea from Fuzhou"}
    talk.drain()
    (summary,) = talk.summaries()
    assert (summary["user_id"], summary["text"]) == ("telegram:default:42", "I like jasmine tea from Fuzhou")
