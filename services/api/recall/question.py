"""What is really asked: the query, with what it leaves unsaid taken from the session's last queries."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from services.api.recall.asked_time import asked_time
from services.api.recall.script_forms import other_script
from services.api.recall.synonyms import SYNONYMS
from services.api.recall.time_words import ASKS_WHEN
from shared.domain.write_plan import SparseVector
from shared.text.language import language_of
from shared.text.lexical import term_id
from shared.text.normalise import clean_text
from shared.text.redact import redact
from shared.text.relative_time import TimeSpan
from shared.text.tokens import content_words, tokenize

INHERITED_WEIGHT = 0.7
"""A term of an earlier query counts this much: it says what "it" is, but it was not asked now."""
KEY_TERMS = 3
"""A long question is also asked by its longest words alone, identifiers and numbers first."""
PAIR_WEIGHT = 0.3
"""Two neighbouring Chinese characters that belong to two words (通风 in 沟通风格) count this much for coverage."""
TIME_WEIGHT = 0.3
"""A word of the time that is asked about ("last week") counts this much for coverage: when a memory was observed says it better."""
ASKER = frozenset({"user", "用户"})
ASKER_WEIGHT = 0.3
"""A word for who asks counts this much for coverage: whose a memory is, its owner says."""
A_YEAR = 364
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
    """`asked` is what gets embedded, `own` this query alone; `terms` are what keyword arm and coverage look for.

    `time` is the span that the query's own words name ("last week", 昨天), None where they name none or nobody told
    what day it is; `asks_when` that a time is what it asks for.
    """

    own: str
    asked: str
    language: str
    terms: tuple[QuestionTerm, ...]
    asks_when: bool = False
    time: TimeSpan | None = None

    @property
    def term_ids(self) -> frozenset[int]:
        """All ids, synonyms included."""
        return frozenset(found for term in self.terms for found in (term.id, *term.alternates))

    @property
    def sparse(self) -> SparseVector:
        """The keyword arm's query: own terms 1, inherited ones less. Variants rank apart from it."""
        return _vector({term.id: term.weight for term in self.terms})

    @property
    def variants(self) -> tuple[SparseVector, ...]:
        """The same question in other words, each a query of the keyword arm: all synonyms, and the words that say most."""
        others = {found: term.weight for term in self.terms for found in term.alternates}
        synonyms = {found: weight for found, weight in others.items() if found not in {term.id for term in self.terms}}
        telling = [term for term in self.terms if term.importance >= 1.0]
        keys = sorted(telling, key=lambda term: (not term.is_exact, -len(term.surface)))[:KEY_TERMS]
        reduced = {term.id: 1.0 for term in keys} if len(telling) > KEY_TERMS else {}
        return tuple(_vector(weights) for weights in (synonyms, reduced) if weights)


def _vector(weights: Mapping[int, float]) -> SparseVector:
    ordered = sorted(weights)
    return SparseVector(tuple(ordered), tuple(weights[found] for found in ordered))


def leans_back(query: str) -> bool:
    """The query points at something said before (那它的架构呢, "what about its price?") or names nothing itself."""
    query = _prepared(query)
    speech = "zh" if language_of(query) == "zh" else "en"
    return _LEANS_BACK[speech].search(query.strip()) is not None or len(tokenize(query)) < 2


def ask(query: str, recent: tuple[str, ...], *, now: datetime | None = None, timezone: str = "", expand: bool = True) -> Question:
    """The question of a query and the session's last ones, newest first. Both are cleaned and redacted here.

    A query that stands alone is left alone: earlier topics would only dilute it. One that leans back gets the
    terms of the newest earlier query that has any, with less weight, and is embedded behind it. `now` (aware) and
    the asker's `timezone` (IANA name) say what "yesterday" is; without `expand` no synonym stands for a term.
    """
    own = _prepared(query)
    earlier = next((text for text in map(_prepared, recent[:MOST_RECENT]) if text not in {own, ""} and tokenize(text)), "")
    leans = bool(earlier) and leans_back(own)
    terms = _terms(own, 1.0, expand=expand)
    if leans:
        known = {term.id for term in terms}
        terms += tuple(term for term in _terms(earlier, INHERITED_WEIGHT, expand=expand) if term.id not in known)
    span = asked_time(own, at=now, timezone=timezone) if now is not None else None
    return Question(
        own=own,
        asked=f"{earlier}\n{own}" if leans else own,
        language=language_of(own),
        terms=terms if span is None else _without_time(terms, span),
        asks_when=ASKS_WHEN.search(own) is not None,
        time=span,
    )


def _without_time(terms: tuple[QuestionTerm, ...], span: TimeSpan) -> tuple[QuestionTerm, ...]:
    """Words of the time count little: a memory of last week need not say so. A year that is named may well stand in the text."""
    if (span.last_day - span.first_day).days >= A_YEAR and any(sign.isdigit() for sign in span.surface):
        return terms
    of_time = frozenset(tokenize(span.surface))
    return tuple(
        replace(term, importance=term.importance * TIME_WEIGHT, is_exact=False) if term.surface in of_time else term for term in terms
    )


def _prepared(text: str) -> str:
    return redact(clean_text(text)).text[:LONGEST_QUESTION]


def _terms(text: str, weight: float, *, expand: bool) -> tuple[QuestionTerm, ...]:
    found = dict.fromkeys(tokenize(text))
    words = content_words(text)
    return tuple(
        QuestionTerm(
            surface=surface,
            id=term_id(surface),
            weight=weight,
            importance=weight * (ASKER_WEIGHT if surface in ASKER else PAIR_WEIGHT if _is_loose_pair(surface, words) else 1.0),
            alternates=tuple(term_id(other) for other in _stand_ins(surface)) if expand else (),
            is_exact=_EXACT.search(surface) is not None,
        )
        for surface in found
    )


def _stand_ins(surface: str) -> tuple[str, ...]:
    """Synonyms and translations of a term, its form in the other Chinese script, and that form's synonyms."""
    forms = other_script(surface)
    others = (*SYNONYMS.get(surface, ()), *forms, *(other for form in forms for other in SYNONYMS.get(form, ())))
    return tuple(dict.fromkeys(others))


def _is_loose_pair(surface: str, words: tuple[str, ...]) -> bool:
    return len(surface) == 2 and not surface.isascii() and not any(surface in word for word in words)
