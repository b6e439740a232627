"""A raw turn becomes a domain turn: cleaned, redacted, identified. What must not be kept never leaves this file."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from services.api.auth import Narrowed, Principal, demand_reach_of_groups, narrow_write
from services.api.errors import scope_denied, wrong_field
from services.api.media_text import media_messages
from services.api.trigger_rules import machine_trigger, spoken_trigger
from services.api.turn_draft import MessageDraft, TurnDraft
from shared.domain import identity
from shared.domain.candidate import Role
from shared.domain.scope import Owner, OwnerKind, Visibility, default_visibility, owner_of
from shared.domain.turn import Turn, TurnMessage
from shared.text.door_rules import HARMFUL
from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.normalise import clean_text
from shared.text.redact import redact, redact_json

INJECTION = "injection:"
TIMELESS_SECONDS = 600
TOLD_SECONDS = 30 * 86_400


@dataclass(frozen=True, slots=True)
class CleanTurn:
    """`skip_reason` None: the turn is for intake. Else it holds no text any more; `keep` asks for a readable record."""

    turn: Turn
    skip_reason: str | None = None
    keep: bool = False


def edit_verdict(text: str) -> str | None:
    """Why a reviewer's (cleaned) words are not kept, or None: a person may store what no rule would, but nothing harmful."""
    if not text:
        return "empty"
    if (category := harmful_category(text)) is not None:
        return HARMFUL + category
    mark = injection_mark(text)
    return None if mark is None else INJECTION + mark


def prepare_turn(draft: TurnDraft, principal: Principal, now: datetime) -> CleanTurn:
    """Own it, name what should be skipped, clean and redact the rest. Refusal 403 or 422 names the field."""
    narrowed, owner = _owned(draft, principal)
    found = Counter(draft.redactions)
    metadata, data = redacted_json(draft.metadata, found), redacted_json(draft.data, found)
    # A transcript is read when its secrets are out: they are counted once.
    messages = _clean_messages(draft.messages or media_messages(draft.source_type, metadata), found, now)
    others = (*strings_in(metadata), *strings_in(data))
    reason = _skip_reason(draft, messages, others)
    turn = Turn(
        tenant_id=principal.tenant_id,
        owner=owner,
        visibility=chosen_visibility(draft.visibility, owner, session_id=draft.session_id, chat_id=draft.chat_id),
        messages=messages,
        occurred_at=min(draft.occurred_at or _last_time(draft) or now, now),
        received_at=now,
        user_id=narrowed.user_id,
        agent_id=narrowed.agent_id,
        session_id=draft.session_id,
        chat_id=draft.chat_id,
        channel=draft.channel,
        trigger=spoken_trigger(redact(draft.trigger).text),
        timezone=draft.timezone,
        source_type=draft.source_type,
        ttl_seconds=draft.ttl_seconds,
        labels=_kept_labels(narrowed, principal, found),
        metadata=metadata,
        trigger_hint=draft.trigger_hint,
        data=data,
        ingested=draft.ingested,
        authority=principal.authority and draft.trigger_hint is not None,
        valid_from=draft.valid_from,
        valid_to=draft.valid_to,
        quarantine=_quarantine(messages, others),
        redactions=dict(found),
        **_identity(draft, owner, principal.tenant_id, messages, now),
    )
    if reason is None:
        return CleanTurn(turn)
    return CleanTurn(_without_words(turn, principal), reason, keep=reason.startswith(HARMFUL) or reason == "empty")


def _skip_reason(draft: TurnDraft, messages: tuple[TurnMessage, ...], others: tuple[str, ...]) -> str | None:
    """Why the turn goes no further: what started it, what it says, or that it says nothing."""
    machine = machine_trigger(draft.trigger, draft.session_id)
    if machine:
        return f"trigger:{machine}"
    if draft.skip_reason is not None:
        return draft.skip_reason
    texts = (*(message.text for message in messages), *others)
    category = next(filter(None, map(harmful_category, texts)), None)
    if category is not None:
        return HARMFUL + category
    return None if any(message.text for message in messages) else "empty"


def _owned(draft: TurnDraft, principal: Principal) -> tuple[Narrowed, Owner]:
    if draft.is_group:
        demand_reach_of_groups(principal)
    narrowed = narrow_write(principal, user_id=draft.user_id, agent_id=draft.agent_id, labels=draft.labels)
    return narrowed, demand_owner(principal, narrowed, draft.chat_id)


def demand_owner(principal: Principal, narrowed: Narrowed, chat_id: str | None) -> Owner:
    """Whose it is. Refusal 403 where a key of certain users writes what is nobody's or a group's."""
    owner = owner_of(user_id=narrowed.user_id, chat_id=chat_id)
    if principal.scope.user_ids is not None and owner.kind is not OwnerKind.USER:
        raise scope_denied("The key is narrowed to certain users: name one of them.", "user_id")
    return owner


def chosen_visibility(asked: Visibility | None, owner: Owner, *, session_id: str | None, chat_id: str | None) -> Visibility:
    """What was asked for, where it means something for this owner. Refusal 422 where it does not."""
    if asked is None:
        return default_visibility(owner)
    needs = {
        Visibility.PRIVATE: ("user_id", owner.kind is OwnerKind.USER),
        Visibility.USER: ("user_id", owner.kind is OwnerKind.USER),
        Visibility.SESSION: ("session_id", session_id is not None),
        Visibility.CHAT: ("chat_id", chat_id is not None),
        Visibility.TEAM: ("", True),
    }
    name, is_there = needs[asked]
    if not is_there:
        raise wrong_field("visibility", f"The visibility {asked.value} needs a {name}.")
    return asked


def clean(text: str, found: Counter[str]) -> str:
    """Normalised, then redacted; what was redacted is counted by kind."""
    redacted = redact(clean_text(text))
    found.update(redacted.counts)
    return redacted.text


def redacted_json(value: Mapping[str, Any], found: Counter[str]) -> dict[str, Any]:
    """A free JSON object with every string in it redacted, keys too, otherwise unchanged."""
    plain, counts = redact_json(dict(value), with_keys=True)
    found.update(counts)
    return dict(plain)


def redacted_labels(labels: Mapping[str, str], found: Counter[str]) -> dict[str, str]:
    """Label keys are identifiers and stay; values are text."""
    plain, counts = redact_json(dict(labels))
    found.update(counts)
    return dict(plain)


def redacted_name(name: str | None, found: Counter[str]) -> str | None:
    """A display name without secrets in it."""
    if name is None:
        return None
    redacted = redact(name)
    found.update(redacted.counts)
    return redacted.text


def _clean_messages(drafts: tuple[MessageDraft, ...], found: Counter[str], now: datetime) -> tuple[TurnMessage, ...]:
    """Every message with words left. An id that was used before in the turn gives way to its position.

    Nothing was said later than now: a host's clock that is ahead would make every true correction look late.
    """
    cleaned: list[TurnMessage] = []
    used: set[str] = set()
    for position, draft in enumerate(drafts, start=1):
        text = clean(draft.text, found)
        message_id = draft.message_id if draft.message_id not in used and draft.message_id else f"m{position}"
        while message_id in used:
            message_id += "'"
        if text:
            used.add(message_id)
            name = redacted_name(draft.name, found)
            said_at = min(draft.occurred_at, now) if draft.occurred_at is not None else None
            cleaned.append(TurnMessage(message_id=message_id, role=draft.role, text=text, name=name, occurred_at=said_at))
    return tuple(cleaned)


def _kept_labels(narrowed: Narrowed, principal: Principal, found: Counter[str]) -> dict[str, str]:
    """Redacted, except those that the key itself demands."""
    return {**redacted_labels(narrowed.labels, found), **principal.scope.labels}


def _quarantine(messages: tuple[TurnMessage, ...], others: tuple[str, ...]) -> str | None:
    """Words that address the model, from whoever but the host itself."""
    spoken = [message.text for message in messages if message.role is not Role.SYSTEM]
    mark = next(filter(None, map(injection_mark, (*spoken, *others))), None)
    return None if mark is None else f"{INJECTION}{mark}"


def strings_in(value: Any) -> list[str]:
    """Every string inside a JSON value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for child in value.values() for text in strings_in(child)]
    return [text for child in value for text in strings_in(child)] if isinstance(value, list) else []


def _last_time(draft: TurnDraft) -> datetime | None:
    return max((message.occurred_at for message in draft.messages if message.occurred_at is not None), default=None)


def _identity(draft: TurnDraft, owner: Owner, tenant_id: str, messages: tuple[TurnMessage, ...], now: datetime) -> dict[str, Any]:
    """Ids of architecture.md, invariant 4: without a turn_id the content, session and time stand in for it."""
    words = [part for message in messages for part in (message.role.value, message.name, message.text)]
    content_key = identity.digest("content", owner.key, draft.session_id, *words)
    occurred_at = draft.occurred_at or _last_time(draft)
    turn_id = draft.turn_id
    if turn_id is None:
        moment = occurred_at or now
        turn_id = "content-" + identity.digest("turn", content_key, moment.isoformat())
    is_timeless = draft.turn_id is None and occurred_at is None
    told = _told_as(draft)
    return {
        "capture_id": identity.capture_id(tenant_id=tenant_id, owner_key=owner.key, session_id=draft.session_id, turn_id=turn_id),
        "turn_id": turn_id,
        "content_key": content_key,
        "replay_key": content_key if is_timeless else identity.digest("told", owner.key, *told) if told else None,
        "replay_seconds": TIMELESS_SECONDS if is_timeless else TOLD_SECONDS,
    }


def _told_as(draft: TurnDraft) -> tuple[str, ...]:
    """By what a host would tell of the same words again under another turn_id: its keys, else words and exact times."""
    spoken = [message for message in draft.messages if message.role is Role.USER]
    if spoken and all(message.idempotency_key for message in spoken):
        return tuple(message.idempotency_key or "" for message in spoken)
    if draft.is_retold and spoken and all(message.occurred_at is not None for message in spoken):
        times = (message.occurred_at.isoformat() for message in spoken if message.occurred_at is not None)
        return (draft.session_id or "", *(message.text for message in spoken), *times)
    return ()


def _without_words(turn: Turn, principal: Principal) -> Turn:
    """The labels that the key demands stay: they decide who may read that the turn was skipped."""
    return replace(turn, messages=(), metadata={}, labels=dict(principal.scope.labels), data={}, quarantine=None)
