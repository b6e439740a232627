"""Who said a candidate, and whether the question names that person."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from services.api.recall.question import Question
from services.api.recall.term_match import Matrix
from shared.domain.relevance import Hit

_WORD = re.compile(r"[^\W\d_]+")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
SHORTEST_NAME = 2
ROLES = frozenset({"user", "assistant", "system", "tool", "ai", "bot", "companion", "speaker", "用户", "助手", "助理"})
"""Words that say what a speaker is; they name nobody."""


@dataclass(frozen=True, slots=True)
class NamedSpeakers:
    """Per candidate (n): 1 where the question names its speaker, and 1 where it names another speaker instead."""

    named: Matrix
    another: Matrix


def named_speakers(hits: Sequence[Hit], question: Question) -> NamedSpeakers:
    """Both all 0 where the question names none of the candidates' speakers."""
    asked = question.own.casefold()
    words = frozenset(_WORD.findall(asked))
    is_named = {speaker: _is_in(name_parts(speaker), asked, words) for speaker in {hit.speaker for hit in hits} if speaker}
    named = np.array([float(hit.speaker is not None and is_named.get(hit.speaker, False)) for hit in hits])
    another = (1.0 - named) * float(named.any())
    return NamedSpeakers(named, another)


@lru_cache(maxsize=10_000)
def name_parts(speaker: str) -> tuple[str, ...]:
    """What a question may call this speaker by: words of the name, a Chinese name whole and without its surname."""
    found: list[str] = []
    for word in _WORD.findall(speaker.casefold()):
        if word in ROLES or len(word) < SHORTEST_NAME:
            continue
        found.append(word)
        if _CHINESE.search(word) and len(word) > SHORTEST_NAME:
            found.append(word[1:])
    return tuple(found)


def _is_in(parts: tuple[str, ...], asked: str, words: frozenset[str]) -> bool:
    return any(part in asked if _CHINESE.search(part) else part in words for part in parts)
