"""Puts candidates to the fact-checking tools, before the gateway judge is asked."""

import time
from collections.abc import Sequence
from dataclasses import replace

from services.guard_worker.case import Case
from services.guard_worker.factuality import claim_of, wants_tools
from services.guard_worker.limits import Limits
from shared.domain.factuality import Claim, FactVerdict, Finding, Tool
from shared.ports.verifier import Verifier

BATCH_SECONDS = 20.0
"""Tools that are slow on every candidate may not hold up a batch for longer."""


def check_facts(verifier: Verifier, cases: Sequence[Case], limits: Limits) -> tuple[Case, ...]:
    """The same cases, in order, with what the tools found of those that ask for one."""
    ends_at = time.monotonic() + BATCH_SECONDS
    return tuple(
        replace(case, findings=_findings(verifier, claim_of(case, limits)))
        if wants_tools(case, limits) and time.monotonic() < ends_at
        else case
        for case in cases
    )


def _findings(verifier: Verifier, claim: Claim) -> tuple[Finding, ...]:
    """In order, until one has data."""
    tools = {
        Tool.CAMPAIGN_ANALYSIS: verifier.campaign_analysis,
        Tool.MEMORY_SEARCH: verifier.memory_search,
        Tool.INDUSTRY_BENCHMARK: verifier.industry_benchmark,
    }
    found: list[Finding] = []
    for tool in Tool:
        found.append(tools[tool](claim))
        if found[-1].verdict is not FactVerdict.NO_DATA:
            break
    return tuple(found)
