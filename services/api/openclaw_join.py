"""A question and its answer, told by two events, become one turn; what is told twice becomes none."""

from collections import Counter
from typing import Any

from services.api.auth import Narrowed, Principal, demand_reach_of_groups, narrow_write
from services.api.dependencies import Container
from services.api.hygiene import clean, demand_owner, redacted_name
from services.api.intake import receive_turn
from services.api.openclaw_event import COMPACTIONS, ENDINGS, RECEIVED, SENT, HostEvent
from services.api.openclaw_owner import LOCAL_CHANNELS
from services.api.session_summary import summarize
from services.api.trigger_rules import machine_trigger
from services.api.turn_draft import MessageDraft, TurnDraft
from shared.domain import identity
from shared.domain.candidate import Role
from shared.domain.scope import Owner
from shared.ports.heard_messages import HeardMessage, latest_of_each
from shared.text.harmful import harmful_category

LATE_SECONDS = 600


def take_event(container: Container, principal: Principal, event: HostEvent) -> dict[str, Any]:
    """The body of the 202: `held`, `ignored` with a reason, or what became of the turn it made whole."""
    kind, _, action = event.name.partition(":")
    if kind == "message" and action in {RECEIVED, SENT}:
        refused = _refusal(event)
        if refused is not None:
            return {"status": "skipped", "reason": refused}
        owner = _owner(principal, event)
        return _received(container, principal, event, owner) if action == RECEIVED else _sent(container, principal, event, owner)
    if event.name in COMPACTIONS:
        return _compacted(container, principal, event)
    if event.name in ENDINGS and event.session_key is not None and event.owner.refusal is None:
        return _ended(container, principal, event)
    return {"status": "ignored", "reason": f"event:{event.name}"[:200]}


def _refusal(event: HostEvent) -> str | None:
    machine = machine_trigger("user", event.session_key)
    if machine is not None:
        return f"trigger:{machine}"
    return event.owner.refusal or (None if event.text.strip() else "empty")


def _owner(principal: Principal, event: HostEvent) -> Owner:
    if event.owner.is_group:
        demand_reach_of_groups(principal)
    narrowed = narrow_write(principal, user_id=event.owner.user_id, agent_id=event.agent_id, labels={})
    return demand_owner(principal, narrowed, event.owner.chat_id)


def _received(container: Container, principal: Principal, event: HostEvent, owner: Owner) -> dict[str, Any]:
    """Held until the answer comes. What nobody answers by an event, and what may not be stored, goes in at once."""
    found: Counter[str] = Counter()
    message = HeardMessage(
        text=clean(event.text, found),
        message_id=event.message_id,
        name=redacted_name(event.sender_name, found),
        at=event.at,
        redactions=found,
    )
    if (event.facts.channel in LOCAL_CHANNELS or event.facts.channel is None) or harmful_category(message.text) is not None:
        return receive_turn(container, principal, _turn(event, (message,), None))
    earlier = container.heard.held(principal.tenant_id, owner, event.conversation)
    if _is_over(earlier, message):
        _enter(container, principal, event, owner, earlier)
    container.heard.hold(principal.tenant_id, owner, event.conversation, message)
    return {"status": "held", "reason": "awaits_answer"}


def _sent(container: Container, principal: Principal, event: HostEvent, owner: Owner) -> dict[str, Any]:
    if not event.succeeded:
        return {"status": "skipped", "reason": "not_delivered"}
    heard = container.heard.held(principal.tenant_id, owner, event.conversation)
    if not heard:
        return {"status": "skipped", "reason": "no_question"}
    return _enter(container, principal, event, owner, heard, answer=event)


def _ended(container: Container, principal: Principal, event: HostEvent) -> dict[str, Any]:
    owner = _owner(principal, event)
    heard = container.heard.held(principal.tenant_id, owner, event.conversation)
    if not heard:
        return {"status": "ignored", "reason": f"event:{event.name}"}
    return _enter(container, principal, event, owner, heard)


def _enter(
    container: Container,
    principal: Principal,
    event: HostEvent,
    owner: Owner,
    heard: tuple[HeardMessage, ...],
    *,
    answer: HostEvent | None = None,
) -> dict[str, Any]:
    """The turn first, then they are held no longer: a process that is killed in between has accepted them, under the same id again."""
    entered = receive_turn(container, principal, _turn(event, latest_of_each(heard), answer))
    container.heard.let_go(principal.tenant_id, owner, event.conversation, heard)
    return entered


def _compacted(container: Container, principal: Principal, event: HostEvent) -> dict[str, Any]:
    """The open question goes in first, then the summary behind it: what the host forgets now is kept in one memory."""
    has_owner = event.session_key is not None and event.owner.refusal is None
    entered = _ended(container, principal, event) if has_owner else {"status": "ignored", "reason": f"event:{event.name}"}
    sessions = tuple(name for name in (event.session_id, event.session_key) if name is not None)
    owners = _speakers(container, principal, sessions, (_owner(principal, event),) if has_owner else ())
    if not owners:
        return entered
    narrowed = Narrowed(user_id=None, agent_id=None, labels=dict(principal.scope.labels))
    first, *others = [summarize(container, principal, owner, sessions, narrowed) for owner in owners]
    summary = {**first, "summaries": [part for each in (first, *others) for part in each["summaries"]]}
    return {**(summary if entered["status"] == "ignored" else entered), "summary": summary}


def _speakers(container: Container, principal: Principal, sessions: tuple[str, ...], named: tuple[Owner, ...]) -> tuple[Owner, ...]:
    """Whose words the session holds, within the key's reach: a host may put all its direct chats into one. Else whom its key names."""
    kept = [owner for session in sessions for owner in container.session_words.owners(principal.tenant_id, session)]
    reached = [owner for owner in dict.fromkeys(kept) if principal.scope.holds(owner=owner, agent_id=None, labels=principal.scope.labels)]
    return tuple(sorted(reached, key=lambda owner: owner not in named)) or named


def _is_over(earlier: tuple[HeardMessage, ...], message: HeardMessage) -> bool:
    """The last question was never answered: it is a turn of its own."""
    last = earlier[-1].at if earlier else None
    return last is not None and message.at is not None and (message.at - last).total_seconds() > LATE_SECONDS


def _turn(event: HostEvent, heard: tuple[HeardMessage, ...], answer: HostEvent | None) -> TurnDraft:
    """Its id is that of its questions, so that an event told again changes nothing."""
    messages = [
        MessageDraft(
            role=Role.USER,
            text=each.text,
            message_id=each.message_id,
            name=each.name or (event.facts.sender_id if event.owner.is_group else None),
            occurred_at=each.at,
            idempotency_key=each.message_id,
        )
        for each in heard
    ]
    if answer is not None:
        messages.append(MessageDraft(role=Role.ASSISTANT, text=answer.text, message_id=answer.message_id, occurred_at=answer.at))
    marks = [each.message_id or f"{each.text}|{each.at}" for each in heard]
    return TurnDraft(
        messages=tuple(messages),
        turn_id="hook-" + identity.digest("hook", event.conversation, *marks),
        session_id=event.session_key,
        user_id=event.owner.user_id,
        agent_id=event.agent_id,
        chat_id=event.owner.chat_id,
        is_group=event.owner.is_group,
        is_retold=True,
        channel=event.facts.channel,
        visibility=event.owner.visibility,
        redactions=sum((Counter(each.redactions) for each in heard), Counter()),
        metadata={"openclaw": {"session": event.session_key, "event": event.name}},
    )
