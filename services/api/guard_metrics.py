"""How well the guard decides, from people's answers to decisions drawn at random (docs/metrics.md)."""

from collections import Counter
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from services.api.auth import Principal
from services.api.dependencies import Container
from shared.domain.decision import Action
from shared.domain.proportions import recall_of, share_of
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.trace_filter import TraceFilter

PAGE = 100_000
"""A page of reviews costs a reading of all of them, so one is to be enough."""

STORED = (Action.WRITE, Action.UPDATE)
DRAW = "no labelled {}: draw some with POST /v1/reviews/sample and answer them"


def guard_metrics(container: Container, principal: Principal, hours: float) -> dict[str, Any]:
    """Precision, miss rate and recall of the decisions of the window; answers to reviews apart, the guard did not decide there."""
    since = container.clock.now() - timedelta(hours=hours)
    decided = container.store.trace_counts(principal.scope, TraceFilter(judged_since=since, captured_only=True), "judged_action")
    written = sum(decided.get(action.value, 0) for action in STORED)
    rejected = decided.get(Action.REJECT.value, 0)
    labels = _labels(container, principal, since)
    stored_right, stored_n = labels["stored", True], labels["stored", True] + labels["stored", False]
    missed, rejects_n = labels["rejected", True], labels["rejected", True] + labels["rejected", False]
    precision = share_of(stored_right, stored_n, reason=DRAW.format("writes") if written else "nothing was written in the window")
    miss = share_of(missed, rejects_n, reason=DRAW.format("rejects") if rejected else "nothing was rejected in the window")
    approved, answered = labels["review", True], labels["review", True] + labels["review", False]
    return {
        "hours": hours,
        "since": since,
        "written": written,
        "rejected": rejected,
        "precision": asdict(precision),
        "miss_rate": asdict(miss),
        "false_rejection_rate": asdict(miss),
        "recall": asdict(recall_of(precision, miss, written=written, rejected=rejected)),
        "reviews": {
            "pending": decided.get(Action.PENDING_REVIEW.value, 0),
            "answered": answered,
            "approval": asdict(share_of(approved, answered, reason="no review was answered in the window")),
        },
    }


def _labels(container: Container, principal: Principal, since: datetime) -> Counter[tuple[str, bool]]:
    """(stratum, whether the candidate deserves to be kept) -> answers. Samples by the time of the decision, reviews of the answer."""
    counts: Counter[tuple[str, bool]] = Counter()
    for status in (ReviewStatus.APPROVED, ReviewStatus.REJECTED):
        cursor = None
        while True:
            page = container.reviews.list(principal.scope, status=status, kind=None, limit=PAGE, cursor=cursor)
            counts.update((stratum, status is ReviewStatus.APPROVED) for review in page.items if (stratum := _stratum(review, since)))
            cursor = page.next_cursor
            if cursor is None:
                break
    return counts


def _stratum(review: Review, since: datetime) -> str | None:
    if review.kind is ReviewKind.CANDIDATE:
        return "review" if review.answered_at is not None and review.answered_at >= since else None
    if review.kind is not ReviewKind.SAMPLE or review.proposed is None or review.decided_at is None or review.decided_at < since:
        return None
    return "stored" if review.proposed.action in STORED else "rejected"
