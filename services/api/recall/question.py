"""What is really asked: the query, with what it leaves unsaid taken from the session's last queries."""

import re
from dataclasses import dataclass

from services.api.recall.synonyms import SYNONYMS
from shared.domain.write_plan import SparseVector
from shared.text.language import language_of
from shared.text.lexical import term_id
from shared.text.normalise import clean_text
from shared.text.redact import redact
from shared.text.tokens import content_words, tokenize

INHERITED_WEIGHT = 0.7
"""A term of an earlier query counts this much: it says what "it" is, but it was not asked now."""
ALTERNATE_WEIGHT = 0.5
"""A synonym counts this much in the keyword arm."""
PAIR_WEIGHT = 0.3
"""Two neighbouring Chinese characters that belong to two words (通风 in 沟通风格) count this much for coverage."""
MOST_RECENT = 3
LONGEST_QUESTION = 2000
"""Characters; more than any embedder reads of a query, and a bound for the keyword arm."""

_LEANS_BACK = {
    "zh": re.compile(r"^(那|那么|然后|还有|另外)|它|他们|她们|这个|那个|这些|那些|刚才|上面|呢[？?。\s]*$"),
    "en": re.compile(
        r"^(and|but|so|then|also)\b|^(what|how) about\b|\b(it|its|they|them|their|that|those|these|this|he|she|him|her)\b", re.IGNORECASE
    ),
}
_EXACT = re.compile(r"\d|[a-z0-9][-_.@/#:][a-z0-9]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class QuestionTerm:
    """One term: what it looks like, its id, and the ids of words that may stand for it.

    `weight` is for the keyword arm, `importance` for coverage: pairs across two Chinese words are worth less there.
    """

    surface: str
    id: int
    weight: float
    importance: float
    alternates: tuple[int, ...]
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Question:
    """`asked` is what gets embedded, `own` this query alone; `terms` are what keyword arm and coverage look for."""

    own: str
    asked: str
    language: str
    terms: tuple[QuestionTerm, ...]

    @property
    def term_ids(self) -> frozenset[int]:
        """All ids, synonyms included."""
        return frozenset(found for term in self.terms for found in (term.id, *term.alternates))

    @property
    def sparse(self) -> SparseVector:
        """The keyword arm's query: own terms 1, inherited ones and synonyms less."""
        weights: dict[int, float] = {}
        for term in self.terms:
            weights[term.id] = max(weights.get(term.id, 0.0), term.weight)
            for found in term.alternates:
                weights[found] = max(weights.get(found, 0.0), term.weight * ALTERNATE_WEIGHT)
        ordered = sorted(weights)
        return SparseVector(tuple(ordered), tuple(weights[found] for found in ordered))


def leans_back(query: str) -> bool:
    """The query points at something said before (那它的架构呢, "what about its price?") or names nothing itself."""
    speech = "zh" if language_of(query) == "zh" else "en"
    return _LEANS_BACK[speech].search(query.strip()) is not None or len(tokenize(query)) < 2


def ask(query: str, recent: tuple[str, ...]) -> Question:
    """The question of a query and the session's last ones, newest first. Both are cleaned and redacted here.

    A query that stands alone is left alone: earlier topics would only dilute it. One that leans back gets the
    terms of the newest earlier query that has any, with less weight, and is embedded behind it.
    """
    own = _prepared(query)
    earlier = next((text for text in map(_prepared, recent[:MOST_RECENT]) if text not in {own, ""} and tokenize(text)), "")
    if not earlier or not leans_back(own):
        return Question(own, own, language_of(own), _terms(own, 1.0))
    own_terms = _terms(own, 1.0)
    known = {term.id for term in own_terms}
    inherited = tuple(term for term in _terms(earlier, INHERITED_WEIGHT) if term.id not in known)
    return Question(own, f"{earlier}\n{own}", language_of(own), own_terms + inherited)


def _prepared(text: str) -> str:
    return redact(clean_text(text)).text[:LONGEST_QUESTION]


def _terms(text: str, weight: float) -> tuple[QuestionTerm, ...]:
    found = dict.fromkeys(tokenize(text))
    words = content_words(text)
    return tuple(
        QuestionTerm(
            surface=surface,
            id=term_id(surface),
            weight=weight,
            importance=weight * (PAIR_WEIGHT if _is_loose_pair(surface, words) else 1.0),
            alternates=tuple(term_id(other) for other in SYNONYMS.get(surface, ())),
            is_exact=_EXACT.search(surface) is not None,
        )
        for surface in found
    )


def _is_loose_pair(surface: str, words: tuple[str, ...]) -> bool:
    return len(surface) == 2 and not surface.isascii() and not any(surface in word for word in words)
