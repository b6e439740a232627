"""Whether two statements say nearly the same: most of their content words shared, and no number, date or denial of difference."""

from shared.text.dates import dates_in
from shared.text.negation import clause_negations, same_polarity
from shared.text.numbers import numbers_in
from shared.text.tokens import content_words, stem

SHARED_WORDS = 0.75
"""Of all content words of both (Jaccard): what is below differs in something that a reader would miss."""


def says_nearly_the_same(one: str, other: str) -> bool:
    """Symmetric. A person still decides: the order of the words is not looked at."""
    if _amounts(one) != _amounts(other) or not same_polarity(one, other):
        return False
    if sum(clause_negations(one)) % 2 != sum(clause_negations(other)) % 2:
        return False
    first, second = _words(one), _words(other)
    return bool(first | second) and len(first & second) / len(first | second) >= SHARED_WORDS


def _words(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text))


def _amounts(text: str) -> list[str]:
    return sorted([mention.value for mention in numbers_in(text)] + [mention.value for mention in dates_in(text)])
