"""Makes domain values for tests: everything has a default, tests name only what matters."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.domain import identity
from shared.domain.candidate import Attribution, Candidate, Category, Criterion, Evidence, Layer, Role, SourceMessage
from shared.domain.decision import Action, Decision, GuardStage, Outcome, Proposal
from shared.domain.factuality import Claim
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import Owner, OwnerKind, Visibility, default_visibility
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn, TurnMessage
from shared.domain.write_plan import Settlement, WritePlan, WriterKind

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
ANN = Owner(OwnerKind.USER, "ann")
BOB = Owner(OwnerKind.USER, "bob")


def make_turn(
    text: str = "I moved to Berlin last month.", *, turn_id: str = "t1", owner: Owner = ANN, tenant_id: str = "acme", **fields: Any
) -> Turn:
    """One accepted turn with one user message."""
    session_id = fields.pop("session_id", "s1")
    capture = identity.capture_id(tenant_id=tenant_id, owner_key=owner.key, session_id=session_id, turn_id=turn_id)
    turn = Turn(
        capture_id=capture,
        turn_id=turn_id,
        tenant_id=tenant_id,
        owner=owner,
        visibility=default_visibility(owner),
        messages=(TurnMessage(message_id="m1", role=Role.USER, text=text),),
        occurred_at=NOW,
        received_at=NOW,
        content_key=identity.digest("content", owner.key, session_id, text),
        user_id=owner.id if owner.kind is OwnerKind.USER else None,
        session_id=session_id,
    )
    return replace(turn, **fields)


def make_candidate(
    text: str = "I moved to Berlin last month.",
    *,
    capture_id: str = "c1",
    number: int = 1,
    owner: Owner = ANN,
    tenant_id: str = "acme",
    **fields: Any,
) -> Candidate:
    """One well-supported candidate: the user's own words."""
    candidate = Candidate(
        id=identity.candidate_id(capture_id, number),
        number=number,
        capture_id=capture_id,
        tenant_id=tenant_id,
        owner=owner,
        text=text,
        category=Category.FACT,
        layer=Layer.STRATEGY_EXP,
        trigger_type=TriggerType.USER_FEEDBACK,
        confidence=0.9,
        criteria=(Criterion(True), Criterion(True), Criterion(True)),
        importance=0.6,
        evidence=(Evidence("m1", text),),
        attribution=Attribution.USER_STATED,
        sources=(SourceMessage(message_id="m1", role=Role.USER, text=text, at=NOW),),
        observed_at=NOW,
        visibility=Visibility.PRIVATE,
        user_id=owner.id if owner.kind is OwnerKind.USER else None,
        session_id="s1",
    )
    return replace(candidate, **fields)


def make_proposal(text: str = "I moved to Berlin last month.", **fields: Any) -> Proposal:
    """A candidate on its way to the guard."""
    return Proposal(candidate=make_candidate(text, **fields))


def make_memory(
    text: str = "I moved to Berlin last month.",
    *,
    memory_id: str = "mem-1",
    version: int = 1,
    owner: Owner = ANN,
    tenant_id: str = "acme",
    **fields: Any,
) -> Memory:
    """One current version."""
    memory = Memory(
        id=memory_id,
        version=version,
        tenant_id=tenant_id,
        owner=owner,
        text=text,
        category=Category.FACT,
        layer=Layer.STRATEGY_EXP,
        stage=RetentionStage.WORKING,
        visibility=default_visibility(owner),
        attribution=Attribution.USER_STATED,
        importance=0.5,
        created_at=NOW,
        observed_at=NOW,
        valid_from=NOW,
        text_key=identity.text_key(tenant_id=tenant_id, owner_key=owner.key, canonical_text=text.casefold()),
        user_id=owner.id if owner.kind is OwnerKind.USER else None,
    )
    return replace(memory, **fields)


def make_claim(text: str = "ROI rose by 20 %", *, owner: Owner = ANN, tenant_id: str = "acme", **fields: Any) -> Claim:
    """What a fact-checking tool is asked about."""
    claim = Claim(
        tenant_id=tenant_id,
        owner=owner,
        text=text,
        quotes=(text,),
        attribution=Attribution.TOOL_OBSERVATION,
        category=Category.FACT,
        layer=Layer.STRATEGY_EXP,
        trigger_type=TriggerType.STRATEGY_EXECUTION,
        observed_at=NOW,
    )
    return replace(claim, **fields)


def make_settlement(candidate: Candidate, action: Action = Action.WRITE, *, memory_id: str | None = "mem-1") -> Settlement:
    """The final word on one candidate."""
    outcome = Outcome(
        candidate_id=candidate.id, text=candidate.text, action=action, stage=GuardStage.WRITING, reason="new", memory_id=memory_id
    )
    return Settlement(candidate_id=candidate.id, capture_id=candidate.capture_id, outcome=outcome)


def make_plan(plan_id: str = "p1", *, owner: Owner = ANN, tenant_id: str = "acme", **fields: Any) -> WritePlan:
    """An empty plan, to be filled by the test."""
    return WritePlan(id=plan_id, tenant_id=tenant_id, owner=owner, writer=WriterKind.GUARD, made_at=NOW, **fields)


def minutes(count: float) -> timedelta:
    """A span."""
    return timedelta(minutes=count)


def a_decision(action: Action = Action.REJECT, reason: str = "test") -> Decision:
    """Some decision."""
    return Decision(action=action, stage=GuardStage.VALUE, reason=reason)
