"""The engine's two arms over a list of passages, in process: what a recall would get as candidates."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from services.api.recall.question import Question
from services.api.recall.term_match import Matrix
from shared.domain.memory import RetentionStage
from shared.domain.relevance import Hit
from shared.domain.write_plan import SparseVector
from shared.text.language import language_of
from shared.text.lexical import document_terms
from shared.text.spoken_by import asks_something, speaker_in
from tests.bench.relevance_passages import SOME_DAY, Passage

ARM, VARIANT_ARM = 100, 20


def bare_hit(identifier: str, text: str, cosine: float | None = None) -> Hit:
    """A candidate of which only its words and its cosine matter."""
    return passage_hit(identifier, Passage(text, language_of(text), identifier, at=SOME_DAY), cosine)


def passage_hit(identifier: str, passage: Passage, cosine: float | None = None) -> Hit:
    """A candidate as the store would give it, without ranks."""
    return Hit(
        point_id=identifier, memory_id=identifier, cosine=cosine, sparse_score=0.0, dense_rank=None, sparse_rank=None,
        term_ids=document_terms(text=passage.text, category="fact", scope="team", labels={}).text_term_ids,
        importance=0.5, stage=RetentionStage.LONG, observed_at=passage.at, last_accessed_at=None, access_count=0,
        session_id=passage.session_id, position=passage.position, language=language_of(passage.text),
        speaker=passage.speaker or speaker_in(passage.text), asks=asks_something(passage.text),
    )  # fmt: skip


class SmallEngine:
    """All passages once; a store is a choice of their rows."""

    def __init__(self, passages: Sequence[Passage], vectors: Matrix) -> None:
        self.passages = passages
        self._vectors = vectors
        self._hits = [passage_hit(str(row), passage) for row, passage in enumerate(passages)]
        documents = [document_terms(text=passage.text, category="", scope="", labels={}).vector for passage in passages]
        self._weights = [dict(zip(document.indices, document.values, strict=True)) for document in documents]

    def search(self, store: Sequence[int], question: Question, vector: Matrix) -> list[Hit]:
        """The union of both arms and of the variants, by cosine. The memory id is the passage's row."""
        rarity = Counter(term for row in store for term in self._weights[row])
        words = self._arm(store, question.sparse, rarity)[:ARM]
        cosines = self._vectors[list(store)] @ vector
        dense = [(store[place], float(cosines[place])) for place in np.argsort(-cosines, kind="stable")]
        known = dict(dense)
        keyword_places = {row: (place, score) for place, (row, score) in enumerate(words, start=1)}
        dense_places = {row: place for place, (row, _) in enumerate(dense[:ARM], start=1)}
        others = [row for variant in question.variants for row, _ in self._arm(store, variant, rarity)[:VARIANT_ARM]]
        hits = []
        for row in sorted({*dense_places, *keyword_places, *others}, key=lambda row: -known[row]):
            place, score = keyword_places.get(row, (None, 0.0))
            dense_rank = dense_places.get(row)
            hits.append(replace(self._hits[row], cosine=known[row], dense_rank=dense_rank, sparse_rank=place, sparse_score=score))
        return hits

    def by_words(self, store: Sequence[int], question: Question) -> list[Hit]:
        """The keyword arm and its variants alone, as where no embedder answers."""
        rarity = Counter(term for row in store for term in self._weights[row])
        words = self._arm(store, question.sparse, rarity)[:ARM]
        others = [row for variant in question.variants for row, _ in self._arm(store, variant, rarity)[:VARIANT_ARM]]
        return [self._hits[row] for row in dict.fromkeys([*(row for row, _ in words), *others])]

    def _arm(self, store: Sequence[int], asked: SparseVector, rarity: Counter[int]) -> list[tuple[int, float]]:
        scores: dict[int, float] = {}
        for term, weight in zip(asked.indices, asked.values, strict=True):
            if rarity[term]:
                idf = np.log(1 + (len(store) - rarity[term] + 0.5) / (rarity[term] + 0.5))
                for row in store:
                    if (found := self._weights[row].get(term)) is not None:
                        scores[row] = scores.get(row, 0.0) + weight * float(idf) * found
        return sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
