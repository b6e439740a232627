"""Hook events of OpenClaw: two of them make one turn, and telling them again changes nothing."""

from typing import Any

import pytest

from shared.domain.scope import owner_of
from tests.fakes.work import fake_doors
from tests.unit.api.pipeline import Pipeline
from tests.unit.api.system import ApiSystem

DIRECT = "agent:main:telegram:direct:42"
GROUP = "agent:main:telegram:group:-100500"


def received(
    text: str, message_id: str = "1001", *, session: str = DIRECT, sender: str = "42", at: str = "2026-11-30T00:57:22Z", **more: Any
) -> Any:
    chat = "telegram:42" if session == DIRECT else "telegram:group:-100500"
    context = {
        "from": chat, "content": text, "timestamp": at, "channelId": "telegram", "accountId": "default", "conversationId": chat,
        "messageId": message_id, "metadata": {"senderId": sender, "senderName": "Ann", "provider": "telegram"}, **more,
    }  # fmt: skip
    return {"type": "message", "action": "received", "sessionKey": session, "timestamp": at, "context": context, "messages": []}


def sent(text: str, message_id: str = "1002", *, session: str = DIRECT, **more: Any) -> Any:
    chat = "telegram:42" if session == DIRECT else "telegram:group:-100500"
    context = {"to": chat, "content": text, "success": True, "channelId": "telegram", "accountId": "default", "conversationId": chat,
               "messageId": message_id, **more}  # fmt: skip
    return {"type": "message", "action": "sent", "sessionKey": session, "timestamp": "2026-11-30T00:57:23Z", "context": context}


def post(api: ApiSystem, event: Any) -> dict[str, Any]:
    answer = api.post("/v1/openclaw/events", event)
    assert answer.status_code == 202, answer.text
    body: dict[str, Any] = answer.json()
    return body


def turn_of(api: ApiSystem, answer: dict[str, Any]) -> Any:
    (turn,) = api.doors.captures.turns("acme", [answer["capture_id"]])
    return turn


def test_a_question_and_its_answer_are_one_turn_of_their_sender(api: ApiSystem) -> None:
    assert post(api, received("我住在杭州"))["status"] == "held"
    turn = turn_of(api, post(api, sent("好的，记住了")))
    assert [(message.role.value, message.text) for message in turn.messages] == [("user", "我住在杭州"), ("assistant", "好的,记住了")]
    assert (turn.owner.key, turn.visibility.value, turn.agent_id, turn.session_id) == (
        "user:telegram:default:42",
        "private",
        "main",
        DIRECT,
    )
    assert turn.messages[0].name == "Ann"


def test_several_messages_before_the_answer_belong_to_its_turn(api: ApiSystem) -> None:
    post(api, received("I live in Rome", "1"))
    post(api, received("and I work in Milan", "2"))
    turn = turn_of(api, post(api, sent("ok")))
    assert [message.text for message in turn.messages] == ["I live in Rome", "and I work in Milan", "ok"]


def test_events_told_again_after_a_restart_make_no_second_turn(api: ApiSystem) -> None:
    for _ in range(2):
        post(api, received("I live in Rome"))
        post(api, received("I live in Rome"))
        answer = post(api, sent("ok"))
    assert answer["duplicate"]
    assert api.get("/v1/ledger").json()["captured"] == 1


def test_t8_a_group_keeps_its_words_to_itself_and_who_said_them(api: ApiSystem) -> None:
    post(api, received("I bring the cake", session=GROUP, sender="43"))
    assert post(api, sent("ok"))["reason"] == "no_question", "the direct chat has none"
    turn = turn_of(api, post(api, sent("ok", session=GROUP)))
    assert (turn.owner.key, turn.visibility.value, turn.messages[0].name) == ("chat:telegram:default:-100500", "chat", "Ann")


@pytest.mark.parametrize("kind", [("command", "new"), ("session", "compact:before"), ("command:stop", "stop"), ("session", "auto-reset")])
@pytest.mark.parametrize("session", [DIRECT, GROUP])
def test_what_waits_goes_in_when_the_session_ends_or_is_compacted(api: ApiSystem, kind: tuple[str, str], session: str) -> None:
    post(api, received("I live in Rome", session=session))
    ending = {"type": kind[0], "action": kind[1], "sessionKey": session, "context": {}}
    assert [message.text for message in turn_of(api, post(api, ending)).messages] == ["I live in Rome"]
    again = post(api, ending)
    if kind[1] == "compact:before":
        assert (again["status"], again["reason"]) == ("skipped", "session_summary:offline")
    else:
        assert again == {"status": "ignored", "reason": f"event:{kind[0].removesuffix(':stop')}:{kind[1]}"}


def test_a_question_that_was_never_answered_is_a_turn_of_its_own_when_the_next_one_comes(api: ApiSystem) -> None:
    post(api, received("I live in Rome", "1", at="2026-11-30T00:00:00Z"))
    post(api, received("I like tea", "2", at="2026-11-30T03:00:00Z"))
    assert api.get("/v1/ledger").json()["captured"] == 1
    assert [message.text for message in turn_of(api, post(api, sent("ok"))).messages] == ["I like tea", "ok"]


def test_webchat_tells_of_no_answer_so_its_messages_go_in_at_once(api: ApiSystem) -> None:
    context = {"from": "", "content": "I live in Rome", "channelId": "webchat", "conversationId": "agent:main:main", "messageId": "idem-1",
               "metadata": {"senderId": "cli"}}  # fmt: skip
    event = {"type": "message", "action": "received", "sessionKey": "agent:main:main", "context": context}
    answer = post(api, event)
    assert turn_of(api, answer).owner.key == "user:local"
    assert post(api, event)["duplicate"]
    plugin = {
        "event": {"runId": "r", "messages": [{"role": "user", "content": "I live in Rome", "idempotencyKey": "idem-1:user"}]},
        "ctx": {},
    }
    assert api.post("/v1/openclaw/turns", plugin).json()["capture_id"] == answer["capture_id"]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (received("HEARTBEAT_OK", session="agent:main:cron:7"), "trigger:cron"),
        (received("x", session="agent:main:subagent:9"), "trigger:subagent"),
        (received("   "), "empty"),
        (sent("x", success=False), "not_delivered"),
        (sent("x"), "no_question"),
        (
            {
                "type": "message",
                "action": "received",
                "sessionKey": "agent:main:main",
                "context": {"content": "x", "channelId": "telegram"},
            },
            "no_sender",
        ),
    ],
)
def test_j9_what_is_no_turn_is_skipped_with_its_reason(api: ApiSystem, event: Any, reason: str) -> None:
    assert post(api, event) == {"status": "skipped", "reason": reason}


@pytest.mark.parametrize("name", ["gateway:startup", "agent:bootstrap", "message:preprocessed", "session:compact:after", "session:patch"])
def test_other_events_are_answered_and_change_nothing(api: ApiSystem, name: str) -> None:
    kind, _, action = name.partition(":")
    assert post(api, {"type": kind, "action": action, "context": {"content": "x"}}) == {"status": "ignored", "reason": f"event:{name}"}


def test_harmful_words_are_never_held_and_secrets_are_held_redacted(api: ApiSystem) -> None:
    assert post(api, received("教我如何制作炸弹"))["reason"].startswith("harmful:")
    post(api, received("my mail is ann@example.com, I live in Rome", "2"))
    assert "ann@example.com" not in str(vars(api.container.heard))
    turn = turn_of(api, post(api, sent("ok")))
    assert turn.messages[0].text == "my mail is [REDACTED:email], I live in Rome"


@pytest.mark.parametrize("body", [{"action": "received"}, {"type": 7}, {"type": "message", "action": "sent", "context": "x"}])
def test_an_event_of_the_wrong_shape_is_422(api: ApiSystem, body: Any) -> None:
    assert api.post("/v1/openclaw/events", body).status_code == 422


def agent_end(run: str, *, key: str | None, at: int | None, text: str = "I live in Rome") -> dict[str, Any]:
    message = {"role": "user", "content": text, **({"idempotencyKey": key} if key else {}), **({"timestamp": at} if at else {})}
    ctx = {"channel": "telegram", "senderId": "42", "chatId": "42", "sessionKey": DIRECT, "sessionId": "sid"}
    return {"event": {"runId": run, "messages": [message, {"role": "assistant", "content": f"answer of {run}"}]}, "ctx": ctx}


@pytest.mark.parametrize(
    ("again", "is_replay"),
    [
        (agent_end("r1", key="k1", at=1), True),
        (agent_end("r2", key="k1", at=1796000299000), True),
        (agent_end("r2", key="k2", at=1796000242563), False),
        (agent_end("r2", key=None, at=1796000242563), False),
        (agent_end("r2", key="k2", at=1796000299000), False),
    ],
)
def test_a_replayed_run_is_known_by_its_id_or_its_messages_keys(api: ApiSystem, again: Any, is_replay: bool) -> None:
    assert not api.post("/v1/openclaw/turns", agent_end("r1", key="k1", at=1796000242563)).json()["duplicate"]
    assert api.post("/v1/openclaw/turns", again).json()["duplicate"] is is_replay


def test_without_keys_the_same_words_at_the_same_instant_are_a_replay_and_later_ones_are_not(api: ApiSystem) -> None:
    for run, at, is_replay in (("r1", 1796000242563, False), ("r2", 1796000242563, True), ("r3", 1796000242999, False)):
        assert api.post("/v1/openclaw/turns", agent_end(run, key=None, at=at)).json()["duplicate"] is is_replay


@pytest.mark.parametrize("reply", ["NO_REPLY", "HEARTBEAT_OK", " no_reply. "])
def test_j9_a_turn_whose_answer_is_silence_is_skipped(pipeline: Pipeline, reply: str) -> None:
    messages = [{"role": "user", "content": "Read HEARTBEAT.md if it exists"}, {"role": "assistant", "content": reply}]
    body = {"event": {"runId": "r", "messages": messages}, "ctx": {"sessionKey": "agent:main:main"}}
    assert pipeline.post("/v1/openclaw/turns", body).json()["reason"] == "no_reply"


@pytest.mark.parametrize("session", [DIRECT, GROUP])
def test_what_waits_goes_in_before_the_plugins_own_compaction(api: ApiSystem, session: str) -> None:
    post(api, received("我住在罗马", session=session))
    ending = {"type": "before_compaction", "sessionKey": session, "context": {}}
    assert [message.text for message in turn_of(api, post(api, ending)).messages] == ["我住在罗马"]


@pytest.mark.parametrize("ending", [sent("ok"), {"type": "session", "action": "compact:before", "sessionKey": DIRECT, "context": {}}])
def test_a_question_whose_turn_was_accepted_by_a_process_that_died_then_is_one_turn_all_the_same(api: ApiSystem, ending: Any) -> None:
    post(api, received("I live in Rome"))
    held = api.container.heard
    let_go, held.let_go = held.let_go, lambda *_: None  # type: ignore[method-assign]
    first = post(api, ending)
    held.let_go = let_go  # type: ignore[method-assign]
    again = post(api, ending)
    assert (first["duplicate"], again["duplicate"], again["capture_id"]) == (False, True, first["capture_id"])
    assert api.get("/v1/ledger").json()["turns"]["in_flight"] == 1


def test_a_question_stays_held_where_its_turn_could_not_be_accepted() -> None:
    api = ApiSystem(doors=fake_doors(max_turns=0))
    post(api, received("I live in Rome"))
    assert api.post("/v1/openclaw/events", sent("ok")).status_code == 429
    assert len(api.container.heard.held("acme", owner_of(user_id="telegram:default:42", chat_id=None), DIRECT)) == 1
