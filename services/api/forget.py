"""Forgetting on request: what a query, ids or a filter name goes to the archive, or for good."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from services.api.auth import Narrowed, Principal, narrow_read, narrow_write, owns_memory
from services.api.dependencies import ApiParts
from services.api.errors import Refusal
from services.api.hygiene import demand_owner
from services.api.memory_changes import erase_memory
from services.api.memory_standing import archive_memory
from services.api.recall import RecalledMemory, RecallRequest
from services.api.schemas.forget import ForgetBody, ForgetFilter
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Owner, owner_of
from shared.text.similarity import calibrated

MOST_OF_A_QUERY = 100
PAGE = 500
DEADLINE_MS = 5000
DONE = {"archive": "archived", "erase": "erased"}


@dataclass(frozen=True, slots=True)
class Match:
    """A memory that is meant. `score`: how well it fits the query; None for ids and filters."""

    memory: Memory
    score: float | None = None


def forget(parts: ApiParts, principal: Principal, body: ForgetBody, arrived: float) -> dict[str, Any]:
    """What matched and what became of each. Refusal 403; one that may not be touched is `kept`, with the reason."""
    matches = list(_matches(parts, principal, body, arrived))
    items = [_forgotten(parts, principal, body, match) for match in matches]
    done = DONE[body.mode]
    count = sum(item["outcome"] == done for item in items)
    return {
        "matched": len(matches),
        "archived": count if body.mode == "archive" else 0,
        "erased": count if body.mode == "erase" else 0,
        "dry_run": body.dry_run,
        "items": items,
    }


def _forgotten(parts: ApiParts, principal: Principal, body: ForgetBody, match: Match) -> dict[str, Any]:
    memory = match.memory
    is_seen = not memory.is_expired(parts.container.clock.now())
    item: dict[str, Any] = {"id": memory.id, "text": memory.text if is_seen else None, "score": match.score, "reason": None}
    if body.mode == "archive" and memory.stage is RetentionStage.ARCHIVE:
        return {**item, "outcome": "kept", "reason": "already_archived"}
    if body.dry_run:
        return {**item, "outcome": f"would_be_{DONE[body.mode]}"}
    try:
        if body.mode == "archive":
            archive_memory(parts, principal, memory.id, None)
        else:
            erase_memory(parts.container, principal, memory.id)
    except Refusal as refusal:
        return {**item, "outcome": "kept", "reason": refusal.code}
    return {**item, "outcome": DONE[body.mode]}


def _matches(parts: ApiParts, principal: Principal, body: ForgetBody, arrived: float) -> Iterator[Match]:
    if body.ids is not None:
        yield from _by_ids(parts, principal, body)
        return
    narrowed = narrow_write(principal, user_id=body.user_id, agent_id=body.agent_id, labels=body.labels)
    owner = demand_owner(principal, narrowed, None)
    if body.query is not None:
        yield from _by_query(parts, principal, body, narrowed, owner, arrived)
    elif body.filter is not None:
        yield from _by_filter(parts, principal, body.filter, narrowed, owner, erases=body.mode == "erase")


def _by_ids(parts: ApiParts, principal: Principal, body: ForgetBody) -> Iterator[Match]:
    """Those that the key itself reaches; others are not said to exist. What has expired can still be erased, and no more."""
    narrow_read(principal, user_id=body.user_id, agent_id=body.agent_id, labels=body.labels)
    found = parts.container.store.current(principal.scope, memory_ids=body.ids or ())
    now, erases = parts.container.clock.now(), body.mode == "erase"
    own = (memory for memory in found if owns_memory(principal.scope, memory) and _is_named(memory, body))
    by_id = {memory.id: memory for memory in own if erases or not memory.is_expired(now)}
    yield from (Match(by_id[memory_id]) for memory_id in dict.fromkeys(body.ids or ()) if memory_id in by_id)


def _is_named(memory: Memory, body: ForgetBody) -> bool:
    """An id says whose it is; a user, agent or label beside it must be that memory's own."""
    return (
        (body.user_id is None or memory.owner == owner_of(user_id=body.user_id, chat_id=None))
        and (body.agent_id is None or memory.agent_id == body.agent_id)
        and all(memory.labels.get(name) == value for name, value in body.labels.items())
    )


def _by_query(parts: ApiParts, principal: Principal, body: ForgetBody, narrowed: Narrowed, owner: Owner, arrived: float) -> Iterator[Match]:
    """A recall without a context, so that what is to be forgotten is not counted as used. Only the owner's own."""
    request = RecallRequest(
        query=body.query or "",
        user_id=narrowed.user_id,
        agent_id=narrowed.agent_id,
        labels=narrowed.labels,
        top_k=MOST_OF_A_QUERY,
        min_score=body.min_score,
        token_budget=0,
        deadline_ms=DEADLINE_MS,
        explain=True,
    )
    for recalled in parts.recall(request, principal.scope, arrived).memories:
        fit = _fit(recalled, parts.container.embedder.name)
        if recalled.stored is not None and fit >= body.min_score and _is_meant(recalled.stored, principal, narrowed, owner):
            yield Match(recalled.stored, fit)


def _fit(recalled: RecalledMemory, embedder: str) -> float:
    """0..1: no more than its relevance, and no more than the better of its words and its meaning.

    Relevance tells the best of what is there, which may be little: in a small store it is high for what is merely alike. To take
    something away it must also hold the query's words (weighted share) or mean nearly the same (calibrated similarity).
    """
    numbers = recalled.explain or {}
    dense = numbers.get("dense")
    meaning = calibrated(float(dense), embedder) if dense is not None else 0.0
    return round(min(recalled.score, max(float(numbers.get("coverage") or 0.0), meaning)), 4)


def _by_filter(
    parts: ApiParts, principal: Principal, wanted: ForgetFilter, narrowed: Narrowed, owner: Owner, *, erases: bool
) -> Iterator[Match]:
    """Every page of them, read before the first is touched."""
    cursor: str | None = None
    narrowing = _narrowing(parts, wanted, narrowed.labels, erases=erases)
    while True:
        page = parts.container.store.list(principal.scope, narrowing, limit=PAGE, cursor=cursor)
        yield from (Match(memory) for memory in page.items if _is_meant(memory, principal, narrowed, owner))
        cursor = page.next_cursor
        if cursor is None:
            return


def _narrowing(parts: ApiParts, wanted: ForgetFilter, labels: Mapping[str, str], *, erases: bool) -> MemoryFilter:
    stages = None if wanted.stage is None else tuple(wanted.stage)
    return MemoryFilter(
        now=parts.container.clock.now(),
        labels=labels,
        layers=None if wanted.layer is None else tuple(wanted.layer),
        categories=None if wanted.category is None else tuple(wanted.category),
        stages=stages,
        source_types=None if wanted.source_type is None else tuple(wanted.source_type),
        observed_since=wanted.since,
        observed_until=wanted.until,
        include_expired=erases,
        include_archived=erases or (stages is not None and RetentionStage.ARCHIVE in stages),
        text_contains=wanted.q,
    )


def _is_meant(memory: Memory, principal: Principal, narrowed: Narrowed, owner: Owner) -> bool:
    """Without user_id nobody's memories are meant, not everybody's."""
    is_agents = narrowed.agent_id is None or memory.agent_id == narrowed.agent_id
    return memory.owner == owner and is_agents and owns_memory(principal.scope, memory)
