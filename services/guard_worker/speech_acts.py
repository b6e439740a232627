"""What a piece of speech does: hedge, confirm, suggest, restate, ask, correct, deny. Pure; the words are in rule_phrases.py."""

import re
from collections.abc import Iterable
from enum import StrEnum

from services.guard_worker import risk_words
from services.guard_worker import rule_phrases as phrases


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_HEDGE = _any_of(phrases.HEDGES)
_CONFIRM = _any_of(phrases.CONFIRMATIONS)
_ACKNOWLEDGE = _any_of(phrases.ACKNOWLEDGEMENTS)
_DENY = _any_of(phrases.REFUSALS_TO_CONFIRM)
_RESTATE = _any_of(phrases.RESTATEMENTS)
_RECALLED = _any_of(phrases.RECALLED_BLOCKS)
_REFUSAL = _any_of(phrases.MODEL_REFUSALS)
_LEAK = _any_of(phrases.PROMPT_LEAKS)
_SUGGEST = _any_of(phrases.SUGGESTIONS)
_OWN_WORD = _any_of(phrases.ASSISTANTS_OWN)
_THEIRS = _any_of(phrases.TOLD_OF_THEM)
_SESSION = _any_of(phrases.SESSION_TALK)
_TALK = _any_of(phrases.ABOUT_THE_TALK)
_PASSING = _any_of(phrases.PASSING_STATES)
_CORRECT = _any_of(phrases.CORRECTIONS)
_REQUEST = _any_of(phrases.REQUEST_OPENERS)
_QUESTION = _any_of(phrases.QUESTIONS)
_EFFECT = _any_of(risk_words.EFFECT_WORDS)
_FRESH = _any_of(risk_words.FRESHNESS_WORDS)
_SEVERAL = _any_of(risk_words.SEVERAL_PEOPLE)
_RISKS = {subject: _any_of(patterns) for subject, patterns in risk_words.HIGH_RISK_WORDS.items()}

_CLAUSE_END = re.compile(r"[,，;；。!！?？\n]+|(?<!\d)\.|\.(?!\d)")
_SENTENCE_END = re.compile(r"(?<=[。！？!?\n])|(?<=\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bProf\.)(?=\s)")


class Reply(StrEnum):
    """How a user answers what the assistant said."""

    CONFIRMS = "confirms"
    ACKNOWLEDGES = "acknowledges"
    ANSWERS_OTHERWISE = "answers_otherwise"


def clauses(text: str) -> tuple[str, ...]:
    """Pieces between commas, semicolons and sentence ends, stripped, none empty."""
    return tuple(piece.strip() for piece in _CLAUSE_END.split(text) if piece.strip())


def spoken_sentences(text: str) -> tuple[str, ...]:
    """Sentences with their end marks, stripped, none empty."""
    return tuple(piece.strip() for piece in _SENTENCE_END.split(text) if piece.strip())


def is_hedged(text: str) -> bool:
    """Maybe, might, 可能, 也许, 考虑一下 ..."""
    return _HEDGE.search(text) is not None


def is_lone_hedge(clause: str) -> bool:
    """True where the clause is nothing but a hedge: it colours the next clause."""
    return clause.strip().lower() in phrases.LONE_HEDGES


def reply_of(text: str) -> Reply:
    """Whether the user's words accept what was said before. "ok" alone only acknowledges."""
    start = text.strip()
    if _DENY.search(start):
        return Reply.ANSWERS_OTHERWISE
    if _CONFIRM.search(start):
        return Reply.CONFIRMS
    if _ACKNOWLEDGE.search(start) is None:
        return Reply.ANSWERS_OTHERWISE
    rest = clauses(start)[1:]
    return Reply.CONFIRMS if any(_ACKNOWLEDGE.search(clause) is None for clause in rest) else Reply.ACKNOWLEDGES


def is_restatement(text: str) -> bool:
    """An assistant saying back what a memory told it."""
    return _RESTATE.search(text) is not None


def is_suggestion(text: str) -> bool:
    """Something put to the user, who may take it up or leave it."""
    return _SUGGEST.search(text) is not None


def is_of_itself(clause: str) -> bool:
    """An assistant speaking of itself: "I love mushrooms"."""
    return _OWN_WORD.search(clause.strip()) is not None


def is_told_of_them(clause: str) -> bool:
    """An assistant telling users what is theirs: "Your dog Rex will be fine" puts nothing to them."""
    return _THEIRS.search(clause.strip()) is not None and not clause.rstrip().endswith(("?", "？"))


def is_session_talk(text: str) -> bool:
    """Words about the work at hand: run it again, same error, 再试一次."""
    return _SESSION.search(text.strip()) is not None


def is_about_the_talk(statement: str) -> bool:
    """A statement that tells what was said and not what is: the user asked how, 用户表示感谢."""
    return _TALK.search(statement.strip()) is not None


def is_passing_state(statement: str) -> bool:
    """Tired, hungry, 今天好累: gone by tomorrow."""
    return _PASSING.search(statement.strip()) is not None


def holds_recalled_memories(text: str) -> bool:
    """A block of recalled memories, ours or another plugin's."""
    return _RECALLED.search(text) is not None


def is_model_refusal(text: str) -> bool:
    """A model that says it cannot: as an AI, 我无法帮助 ..."""
    return _REFUSAL.search(text) is not None


def has_prompt_words(text: str) -> bool:
    """Words that stand in prompts and not in people's lives."""
    return _LEAK.search(text) is not None


def is_correction(text: str) -> bool:
    """The user explicitly changes what was said before."""
    return _CORRECT.search(text) is not None


def is_question(sentence: str) -> bool:
    """A question states nothing; a request may ("Can you remember that I like tea?")."""
    start = sentence.strip()
    return _QUESTION.search(start) is not None and _REQUEST.search(start) is None


def claims_an_effect(text: str) -> bool:
    """提升, 下降, ROI, improved ..."""
    return _EFFECT.search(text) is not None


def claims_freshness(text: str) -> bool:
    """当前, 最新, 近期, currently ..."""
    return _FRESH.search(text) is not None


def concerns_several_people(text: str) -> bool:
    """We, our, the team, 我们, 大家 ..."""
    return _SEVERAL.search(text) is not None


def risky_subjects(text: str) -> tuple[str, ...]:
    """Which of money, budget, health, legal and credentials it touches."""
    return tuple(subject for subject, pattern in _RISKS.items() if pattern.search(text))
