"""Stage 1: the trigger type is certain, and all three of its criteria hold."""

import pytest

from shared.domain.candidate import Criterion
from shared.domain.decision import Action, GuardStage
from shared.domain.trigger import CRITERIA, TriggerType
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.extraction_prompt import CRITERIA_MEANING
from shared.extraction.value import classify, judge_value

HOLDS, FAILS = Criterion(holds=True, reason="yes"), Criterion(holds=False, reason="no")


@pytest.mark.parametrize("trigger", list(TriggerType))
def test_all_three_criteria_hold_or_the_first_that_fails_is_the_reason(trigger: TriggerType) -> None:
    verdict, refused = judge_value(trigger, (HOLDS, HOLDS, HOLDS))
    assert refused is None
    assert list(verdict.seen) == list(CRITERIA[trigger])
    reasons = []
    for place in range(3):
        criteria = [HOLDS, HOLDS, HOLDS]
        criteria[place] = FAILS
        _, refused = judge_value(trigger, criteria)
        assert refused is not None
        assert (refused.action, refused.stage) == (Action.REJECT, GuardStage.VALUE)
        reasons.append(refused.reason)
    assert len(set(reasons)) == 3
    if trigger is not TriggerType.USER_FEEDBACK:
        assert reasons == list(CRITERIA[trigger])


def test_ordinary_conversation_fails_under_the_names_of_the_guards_rules() -> None:
    failing = ((FAILS, HOLDS, HOLDS), (HOLDS, FAILS, HOLDS), (HOLDS, HOLDS, FAILS))
    refusals = [judge_value(TriggerType.USER_FEEDBACK, criteria)[1] for criteria in failing]
    assert [refused.reason for refused in refusals if refused] == ["tentative", "too_vague", "not_from_user"]


@pytest.mark.parametrize(
    ("trigger", "confidence", "reason"),
    [
        (TriggerType.RULE_UPDATE, 0.6, None),
        (TriggerType.RULE_UPDATE, 0.59, "low_confidence"),
        (None, 1.0, "no_trigger_type"),
    ],
)
def test_below_the_threshold_or_without_a_type_it_ends_at_classify(
    trigger: TriggerType | None, confidence: float, reason: str | None
) -> None:
    _, refused = classify(trigger, confidence, threshold=0.6)
    assert (refused.reason if refused else None) == reason
    assert refused is None or refused.stage is GuardStage.CLASSIFY


def test_the_threshold_is_the_settings() -> None:
    assert classify(TriggerType.USER_FEEDBACK, 0.5, threshold=0.4)[1] is None


@pytest.mark.parametrize(
    ("text", "by_user", "holds"),
    [
        ("I live in Berlin", True, [True, True, True]),
        ("今天好累", True, [True, False, True]),
        ("maybe I'll move to Berlin", True, [False, True, True]),
        ("Do I live in Berlin?", True, [False, True, True]),
        ("可能搬到上海", True, [False, True, True]),
        ("The user lives in Berlin", False, [True, True, False]),
        ("I decided that", True, [True, False, True]),
        ("I want 3", True, [True, True, True]),
    ],
)
def test_the_three_criteria_of_conversation_are_measured(text: str, by_user: bool, holds: list[bool]) -> None:
    assert [criterion.holds for criterion in measure_conversation(text, said_by_user=by_user)] == holds


def test_the_prompt_explains_every_type() -> None:
    assert set(CRITERIA_MEANING) == set(CRITERIA) == set(TriggerType)
