"""The keyword arm's vectors: BM25 weights of three fields summed into one sparse vector; the engine multiplies by its own IDF."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from shared.domain.write_plan import SparseVector
from shared.text.language import language_of
from shared.text.slot_words import words_of_slot
from shared.text.tokens import tokenize

K1 = 1.2
B = 0.75
TEXT_WEIGHT = 1.0
CATEGORY_WEIGHT = 2.0
SCOPE_WEIGHT = 1.5

# Mean number of terms of one memory's text. Chinese counts its two-character terms too. Stored vectors hold
# these numbers: a change needs a re-index.
AVERAGE_LENGTH = {"zh": 22.0, "en": 12.0}
OTHER_AVERAGE_LENGTH = 12.0


@dataclass(frozen=True, slots=True)
class DocumentTerms:
    """The sparse vector of one memory, and the ids of its text field's terms (strictly rising)."""

    vector: SparseVector
    text_term_ids: tuple[int, ...]


def document_terms(*, text: str, category: str, scope: str, labels: Mapping[str, str], slot: str | None = None) -> DocumentTerms:
    """BM25 saturation weights, `bm25(text) + 2 bm25(category) + 1.5 bm25(scope and label values)`, without IDF.

    The words of the slot count as if the text had said them once: `text_term_ids` holds them too.
    """
    average = average_length(text)
    said = tokenize(text)
    text_terms = (*said, *(term for term in dict.fromkeys(tokenize(words_of_slot(slot))) if term not in said))
    weights: dict[int, float] = {}
    fields = (
        (TEXT_WEIGHT, text_terms),
        (CATEGORY_WEIGHT, tokenize(category)),
        (SCOPE_WEIGHT, tokenize(" ".join((scope, *(labels[key] for key in sorted(labels)))))),
    )
    for field_weight, terms in fields:
        for term, weight in saturation(terms, average).items():
            identifier = term_id(term)
            weights[identifier] = weights.get(identifier, 0.0) + field_weight * weight
    return DocumentTerms(_vector(weights), tuple(sorted({term_id(term) for term in text_terms})))


def query_terms(text: str) -> SparseVector:
    """Each different term of a query once, with weight 1."""
    return _vector({term_id(term): 1.0 for term in tokenize(text)})


def saturation(terms: tuple[str, ...], average: float) -> dict[str, float]:
    """`tf (k1 + 1) / (tf + k1 (1 - b + b length / average))` for each different term (Robertson and Zaragoza 2009)."""
    norm = K1 * (1 - B + B * len(terms) / average)
    return {term: count * (K1 + 1) / (count + norm) for term, count in Counter(terms).items()}


def average_length(text: str) -> float:
    """The constant mean length for the language of this text."""
    return AVERAGE_LENGTH.get(language_of(text), OTHER_AVERAGE_LENGTH)


@lru_cache(maxsize=100_000)
def term_id(term: str) -> int:
    """An unsigned 32 bit number for a term, the same in every process and version."""
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4).digest(), "big")


def _vector(weights: Mapping[int, float]) -> SparseVector:
    indices = tuple(sorted(weights))
    return SparseVector(indices=indices, values=tuple(weights[index] for index in indices))
