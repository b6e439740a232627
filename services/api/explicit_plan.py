"""What an explicit statement becomes: candidate, memory and write plan. Pure: the state comes in, a plan goes out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shared.contracts.records import to_plain
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, Decision, GuardStage, Trace, Verdict
from shared.domain.from_candidate import memory_from_candidate
from shared.domain.history import followed
from shared.domain.memory import Memory, RetentionStage
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.session_summary import is_summary_slot
from shared.domain.ttl import DefaultTtl
from shared.domain.versioning import Change, first_version, next_version, overlaps, seen_again
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind
from shared.text.normalise import canonical
from shared.writing import point_insert

EXPLICIT = "explicit"
UNDONE = "undone"
"""The reason of a decision that a person took back."""

LEDGER_LINE = {
    Action.WRITE: "written",
    Action.UPDATE: "updated",
    Action.NOOP: "noop",
    Action.REJECT: "rejected",
    Action.PENDING_REVIEW: "review",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The answer of a `decide`: what was done and the plan that does it. `memory` None: nothing is stored."""

    action: Action
    plan: WritePlan | None
    memory: Memory | None = None
    review_id: str | None = None
    reason: str = ""


def memory_of(candidate: Candidate, *, importance: float, now: datetime, ttl: DefaultTtl, actor: str, reason: str) -> Memory:
    """Version 1 of what a candidate states. `pinned` and `source` of an explicit request travel in its data."""
    memory = memory_from_candidate(
        candidate,
        importance=importance,
        text_key=key_of(candidate.text, candidate.tenant_id, candidate.owner.key),
        now=now,
        ttl=ttl,
        changed_by=actor,
        change_reason=reason,
    )
    if candidate.extracted_by != EXPLICIT:
        return memory
    return replace(memory, capture_id=None, pinned=bool(candidate.data.get("pinned")), source=candidate.data.get("source"))


def key_of(text: str, tenant_id: str, owner_key: str) -> str:
    """Exact duplicates of one owner share it."""
    return identity.text_key(tenant_id=tenant_id, owner_key=owner_key, canonical_text=canonical(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where a new memory goes among what is there: WRITE, UPDATE of an old one, or NOOP."""

    action: Action
    memory: Memory
    change: Change


def place(memory: Memory, current: tuple[Memory, ...], now: datetime, *, target_id: str | None = None) -> Placement:
    """An exact duplicate is only counted; one that had been archived or had expired comes back as a new version.

    `current` may hold earlier versions of the memory itself: where none is current any more, the next one follows them.
    """
    target = next((old for old in current if old.id == target_id and old.current), None)
    if target is not None:
        return _succeed(target, memory)
    for old in filter(lambda version: version.current, current):
        same_request = old.id == memory.id
        same_words = (
            old.text_key == memory.text_key
            and not is_summary_slot(old.slot)  # which is gone in a month
            and overlaps(old, valid_from=memory.valid_from, valid_to=memory.valid_to)
        )
        if same_request or same_words:
            is_gone = old.stage is RetentionStage.ARCHIVE or old.is_expired(now)
            return _succeed(old, memory) if is_gone else Placement(action=Action.NOOP, memory=old, change=seen_again(old))
    taken_back = [old for old in current if old.id == memory.id]
    change = followed(taken_back, memory) if taken_back else first_version(memory)
    return Placement(action=Action.WRITE, memory=change.inserts[0], change=change)


def _succeed(old: Memory, memory: Memory) -> Placement:
    change = next_version(old, memory)
    return Placement(action=Action.UPDATE, memory=change.inserts[0], change=change)


def write_placed(
    placement: Placement, *, plan_id: str, now: datetime, vector: list[float], writer: WriterKind, extra: Mapping[str, Any]
) -> WritePlan:
    """The plan of a placement; `extra` are further WritePlan fields (traces, audit, settlements ...)."""
    owner = placement.memory.owner
    return WritePlan(
        id=plan_id,
        tenant_id=placement.memory.tenant_id,
        owner=owner,
        writer=writer,
        made_at=now,
        inserts=tuple(point_insert(memory, vector) for memory in placement.change.inserts),
        switches=placement.change.switches,
        **extra,
    )


def trace_of(candidate: Candidate, decision: Decision, *, now: datetime, memory_id: str | None, review_id: str | None = None) -> Trace:
    """The stages an explicit statement passed."""
    return Trace(
        id=identity.trace_id(candidate.id),
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        capture_id=None if candidate.extracted_by == EXPLICIT else candidate.capture_id,
        candidate_id=candidate.id,
        text=candidate.text,
        verdicts=(
            Verdict(stage=GuardStage.HYGIENE, said="clean"),
            Verdict(stage=GuardStage.LAYER, said=candidate.layer.value, seen={"source_attribution": candidate.attribution.value}),
            Verdict(stage=decision.stage, said=decision.action.value, reason=decision.reason),
        ),
        decision=decision,
        at=now,
        memory_id=memory_id,
        review_id=review_id,
        candidate=to_plain(candidate),
    )


def hold_for_review(candidate: Candidate, reason: str, *, plan_id: str, now: datetime, importance: float, actor: str) -> Written:
    """Nothing is stored until a person answers."""
    review_id = identity.review_id(candidate.id)
    decision = Decision(action=Action.PENDING_REVIEW, stage=GuardStage.LAYER, reason=reason, importance=importance)
    review = Review(
        id=review_id,
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        kind=ReviewKind.CANDIDATE,
        status=ReviewStatus.PENDING,
        reason=reason,
        created_at=now,
        text=candidate.text,
        candidate=candidate,
        proposed=decision,
        trace_id=identity.trace_id(candidate.id),
    )
    plan = WritePlan(
        id=plan_id,
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        writer=WriterKind.EXPLICIT,
        made_at=now,
        traces=(trace_of(candidate, decision, now=now, memory_id=None, review_id=review_id),),
        reviews=(review,),
        explicit={LEDGER_LINE[Action.PENDING_REVIEW]: 1},
        audit=(AuditEntry(action="review.open", actor=actor, subject_ids=(review_id,), reason=reason),),
    )
    return Written(action=Action.PENDING_REVIEW, plan=plan, review_id=review_id, reason=reason)
