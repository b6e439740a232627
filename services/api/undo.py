"""Taking a decision back, the guard's or a person's, by the same plan and lock as every write."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from services.api.auth import Principal
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import conflict, not_found, role_denied, scope_denied
from services.api.explicit_plan import LEDGER_LINE, UNDONE
from services.api.explicit_write import default_ttl, new_plan_id
from services.api.hygiene import redacted_name
from services.api.quarantine_release import RELEASED
from services.api.review_records import demand_open
from services.api.undo_effect import UndoContext, restored_version, undo_change
from services.api.undo_records import reopened_review, undone_trace
from shared.contracts.records import from_plain
from shared.domain import identity
from shared.domain.candidate import Attribution, Candidate, Layer
from shared.domain.decision import Action, Decision, GuardStage, Outcome, Trace
from shared.domain.errors import RecordUnreadable
from shared.domain.layer_policy import may_overwrite
from shared.domain.memory import Memory
from shared.domain.review import Review
from shared.domain.versioning import Change
from shared.domain.write_plan import AuditEntry, Settlement, WritePlan, WriterKind, lives
from shared.text.spoken_by import as_said
from shared.writing import point_insert

Then = Literal["review", "reject"]
_USUALLY: dict[Action, Then] = {Action.WRITE: "reject", Action.UPDATE: "reject", Action.NOOP: "review", Action.REJECT: "review"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What stands now. `plan` None: it was undone before, nothing was done again."""

    plan: WritePlan | None
    trace: Trace
    undid: Action
    memory: Memory | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How an undone decision ends: the review that is open again, the vector of the words that stand again, a note."""

    review: Review | None
    vector: list[float] | None
    note: str | None
    closes: Review | None
    withdrawn: Sequence[Memory] = ()


def demand_trace(container: Container, principal: Principal, trace_id: str) -> Trace:
    """Refusal 404, and 403 for one of somebody else's that is shared with the team."""
    trace = container.store.get_trace(principal.scope, trace_id)
    if trace is None:
        raise not_found("trace")
    agent, labels = trace.candidate.get("agent_id"), trace.candidate.get("labels") or {}
    if not principal.scope.holds(owner=trace.owner, agent_id=agent, labels=labels):
        raise scope_denied("The decision is shared with this key and not its own: it can be read and not changed.", "trace_id")
    return trace


def undo_decision(
    parts: ApiParts, principal: Principal, trace_id: str, *, then: Then | None, note: str | None, closes: Review | None = None
) -> Undone:
    """Reverse what a decision stored; the candidate ends rejected or in review. Repeatable. Refusal 403, 404, 409.

    `closes`: the answered sample whose answer this is; closed by the same plan.
    """
    container = parts.container
    trace = demand_trace(container, principal, trace_id)
    if _stands(trace, then):
        before = Undone(plan=None, trace=trace, undid=trace.first_word[0].action)
        return container.writer.write(trace.tenant_id, trace.owner, lambda _: before)  # finishes what a killed one left
    _demand_decided(trace)
    context = _context(container, principal, trace)
    versions = _versions(container, principal, trace)
    _demand_authority(principal, versions)
    again = restored_version(context, versions)
    vector = None if again is None else passage_vector(parts, as_said(again.text, again.speaker))
    wanted: Then = then or _USUALLY[trace.decision.action]
    review = _review(container, principal, trace) if wanted == "review" else None

    def decide(state: tuple[Memory, ...]) -> Undone:
        fresh = demand_trace(container, principal, trace_id)
        if fresh.decision != trace.decision and _stands(fresh, then):
            return Undone(plan=None, trace=fresh, undid=trace.decision.action)
        change = undo_change(context, state)
        if fresh.decision != trace.decision or (change.inserts and (again is None or change.inserts[0].text != again.text)):
            raise conflict("moved_on", "The decision or its memory has changed meanwhile. Read the trace and try again.")
        demand_open(container, principal, closes)
        ending = Ending(review=review, vector=vector, note=note, closes=closes, withdrawn=_withdrawn(state, change))
        return _undone(principal, trace, context, change, ending)

    ids = [] if trace.memory_id is None else [trace.memory_id]
    return container.writer.write(principal.tenant_id, trace.owner, decide, memory_ids=ids, history_of=ids)


def _demand_decided(trace: Trace) -> None:
    if trace.decision.action is Action.PENDING_REVIEW:
        raise conflict("waits_for_review", f"Nothing was decided yet: answer it at POST /v1/reviews/{trace.review_id}.")
    if trace.decision.reason == RELEASED:
        raise conflict("released", "The turn was let through to extraction: undo what was decided about its candidates instead.")


def _context(container: Container, principal: Principal, trace: Trace) -> UndoContext:
    return UndoContext(
        trace_id=trace.id,
        decision=trace.decision,
        memory_id=trace.memory_id,
        actor=principal.actor,
        now=container.clock.now(),
        ttl=default_ttl(container, principal.tenant_id),
    )


def _withdrawn(state: Sequence[Memory], change: Change) -> list[Memory]:
    """The current version, where the change leaves the memory without one."""
    is_gone = not change.inserts and any(switch.current is False for switch in change.switches)
    return [version for version in state if version.current] if is_gone else []


def _stands(trace: Trace, then: Then | None) -> bool:
    """True where it was undone before, to the end that is asked for now."""
    if trace.decision.reason != UNDONE:
        return False
    return then is None or (then == "review") == (trace.decision.action is Action.PENDING_REVIEW)


def _versions(container: Container, principal: Principal, trace: Trace) -> Sequence[Memory]:
    return () if trace.memory_id is None else container.store.history(principal.scope, trace.memory_id)


def _demand_authority(principal: Principal, versions: Sequence[Memory]) -> None:
    attribution = Attribution.HUMAN_CONFIG if principal.authority else Attribution.USER_STATED
    if any(version.layer is Layer.CORE_RULES and not may_overwrite(layer=version.layer, attribution=attribution) for version in versions):
        raise role_denied("A core rule (L1) is taken back only by a key with authority.")


def _review(container: Container, principal: Principal, trace: Trace) -> Review:
    """The review it had, open again; or a new one with the candidate that the trace keeps."""
    candidate = _candidate(trace)
    known = container.reviews.get(principal.scope, identity.review_id(candidate.id))
    return reopened_review(known, candidate, trace, container.clock.now())


def _candidate(trace: Trace) -> Candidate:
    try:
        return from_plain(dict(trace.candidate), Candidate)
    except RecordUnreadable:
        raise conflict("not_kept", "The candidate of this decision is not kept. Send the statement again.") from None


def _undone(principal: Principal, trace: Trace, context: UndoContext, change: Change, ending: Ending) -> Undone:
    review = ending.review
    action = Action.REJECT if review is None else Action.PENDING_REVIEW
    decision = Decision(action=action, stage=GuardStage.REVIEW, reason=UNDONE, target_id=trace.decision.target_id)
    words = redacted_name(ending.note, Counter())
    after = undone_trace(trace, decision, review, by=principal.actor, note=words, now=context.now)
    subjects = tuple(found for found in (trace.id, trace.memory_id, review.id if review else None) if found)
    detail: dict[str, Any] = {"undid": trace.decision.action.value, "now": action.value, "lives": lives(ending.withdrawn)}
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=trace.tenant_id,
        owner=trace.owner,
        writer=WriterKind.REVIEW,
        made_at=context.now,
        inserts=tuple(point_insert(memory, ending.vector) for memory in change.inserts),
        switches=change.switches,
        traces=(after,),
        settlements=_settlements(after),
        reviews=() if review is None else (review,),
        answered_review=ending.closes,
        explicit=_explicit_lines(trace, action),
        audit=(
            AuditEntry(action="decision.undo", actor=principal.actor, subject_ids=subjects, reason=trace.decision.reason, detail=detail),
        ),
    )
    return Undone(plan=plan, trace=after, undid=trace.decision.action, memory=next(iter(change.inserts), None))


def _settlements(trace: Trace) -> tuple[Settlement, ...]:
    if trace.capture_id is None or trace.candidate_id is None:
        return ()
    outcome = Outcome(
        candidate_id=trace.candidate_id,
        text=trace.text,
        action=trace.decision.action,
        stage=trace.decision.stage,
        reason=trace.decision.reason,
        trace_id=trace.id,
        review_id=trace.review_id,
    )
    return (Settlement(candidate_id=trace.candidate_id, capture_id=trace.capture_id, outcome=outcome, undoes=True),)


def _explicit_lines(trace: Trace, action: Action) -> dict[str, int]:
    if trace.capture_id is not None or trace.decision.action is action:
        return {}
    return {LEDGER_LINE[trace.decision.action]: -1, LEDGER_LINE[action]: 1}
