"""Decisions become one write plan: versions, traces, outcomes, reviews and audit lines. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.conflict import proposed_change
from services.guard_worker.funnel import decide_batch
from services.guard_worker.gathering import Gathered
from services.guard_worker.quality import quality_of
from shared.contracts.records import to_plain
from shared.domain import identity
from shared.domain.decision import Action, Consistency, Decision, GuardStage, Outcome, Quality, Trace
from shared.domain.memory import Memory
from shared.domain.quality import importance_of
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.turn import Turn
from shared.domain.write_plan import AuditEntry, PointSwitch, Settlement, WritePlan, WriterKind
from shared.ports.inboxes import Lease
from shared.writing import point_insert

ACTOR = "guard"
UNWEIGHED = 0.5
"""Importance of what was never weighed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What deciding under the lock gave. `is_stale`: what the batch was compared with has changed; gather again."""

    plan: WritePlan | None
    is_stale: bool = False


def decide_plan(gathered: Gathered, current: Sequence[Memory], lease: Lease, *, may_ask_again: bool) -> Answer:
    """Decide the batch against what is current and plan it.

    Where a neighbour's version has changed since it was gathered: no plan, gather again. The second time the
    rules and conflict decide alone: the judge's word on how it stands to what is known is void.
    """
    board = gathered.board(current)
    is_stale = any(board.is_stale(near) for case in gathered.cases if case.decision is None for near in case.near)
    if is_stale and may_ask_again:
        return Answer(plan=None, is_stale=True)
    cases = tuple(_without_comparison(case) for case in gathered.cases) if is_stale else gathered.cases
    decided, final = decide_batch(cases, board)
    return Answer(plan=plan_of(decided, board, final, lease))


def plan_of(decided: Sequence[Case], before: Board, after: Board, lease: Lease) -> WritePlan:
    """One plan with a settlement, a trace and an audit line for every case."""
    now = after.limits.now
    vectors = {identity.trace_id(case.candidate.id): case.vector for case in decided}
    inserted = tuple(memory for change in after.changes for memory in change.inserts)
    switches = tuple(switch for change in after.changes for switch in change.switches)
    return WritePlan(
        id=identity.derive_id("plan", lease.inbox_id, lease.fence, *(case.candidate.id for case in decided)),
        tenant_id=lease.tenant_id,
        owner=lease.owner,
        writer=WriterKind.GUARD,
        made_at=now,
        inserts=tuple(point_insert(memory, vectors[memory.trace_id or ""]) for memory in inserted),
        switches=merged(switches),
        traces=tuple(_trace(case, after, inserted) for case in decided),
        settlements=tuple(_settlement(case, inserted) for case in decided),
        reviews=tuple(_review(case, before) for case in decided if _action(case) is Action.PENDING_REVIEW),
        audit=tuple(_audit(case, inserted) for case in decided),
    )


def merged(switches: Sequence[PointSwitch]) -> tuple[PointSwitch, ...]:
    """One switch per point: later fields win."""
    by_point: dict[str, PointSwitch] = {}
    for switch in switches:
        known = by_point.get(switch.point_id)
        changed = {field.name: value for field in fields(switch) if (value := getattr(switch, field.name)) is not None}
        if known is not None:
            changed |= dict.fromkeys(switch.clears)
            changed["clears"] = (*(name for name in known.clears if name not in changed), *switch.clears)
        by_point[switch.point_id] = switch if known is None else replace(known, **changed)
    return tuple(by_point.values())


def _without_comparison(case: Case) -> Case:
    if case.judgement is None:
        return case
    return replace(case, judgement=replace(case.judgement, consistency=Consistency.UNKNOWN, target_id=None))


def _decision(case: Case) -> Decision:
    if case.decision is None:
        raise ValueError(f"candidate {case.candidate.id} left the funnel undecided")
    return case.decision


def _action(case: Case) -> Action:
    return _decision(case).action


def _memory_id(case: Case, inserted: Sequence[Memory]) -> str | None:
    """The memory that the decision made, changed or counted; None where it touched none."""
    decision = _decision(case)
    if decision.action is Action.NOOP:
        return decision.target_id
    trace_id = identity.trace_id(case.candidate.id)
    return next((memory.id for memory in inserted if memory.trace_id == trace_id), None)


def _review_id(case: Case) -> str | None:
    return identity.review_id(case.candidate.id) if _action(case) is Action.PENDING_REVIEW else None


def _trace(case: Case, board: Board, inserted: Sequence[Memory]) -> Trace:
    candidate = case.candidate
    return Trace(
        id=identity.trace_id(candidate.id),
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        capture_id=candidate.capture_id,
        candidate_id=candidate.id,
        text=candidate.text,
        verdicts=case.verdicts,
        decision=_decision(case),
        at=board.limits.now,
        memory_id=_memory_id(case, inserted),
        review_id=_review_id(case),
        candidate=to_plain(candidate),
    )


def _settlement(case: Case, inserted: Sequence[Memory]) -> Settlement:
    candidate, decision = case.candidate, _decision(case)
    outcome = Outcome(
        candidate_id=candidate.id,
        text=candidate.text,
        action=decision.action,
        stage=decision.stage,
        reason=decision.reason,
        memory_id=_memory_id(case, inserted),
        trace_id=identity.trace_id(candidate.id),
        review_id=_review_id(case),
    )
    return Settlement(candidate_id=candidate.id, capture_id=candidate.capture_id, outcome=outcome)


def _review(case: Case, board: Board) -> Review:
    """What a person is shown: the candidate, what approving it would do, and the memories beside it."""
    if case.quarantined is not None:
        return _quarantine(case, case.quarantined, board)
    candidate = case.candidate
    proposed, quality = _proposal(case, board)
    return Review(
        id=identity.review_id(candidate.id),
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        kind=ReviewKind.CANDIDATE,
        status=ReviewStatus.PENDING,
        reason=_decision(case).reason,
        created_at=board.limits.now,
        text=candidate.text,
        capture_id=candidate.capture_id,
        candidate=candidate,
        proposed=proposed,
        quality=quality,
        trace_id=identity.trace_id(candidate.id),
        neighbour_ids=tuple(relative.memory.id for relative in board.relatives(case)[:5]),
    )


def _quarantine(case: Case, turn: Turn, board: Board) -> Review:
    """The one place that keeps the (redacted) words of a quarantined turn, and the turn itself for its release."""
    candidate = case.candidate
    return Review(
        id=identity.review_id(candidate.id),
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        kind=ReviewKind.QUARANTINED_TURN,
        status=ReviewStatus.PENDING,
        reason=_decision(case).reason,
        created_at=board.limits.now,
        text=turn.text,
        capture_id=candidate.capture_id,
        trace_id=identity.trace_id(candidate.id),
        turn=turn,
        candidate=candidate,
    )


def _proposal(case: Case, board: Board) -> tuple[Decision, Quality | None]:
    """What approving would do, and how good it is. Where the guard itself failed, nothing is computed again."""
    if _decision(case).reason == "crash":
        return Decision(action=Action.WRITE, stage=GuardStage.WRITING, reason="proposed", importance=UNWEIGHED), None
    proposed = proposed_change(case, board)
    quality, _ = quality_of(replace(case, intent=proposed), board)
    return replace(proposed, importance=importance_of(quality)), quality


def _audit(case: Case, inserted: Sequence[Memory]) -> AuditEntry:
    decision, memory_id = _decision(case), _memory_id(case, inserted)
    return AuditEntry(
        action=f"guard.{decision.action.value.lower()}",
        actor=ACTOR,
        subject_ids=tuple(found for found in (case.candidate.id, memory_id) if found),
        reason=decision.reason,
        detail={"stage": decision.stage.value, "layer": case.candidate.layer.value},
    )
