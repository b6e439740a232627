"""Trials for fitting relevance: one question against one sampled store, with the features that recall itself computes."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.features import Matrix, dense_features, lexical_features, match_terms
from services.api.recall.question import Question, ask
from shared.domain.memory import RetentionStage
from shared.domain.relevance import Hit
from shared.text.language import language_of
from shared.text.lexical import document_terms
from tests.bench.relevance_documents import Document

DIALOGUES = Path(__file__).parent / "data" / "relevance_dialogues.json"
STORE_SIZES = (1, 3, 10, 30, 100, 300)
LARGEST_PLAIN = 100
"""Larger stores are always chat: there are not enough plain statements."""
FOLDS = 5
OFF_TOPIC_STORES = 2
SOME_DAY = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Trial:
    """`answers` marks the rows that answer the question; none does for an off-topic one."""

    kind: str
    language: str
    is_across: bool
    size: int
    fold: int
    lexical: Matrix
    dense: Matrix
    answers: Matrix


@dataclass(frozen=True, slots=True)
class UsualValues:
    """Term id -> share of documents; mean cosine of a question and a text that have nothing to do with each other."""

    shares: Mapping[int, float]
    cosine: float


@dataclass(frozen=True, slots=True)
class Vectors:
    """Rows for the documents, the questions and the off-topic questions, in their order."""

    documents: Matrix
    questions: Matrix
    off_topic: Matrix


def read_dialogues(path: Path = DIALOGUES) -> dict[str, Any]:
    """statements, questions, off_topic."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def bare_hit(identifier: str, text: str, cosine: float | None = None) -> Hit:
    """A candidate of which only its words and its cosine matter."""
    terms = document_terms(text=text, category="fact", scope="team", labels={}).text_term_ids
    return Hit(
        point_id=identifier, memory_id=identifier, cosine=cosine, sparse_score=0.0, dense_rank=None, sparse_rank=None,
        term_ids=terms, importance=0.5, stage=RetentionStage.LONG, observed_at=SOME_DAY, last_accessed_at=None,
        access_count=0, session_id=None, position=None, language=language_of(text), speaker=None,
    )  # fmt: skip


class Sampler:
    """Draws stores, plain or chat. A store never holds a text that answers a question without being marked so."""

    def __init__(
        self, dialogues: Mapping[str, Any], documents: Sequence[Document], vectors: Vectors, usual: UsualValues, *, seed: int
    ) -> None:
        self._questions = dialogues["questions"]
        self._off_topic = dialogues["off_topic"]
        self._documents = documents
        self._vectors = vectors
        self._usual = usual
        self._random = random.Random(seed)
        self._hits = [bare_hit(str(at), document.text) for at, document in enumerate(documents)]

    def trials(self) -> list[Trial]:
        """One per question and store size, `OFF_TOPIC_STORES` per off-topic question and size."""
        asked = [trial for at in range(len(self._questions)) for trial in self._on_topic(at)]
        return asked + [trial for at in range(len(self._off_topic)) for trial in self._about_nothing(at)]

    def _on_topic(self, at: int) -> list[Trial]:
        entry = self._questions[at]
        question = ask(entry["text"], ())
        twins = {side + entry["answers"][0][1:] for side in "ez"}
        trials = []
        for size in STORE_SIZES:
            is_chat = self._is_chat(size)
            answer = self._random.choice(entry["answers"])
            right = next(at for at, document in enumerate(self._documents) if document.statement == answer and document.is_chat is is_chat)
            store = [*self._some(size - 1, twins, is_chat=is_chat), right]
            self._random.shuffle(store)
            trials.append(self._trial("on_topic", entry["language"], question, self._vectors.questions[at], store, right))
        return trials

    def _about_nothing(self, at: int) -> list[Trial]:
        entry = self._off_topic[at]
        question = ask(entry["text"], ())
        stores = [self._some(size, set(), is_chat=self._is_chat(size)) for size in STORE_SIZES for _ in range(OFF_TOPIC_STORES)]
        vector = self._vectors.off_topic[at]
        return [self._trial(entry["kind"], entry["language"], question, vector, store, None, fold=at % FOLDS) for store in stores]

    def _is_chat(self, size: int) -> bool:
        return size > LARGEST_PLAIN or self._random.random() < 0.5

    def _some(self, count: int, without: set[str], *, is_chat: bool) -> list[int]:
        """Small stores speak one language or both, large ones both."""
        speech = self._random.choice(["en", "zh", "both"]) if count <= 30 else "both"
        open_to = [
            at
            for at, document in enumerate(self._documents)
            if document.is_chat is is_chat and document.statement not in without and speech in {"both", document.language}
        ]
        return self._random.sample(open_to, min(count, len(open_to)))

    def _trial(
        self, kind: str, language: str, question: Question, vector: Matrix, store: Sequence[int], right: int | None, *, fold: int = 0
    ) -> Trial:
        hits = [self._hits[at] for at in store]
        lexical = lexical_features(hits, question, match_terms(hits, question, self._usual.shares))
        answer = self._documents[right] if right is not None else None
        return Trial(
            kind=kind,
            language=language,
            is_across=answer is not None and answer.language != language,
            size=next(size for size in STORE_SIZES if size >= len(store)),
            fold=int((answer.statement or "0")[1:]) % FOLDS if answer is not None else fold,
            lexical=lexical,
            dense=dense_features(lexical, self._vectors.documents[list(store)] @ vector, self._usual.cosine),
            answers=np.array([float(at == right) for at in store]),
        )
