"""Process metrics through prometheus-client; one exposition over all processes in multiprocess mode."""

import os

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from shared.contracts.metric_names import METRICS, MetricKind

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)


class PrometheusMetrics:
    """See Metrics. With PROMETHEUS_MULTIPROC_DIR set, values live in files shared by all processes of the system."""

    def __init__(self, multiprocess_dir: str) -> None:
        self._registry = CollectorRegistry()
        self._is_shared = bool(multiprocess_dir) and os.environ.get("PROMETHEUS_MULTIPROC_DIR") == multiprocess_dir
        self._counters = {
            name: Counter(name.removesuffix("_total"), spec.help, spec.labels, registry=self._registry)
            for name, spec in METRICS.items()
            if spec.kind is MetricKind.COUNTER
        }
        self._histograms = {
            name: Histogram(name, spec.help, spec.labels, registry=self._registry, buckets=BUCKETS)
            for name, spec in METRICS.items()
            if spec.kind is MetricKind.HISTOGRAM
        }

    def count(self, name: str, amount: float = 1.0, **labels: str) -> None:
        """See Metrics."""
        counter = self._counters[name]
        (counter.labels(**labels) if labels else counter).inc(amount)

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        """See Metrics."""
        histogram = self._histograms[name]
        (histogram.labels(**labels) if labels else histogram).observe(seconds)

    def exposition(self) -> bytes:
        """See Metrics."""
        if not self._is_shared:
            return bytes(generate_latest(self._registry))
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return bytes(generate_latest(registry))
