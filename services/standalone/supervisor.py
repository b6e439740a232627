"""Starts the children in order, keeps them alive, stops them in order. One thread, no work of its own."""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from services.standalone import leftovers
from services.standalone.back_off import deaths_in_a_row, restart_wait
from services.standalone.child import Child, spawn
from services.standalone.children import ChildSpec
from services.standalone.health import is_ready
from services.standalone.logs import LogFolder
from shared.domain.errors import TiercelFault

START_SECONDS = 90.0
DEATHS_BEFORE_GIVING_UP = 3
POLL_SECONDS = 0.05


class StartFailed(TiercelFault):
    """A child did not become ready; the message ends with the last lines of its log."""

    code = "start_failed"


class Supervisor:
    """The family of processes of one data dir. Every method belongs to the main thread."""

    def __init__(
        self,
        specs: Sequence[ChildSpec],
        *,
        logs: LogFolder,
        record_file: Path,
        environment: Mapping[str, str],
        say: Callable[[str], None],
        stopping: Callable[[], bool],
    ) -> None:
        self._specs = sorted(specs, key=lambda spec: spec.start_order)
        self._logs = logs
        self._record_file = record_file
        self._environment = environment
        self._say = say
        self._stopping = stopping
        self._children: dict[str, Child] = {}
        self._deaths: dict[str, int] = {}
        self._due: dict[str, float] = {}

    @property
    def pids(self) -> dict[str, int]:
        """Name -> process id of what runs."""
        return {name: child.pid for name, child in self._children.items()}

    def start(self) -> None:
        """Group after group, each ready before the next. StartFailed names the child that is not."""
        for _, group in groupby(self._specs, key=lambda spec: spec.start_order):
            specs = list(group)
            for spec in specs:
                self._spawn(spec)
            self._wait_until_ready(specs)

    def tend(self) -> None:
        """Restart what died, after its wait; keep the logs small. Call often."""
        for spec in self._specs:
            self._tend_child(spec, time.monotonic())
            self._logs.rotate(spec.name)

    def stop(self) -> None:
        """Ask group after group to stop; end what has not stopped in its time."""
        for _, group in groupby(sorted(self._specs, key=lambda spec: spec.stop_order), key=lambda spec: spec.stop_order):
            children = [self._children[spec.name] for spec in group if spec.name in self._children]
            for child in children:
                child.terminate()
            for child in children:
                self._await_end(child)
                del self._children[child.spec.name]
        self._record_file.unlink(missing_ok=True)

    def _spawn(self, spec: ChildSpec) -> None:
        self._children[spec.name] = spawn(spec, log=self._logs.path_of(spec.name), environment=self._environment)
        leftovers.record(self._record_file, self.pids.values())

    def _tend_child(self, spec: ChildSpec, now: float) -> None:
        if spec.name in self._due:
            if now >= self._due[spec.name]:
                del self._due[spec.name]
                self._spawn(spec)
            return
        child = self._children.get(spec.name)
        if child is None or (code := child.exit_code()) is None:
            return
        child.kill()  # whatever it had started goes with it
        del self._children[spec.name]
        self._deaths[spec.name] = deaths_in_a_row(self._deaths.get(spec.name, 0), lived_seconds=now - child.started_at)
        wait = restart_wait(self._deaths[spec.name])
        self._due[spec.name] = now + wait
        self._say(f"{spec.name} ended (exit code {code}); started again in {wait:g} s. Its log: {self._logs.path_of(spec.name)}")

    def _wait_until_ready(self, specs: Sequence[ChildSpec]) -> None:
        deadline = time.monotonic() + START_SECONDS
        waiting = list(specs)
        while waiting and not self._stopping():
            self.tend()
            for spec in specs:
                if self._deaths.get(spec.name, 0) >= DEATHS_BEFORE_GIVING_UP:
                    raise StartFailed(f"{spec.name} does not start. The end of its log:\n{self._logs.tail(spec.name)}")
            if time.monotonic() > deadline:
                raise StartFailed(f"{waiting[0].name} is not ready. The end of its log:\n{self._logs.tail(waiting[0].name)}")
            waiting = [spec for spec in waiting if not self._is_up(spec)]
            if waiting:
                time.sleep(POLL_SECONDS)

    def _is_up(self, spec: ChildSpec) -> bool:
        child = self._children.get(spec.name)
        if child is None or child.exit_code() is not None:
            return False
        return spec.probe is None or is_ready(spec.probe)

    def _await_end(self, child: Child) -> None:
        deadline = time.monotonic() + child.spec.stop_seconds
        while child.exit_code() is None and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        if child.exit_code() is None:
            self._say(f"{child.spec.name} did not stop within {child.spec.stop_seconds:g} s and was ended.")
        child.kill()
