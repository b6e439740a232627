"""MaintenanceRuns in dicts."""

from collections.abc import Mapping, Sequence

from shared.domain.maintenance import MaintenanceRun, Move, NightCheck, RunState


class FakeMaintenanceRuns:
    def __init__(self) -> None:
        self.runs: dict[str, MaintenanceRun] = {}
        self._moves: dict[str, tuple[Move, ...]] = {}
        self._checks: dict[str, NightCheck] = {}

    def ask(self, run: MaintenanceRun) -> MaintenanceRun:
        for known in self.open():
            if (known.tenant_id, known.dry_run) == (run.tenant_id, run.dry_run):
                return known
        self.runs[run.id] = run
        return run

    def open(self) -> tuple[MaintenanceRun, ...]:
        found = (run for run in self.runs.values() if run.state is not RunState.DONE)
        return tuple(sorted(found, key=lambda run: (run.asked_at, run.id)))

    def get(self, tenant_id: str, run_id: str) -> MaintenanceRun | None:
        found = self.runs.get(run_id)
        return found if found is not None and found.tenant_id == tenant_id else None

    def list_moves(self, run: MaintenanceRun, moves: Sequence[Move]) -> None:
        self._moves[run.id] = tuple(moves)
        self.runs[run.id] = run

    def save(self, run: MaintenanceRun) -> None:
        self.runs[run.id] = run
        if run.state is RunState.DONE and run.check is not None:
            self._checks[run.tenant_id] = run.check

    def last_checks(self) -> Mapping[str, NightCheck]:
        return dict(self._checks)

    def moves(self, tenant_id: str, run_id: str, *, start: int, limit: int) -> tuple[Move, ...]:
        return self._moves.get(run_id, ())[start : start + limit] if self.get(tenant_id, run_id) else ()
