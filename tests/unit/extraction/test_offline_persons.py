"""Which of several persons a statement is about."""

import pytest

from shared.domain.decision import Action
from shared.extraction.offline_extraction import offline_drafts
from tests.pipeline import Pipeline
from tests.unit.extraction.examples import turn, window


def property_of(said: str) -> tuple[str | None, str | None]:
    (draft,) = offline_drafts(window(turn(said)))
    return draft.subject, draft.slot


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我朋友小雨住在绍兴。", "我朋友陈静住在厦门。"),
        ("My sister Clara lives in Lisbon.", "My sister Greta lives in Oslo."),
        ("我姐姐陈静住在厦门。", "我同事王磊住在成都。"),
        ("My friend is called Bob.", "My friend is called Eve."),
        ("我朋友叫小雨。", "我朋友叫陈静。"),
    ],
)
def test_d5_two_of_the_users_people_never_retire_each_other(one: str, other: str) -> None:
    assert property_of(one) != property_of(other) or property_of(one)[1] is None
    house, turns = Pipeline(), [turn(said, number=number) for number, said in enumerate((one, other))]
    house.play([turns[0]])
    house.play([turns[1]])
    waiting = [outcome for told in turns for outcome in house.outcomes(told) if outcome.action is Action.PENDING_REVIEW]
    assert len(house.current()) + len(waiting) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("My sister lives in Lisbon.", "My sister moved to Porto."),
        ("My sister Clara lives in Lisbon.", "My sister Clara moved to Porto."),
        ("My wife Jing lives in Lisbon.", "My wife moved to Porto."),
        ("我妹妹住在绍兴。", "我妹妹搬到了厦门。"),
        ("我妹妹小雨住在绍兴。", "我妹妹小雨上个月搬到了厦门。"),
        ("我妈妈住在绍兴。", "我妈妈刚搬到厦门。"),
    ],
)
def test_a_later_word_about_the_same_person_shares_its_property(before: str, after: str) -> None:
    assert property_of(before) == property_of(after)
    assert property_of(before)[1] == "residence"
