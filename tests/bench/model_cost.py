"""Model calls and tokens per turn over LoCoMo and MemoryBank with a stand-in gateway: `python -m tests.bench.model_cost`.

Each turn goes through the real pipeline twice: alone, as it comes from a live session, and with the other turns of its session
in one window, as a backlog is drained. The stand-in proposes what the offline extractor finds and judges all WRITE, so that
prompts are exact and completions as long as a brief model's. Tokens are counted by `tests.bench.token_count`.
"""

import argparse
import json
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.adapters.openai_language_model import OpenAILanguageModel
from shared.domain.turn import Turn
from shared.extraction.extraction_schema import SCHEMA_NAME as EXTRACTION
from shared.extraction.offline_extraction import offline_drafts
from tests.bench.guard_quality import credulous_judgements
from tests.bench.real_turns import locomo_turns, memorybank_turns
from tests.bench.token_count import tokenizer
from tests.fakes.embedder import HashingEmbedder
from tests.pipeline import Pipeline
from tests.processes.model_gateway import ModelGateway
from tests.unit.extraction.examples import turn as spoken
from tests.unit.extraction.examples import window

TURNS = 200
SOURCES = {
    "locomo": locomo_turns,
    "memorybank en": lambda: memorybank_turns("en"),
    "memorybank zh": lambda: memorybank_turns("zh"),
}
PARTS = ("instructions", "schema", "own messages", "context", "known", "candidates", "neighbours", "envelope")
P95 = 0.95


def stand_in(schema: str, document: dict[str, Any]) -> dict[str, Any]:
    """A brief and credulous model."""
    if schema != EXTRACTION:
        return credulous_judgements(document["candidates"], reason="Stated plainly, nothing stored contradicts it.")
    own = [line for line in document["turns"] if not line.get("context") and line["role"] == "user"]
    return {"candidates": [_proposed(text, line["message_id"]) for line in own for text in _statements(line["text"])]}


def _statements(text: str) -> list[str]:
    return [draft.cited[0].quote for draft in offline_drafts(window(spoken(text))) if draft.cited]


def _proposed(text: str, ref: str) -> dict[str, Any]:
    return {
        "evidence": [{"message_id": ref, "quote": text}], "text": text, "category": "fact", "layer": "L2",
        "source_attribution": "user_stated", "subject": "user", "slot": None, "trigger_type": "user_feedback", "confidence": 0.9,
        "criteria": [{"reason": "stated without a hedge", "holds": True}] * 3, "importance": 0.6, "observed_at": None,
    }  # fmt: skip


def parts_of(body: Mapping[str, Any]) -> Counter[str]:
    """Tokens of one request by part. A schema is charged as text: gateways put it before the prompt."""
    count = tokenizer()[1]
    document = json.loads(body["messages"][1]["content"])
    turns = document.get("turns", [])
    found = Counter({
        "instructions": count(body["messages"][0]["content"]),
        "schema": count(_text(body.get("response_format", {}))),
        "own messages": count(_text([line for line in turns if not line.get("context")])),
        "context": count(_text([line for line in turns if line.get("context")])),
        "known": count(_text(document.get("known", []))),
        "candidates": count(_text(document.get("candidates", []))),
        "neighbours": count(_text(document.get("neighbours", []))),
    })  # fmt: skip
    found["envelope"] = max(0, count(body["messages"][1]["content"]) - sum(found[name] for name in PARTS[2:7]))
    return found


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else ""


def costs(turns: Iterable[Turn], *, together: bool) -> Iterator[Counter[str]]:
    """For each turn: `calls`, `prompt`, `completion`, each also by schema, and `part ...`; a window's cost is shared by its turns."""
    with ModelGateway(stand_in) as gateway:
        model = OpenAILanguageModel(base_url=gateway.base_url, api_key="", model="stand-in", timeout_seconds=60)
        for _, of_user in groupby(turns, key=lambda each: each.turn_id.split("/")[0]):
            pipeline = Pipeline(embedder=HashingEmbedder(), judge=model, extractor=model)
            for _, of_session in groupby(of_user, key=lambda each: each.session_id):
                session = list(of_session)
                for batch in [session] if together else [[each] for each in session]:
                    gateway.asked.clear()
                    pipeline.accept(*batch)
                    cost = _cost(gateway)
                    share = Counter({name: amount / len(batch) for name, amount in cost.items()})  # type: ignore[misc]
                    yield from [share] * len(batch)
        model.close()


def _cost(gateway: ModelGateway) -> Counter[str]:
    count, found = tokenizer()[1], Counter[str]()
    for asked in gateway.asked:
        name = asked.body["response_format"]["json_schema"]["name"].removeprefix("tiercel_")
        parts = parts_of(asked.body)
        prompt = sum(parts.values())
        completion = count(_text(stand_in(f"tiercel_{name}", json.loads(asked.body["messages"][1]["content"]))))
        found.update({
            "calls": 1, "prompt": prompt, "completion": completion,
            f"calls {name}": 1, f"prompt {name}": prompt, f"completion {name}": completion,
            **{f"part {name} {part}": amount for part, amount in parts.items() if amount},
        })  # fmt: skip
    return found


def summary(found: Sequence[Counter[str]]) -> dict[str, Any]:
    """Median, 95th percentile and mean per turn of each figure."""
    by_name: defaultdict[str, list[float]] = defaultdict(list)
    for name in sorted({name for cost in found for name in cost}):
        by_name[name] = sorted(cost[name] for cost in found)
    return {
        name: {
            "median": round(statistics.median(values), 2),
            "p95": round(values[min(len(values) - 1, int(P95 * len(values)))], 2),
            "mean": round(statistics.fmean(values), 2),
        }
        for name, values in by_name.items()
    }


def model_cost(turns: int = TURNS) -> dict[str, Any]:
    """Every source, both ways of draining; prints one table each."""
    results: dict[str, Any] = {"tokenizer": tokenizer()[0], "turns": turns}
    for source, read in SOURCES.items():
        for together in (False, True):
            name = f"{source}, {'a session at once' if together else 'turn by turn'}"
            results[name] = summary(list(costs(islice(read(), turns), together=together)))
            _show(name, results[name], results["tokenizer"])
    return results


def _show(name: str, figures: Mapping[str, Mapping[str, float]], counted_by: str) -> None:
    table = Table("per turn", "median", "p95", "mean", title=f"{name} (tokens by {counted_by})")
    for figure, values in figures.items():
        table.add_row(figure, *(f"{values[column]:.1f}" for column in ("median", "p95", "mean")))
    Console().print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS, help="of each source")
    model_cost(parser.parse_args().turns)
