"""Any verifier behind a deadline: whatever it does, the guard gets a Finding, and a tool that hangs is left alone."""

import logging
from collections.abc import Callable
from concurrent.futures import Future

from shared.adapters.deadline import start
from shared.domain.factuality import Claim, FactVerdict, Finding, Tool
from shared.ports.metrics import Metrics
from shared.ports.verifier import Verifier

log = logging.getLogger(__name__)

DEADLINE_SECONDS = 2.0


class BoundedVerifier:
    """See Verifier. A fault, another answer than a Finding and a late one are NO_DATA; while a late call hangs so is the next."""

    def __init__(self, verifier: Verifier, metrics: Metrics, *, deadline_seconds: float = DEADLINE_SECONDS) -> None:
        self._verifier = verifier
        self._metrics = metrics
        self._deadline = deadline_seconds
        self._hanging: dict[Tool, Future[Finding]] = {}

    def campaign_analysis(self, claim: Claim) -> Finding:
        """See Verifier."""
        return self._ask(Tool.CAMPAIGN_ANALYSIS, lambda: self._verifier.campaign_analysis(claim))

    def memory_search(self, claim: Claim) -> Finding:
        """See Verifier."""
        return self._ask(Tool.MEMORY_SEARCH, lambda: self._verifier.memory_search(claim))

    def industry_benchmark(self, claim: Claim) -> Finding:
        """See Verifier."""
        return self._ask(Tool.INDUSTRY_BENCHMARK, lambda: self._verifier.industry_benchmark(claim))

    def _ask(self, tool: Tool, call: Callable[[], Finding]) -> Finding:
        hanging = self._hanging.get(tool)
        if hanging is not None and not hanging.done():
            return self._without_data(tool, "busy")
        future = start(call)
        try:
            found: object = future.result(timeout=self._deadline)
        except TimeoutError:
            self._hanging[tool] = future
            return self._without_data(tool, "fault" if future.done() else "late")
        except Exception as fault:  # noqa: BLE001 - a plugged-in tool may raise what it likes
            log.warning("fact_check.failed tool=%s fault=%s", tool.value, type(fault).__name__)
            return self._without_data(tool, "fault")
        if not isinstance(found, Finding) or found.tool is not tool or not isinstance(found.verdict, FactVerdict):
            return self._without_data(tool, "fault")
        self._metrics.count("tiercel_fact_checks_total", tool=tool.value, result=found.verdict.value)
        return found

    def _without_data(self, tool: Tool, result: str) -> Finding:
        self._metrics.count("tiercel_fact_checks_total", tool=tool.value, result=result)
        return Finding(tool=tool, verdict=FactVerdict.NO_DATA, note=result)
