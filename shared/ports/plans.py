"""Write locks and recorded write plans: decide once, record, apply."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from shared.domain.scope import Owner
from shared.domain.write_plan import WritePlan
from shared.ports.inboxes import Lease


@dataclass(frozen=True, slots=True)
class LockHandle:
    """Proof that this process may write for one owner; void when a later fence was given.

    Fences rise in the order in which locks are taken. A plan carries the one it was recorded under, and the store lets no plan
    change what a plan with a later one has written: a process that was stopped longer than its lock lasts overwrites nothing.
    """

    tenant_id: str
    owner: Owner
    fence: int


class Plans(Protocol):
    """Every writer passes here: lock, record, (apply to the store), finish."""

    def hold_write_lock(self, tenant_id: str, owner: Owner) -> AbstractContextManager[LockHandle]:
        """Hold the owner's write lock for milliseconds. Raises LockBusy after a short wait."""
        ...

    def keep(self, lock: LockHandle) -> None:
        """Hold it for as long again as it lasts (10 seconds). Raises LockBusy where it was lost."""
        ...

    def record(self, lock: LockHandle, plan: WritePlan, lease: Lease | None = None) -> None:
        """Store the plan before its first write. Raises LockBusy where the lock was lost, LeaseLost likewise."""
        ...

    def finish(self, plan: WritePlan, lease: Lease | None = None) -> bool:
        """One script: outcomes, ledger, reviews, acknowledgement, audit. False where it was finished before: that changes nothing."""
        ...

    def discard(self, plan: WritePlan) -> None:
        """Forget a recorded plan that the engine refuses: nothing of it is settled, and its owner is blocked no longer."""
        ...

    def unfinished(self, tenant_id: str, owner: Owner) -> tuple[WritePlan, ...]:
        """Recorded but not finished plans of one owner, oldest first."""
        ...

    def abandoned(self, *, older_than_seconds: float) -> tuple[WritePlan, ...]:
        """Recorded but not finished plans of everybody that nobody seems to be applying."""
        ...

    def recent(self, *, since: datetime, after: str | None = None) -> tuple[WritePlan, ...]:
        """Plans of the last 15 minutes in the order of recording, to be applied again after an engine reboot.

        `after`: only those recorded later than the plan of this id.
        """
        ...
