"""The conservation ledger: two balances per tenant, and an independent recount."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerView:
    """Both balances of one tenant.

    `turns`: accepted, done, skipped, dead, erased, in_flight and its four states. `candidates`: proposed,
    written, updated, noop, rejected, review, dead, erased, in_flight. `imbalance` is 0 when both balance and
    the counters agree with a recount of the records.
    """

    captured: int
    turns: Mapping[str, int]
    candidates: Mapping[str, int]
    explicit: Mapping[str, int]
    imbalance: int
    oldest_pending_seconds: float


class Ledger(Protocol):
    """Reading the ledger; it is moved only by the scripts that move states."""

    def read(self, tenant_id: str) -> LedgerView:
        """Counters and recount of one tenant."""
        ...
