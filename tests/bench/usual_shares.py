"""How common a term is in everyday dialogue: what recall assumes while a store is too small to tell."""

from collections import Counter
from collections.abc import Iterable, Sequence

from shared.text.language import language_of
from shared.text.tokens import tokenize

LEAST_SHARE = 0.006


def usual_shares(texts: Sequence[str]) -> dict[str, float]:
    """Term -> the share of texts of its commoner language that hold it; rarer ones than `LEAST_SHARE` are left out."""
    shares: dict[str, float] = {}
    for is_chinese in (True, False):
        part = [text for text in texts if (language_of(text) == "zh") is is_chinese]
        for term, count in _document_frequency(part).items():
            if count / len(part) >= LEAST_SHARE:
                shares[term] = max(shares.get(term, 0.0), round(count / len(part), 4))
    return dict(sorted(shares.items()))


def _document_frequency(texts: Iterable[str]) -> Counter[str]:
    frequency: Counter[str] = Counter()
    for text in texts:
        frequency.update(set(tokenize(text)))
    return frequency
