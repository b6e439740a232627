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

DIALOGUES = Path(__file__).parent / "data" / "relevance_dialogues.json"
STORE_SIZES = (1, 3, 10, 30, 100)
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
class Vectors:
    """Rows for the statements, the questions and the off-topic questions, in the order of the file."""

    statements: Matrix
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
    """Draws stores. A store never holds a statement that answers a question without being marked so."""

    def __init__(self, dialogues: Mapping[str, Any], vectors: Vectors, usual_shares: Mapping[int, float], *, seed: int) -> None:
        self._statements = dialogues["statements"]
        self._questions = dialogues["questions"]
        self._off_topic = dialogues["off_topic"]
        self._vectors = vectors
        self._shares = usual_shares
        self._random = random.Random(seed)
        self._hits = [bare_hit(statement["id"], statement["text"]) for statement in self._statements]
        self._at = {statement["id"]: at for at, statement in enumerate(self._statements)}

    def trials(self) -> list[Trial]:
        """One per question and store size, `OFF_TOPIC_STORES` per off-topic question and size."""
        asked = [trial for at in range(len(self._questions)) for trial in self._on_topic(at)]
        return asked + [trial for at in range(len(self._off_topic)) for trial in self._about_nothing(at)]

    def _on_topic(self, at: int) -> list[Trial]:
        entry = self._questions[at]
        question = ask(entry["text"], ())
        answers = [self._at[name] for name in entry["answers"]]
        twins = {self._at[side + entry["answers"][0][1:]] for side in "ez"}
        trials = []
        for size in STORE_SIZES:
            right = self._random.choice(answers)
            store = [*self._some(size - 1, twins, size), right]
            self._random.shuffle(store)
            trials.append(self._trial("on_topic", entry["language"], question, self._vectors.questions[at], store, right))
        return trials

    def _about_nothing(self, at: int) -> list[Trial]:
        entry = self._off_topic[at]
        question = ask(entry["text"], ())
        stores = [self._some(size, set(), size) for size in STORE_SIZES for _ in range(OFF_TOPIC_STORES)]
        vector = self._vectors.off_topic[at]
        return [self._trial(entry["kind"], entry["language"], question, vector, store, None, fold=at % FOLDS) for store in stores]

    def _some(self, count: int, without: set[int], size: int) -> list[int]:
        """Small stores speak one language or both, large ones both."""
        speech = self._random.choice(["en", "zh", "both"]) if size <= 30 else "both"
        open_to = [at for at, statement in enumerate(self._statements) if at not in without and (speech in {"both", statement["language"]})]
        return self._random.sample(open_to, min(count, len(open_to)))

    def _trial(
        self, kind: str, language: str, question: Question, vector: Matrix, store: Sequence[int], right: int | None, *, fold: int = 0
    ) -> Trial:
        hits = [self._hits[at] for at in store]
        lexical = lexical_features(hits, question, match_terms(hits, question, self._shares))
        return Trial(
            kind=kind,
            language=language,
            is_across=right is not None and self._statements[right]["language"] != language,
            size=len(store),
            fold=int(self._statements[right]["id"][1:]) % FOLDS if right is not None else fold,
            lexical=lexical,
            dense=dense_features(lexical, self._vectors.statements[list(store)] @ vector),
            answers=np.array([float(at == right) for at in store]),
        )
