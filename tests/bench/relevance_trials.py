"""Trials for fitting relevance: one question against one sampled store, with the features that recall itself computes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.answerability import Field, field_of
from services.api.recall.cosine_scale import CosineScale
from services.api.recall.features import all_features, word_features
from services.api.recall.question import Question, ask
from services.api.recall.term_match import Matrix, match_terms
from tests.bench.memorybank import AFTERWARDS
from tests.bench.relevance_passages import Passage
from tests.bench.small_engine import SmallEngine

DATA = Path(__file__).parent / "data"
DIALOGUES = DATA / "relevance_dialogues.json"
OFF_TOPIC = DATA / "off_topic_questions.tsv"
STORE_SIZES = (1, 3, 10, 30, 100, 2000)
FOLDS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what answers it (ids that passages say; none for an off-topic one), and its part of the cross-validation."""

    text: str
    language: str
    kind: str
    answers: frozenset[str]
    fold: int


@dataclass(frozen=True, slots=True)
class View:
    """The candidates of one trial, and which of them answer."""

    field: Field
    answers: Matrix

    @property
    def features(self) -> Matrix:
        """(n, columns)."""
        return self.field.features


@dataclass(frozen=True, slots=True)
class Trial:
    """`both` by words and meaning, `words` by words alone; `size` is the class of the store, `source` where it is from."""

    asked: Asked
    question: Question
    source: str
    size: int
    is_across: bool
    both: View
    words: View


def read_dialogues(path: Path = DIALOGUES) -> dict[str, Any]:
    """statements, questions, off_topic."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def off_topic_questions() -> list[Asked]:
    """What nothing stored answers: kind general or personal."""
    found = [(entry["kind"], entry["language"], entry["text"]) for entry in read_dialogues()["off_topic"]]
    for line in OFF_TOPIC.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, language, text = line.split("\t")
            found.append((kind, language, text))
    return [Asked(text, language, kind, frozenset(), at % FOLDS) for at, (kind, language, text) in enumerate(found)]


class Court:
    """Holds trials: one question before one store."""

    def __init__(self, shares: Mapping[int, float], scale: CosineScale) -> None:
        self._shares = shares
        self._scale = scale

    def trial(self, engine: SmallEngine, store: Sequence[int], asked: Asked, vector: Matrix, *, source: str) -> Trial:
        """Features as recall computes them of the candidates that the store's two arms give."""
        question = ask(asked.text, (), now=AFTERWARDS)
        hits = engine.search(store, question, vector)
        cosines = np.array([hit.cosine for hit in hits], dtype=np.float64)
        worded = engine.by_words(store, question)
        match, worded_match = match_terms(hits, question, self._shares), match_terms(worded, question, self._shares)
        both = field_of(all_features(hits, question, match, cosines, self._scale), match, question)
        words = field_of(word_features(worded, question, worded_match), worded_match, question)
        rows = [row for row in store if engine.passages[row].says in asked.answers]
        return Trial(
            asked=asked,
            question=question,
            source=source,
            size=size_class(len(store)),
            is_across=bool(rows) and all(engine.passages[row].language != asked.language for row in rows),
            both=View(both, _marks([hit.memory_id for hit in hits], rows)),
            words=View(words, _marks([hit.memory_id for hit in worded], rows)),
        )


def size_class(stored: int) -> int:
    """The smallest of `STORE_SIZES` that holds so many."""
    return next(size for size in STORE_SIZES if size >= stored)


def _marks(ids: Sequence[str], rows: Sequence[int]) -> Matrix:
    right = {str(row) for row in rows}
    return np.array([float(identifier in right) for identifier in ids])


def texts_of(passages: Sequence[Passage]) -> list[str]:
    """What gets embedded."""
    return [passage.text for passage in passages]
