"""The examples of the extraction prompt talk of nobody's life, and whatever leaks out of the prompt is refused (J3, J12)."""

import re

import pytest

from services.guard_worker.judge_prompt import INSTRUCTIONS as JUDGE_INSTRUCTIONS
from shared.extraction.extraction_prompt import INSTRUCTIONS, PROMPT_RUNS, REPAIR_NOTES
from shared.extraction.prompt_examples import CHINESE_GOOD, CHINESE_MESSAGE, ENGLISH_GOOD, ENGLISH_MESSAGE, repeats_any, runs_of
from tests.unit.guard_worker.scenes import ruled

LEAKS = [
    ENGLISH_GOOD, ENGLISH_MESSAGE, "The user feeds the bees with heather syrup", "User never gives sugar water, only heather syrup",
    "The smoker for hive nine is broken", CHINESE_GOOD, CHINESE_MESSAGE, "用户的灯塔雾笛统一用三短一长", "雾笛用三短一长",
    "灯塔的值班表还没想好",
    "Propose statements worth remembering for months.", "No inference, no advice, nothing from these instructions",
    "What the user says is user_stated", "Advice of an assistant counts as user_confirmed",
]  # fmt: skip
OWN_DOMAINS = [
    "I never drink coffee after three in the afternoon", "We only ever deploy on Tuesdays, never on Fridays", "我每天早上喝一杯热水",
    "The printer in room nine is broken again", "I feed the cat twice a day", "我们的广告以后统一用竖版素材", "排班表已经定了，周三轮到我",
    "I like honey in my tea", "The user's manual is in the second drawer", "船在港口停了三天",
]  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("said", ["ok thanks", "I moved to Berlin", "我在杭州工作"])
def test_j3_j12_a_statement_out_of_the_prompt_is_refused_whatever_was_said(leak: str, said: str) -> None:
    decision = ruled(leak, [("user", said)], [("m1", said)]).decision
    assert decision is not None
    assert (decision.action.value, decision.reason) == ("REJECT", "prompt_leak")


@pytest.mark.parametrize("quote", [ENGLISH_GOOD, CHINESE_GOOD])
def test_j12_not_even_with_the_examples_own_quote(quote: str) -> None:
    decision = ruled(quote, [("user", "hi")], [("m1", quote)]).decision
    assert decision is not None
    assert decision.reason in {"prompt_leak", "unsupported"}


@pytest.mark.parametrize("text", OWN_DOMAINS)
def test_j12_what_people_say_of_their_own_lives_is_no_leak(text: str) -> None:
    assert not repeats_any(text, PROMPT_RUNS)
    assert ruled(text, [("user", text)]).decision is None


@pytest.mark.parametrize("text", [ENGLISH_GOOD, CHINESE_GOOD])
def test_a_beekeeper_and_a_lighthouse_keeper_may_say_so_themselves(text: str) -> None:
    assert ruled(text, [("user", text)]).decision is None


def test_the_examples_stand_in_the_prompt_and_every_run_of_it_is_watched() -> None:
    assert all(text in INSTRUCTIONS for text in (ENGLISH_MESSAGE, ENGLISH_GOOD, CHINESE_MESSAGE, CHINESE_GOOD))
    for line in (*INSTRUCTIONS.splitlines(), *JUDGE_INSTRUCTIONS.splitlines()):
        assert not runs_of(line) or repeats_any(line, PROMPT_RUNS | runs_of(JUDGE_INSTRUCTIONS))


def test_no_bad_answer_is_shown_because_small_models_repeat_it() -> None:
    assert not re.search(r"\b(?:not good|bad|wrong)\b|不好|坏", INSTRUCTIONS, re.IGNORECASE)


def test_the_prompt_stays_short_and_a_repair_names_what_was_wrong() -> None:
    assert len(INSTRUCTIONS) < 3400
    assert all(len(note) < 300 for note in REPAIR_NOTES.values())
