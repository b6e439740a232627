"""What a run looks at when it has moved everything: whether the ledger balances, and the guardrails of a day."""

import logging
from datetime import datetime

from shared.domain.maintenance import NightCheck
from shared.domain.scope import Scope
from shared.guardrails import Guardrails
from shared.ports.audit_log import AuditLog
from shared.ports.ledger import Ledger
from shared.ports.memory_store import MemoryStore

HOURS = 24
MOST_CHECKED = 1_000
"""Newest memories whose words are read again: a night must not make readers wait for all of them."""
READ_AGAIN = 3
log = logging.getLogger(__name__)


def check_tenant(store: MemoryStore, audit: AuditLog, ledger: Ledger, tenant_id: str, *, now: datetime) -> NightCheck:
    """Reads only. An imbalance is an error in the log: something was lost."""
    measured = Guardrails(store=store, audit=audit, most_checked=MOST_CHECKED).measure(Scope(tenant_id=tenant_id), now=now, hours=HOURS)
    found = NightCheck(
        at=now,
        ledger_imbalance=_imbalance(ledger, tenant_id),
        live=measured["live"],
        reject_rate=measured["reject_rate"],
        growth_rate=measured["growth_rate"],
        junk_rate=measured["junk_rate"],
        duplicate_rate=measured["duplicate_rate"],
    )
    if found.ledger_imbalance != 0:
        log.error("ledger.imbalanced tenant=%s imbalance=%d", tenant_id, found.ledger_imbalance)
    return found


def _imbalance(ledger: Ledger, tenant_id: str) -> int:
    """Read again where it does not balance: turns may move while they are counted."""
    imbalance = 0
    for _ in range(READ_AGAIN):
        imbalance = ledger.read(tenant_id).imbalance
        if imbalance == 0:
            break
    return imbalance
