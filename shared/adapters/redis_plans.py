"""Write locks and recorded plans over Redis."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import encoded, lock_key, owner_plans_key, plan_key, review_key, stamp_key
from shared.contracts.records import decode_record, encode_record
from shared.domain.decision import Action
from shared.domain.errors import LeaseLost, LockBusy
from shared.domain.review import Review
from shared.domain.scope import Owner
from shared.domain.write_effects import readers_touched
from shared.domain.write_plan import WritePlan
from shared.ports.inboxes import Lease
from shared.ports.plans import LockHandle

RECENT = "tiercel:plans_recent"
LOCK_MS = 10_000
LOCK_WAIT_SECONDS = 5.0
SETTLED_AS = {
    Action.WRITE: "written",
    Action.UPDATE: "updated",
    Action.NOOP: "noop",
    Action.REJECT: "rejected",
    Action.PENDING_REVIEW: "review",
}


class RedisPlans:
    """See Plans."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    @contextmanager
    def hold_write_lock(self, tenant_id: str, owner: Owner) -> Iterator[LockHandle]:
        """See Plans. Waits at most 5 seconds."""
        name = lock_key(tenant_id, owner)
        deadline = time.monotonic() + LOCK_WAIT_SECONDS
        pause = 0.002
        while not (token := text(self._redis.run("take_write_lock", name, LOCK_MS))):
            if time.monotonic() >= deadline:
                raise LockBusy("another writer holds this owner's lock", retry_after_seconds=1)
            time.sleep(pause)
            pause = min(0.05, pause * 1.6)
        try:
            yield LockHandle(tenant_id, owner, int(token))
        finally:
            self._redis.run("release_lock", name, token)

    def keep(self, lock: LockHandle) -> None:
        """See Plans."""
        if not self._redis.run("renew_write_lock", lock_key(lock.tenant_id, lock.owner), lock.fence, LOCK_MS):
            raise LockBusy("the write lock ran out", retry_after_seconds=1)

    def record(self, lock: LockHandle, plan: WritePlan, lease: Lease | None = None) -> None:
        """See Plans."""
        answer = self._redis.run(
            "record_plan",
            lock_key(lock.tenant_id, lock.owner),
            lock.fence,
            plan_key(plan.id),
            plan.id,
            owner_plans_key(plan.tenant_id, plan.owner),
            encoded(plan.tenant_id),
            encoded(plan.owner.key),
            lease.kind.value if lease else "",
            lease.inbox_id if lease else "",
            lease.fence if lease else "",
            encode_record(plan),
        )
        if answer == -1:
            raise LockBusy("the write lock ran out before the plan was recorded", retry_after_seconds=1)
        if answer == -2:
            raise LeaseLost("the lease ran out before the plan was recorded")

    def finish(self, plan: WritePlan, lease: Lease | None = None) -> bool:  # noqa: ARG002 - settled entries leave the inbox by id
        """See Plans."""
        return bool(self._redis.run("finish_plan", *_finish_arguments(plan)))

    def discard(self, plan: WritePlan) -> None:
        """See Plans."""
        self._redis.run("discard_plan", plan_key(plan.id), plan.id, owner_plans_key(plan.tenant_id, plan.owner))

    def unfinished(self, tenant_id: str, owner: Owner) -> tuple[WritePlan, ...]:
        """See Plans."""
        with self._redis.commands() as client:
            ids: Any = client.zrange(owner_plans_key(tenant_id, owner), 0, -1)
        return self._plans(ids)

    def abandoned(self, *, older_than_seconds: float) -> tuple[WritePlan, ...]:
        """See Plans."""
        with self._redis.commands() as client:
            seconds, _ = client.time()
            ids: Any = client.zrangebyscore("tiercel:plans_open", "-inf", (seconds - older_than_seconds) * 1000, start=0, num=100)
        return self._plans(ids)

    def recent(self, *, since: datetime, after: str | None = None) -> tuple[WritePlan, ...]:
        """See Plans."""
        with self._redis.commands() as client:
            place: Any = client.zscore(RECENT, after) if after is not None else None
            ids: Any = client.zrangebyscore(RECENT, "-inf" if place is None else f"({place:.0f}", "+inf")
        return tuple(plan for plan in self._plans(ids) if plan.made_at >= since)

    def _plans(self, ids: Sequence[bytes]) -> tuple[WritePlan, ...]:
        if not ids:
            return ()
        with self._redis.commands() as client:
            raws: Any = client.mget([plan_key(text(plan_id)) for plan_id in ids])
        return tuple(decode_record(raw, WritePlan) for raw in raws if raw is not None)


def _finish_arguments(plan: WritePlan) -> list[str | bytes | int | float]:
    args: list[str | bytes | int | float] = [
        encoded(plan.tenant_id),
        encoded(plan.owner.key),
        plan_key(plan.id),
        plan.id,
        owner_plans_key(plan.tenant_id, plan.owner),
        encoded(plan.reinforced_recall_id or ""),
        len(plan.settlements),
    ]
    for settlement in plan.settlements:
        args += [settlement.candidate_id, encode_record(settlement.outcome), SETTLED_AS[settlement.outcome.action], int(settlement.undoes)]
    reviews = [*plan.reviews, *([plan.answered_review] if plan.answered_review else [])]
    args.append(len(reviews))
    for review in reviews:
        args += _review_arguments(plan.tenant_id, review)
    args.append(len(plan.explicit))
    for name, amount in plan.explicit.items():
        args += [name, amount]
    args.append(len(plan.audit))
    args += [msgspec.json.encode(entry) for entry in plan.audit]
    touched = readers_touched(plan)
    args.append(len(touched))
    args += [stamp_key(plan.tenant_id, owner) for owner in touched]
    return args


def _review_arguments(tenant_id: str, review: Review) -> list[str | bytes | int | float]:
    return [
        review_key(tenant_id, review.id),
        review.id,
        encode_record(review),
        review.status.value,
        review.created_at.timestamp() * 1000,
    ]
