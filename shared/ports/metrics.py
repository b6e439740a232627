"""Timings and counts of this process. Business counts live in Redis (Ledger, QueueHealth)."""

from typing import Protocol


class Metrics(Protocol):
    """Names and labels are listed in shared.contracts.metric_names; others raise KeyError."""

    def count(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """Add to a counter."""
        ...

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """Add one observation to a histogram of seconds."""
        ...

    def exposition(self) -> bytes:
        """Prometheus text format of all processes that share the metrics folder."""
        ...
