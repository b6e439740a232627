"""Fact-checking tools with canned verdicts. Keeps every claim it was asked about."""

from collections.abc import Mapping

from shared.domain.factuality import Claim, FactVerdict, Finding, Tool


class ScriptedVerifier:
    """`verdicts` by tool; a tool without one has no data."""

    def __init__(self, verdicts: Mapping[Tool, FactVerdict] | None = None, *, note: str = "as scripted") -> None:
        self.verdicts = dict(verdicts or {})
        self._note = note
        self.asked: list[tuple[Tool, Claim]] = []

    def campaign_analysis(self, claim: Claim) -> Finding:
        return self._answer(Tool.CAMPAIGN_ANALYSIS, claim)

    def memory_search(self, claim: Claim) -> Finding:
        return self._answer(Tool.MEMORY_SEARCH, claim)

    def industry_benchmark(self, claim: Claim) -> Finding:
        return self._answer(Tool.INDUSTRY_BENCHMARK, claim)

    def _answer(self, tool: Tool, claim: Claim) -> Finding:
        self.asked.append((tool, claim))
        return Finding(tool=tool, verdict=self.verdicts.get(tool, FactVerdict.NO_DATA), note=self._note)
