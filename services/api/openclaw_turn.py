"""An OpenClaw turn in its native or raw form becomes a TurnDraft. Pure; docs/api.md shows both forms."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from services.api.errors import wrong_field
from services.api.openclaw_owner import HostFacts, HostOwner, owner_from_facts
from services.api.openclaw_payload import identifier_at, list_at, moment_at, object_at, text_at
from services.api.trigger_rules import MACHINE_TRIGGERS, machine_trigger
from services.api.turn_draft import MessageDraft, TurnDraft
from shared.domain.candidate import Role

NATIVE_SCHEMA = "openclaw.turn.v1"
MAX_MESSAGES = 1000
NO_REPLY = "no_reply"
SILENT_ANSWERS = frozenset({"NO_REPLY", "HEARTBEAT_OK"})
ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL, "toolResult": Role.TOOL, "system": Role.SYSTEM}
"""Other roles (custom runtime context, ...) are the host's own words and are dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostTurn:
    """Both forms, read."""

    facts: HostFacts
    sender_name: str | None
    messages: tuple[MessageDraft, ...]
    trigger: str
    turn_id: str | None
    run_id: str | None
    agent_id: str | None
    session_id: str | None
    occurred_at: Any
    recalled: Mapping[str, Any]


def openclaw_draft(body: Mapping[str, Any], *, local_user: str) -> TurnDraft:
    """The turn with its owner; `skip_reason` where nobody can own it. Refusal 422 names a field of a wrong type."""
    turn = _raw_turn(body) if "event" in body else _native_turn(body)
    owner = owner_from_facts(turn.facts, local_user=local_user)
    machine = machine_trigger(turn.trigger, turn.facts.session_key, turn.session_id)
    metadata = {"run_id": turn.run_id, "session": turn.facts.session_key, "recalled": dict(turn.recalled) or None}
    return TurnDraft(
        messages=tuple(_spoken(message, owner, turn) for message in turn.messages),
        turn_id=turn.turn_id or turn.run_id,
        session_id=turn.session_id or turn.facts.session_key,
        user_id=owner.user_id,
        agent_id=turn.agent_id,
        chat_id=owner.chat_id,
        is_group=owner.is_group,
        is_retold=True,
        channel=turn.facts.channel,
        trigger=machine or turn.trigger,
        occurred_at=turn.occurred_at,
        visibility=owner.visibility,
        metadata={"openclaw": {name: value for name, value in metadata.items() if value is not None}},
        skip_reason=owner.refusal or _silence(turn.messages),
    )


def _native_turn(body: Mapping[str, Any]) -> HostTurn:
    schema = text_at(body, "schema")
    if schema not in (None, NATIVE_SCHEMA):
        raise wrong_field("schema", f"Must be {NATIVE_SCHEMA}; or send the raw form with `event` and `ctx`.")
    sender = object_at(body, "sender")
    return HostTurn(
        facts=HostFacts(
            channel=identifier_at(body, "channel"),
            account_id=identifier_at(body, "account_id"),
            chat_id=identifier_at(body, "chat_id"),
            chat_type=text_at(body, "chat_type"),
            sender_id=identifier_at(sender, "id"),
            session_key=identifier_at(body, "session_key"),
        ),
        sender_name=text_at(sender, "name") or text_at(sender, "username"),
        messages=tuple(_messages(list_at(body, "messages"))),
        trigger=_trigger(text_at(body, "trigger"), text_at(body, "provenance")),
        turn_id=identifier_at(body, "turn_id"),
        run_id=identifier_at(body, "run_id"),
        agent_id=identifier_at(body, "agent_id"),
        session_id=identifier_at(body, "session_id"),
        occurred_at=moment_at(body, "occurred_at"),
        recalled=object_at(body, "recalled"),
    )


def _raw_turn(body: Mapping[str, Any]) -> HostTurn:
    event, ctx = object_at(body, "event"), object_at(body, "ctx")
    delta = _delta(list_at(event, "messages"), body.get("history_count"))
    name, sender_id = _sender_of(delta)
    return HostTurn(
        facts=HostFacts(
            channel=identifier_at(ctx, "channel", "messageProvider"),
            account_id=identifier_at(ctx, "accountId"),
            chat_id=identifier_at(ctx, "chatId"),
            chat_type=text_at(ctx, "chatType"),
            sender_id=identifier_at(ctx, "senderId") or sender_id,
            session_key=identifier_at(ctx, "sessionKey"),
        ),
        sender_name=name,
        messages=tuple(_messages(delta)),
        trigger=_trigger(text_at(ctx, "trigger"), text_at(object_at(ctx, "inputProvenance"), "kind")),
        turn_id=None,
        run_id=identifier_at(event, "runId") or identifier_at(ctx, "runId"),
        agent_id=identifier_at(ctx, "agentId"),
        session_id=identifier_at(ctx, "sessionId"),
        occurred_at=None,
        recalled=object_at(body, "recalled"),
    )


def _trigger(trigger: str | None, provenance: str | None) -> str:
    """What another session or the host itself put in counts as a machine's."""
    return provenance if provenance in MACHINE_TRIGGERS else (trigger or "user")[:100]


def _delta(messages: Sequence[Any], history_count: Any) -> Sequence[Any]:
    """`agent_end` carries the whole session: only what came after the history is this turn.

    Without a usable count the turn begins at the last user message.
    """
    if history_count is not None and (isinstance(history_count, bool) or not isinstance(history_count, int) or history_count < 0):
        raise wrong_field("history_count", "Must be a whole number, 0 or more.")
    if history_count is not None and history_count < len(messages):
        return messages[history_count:]
    users = [position for position, message in enumerate(messages) if isinstance(message, Mapping) and message.get("role") == "user"]
    return messages[users[-1] :] if users else ()


def _messages(sent: Sequence[Any]) -> Iterator[MessageDraft]:
    if len(sent) > MAX_MESSAGES:
        raise wrong_field("messages", f"A turn holds at most {MAX_MESSAGES} messages.")
    for position, message in enumerate(sent):
        if not isinstance(message, Mapping):
            raise wrong_field(f"messages[{position}]", "Must be an object.")
        role = ROLES.get(str(message.get("role")))
        text = _text_of(message)
        if role is not None and text:
            yield MessageDraft(
                role=role,
                text=text,
                message_id=_message_id(message),
                idempotency_key=_told_as(message),
                name=text_at(message, "toolName") or text_at(message, "name"),
                occurred_at=moment_at(message, "timestamp"),
            )


def _text_of(message: Mapping[str, Any]) -> str:
    """Native `text`, or `content` as a string or as blocks; tool calls, thinking and images have no words to keep."""
    content = message.get("text", message.get("content"))
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        raise wrong_field("content", "Must be a string or an array of blocks.")
    blocks = [block for block in content if isinstance(block, Mapping) and block.get("type") == "text"]
    return "\n".join(text for block in blocks if (text := text_at(block, "text")))


def _message_id(message: Mapping[str, Any]) -> str | None:
    own = identifier_at(message, "message_id")
    return (
        own
        or identifier_at(object_at(object_at(message, "__openclaw"), "transport"), "messageId")
        or identifier_at(message, "idempotencyKey", "idempotency_key", "responseId")
    )


def _silence(messages: Sequence[MessageDraft]) -> str | None:
    """The agent chose to say nothing: a poll of the host, not an exchange with a person."""
    said = [message.text.strip(" .\n`*").upper() for message in messages if message.role is Role.ASSISTANT]
    return NO_REPLY if said and all(text in SILENT_ANSWERS for text in said) else None


def _told_as(message: Mapping[str, Any]) -> str | None:
    """The host's own key of the message. For webchat the hooks and `agent_end` write it differently."""
    key = identifier_at(message, "idempotencyKey", "idempotency_key")
    return None if key is None else key.removesuffix(":user") or key


def _sender_of(messages: Sequence[Any]) -> tuple[str | None, str | None]:
    """Name and id that the host wrote on the newest user message."""
    for message in reversed(messages):
        if isinstance(message, Mapping) and message.get("role") == "user":
            own = object_at(message, "__openclaw")
            return text_at(own, "senderName") or text_at(own, "senderUsername"), identifier_at(own, "senderId")
    return None, None


def _spoken(message: MessageDraft, owner: HostOwner, turn: HostTurn) -> MessageDraft:
    """In a group it matters who said it: the sender's name, or id where there is none."""
    if message.role is not Role.USER or message.name is not None:
        return message
    name = turn.sender_name or (turn.facts.sender_id if owner.is_group else None)
    return replace(message, name=name)
