"""`TIERCEL_MAX_CHUNKS`: the most important proposals of a turn go on, the rest is refused on record."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.decision import Action, Decision, GuardStage, Proposal
from shared.extraction.limit import within_limit
from tests.factories import make_candidate


def proposals(importances: Sequence[float], refused: Sequence[int] = (), bare: Sequence[int] = ()) -> list[Proposal]:
    decision = Decision(action=Action.REJECT, stage=GuardStage.VALUE, reason="tentative")
    return [
        Proposal(
            candidate=make_candidate(
                f"fact {number}", number=number, importance=importance, **({"evidence": ()} if number in bare else {})
            ),
            decided=decision if number in refused else None,
        )
        for number, importance in enumerate(importances)
    ]


def reasons(found: Sequence[Proposal]) -> list[str]:
    return [proposal.decided.reason if proposal.decided is not None else "" for proposal in found]


def test_the_less_important_end_as_over_limit_in_the_order_given() -> None:
    found = within_limit(proposals([0.2, 0.9, 0.5, 0.9]), 2)
    assert reasons(found) == ["over_limit", "", "over_limit", ""]
    assert [proposal.candidate.number for proposal in found] == [0, 1, 2, 3]
    assert found[0].verdicts[-1].seen == {"place": 4, "limit": 2}


def test_what_is_refused_already_or_cites_nothing_takes_no_place() -> None:
    found = within_limit(proposals([0.9, 1.0, 0.1, 0.2], refused=[0], bare=[1]), 2)
    assert reasons(found) == ["tentative", "over_limit", "", ""]


def test_none_means_no_limit() -> None:
    given_ones = proposals([0.5] * 30)
    assert list(within_limit(given_ones, 0)) == given_ones


@given(st.lists(st.floats(0, 1), max_size=30), st.integers(1, 10))
def test_never_more_than_the_limit_and_nothing_is_lost(importances: list[float], most: int) -> None:
    found = within_limit(proposals(importances), most)
    assert len(found) == len(importances)
    assert reasons(found).count("") == min(most, len(importances))
