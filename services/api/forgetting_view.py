"""The field `forgetting` of a memory: why it is in its stage, its scores, what will become of it and what would change that."""

from datetime import datetime
from typing import Any

from shared.domain.forecast import (
    Alternative,
    Change,
    ComingMove,
    Standing,
    alternatives,
    coming_moves,
    curve,
    next_move,
    standing,
)
from shared.domain.forgetting import faded_importance
from shared.domain.maintenance import MoveReason
from shared.domain.memory import Memory, RetentionStage
from shared.domain.retention import (
    RetentionRules,
    durability_rate,
    earned_stage,
    entry_stage,
    idle_since,
    is_durable,
    keeping_score,
    retention,
)

DAY_SECONDS = 86_400
MOVES = {
    MoveReason.EXPIRED: "its time to live is over",
    MoveReason.FORGOTTEN: "its score will be below the archive's bound",
    MoveReason.IDLE: "idle memories step down one stage at a time",
    MoveReason.EARNED: "its uses have earned it",
    MoveReason.ARCHIVE_OVER: "its time in the archive is over",
}
CHANGES = {
    Change.USE: "one use, now",
    Change.MORE_USES: "so many more uses",
    Change.PIN: "pinning it: PATCH with pinned true and if_version",
    Change.NO_EXPIRY: "taking its expiry away: PATCH with expires_at null and if_version",
    Change.RESTORE: "restoring it: POST restore",
}


def forgetting_view(memory: Memory, now: datetime, rules: RetentionRules, *, with_curve: bool = False) -> dict[str, Any]:
    """All of it as JSON-ready values. `curve`: (time, score) pairs, where asked for."""
    why = standing(memory, now, rules)
    coming = next_move(memory, now, rules)
    view: dict[str, Any] = {
        "now": now,
        "stage": memory.stage.value,
        "why": why.value,
        "explanation": _words(memory, why, coming, now),
        "scores": _scores(memory, now, rules),
        "idle_since": idle_since(memory),
        "next_move": _move(coming),
        "coming": [_move(move) for move in coming_moves(memory, now, rules)],
        "would_change": [_alternative(each) for each in alternatives(memory, now, rules)],
    }
    if with_curve:
        view["curve"] = [{"at": at, "score": round(score, 6)} for at, score in curve(memory, now, rules)]
    return view


def _scores(memory: Memory, now: datetime, rules: RetentionRules) -> dict[str, float]:
    return {
        "keeping": keeping_score(memory, now, rules),
        "archive_below": rules.archive_below,
        "retention": retention(memory, now),
        "idle_days": _idle_days(memory, now),
        "uses": memory.access_count,
        "rate": rules.rate * durability_rate(memory),
        "importance": memory.importance,
        "importance_now": faded_importance(memory.importance, _idle_days(memory, now)),
        "reliability": memory.reliability,
    }


def _idle_days(memory: Memory, now: datetime) -> float:
    return max(0.0, (now - idle_since(memory)).total_seconds() / DAY_SECONDS)


def _move(move: ComingMove | None) -> dict[str, Any] | None:
    return None if move is None else {"at": move.at, "from": move.origin.value, "to": str(move.to), "reason": move.reason.value}


def _alternative(each: Alternative) -> dict[str, Any]:
    return {
        "change": each.change.value,
        "how": CHANGES[each.change],
        "uses": each.uses,
        "stage": each.stage.value,
        "next_move": _move(each.next_move),
    }


def _words(memory: Memory, why: Standing, coming: ComingMove | None, now: datetime) -> str:
    entered = entry_stage(memory.importance).value
    here = {
        Standing.ENTERED: f"It entered {entered} by its importance {memory.importance:.2f}, and no use has moved it.",
        Standing.EARNED: f"It entered {entered}; {memory.access_count} uses have earned {memory.stage.value}.",
        Standing.IDLE: f"It had earned {earned_stage(memory).value} and stepped down to {memory.stage.value} because nobody uses it.",
        Standing.MOVE_DUE: f"It is still in {memory.stage.value} and moves with the next run.",
        Standing.ARCHIVED: f"It is in the archive{_since(memory.archived_at)}: out of recall and lists, restorable.",
    }[why]
    return f"{here} {_whereto(memory, coming, now)}"


def _whereto(memory: Memory, coming: ComingMove | None, now: datetime) -> str:
    if coming is not None:
        unless = "if nobody restores it" if coming.origin is RetentionStage.ARCHIVE else "if nobody uses it"
        when = "now" if coming.at <= now else f"from {coming.at.isoformat(timespec='minutes')} on, {unless}"
        return f"It moves to {coming.to} {when}: {MOVES[coming.reason]}."
    if memory.pinned:
        return "It is pinned: the clock moves it no further."
    if durability_rate(memory) == 0.0:
        return f"{memory.layer.value} does not fade: the clock moves it no further."
    return "The clock moves it no further." if not is_durable(memory) else "It is durable: the clock moves it no further."


def _since(at: datetime | None) -> str:
    return "" if at is None else f" since {at.isoformat(timespec='minutes')}"
