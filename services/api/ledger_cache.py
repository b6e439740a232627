"""Ledgers of all tenants for scrapes: a read recounts every record, so close scrapes share one answer."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from shared.ports.key_ring import KeyRing
from shared.ports.ledger import Ledger, LedgerView

CACHE_SECONDS = 10.0
MAX_TENANTS = 200


@dataclass(slots=True)
class LedgerCache:
    """At most one reading in ten seconds."""

    lock: Lock = field(default_factory=Lock)
    read_at: float = float("-inf")
    views: dict[str, LedgerView] = field(default_factory=dict)

    def read(self, keys: KeyRing, ledger: Ledger) -> Mapping[str, LedgerView]:
        """Views by tenant, the 200 oldest tenants. Raises TiercelFault."""
        with self.lock:
            if time.monotonic() - self.read_at >= CACHE_SECONDS:
                tenants = keys.tenants()[:MAX_TENANTS]
                self.views = {tenant.id: ledger.read(tenant.id) for tenant in tenants}
                self.read_at = time.monotonic()
            return self.views
