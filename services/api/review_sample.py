"""Decisions drawn at random, so that a person's answers measure the guard without choosing what they look at."""

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.explicit_plan import Written
from services.api.explicit_write import new_plan_id
from services.api.schemas.review import SampleBody
from shared.contracts.records import from_plain
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, Trace
from shared.domain.errors import RecordUnreadable
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Owner
from shared.domain.trace_filter import TraceFilter
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind

SAMPLED = (Action.WRITE, Action.UPDATE, Action.REJECT)
PAGE = 500


def draw_sample(container: Container, principal: Principal, body: SampleBody) -> list[Review]:
    """At most `n` that nobody has answered yet, each with the same chance. Those drawn before and still open come as they are."""
    now = container.clock.now()
    wanted = TraceFilter(
        judged_actions=SAMPLED if body.action is None else (Action(body.action),),
        judged_since=now - timedelta(hours=body.hours),
        captured_only=True,
    )
    chosen = _reservoir(_unanswered(container, principal, wanted), body.n)
    reviews = [review for trace in chosen if (review := _review(trace, now)) is not None]
    opened: list[Review] = []
    by_owner: defaultdict[Owner, list[Review]] = defaultdict(list)
    for review in reviews:
        known = container.reviews.get(principal.scope, review.id)
        if known is None:
            by_owner[review.owner].append(review)
        opened.append(known or review)
    for owner, fresh in by_owner.items():
        _open(container, principal, owner, fresh)
    return opened


def sample_id(trace_id: str) -> str:
    """A decision is sampled once: drawn again it is the same review."""
    return identity.derive_id("sample", trace_id)


def _unanswered(container: Container, principal: Principal, wanted: TraceFilter) -> Iterator[Trace]:
    cursor = None
    while True:
        page = container.store.list_traces(principal.scope, wanted, limit=PAGE, cursor=cursor)
        for trace in page.items:
            known = container.reviews.get(principal.scope, sample_id(trace.id))
            is_own = principal.scope.holds(
                owner=trace.owner, agent_id=trace.candidate.get("agent_id"), labels=trace.candidate.get("labels") or {}
            )
            if is_own and (known is None or known.status is ReviewStatus.PENDING):
                yield trace
        cursor = page.next_cursor
        if cursor is None:
            return


def _reservoir(traces: Iterator[Trace], size: int) -> list[Trace]:
    """Algorithm R: every one has the same chance, whatever their number, and only `size` are kept."""
    chance = random.SystemRandom()
    kept: list[Trace] = []
    for number, trace in enumerate(traces):
        if number < size:
            kept.append(trace)
        elif (place := chance.randrange(number + 1)) < size:
            kept[place] = trace
    return kept


def _review(trace: Trace, now: datetime) -> Review | None:
    judged, judged_at = trace.first_word
    try:
        candidate = from_plain(dict(trace.candidate), Candidate)
    except RecordUnreadable:
        return None
    return Review(
        id=sample_id(trace.id),
        tenant_id=trace.tenant_id,
        owner=trace.owner,
        kind=ReviewKind.SAMPLE,
        status=ReviewStatus.PENDING,
        reason=judged.reason,
        created_at=now,
        text=candidate.text,
        capture_id=trace.capture_id,
        candidate=candidate,
        proposed=judged,
        trace_id=trace.id,
        memory_id=trace.memory_id,
        decided_at=judged_at,
    )


def _open(container: Container, principal: Principal, owner: Owner, fresh: list[Review]) -> None:
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=principal.tenant_id,
        owner=owner,
        writer=WriterKind.REVIEW,
        made_at=container.clock.now(),
        reviews=tuple(fresh),
        audit=(AuditEntry(action="review.sample", actor=principal.actor, subject_ids=tuple(review.id for review in fresh)),),
    )
    container.writer.write(principal.tenant_id, owner, lambda _: Written(action=Action.NOOP, plan=plan))
