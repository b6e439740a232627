"""Scripted, built-in and bounded tools keep the same promises, whatever they are asked."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.adapters.bounded_verifier import BoundedVerifier
from shared.adapters.default_verifier import DefaultVerifier
from shared.domain.candidate import Attribution
from shared.domain.factuality import Claim, FactVerdict, Finding, Tool
from shared.ports.verifier import Verifier
from tests.factories import make_claim, make_memory
from tests.fakes.small_doors import FakeMetrics
from tests.fakes.verifier import ScriptedVerifier

MAKERS: list[Callable[[], Verifier]] = [
    lambda: ScriptedVerifier({Tool.CAMPAIGN_ANALYSIS: FactVerdict.DISAGREES}),
    DefaultVerifier,
    lambda: BoundedVerifier(DefaultVerifier(), FakeMetrics()),
]
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
DATA = st.dictionaries(
    st.text(max_size=8),
    st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3), max_leaves=8),
    max_size=4,
)


@pytest.mark.parametrize("make", MAKERS, ids=["scripted", "default", "bounded"])
@given(st.text(max_size=40), DATA, st.sampled_from(list(Attribution)))
def test_every_claim_gets_a_finding_of_the_tool_that_was_asked(
    make: Callable[[], Verifier], text: str, data: dict[str, Any], attribution: Attribution
) -> None:
    verifier, claim = make(), make_claim(text, data=data, attribution=attribution, related=(make_memory("ROI rose by 20 %"),))
    found = [verifier.campaign_analysis(claim), verifier.memory_search(claim), verifier.industry_benchmark(claim)]
    assert all(isinstance(finding, Finding) and isinstance(finding.verdict, FactVerdict) for finding in found)
    assert [finding.tool for finding in found] == list(Tool)


@pytest.mark.parametrize("make", MAKERS, ids=["scripted", "default", "bounded"])
def test_the_same_claim_gets_the_same_finding(make: Callable[[], Verifier]) -> None:
    verifier = make()
    claim: Claim = make_claim("ROI rose to 2.4", data={"roi": 2.4})
    assert verifier.campaign_analysis(claim) == verifier.campaign_analysis(claim)
