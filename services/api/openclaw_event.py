"""An event of OpenClaw's internal hooks, read: what was said, by whom, in which conversation. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from services.api.errors import wrong_field
from services.api.openclaw_owner import HostFacts, HostOwner, is_direct, owner_from_facts
from services.api.openclaw_payload import identifier_at, moment_at, object_at, text_at

RECEIVED, SENT = "received", "sent"
# After these nothing more comes of a conversation's open turn: its words go in without an answer.
ENDINGS = frozenset({
    "command:new", "command:reset", "command:stop", "session:compact:before", "before_compaction", "session:auto-reset", "gateway:shutdown",
    "gateway:pre-restart",
})  # fmt: skip
# Before these the session is summed up as well.
COMPACTIONS = frozenset({"session:compact:before", "before_compaction"})
_SESSION = re.compile(r"agent:[^:]+:(?P<channel>[^:]+):(?:direct|dm|group|channel):(?P<peer>.+)\Z")
_AGENT = re.compile(r"agent:([^:]+):")
_DIRECT_PEER = re.compile(r":(?:direct|dm):([^:]+)\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostEvent:
    """One event. `text` is set for messages only; `conversation` names where a question and its answer meet.

    `session_id` is the host's own id of the session, under which a plugin's turns come.
    """

    name: str
    text: str
    facts: HostFacts
    owner: HostOwner
    conversation: str
    session_key: str | None
    session_id: str | None
    agent_id: str | None
    message_id: str | None
    sender_name: str | None
    at: datetime | None
    succeeded: bool


def read_event(body: Mapping[str, Any], *, local_user: str) -> HostEvent:
    """Both spellings of the name: `{type:"message", action:"received"}` and `{type:"message:received"}`. Refusal 422."""
    kind = identifier_at(body, "type")
    if kind is None:
        raise wrong_field("type", "An event names its type, like message or session.")
    action = identifier_at(body, "action")
    name = kind if action is None or kind.endswith(f":{action}") else f"{kind}:{action}"
    context = object_at(body, "context")
    session_key = identifier_at(body, "sessionKey")
    facts = _facts(context, session_key)
    return HostEvent(
        name=name,
        text=text_at(context, "content") or "",
        facts=facts,
        owner=owner_from_facts(facts, local_user=local_user),
        conversation=session_key or "|".join((facts.channel or "", facts.account_id or "", facts.chat_id or "")),
        session_key=session_key,
        session_id=identifier_at(context, "sessionId"),
        agent_id=identifier_at(context, "agentId") or _agent_of(session_key),
        message_id=identifier_at(context, "messageId"),
        sender_name=_sender_name(context),
        at=moment_at(context, "timestamp") or moment_at(body, "timestamp"),
        succeeded=context.get("success") is not False,
    )


def _facts(context: Mapping[str, Any], session_key: str | None) -> HostFacts:
    """An answer names no sender: in a direct chat it is the peer, whom the session key or the address names."""
    channel = identifier_at(context, "channelId")
    named = _SESSION.match(session_key or "")
    if channel is None and named is not None:
        # Commands and compactions name no chat: the session key does.
        return HostFacts(channel=named["channel"], chat_id=named["peer"], sender_id=named["peer"], session_key=session_key)
    metadata = object_at(context, "metadata")
    facts = HostFacts(
        channel=channel,
        account_id=identifier_at(context, "accountId"),
        chat_id=_without_channel(identifier_at(context, "conversationId"), channel),
        chat_type="group" if context.get("isGroup") is True else None,
        sender_id=identifier_at(context, "senderId") or identifier_at(metadata, "senderId"),
        session_key=session_key,
    )
    return facts if facts.sender_id is not None else _with_peer(facts, context)


def _with_peer(facts: HostFacts, context: Mapping[str, Any]) -> HostFacts:
    peer = _DIRECT_PEER.search(facts.session_key or "")
    if is_direct(facts):
        sender = peer.group(1) if peer is not None else _without_channel(identifier_at(context, "to", "from"), facts.channel)
    else:
        sender = facts.chat_id  # whoever asked: in a group only the chat matters
    return HostFacts(
        channel=facts.channel,
        account_id=facts.account_id,
        chat_id=facts.chat_id,
        chat_type=facts.chat_type,
        sender_id=sender,
        session_key=facts.session_key,
    )


def _without_channel(address: str | None, channel: str | None) -> str | None:
    """`telegram:42` is chat 42 of telegram, `telegram:group:-100` its group -100."""
    if address is None or channel is None:
        return address
    bare = address.removeprefix(f"{channel}:")
    return bare.removeprefix("group:").removeprefix("channel:") or None


def _agent_of(session_key: str | None) -> str | None:
    found = _AGENT.match(session_key or "")
    return found.group(1) if found is not None else None


def _sender_name(context: Mapping[str, Any]) -> str | None:
    metadata = object_at(context, "metadata")
    for source in (context, metadata):
        name = text_at(source, "senderName") or text_at(source, "senderUsername")
        if name:
            return name[:1000]
    return None
