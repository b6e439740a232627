"""Which processes make up the whole, in which order they start and stop: specifications as data."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

from services.standalone.health import Probe


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildSpec:
    """One process. Lower `start_order` starts first and must be ready before the next; the same for `stop_order`."""

    name: str
    command: tuple[str, ...]
    start_order: int
    stop_order: int
    stop_seconds: float
    niceness: int = 0
    probe: Probe | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


def python_module(name: str) -> tuple[str, ...]:
    """The command line of one of our own services."""
    return (sys.executable, "-m", name)


def valkey_child(command: tuple[str, ...], probe: Probe) -> ChildSpec:
    """The queue server: first to start, last to stop."""
    return ChildSpec(name="valkey", command=command, start_order=0, stop_order=3, stop_seconds=30, probe=probe)


def engine_child(environment: Mapping[str, str], probe: Probe) -> ChildSpec:
    """The vector engine: flushes and closes its shards when it stops."""
    return ChildSpec(
        name="vector_engine",
        command=python_module("services.standalone.vector_engine"),
        start_order=0,
        stop_order=2,
        stop_seconds=60,
        probe=probe,
        environment=environment,
    )


def api_child(environment: Mapping[str, str], probe: Probe) -> ChildSpec:
    """The API: makes keys and collections, so workers wait for it; first to stop, so that intake ends."""
    return ChildSpec(
        name="api",
        command=python_module("services.api"),
        start_order=1,
        stop_order=0,
        stop_seconds=15,
        probe=probe,
        environment=environment,
    )


def worker_children(environment: Mapping[str, str], probe: Probe, *, capture: int, guard: int) -> tuple[ChildSpec, ...]:
    """The workers: they finish or put back what they hold within 15 seconds."""
    counts = {"capture_worker": capture, "guard_worker": guard, "decay_worker": 1}
    return tuple(
        ChildSpec(
            name=service if count == 1 else f"{service}-{number}",
            command=python_module(f"services.{service}"),
            start_order=2,
            stop_order=1,
            stop_seconds=15,
            # Extraction and embedding take whole cores: the door and the read path go first.
            niceness=5,
            probe=probe,
            environment=environment,
        )
        for service, count in counts.items()
        for number in range(1, count + 1)
    )
