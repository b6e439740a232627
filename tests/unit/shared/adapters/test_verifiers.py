"""Tools are built once and kept behind a deadline; a name that cannot be built says so with its remedy."""

import threading
from pathlib import Path

import pytest

from shared.adapters.bounded_verifier import BoundedVerifier
from shared.adapters.default_verifier import DefaultVerifier
from shared.adapters.verifiers import build_verifier
from shared.domain.candidate import Attribution
from shared.domain.errors import SettingsInvalid
from shared.domain.factuality import Claim, FactVerdict, Finding, Tool
from shared.settings import load_settings
from shared.wiring import build_container
from tests.factories import make_claim, make_memory
from tests.fakes.small_doors import FakeMetrics
from tests.fakes.verifier import ScriptedVerifier

NO_DATA = FactVerdict.NO_DATA


def results(metrics: FakeMetrics) -> list[tuple[str, str]]:
    return [(dict(labels)["tool"], dict(labels)["result"]) for (name, labels) in metrics.counts if name == "tiercel_fact_checks_total"]


class OddVerifier(ScriptedVerifier):
    """Hangs, raises, and answers for another tool."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = threading.Event()

    def campaign_analysis(self, claim: Claim) -> Finding:
        self.goes_on.wait(10)
        return super().campaign_analysis(claim)

    def memory_search(self, claim: Claim) -> Finding:
        raise ZeroDivisionError(claim.text)

    def industry_benchmark(self, claim: Claim) -> Finding:
        return Finding(tool=Tool.MEMORY_SEARCH, verdict=FactVerdict.DISAGREES, note=claim.text)


def test_a_fault_a_foreign_answer_and_a_late_one_are_no_data_and_who_hangs_is_left_alone() -> None:
    odd, metrics = OddVerifier(), FakeMetrics()
    verifier = BoundedVerifier(odd, metrics, deadline_seconds=0.02)
    claim = make_claim()
    found = [verifier.memory_search(claim), verifier.industry_benchmark(claim), verifier.campaign_analysis(claim)]
    found.append(verifier.campaign_analysis(claim))
    assert [(finding.verdict, finding.note) for finding in found] == [
        (NO_DATA, "fault"), (NO_DATA, "fault"), (NO_DATA, "late"), (NO_DATA, "busy")
    ]  # fmt: skip
    assert results(metrics) == [
        ("memory_search", "fault"), ("industry_benchmark", "fault"), ("campaign_analysis", "late"), ("campaign_analysis", "busy")
    ]  # fmt: skip
    odd.goes_on.set()


def test_a_tool_that_has_come_back_is_asked_again() -> None:
    odd = OddVerifier()
    verifier = BoundedVerifier(odd, FakeMetrics(), deadline_seconds=0.02)
    verifier.campaign_analysis(make_claim())
    odd.goes_on.set()
    answered = threading.Event()
    for _ in range(200):
        if verifier.campaign_analysis(make_claim()).note == "as scripted":
            break
        answered.wait(0.01)
    assert verifier.campaign_analysis(make_claim()).note == "as scripted"


def test_off_builds_none_and_default_the_built_in_ones() -> None:
    assert build_container(load_settings({"TIERCEL_FACTUALITY_VERIFIER": "off"})).verifier is None
    verifier = build_container(load_settings({})).verifier
    assert verifier is not None
    assert verifier.campaign_analysis(make_claim("ROI rose to 2.4", data={"roi": 2.4})).verdict is FactVerdict.AGREES_ONCE


@pytest.mark.parametrize(
    ("code", "named", "fault"),
    [
        ("", "missing_tools:Mine", "ModuleNotFoundError"),
        ("", "own_tools:Mine", "AttributeError"),
        ("raise ImportError('needs numpy')", "own_tools:Mine", "needs numpy"),
        ("class Mine:\n    def __init__(self, key): ...", "own_tools:Mine", "TypeError"),
        ("class Mine:\n    def memory_search(self, claim): ...", "own_tools:Mine", "campaign_analysis, industry_benchmark"),
    ],
)
def test_a_name_that_cannot_be_built_stops_the_start_with_the_remedy(
    code: str, named: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_tools.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "own_tools", raising=False)
    with pytest.raises(SettingsInvalid) as caught:
        build_verifier(named, FakeMetrics())
    said = str(caught.value)
    assert said.startswith("TIERCEL_FACTUALITY_VERIFIER: ")
    assert fault in said
    assert "docs/verifiers.md" in said


@pytest.mark.parametrize(
    ("attribution", "seen", "verdict"),
    [
        (Attribution.TOOL_OBSERVATION, 1, FactVerdict.AGREES_ONCE),
        (Attribution.TOOL_OBSERVATION, 2, FactVerdict.AGREES_REPEATEDLY),
        (Attribution.USER_STATED, 1, FactVerdict.AGREES_REPEATEDLY),
    ],
    ids=["once", "twice", "the user says it once more"],
)
def test_memory_search_counts_how_often_it_was_said(attribution: Attribution, seen: int, verdict: FactVerdict) -> None:
    for text, known in (
        ("The ROI of channel A rose by 20 %", "ROI of channel A rose by 20 % in May"),
        ("渠道A的ROI提升20%", "五月渠道A的ROI提升20%"),
    ):
        claim = make_claim(text, attribution=attribution, related=(make_memory(known, seen_count=seen),))
        assert DefaultVerifier().memory_search(claim).verdict is verdict


@pytest.mark.parametrize(
    "known", ["The ROI of channel A rose by 30 %", "The ROI of channel A did not rise by 20 %", "Channel B opened with 20 % off"]
)
def test_memory_search_takes_a_change_for_no_disagreement_d9(known: str) -> None:
    claim = make_claim("The ROI of channel A rose by 20 %", related=(make_memory(known),))
    assert DefaultVerifier().memory_search(claim).verdict is NO_DATA


def test_no_benchmark_is_built_in() -> None:
    assert DefaultVerifier().industry_benchmark(make_claim(data={"roi": 2.0})).verdict is NO_DATA
