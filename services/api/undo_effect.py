"""What taking a decision back does to what is stored. Pure: all versions of the memory come in, a change goes out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.api.errors import conflict
from shared.domain.decision import Action, Decision
from shared.domain.history import RESTORE, UNDO, built_upon, lifted_out, predecessor, taken_back, was_ever_valid, written_by
from shared.domain.memory import Memory
from shared.domain.ttl import DefaultTtl, expiry
from shared.domain.versioning import Change, point_of
from shared.domain.write_plan import PointSwitch


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoContext:
    """Who undoes which decision, when. `trace_id` is the decision's."""

    trace_id: str
    decision: Decision
    memory_id: str | None
    actor: str
    now: datetime
    ttl: DefaultTtl


def undo_change(context: UndoContext, versions: Sequence[Memory]) -> Change:
    """Refusal 409 where the memory has changed since, or is gone; the message names what to do instead."""
    match context.decision.action:
        case Action.WRITE | Action.UPDATE:
            return _take_back(context, versions)
        case Action.NOOP:
            return _count_less(context, versions)
        case _:
            return Change()


def restored_version(context: UndoContext, versions: Sequence[Memory]) -> Memory | None:
    """The version whose words stand again afterwards and need a vector; None where a memory is only taken back."""
    if context.decision.action not in {Action.WRITE, Action.UPDATE}:
        return None
    inserted = undo_change(context, versions).inserts
    return inserted[0] if inserted else None


def _take_back(context: UndoContext, versions: Sequence[Memory]) -> Change:
    written = written_by(versions, context.trace_id)
    if written is None:
        raise conflict("memory_gone", "The memory of this decision has been erased: there is nothing left to undo.")
    current = next((version for version in versions if version.current), None)
    if not written.current and (current is None or written.version > current.version):
        if not was_ever_valid(written) or current is None:
            raise conflict("memory_gone", "The memory of this decision was taken back before: there is nothing left to undo.")
        return lifted_out(versions, written)
    _demand_untouched(context, versions, written, current or written)
    before = predecessor(versions, written)
    if context.decision.action is Action.UPDATE and before is None:
        raise conflict("no_predecessor", "No earlier version is known: archive the memory (POST /v1/memories/{id}/archive) or correct it.")
    return taken_back(versions, written, None if before is None else _again(context, before))


def _demand_untouched(context: UndoContext, versions: Sequence[Memory], written: Memory, current: Memory) -> None:
    upon = built_upon(versions, written)
    is_same = current.trace_id == context.trace_id and current.text_key == written.text_key
    if upon is None and (current.version == written.version or (is_same and current.change_reason.startswith((UNDO, RESTORE)))):
        return
    first = f"restore version {written.version}" if upon is None else f"undo the later decision (trace {upon.trace_id})"
    raise conflict(
        "later_changes",
        f"The memory {current.id} has changed since: version {current.version} is current, this decision made {written.version}. "
        f"Before that {first}; or leave it and archive or restore the memory (POST /v1/memories/{{id}}/archive, /restore).",
    )


def _again(context: UndoContext, before: Memory) -> Memory:
    """The earlier words as the next version. What would have expired meanwhile gets its usual time again."""
    is_over = before.expires_at is not None and before.expires_at <= context.now
    anew = expiry(layer=before.layer, category=before.category, asked_seconds=None, now=context.now, defaults=context.ttl)
    return replace(
        before,
        last_accessed_at=context.now,
        changed_by=context.actor,
        change_reason=f"{UNDO}{context.decision.action.value.lower()}",
        expires_at=anew if is_over else before.expires_at,
    )


def _count_less(context: UndoContext, versions: Sequence[Memory]) -> Change:
    current = next((version for version in versions if version.current), None)
    if current is None:
        raise conflict("memory_gone", "The memory that was seen again is gone: send the statement as a new one.")
    if context.decision.reason == "known_history":
        return Change()
    return Change(switches=(PointSwitch(point_id=point_of(current), seen_count=max(1, current.seen_count - 1)),))
