"""Runs of maintenance: asked for by anybody, carried out by the decay worker, readable for a day."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from shared.domain.maintenance import MaintenanceRun, Move, NightCheck


class MaintenanceRuns(Protocol):
    """Every method may raise QueueUnavailable."""

    def ask(self, run: MaintenanceRun) -> MaintenanceRun:
        """Enter it; where one of the same tenant and kind (dry or not) has not ended yet, that one instead."""
        ...

    def open(self) -> tuple[MaintenanceRun, ...]:
        """All that have not ended, those asked for first in front."""
        ...

    def get(self, tenant_id: str, run_id: str) -> MaintenanceRun | None:
        """One run, or None where this tenant has none of that id."""
        ...

    def list_moves(self, run: MaintenanceRun, moves: Sequence[Move]) -> None:
        """Make these the run's list, and save the run as it stands with it: one step."""
        ...

    def save(self, run: MaintenanceRun) -> None:
        """Enter how far it has come. A run that is done is kept for a day, what it checked until the next one checks."""
        ...

    def last_checks(self) -> Mapping[str, NightCheck]:
        """What the last run of each tenant that checked anything found, by tenant."""
        ...

    def moves(self, tenant_id: str, run_id: str, *, start: int, limit: int) -> tuple[Move, ...]:
        """Part of its list, in the list's order."""
        ...
