"""OpenClaw's two forms, made by hand here; tests/integration/api plays real captures."""

from typing import Any

import pytest

from services.api.errors import Refusal
from services.api.openclaw_owner import HostFacts, owner_from_facts
from services.api.openclaw_turn import openclaw_draft
from tests.unit.api.system import ApiSystem

HISTORY = [
    {"role": "user", "content": "earlier question", "timestamp": 1796000237000, "__openclaw": {"senderId": "42", "senderName": "Ann"}},
    {"role": "assistant", "content": [{"type": "text", "text": "earlier answer"}]},
]
NEW = [
    {
        "role": "user",
        "content": [{"type": "text", "text": "我住在柏林"}, {"type": "image", "data": "x"}],
        "timestamp": 1796000242563,
        "idempotencyKey": "u:1",
    },
    {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "toolCall", "id": "c1", "name": "lookup", "arguments": {}}],
    },
    {"role": "toolResult", "toolCallId": "c1", "toolName": "lookup", "content": [{"type": "text", "text": "found 3"}], "isError": False},
    {"role": "custom", "content": "runtime context"},
    {"role": "assistant", "content": [{"type": "text", "text": "记住了"}], "timestamp": 1796000242621},
]
CTX = {
    "agentId": "main",
    "sessionKey": "agent:main:telegram:direct:42",
    "sessionId": "sid",
    "channel": "telegram",
    "accountId": "default",
    "chatId": "42",
    "senderId": "42",
    "trigger": "user",
    "runId": "run-1",
}


def raw(ctx: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {"event": {"messages": [*HISTORY, *NEW], "runId": "run-1", "success": True}, "ctx": CTX if ctx is None else ctx, **fields}


@pytest.mark.parametrize("count", [{}, {"history_count": 2}, {"history_count": 99}])
def test_only_what_came_after_the_history_is_the_turn(count: dict[str, int]) -> None:
    draft = openclaw_draft(raw(**count), local_user="local")
    assert [(message.role.value, message.text) for message in draft.messages] == [
        ("user", "我住在柏林"),
        ("tool", "found 3"),
        ("assistant", "记住了"),
    ]
    assert (draft.turn_id, draft.session_id, draft.agent_id) == ("run-1", "sid", "main")
    assert draft.messages[0].message_id == "u:1"
    assert draft.messages[1].name == "lookup"


def test_a_steered_run_keeps_both_user_messages_when_the_count_is_known() -> None:
    steered = [*HISTORY, {"role": "user", "content": "first"}, {"role": "user", "content": "second"}]
    draft = openclaw_draft({"event": {"messages": steered}, "ctx": CTX, "history_count": 2}, local_user="local")
    assert [message.text for message in draft.messages] == ["first", "second"]


@pytest.mark.parametrize(
    ("facts", "owner"),
    [
        (HostFacts(), ("local", None, None)),
        (HostFacts(channel="webchat", chat_id="webchat"), ("local", None, None)),
        (HostFacts(channel="telegram", chat_type="direct", sender_id="42"), ("telegram:default:42", None, None)),
        (
            HostFacts(channel="telegram", account_id="bot2", sender_id="42", session_key="agent:main:telegram:direct:42"),
            ("telegram:bot2:42", None, None),
        ),
        (
            HostFacts(channel="telegram", sender_id="43", chat_id="-1", session_key="agent:main:telegram:group:-1"),
            (None, "telegram:default:-1", None),
        ),
        (HostFacts(channel="telegram", sender_id="43", chat_id="-1", session_key="agent:main:main"), (None, "telegram:default:-1", None)),
        (
            HostFacts(channel="telegram", chat_type="group", sender_id="43", chat_id="-1", session_key="a:direct:43"),
            (None, "telegram:default:-1", None),
        ),
        (HostFacts(channel="telegram", chat_type="direct"), (None, None, "no_sender")),
        (HostFacts(channel="telegram", sender_id="43"), (None, None, "no_chat")),
    ],
)
def test_t8_ownership_follows_the_hosts_facts(facts: HostFacts, owner: tuple[str | None, str | None, str | None]) -> None:
    found = owner_from_facts(facts, local_user="local")
    assert (found.user_id, found.chat_id, found.refusal) == owner


def stored(api: ApiSystem, answer: Any) -> Any:
    assert answer.status_code == 202, answer.text
    (turn,) = api.doors.captures.turns("acme", [answer.json()["capture_id"]])
    return turn


def test_a_direct_turn_is_its_senders_and_private(api: ApiSystem) -> None:
    turn = stored(api, api.post("/v1/openclaw/turns", raw()))
    assert (turn.owner.key, turn.visibility.value, turn.channel) == ("user:telegram:default:42", "private", "telegram")


def test_a_group_turn_is_the_groups_and_keeps_the_speaker(api: ApiSystem) -> None:
    ctx = {**CTX, "sessionKey": "agent:main:telegram:group:-100500", "senderId": "43", "chatId": "-100500"}
    turn = stored(api, api.post("/v1/openclaw/turns", raw(ctx)))
    assert (turn.owner.key, turn.user_id, turn.visibility.value) == ("chat:telegram:default:-100500", None, "chat")
    assert turn.messages[0].name == "43"


def test_the_native_form_says_the_same_as_the_raw_one(api: ApiSystem) -> None:
    native = {
        "schema": "openclaw.turn.v1",
        "source": {"host": "openclaw"},
        "turn_id": "run-1",
        "run_id": "run-1",
        "trigger": "user",
        "provenance": "external_user",
        "success": True,
        "agent_id": "main",
        "session_key": CTX["sessionKey"],
        "session_id": "sid",
        "channel": "telegram",
        "account_id": "default",
        "chat_id": "42",
        "chat_type": "direct",
        "sender": {"id": "42", "name": "Ann"},
        "occurred_at": "2026-11-30T00:57:22.563Z",
        "recalled": {"recall_id": "r-1", "memory_ids": ["m1"]},
        "messages": [
            {"role": "user", "text": "我住在柏林", "message_id": "1001", "timestamp": 1796000242563},
            {"role": "assistant", "text": "记住了"},
        ],
    }
    turn = stored(api, api.post("/v1/openclaw/turns", native))
    assert turn.metadata["openclaw"]["recalled"] == {"recall_id": "r-1", "memory_ids": ["m1"]}
    assert (turn.messages[0].message_id, turn.messages[0].name) == ("1001", "Ann")
    assert turn.occurred_at.isoformat() == "2026-11-30T00:57:22.563000+00:00"
    assert api.post("/v1/openclaw/turns", raw()).json()["duplicate"]


@pytest.mark.parametrize(
    ("ctx", "reason"),
    [
        ({**CTX, "trigger": "heartbeat"}, "trigger:heartbeat"),
        ({**CTX, "trigger": "cron"}, "trigger:cron"),
        ({**CTX, "sessionKey": "agent:main:cron:1:run:2"}, "trigger:cron"),
        ({**CTX, "sessionKey": "agent:main:subagent:9"}, "trigger:subagent"),
        ({**CTX, "inputProvenance": {"kind": "inter_session"}}, "trigger:inter_session"),
        ({**CTX, "senderId": None, "chatId": None}, None),
    ],
)
def test_machines_and_strangers_are_skipped(api: ApiSystem, ctx: dict[str, Any], reason: str | None) -> None:
    body = raw(ctx, history_count=2)
    answer = api.post("/v1/openclaw/turns", body).json()
    assert (answer["status"], answer["reason"]) == ("skipped", reason or "no_sender")


def test_an_empty_turn_is_skipped_and_not_refused(api: ApiSystem) -> None:
    answer = api.post("/v1/openclaw/turns", {"event": {"messages": []}, "ctx": CTX})
    assert (answer.status_code, answer.json()["reason"]) == (202, "empty")


def test_a_body_without_any_form_is_refused(api: ApiSystem) -> None:
    assert api.post("/v1/openclaw/turns", {}).status_code == 400
    with pytest.raises(Refusal, match="array"):
        openclaw_draft({"channel": "telegram"}, local_user="local")


def test_a_key_narrowed_to_one_person_has_no_part_in_a_group(api: ApiSystem) -> None:
    api.add_key("ann-only", user_ids=frozenset({"telegram:default:42"}))
    assert api.post("/v1/openclaw/turns", raw(), key="ann-only").status_code == 202
    ctx = {**CTX, "sessionKey": "agent:main:telegram:group:-1", "chatId": "-1"}
    assert api.post("/v1/openclaw/turns", raw(ctx), key="ann-only").status_code == 403
    asked = {"query": "tea?", "channel": "telegram", "chat_type": "group", "chat_id": "-1", "sender_id": "42"}
    assert api.post("/v1/openclaw/recall", asked, key="ann-only").status_code == 403


def test_t8_a_group_recalls_only_what_was_said_in_it(api: ApiSystem) -> None:
    group = {"query": "Where is the offsite in Lisbon?", "channel": "telegram", "chat_type": "group", "chat_id": "-1", "sender_id": "42"}
    direct = {**group, "chat_type": "direct", "chat_id": "42"}
    said = {"role": "user", "text": "The offsite is in Lisbon on 3 March 2027"}
    native = {"turn_id": "d1", "channel": "telegram", "chat_type": "direct", "chat_id": "42", "sender": {"id": "42"}, "messages": [said]}
    assert api.post("/v1/openclaw/turns", native).json()["status"] == "accepted"
    assert "Lisbon" in api.post("/v1/openclaw/recall", direct).text
    assert "Lisbon on 3 March" not in api.post("/v1/openclaw/recall", group).text


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"channel": "telegram"}, "no_sender"),
        ({"trigger": "heartbeat"}, "trigger:heartbeat"),
        ({"session_key": "agent:x:cron:1"}, "trigger:cron"),
    ],
)
def test_nobody_in_particular_recalls_nothing(api: ApiSystem, fields: dict[str, str], reason: str) -> None:
    answer = api.post("/v1/openclaw/recall", {"query": "tea?", **fields}).json()
    assert (answer["context"], answer["memories"], answer["empty_reason"]) == ("", [], reason)
