"""Reading the ledger: the counters that the scripts moved, against a recount of the records."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import key
from shared.domain.turn import IN_FLIGHT, CaptureState
from shared.ports.ledger import LedgerView

CANDIDATE_STATES = ("written", "updated", "noop", "rejected", "review", "dead", "erased", "in_flight")
RECOUNT_CHUNK = 1000


class RedisLedger:
    """See Ledger. The recount reads every kept record: about 10 ms per 1,000."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def read(self, tenant_id: str) -> LedgerView:
        """See Ledger."""
        counted = self._counters(tenant_id)
        turn_counts = {state.value: counted[f"t:{state.value}"] for state in CaptureState}
        candidate_counts = {state: counted[f"c:{state}"] for state in CANDIDATE_STATES}
        imbalance = self._imbalance(tenant_id)
        in_flight = sum(turn_counts[state.value] for state in IN_FLIGHT)
        return LedgerView(
            captured=counted["captured"],
            turns={
                "accepted": counted["captured"],
                **{name: turn_counts[name] for name in ("done", "skipped", "dead", "erased")},
                "in_flight": in_flight,
                "waiting": turn_counts["accepted"],
                **{name: turn_counts[name] for name in ("extracting", "judging", "retrying")},
                "duplicates": counted["duplicates"],
                "conflicting": counted["conflicting"],
            },
            candidates={"proposed": counted["proposed"], **candidate_counts},
            explicit={name[2:]: amount for name, amount in counted.items() if name.startswith("e:")},
            imbalance=imbalance,
            oldest_pending_seconds=self._oldest_pending_seconds(tenant_id),
        )

    def _imbalance(self, tenant_id: str) -> int:
        """0 in any quiet moment; a difference is read again, because turns may move while records are counted."""
        difference = 0
        for _ in range(3):
            before = self._counters(tenant_id)
            turns = self._recount(tenant_id, "caps", "cap")
            candidates = self._recount(tenant_id, "cands", "cand")
            after = self._counters(tenant_id)
            difference = _difference(after, turns, candidates)
            if difference == 0 or before == after:
                return difference
        return difference

    def _counters(self, tenant_id: str) -> Counter[str]:
        with self._redis.commands() as client:
            fields: Any = client.hgetall(key("ledger", tenant_id))
        return Counter({text(name): int(amount) for name, amount in fields.items()})

    def _recount(self, tenant_id: str, index: str, record: str) -> Counter[str]:
        states: Counter[str] = Counter()
        for chunk in self._chunks(key(index, tenant_id)):
            with self._redis.commands() as client:
                pipe = client.pipeline(transaction=False)
                for identifier in chunk:
                    pipe.hget(key(record, tenant_id, text(identifier)), "state")
                states.update(text(state) or "missing" for state in pipe.execute())
        return states

    def _chunks(self, index: str) -> Iterator[list[bytes]]:
        start = 0
        while True:
            with self._redis.commands() as client:
                chunk: Any = client.zrange(index, start, start + RECOUNT_CHUNK - 1)
            if not chunk:
                return
            yield chunk
            start += RECOUNT_CHUNK

    def _oldest_pending_seconds(self, tenant_id: str) -> float:
        with self._redis.commands() as client:
            oldest: Any = client.zrange(key("inflight", tenant_id), 0, 0, withscores=True)
            seconds, microseconds = client.time()
        if not oldest:
            return 0.0
        return float(max(0.0, seconds + microseconds / 1e6 - oldest[0][1] / 1000))


def _difference(counted: Counter[str], turns: Counter[str], candidates: Counter[str]) -> int:
    """How far the two balances and the recount are apart, in records. `gone:` counts records no longer kept."""
    difference = 0
    for state in CaptureState:
        difference += abs(counted[f"t:{state.value}"] - counted[f"gone:t:{state.value}"] - turns[state.value])
    for name in CANDIDATE_STATES:
        difference += abs(counted[f"c:{name}"] - counted[f"gone:c:{name}"] - candidates[name])
    difference += abs(counted["captured"] - sum(counted[f"t:{state.value}"] for state in CaptureState))
    difference += abs(counted["proposed"] - sum(counted[f"c:{name}"] for name in CANDIDATE_STATES))
    return difference + turns["missing"] + candidates["missing"]
