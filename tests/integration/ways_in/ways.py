"""Every way in: how one text is sent through it, and where its capture or its answer is found."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Send = Callable[[str, str, Any], Any]
"""Method, path and body (bytes for NDJSON) in; the parsed answer out."""

DIRECT = "agent:main:telegram:direct:42"
OPENCLAW_USER = "telegram:default:42"


@dataclass(frozen=True)
class Way:
    """`user_id` is whose the memory becomes; `is_judged`: the guard decides, else it is stored at once.

    `needs_person`: without a model an event names no subject, so that its memory waits for an approval.
    """

    name: str
    send: Callable[[Send, str], Any]
    user_id: str = "ann"
    is_judged: bool = True
    needs_person: bool = False


def _turn(text: str, **fields: Any) -> dict[str, Any]:
    return {"user_id": "ann", "session_id": "s1", "messages": [{"role": "user", "text": text}], **fields}


def _audio(text: str) -> dict[str, Any]:
    audio = {"path": "a.wav", "duration_ms": 1000, "transcript_segments": [{"start": 0, "end": 1, "text": text}]}
    return {"user_id": "ann", "session_id": "s1", "source_type": "audio", "metadata": {"audio": audio}}


def _video(text: str) -> dict[str, Any]:
    video = {"path": "v.mp4", "duration_ms": 1000, "description": text, "keyframes": []}
    return {"user_id": "ann", "session_id": "s1", "source_type": "video", "metadata": {"video": video}}


def _native(text: str) -> dict[str, Any]:
    return {
        "schema": "openclaw.turn.v1", "turn_id": "n1", "trigger": "user", "agent_id": "main", "session_key": DIRECT, "session_id": "sid",
        "channel": "telegram", "account_id": "default", "chat_id": "42", "chat_type": "direct", "sender": {"id": "42", "name": "Ann"},
        "messages": [{"role": "user", "text": text, "message_id": "1"}],
    }  # fmt: skip


def _raw(text: str) -> dict[str, Any]:
    ctx = {"agentId": "main", "sessionKey": DIRECT, "sessionId": "sid", "channel": "telegram", "accountId": "default", "chatId": "42",
           "senderId": "42", "trigger": "user", "runId": "r1"}  # fmt: skip
    return {
        "event": {"runId": "r1", "messages": [{"role": "user", "content": [{"type": "text", "text": text}]}]},
        "ctx": ctx,
        "history_count": 0,
    }


def _hooks(send: Send, text: str) -> Any:
    place = {"channelId": "telegram", "accountId": "default", "conversationId": "telegram:42"}
    heard = {**place, "content": text, "messageId": "1", "metadata": {"senderId": "42"}}
    answer = send("POST", "/v1/openclaw/events", {"type": "message", "action": "received", "sessionKey": DIRECT, "context": heard})
    if answer.get("status") != "held":
        return answer
    sent = {**place, "content": "ok", "messageId": "2", "success": True}
    return send("POST", "/v1/openclaw/events", {"type": "message", "action": "sent", "sessionKey": DIRECT, "context": sent})


def _posted(path: str, body: Callable[[str], Any]) -> Callable[[Send, str], Any]:
    return lambda send, text: send("POST", path, body(text))


def _first_item(send: Send, text: str) -> Any:
    return send("POST", "/v1/turns/batch", {"turns": [_turn(text)]})["items"][0]


def _imported(send: Send, text: str) -> Any:
    return send("POST", "/v1/import", json.dumps({"text": text, "user_id": "ann"}, ensure_ascii=False).encode())


WAYS = (
    Way("turns", _posted("/v1/turns", _turn)),
    Way("turns, short form", _posted("/v1/turns", lambda text: {"message": text, "user_id": "ann", "session_id": "s1"})),
    Way("turns, audio", _posted("/v1/turns", _audio)),
    Way("turns, video", _posted("/v1/turns", _video)),
    Way("turns/batch", _first_item),
    Way("ingest", _posted("/v1/ingest", lambda text: {"description": text, "user_id": "ann"})),
    Way(
        "events", _posted("/v1/events", lambda text: {"event_type": "user_feedback", "summary": text, "user_id": "ann"}), needs_person=True
    ),
    Way("openclaw/turns, native", _posted("/v1/openclaw/turns", _native), OPENCLAW_USER),
    Way("openclaw/turns, raw", _posted("/v1/openclaw/turns", _raw), OPENCLAW_USER),
    Way("openclaw/events", _hooks, OPENCLAW_USER),
    Way("memories", _posted("/v1/memories", lambda text: {"text": text, "user_id": "ann"}), is_judged=False),
    Way("import", _imported, is_judged=False),
    Way(
        "import/markdown",
        _posted("/v1/import/markdown", lambda text: {"files": [{"path": "a.md", "content": text}], "user_id": "ann"}),
        is_judged=False,
    ),
)
