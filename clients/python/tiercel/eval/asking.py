"""One question to the service, twice: as an agent asks it, and again for the whole ranking with every stage's numbers."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tiercel.client import Json, Tiercel
from tiercel.eval.dataset import Question, Store
from tiercel.eval.storing import Stored

DEEP = 100
"""So many memories are looked at for the rankings: the most that one recall answers with."""
DEADLINE_MS = 30_000
"""A benchmark waits: a slow machine must not look like a bad ranking. What is degraded all the same is counted."""

AS_GIVEN = "recall"
STAGES: Mapping[str, Callable[[Mapping[str, Any]], float | None]] = {
    "sparse": lambda numbers: _negative(numbers.get("sparse_rank")),
    "dense": lambda numbers: _negative(numbers.get("dense_rank")),
    "fused": lambda numbers: numbers.get("fused"),
    "relevance": lambda numbers: numbers.get("rerank"),
    "with age": lambda numbers: numbers.get("order"),
}
"""What the ranking would be after each stage, by the numbers that `explain` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of one question.

    `ranks`: of each ranking, the ranks of those answers that came back; `session_ranks` the same for the sessions of
    answers, sessions in the order in which recall first shows them. `passed`: ranks of answers among what passed the
    service's own gate, `injected` how many memories did.
    """

    question: Question
    ranks: Mapping[str, tuple[int, ...]]
    sessions: int
    session_ranks: tuple[int, ...]
    passed: tuple[int, ...]
    injected: int
    milliseconds: float
    timings: Mapping[str, float]
    degraded: tuple[str, ...]


def ask(client: Tiercel, question: Question, store: Store, stored: Stored, *, top_k: int) -> Answered:
    """No context is built (`token_budget` 0), so that asking does not make memories look used."""
    who = {"user_id": stored.user(question.store), "agent_id": "eval", "token_budget": 0, "deadline_ms": DEADLINE_MS, "explain": True}
    began = time.perf_counter()
    usual = client.recall(question.query, top_k=top_k, **who)
    milliseconds = 1000 * (time.perf_counter() - began)
    deep = {"memories": []} if question.is_off_topic else client.recall(question.query, top_k=DEEP, min_score=0.0, **who)
    session_of = {message.id: message.session for message in store.messages}
    wanted = {session for answer in question.answers if (session := session_of.get(answer)) is not None}
    shown = _messages(deep["memories"], stored)
    return Answered(
        question=question,
        ranks={name: ranks_of(question.answers, order) for name, order in _rankings(deep["memories"], stored)},
        sessions=len(wanted),
        session_ranks=ranks_of(wanted, _sessions(shown, session_of)),
        passed=ranks_of(question.answers, _messages(usual["memories"], stored)),
        injected=len(usual["memories"]),
        milliseconds=milliseconds,
        timings=dict(usual.get("explain", {}).get("timings_ms", {})),
        degraded=tuple(sorted({*usual.get("degraded", ()), *deep.get("degraded", ())})),
    )


def ranks_of(wanted: Iterable[str], order: Sequence[Iterable[str]]) -> tuple[int, ...]:
    """The first rank of each wanted id that is there, rising. An entry of `order` is all the ids that one place holds."""
    first: dict[str, int] = {}
    for rank, held in enumerate(order, start=1):
        for found in held:
            first.setdefault(found, rank)
    return tuple(sorted(first[one] for one in set(wanted) if one in first))


def _messages(memories: Sequence[Json], stored: Stored) -> list[set[str]]:
    return [stored.says.get(str(memory["id"]), set()) for memory in memories]


def _sessions(shown: Sequence[Iterable[str]], session_of: Mapping[str, str | None]) -> list[set[str]]:
    """Each session once, where it first appears."""
    seen: dict[str, None] = {}
    for held in shown:
        seen |= dict.fromkeys(session for found in sorted(held) if (session := session_of.get(found)) is not None)
    return [{session} for session in seen]


def _rankings(memories: Sequence[Json], stored: Stored) -> Iterable[tuple[str, list[set[str]]]]:
    """By every stage whose number all or some memories carry. An arm ranks only what it found, at its own ranks."""
    yield AS_GIVEN, _messages(memories, stored)
    for name, number in STAGES.items():
        scored = [(value, memory) for memory in memories if (value := number(memory.get("explain") or {})) is not None]
        if name in ("sparse", "dense"):
            yield name, _at_own_ranks([(int(-value), memory) for value, memory in scored], stored)
        else:
            yield name, _messages([memory for _, memory in sorted(scored, key=lambda pair: -pair[0])], stored)


def _at_own_ranks(ranked: Sequence[tuple[int, Json]], stored: Stored) -> list[set[str]]:
    """An arm's ranking has holes where the answer left out what it ranked: they stay."""
    places: list[set[str]] = [set() for _ in range(max((rank for rank, _ in ranked), default=0))]
    for rank, memory in ranked:
        places[rank - 1] = stored.says.get(str(memory["id"]), set())
    return places


def _negative(rank: float | None) -> float | None:
    return None if rank is None else -rank
