"""Whose an OpenClaw turn or question is (docs/api.md, OpenClaw): decided here from the host's facts."""

from dataclasses import dataclass

from shared.domain.scope import Visibility

NO_SENDER = "no_sender"
NO_CHAT = "no_chat"
LOCAL_CHANNELS = frozenset({"webchat", "cli"})
DEFAULT_ACCOUNT = "default"
DIRECT_MARKS = (":direct:", ":dm:")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFacts:
    """What the host knows of where a message came from."""

    channel: str | None = None
    account_id: str | None = None
    chat_id: str | None = None
    chat_type: str | None = None
    sender_id: str | None = None
    session_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HostOwner:
    """A person, a group, or nobody (`refusal` says why)."""

    user_id: str | None = None
    chat_id: str | None = None
    visibility: Visibility | None = None
    refusal: str | None = None

    @property
    def is_group(self) -> bool:
        """The words belong to a chat of several people."""
        return self.user_id is None and self.chat_id is not None


def owner_from_facts(facts: HostFacts, *, local_user: str) -> HostOwner:
    """No channel: the local person. A direct chat: its sender. Anything else is a group, and never a person's."""
    if facts.channel is None or facts.channel in LOCAL_CHANNELS:
        return HostOwner(user_id=local_user, visibility=Visibility.PRIVATE)
    if facts.sender_id is None:
        return HostOwner(refusal=NO_SENDER)
    account = facts.account_id or DEFAULT_ACCOUNT
    if is_direct(facts):
        return HostOwner(user_id=f"{facts.channel}:{account}:{facts.sender_id}", visibility=Visibility.PRIVATE)
    if facts.chat_id is None:
        return HostOwner(refusal=NO_CHAT)
    return HostOwner(chat_id=f"{facts.channel}:{account}:{facts.chat_id}", visibility=Visibility.CHAT)


def is_direct(facts: HostFacts) -> bool:
    """As the host says, else by the session key; what is unknown counts as a group, which sees the least."""
    if facts.chat_type is not None:
        return facts.chat_type == "direct"
    return any(mark in (facts.session_key or "") for mark in DIRECT_MARKS)
