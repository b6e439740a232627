"""Reading the ledger: the counters that the scripts moved, against a recount of the records."""

from collections import Counter
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import key
from shared.adapters.redis_recount import RedisRecount
from shared.domain.turn import IN_FLIGHT, CaptureState
from shared.ports.ledger import LedgerView

CANDIDATE_STATES = ("written", "updated", "noop", "rejected", "review", "dead", "erased", "in_flight")


class RedisLedger:
    """See Ledger. `imbalance` also counts what is in flight and stands in no inbox."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection
        self._recount = RedisRecount(connection)

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
            turns = self._recount.turns(tenant_id)
            candidates = self._recount.candidates(tenant_id)
            after = self._counters(tenant_id)
            difference = _difference(after, turns.states, candidates.states) + turns.lost + candidates.lost
            if difference == 0 or before == after:
                return difference
        return difference

    def _counters(self, tenant_id: str) -> Counter[str]:
        with self._redis.commands() as client:
            fields: Any = client.hgetall(key("ledger", tenant_id))
        return Counter({text(name): int(amount) for name, amount in fields.items()})

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
