"""From ranked candidates and their stored payloads to what the answer shows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.api.recall.answer import Dropped, RecalledMemory
from services.api.recall.context_block import escape
from services.api.recall.match_reason import match_reason
from services.api.recall.question import Question
from services.api.recall.ranking import Ranked, chance, drop
from services.api.recall.still_wanted import no_longer_wanted
from shared.domain.identity import point_id
from shared.domain.memory import Memory
from shared.domain.relevance import MemoryFilter
from shared.text.noise import noise_reason
from shared.text.normalise import canonical
from shared.text.redact import redact, redact_json

NEVER_BACK = frozenset({"acknowledgement", "greeting", "empty", "signs", "host_control"})
"""Kinds of noise that are no memory, however they came into the store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presented:
    """The memories to answer with, the stored ones among them (for reinforcement), and what fell away here."""

    shown: tuple[RecalledMemory, ...]
    stored: Mapping[str, Memory]
    dropped: tuple[Dropped, ...]


def safe_text(text: str) -> str:
    """Redacted once more (rows may be older than a redaction rule) and free of words that a host acts upon."""
    return escape(redact(text).text)


def present(
    ranked: Sequence[Ranked],
    memories: Sequence[Memory],
    pending: Sequence[RecalledMemory],
    *,
    question: Question,
    top_k: int,
    wanted: MemoryFilter,
    explain: bool,
) -> Presented:
    """At most `top_k`, in the order given, but no earlier version before its memory's current one.

    What waits for judgement keeps up to half of the places. A memory that is gone, no longer `wanted` or an acknowledgement is
    left out, and a pending message that says exactly what a shown memory says.
    """
    by_point = {point_id(memory.id, memory.version): memory for memory in memories}
    shown: list[RecalledMemory] = []
    dropped: list[Dropped] = []
    stored: dict[str, Memory] = {}
    places = top_k - min(len(pending), (top_k + 1) // 2)
    for candidate in _current_first(ranked, by_point):
        memory = by_point.get(candidate.hit.point_id)
        reason = "gone" if memory is None else no_longer_wanted(memory, wanted) or _noise(memory)
        if memory is None or reason is not None:
            dropped.append(drop(candidate, "present", reason or "gone"))
        elif len(shown) >= places:
            dropped.append(drop(candidate, "top_k", f"behind the first {top_k}"))
        else:
            shown.append(recalled(memory, candidate, question, explain=explain))
            stored[memory.id] = memory
    said = {canonical(memory.text) for memory in shown}
    fresh = [message for message in pending if canonical(message.text) not in said][: top_k - len(shown)]
    for message in fresh:
        at = next((at for at, memory in enumerate(shown) if memory.score < message.score), len(shown))
        shown.insert(at, message)
    return Presented(shown=tuple(shown), stored=stored, dropped=tuple(dropped))


def _current_first(ranked: Sequence[Ranked], by_point: Mapping[str, Memory]) -> Sequence[Ranked]:
    """The places of one memory's versions go to the newest first, however often an older one was used or how well it fits."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, candidate in enumerate(ranked):
        memory = by_point.get(candidate.hit.point_id)
        if memory is not None:
            places[memory.id].append(place)
    ordered = list(ranked)
    for spots in places.values():
        versions = sorted((ranked[spot] for spot in spots), key=lambda each: -by_point[each.hit.point_id].version)
        for spot, version in zip(spots, versions, strict=True):
            ordered[spot] = version
    return ordered


def _noise(memory: Memory) -> str | None:
    noise = noise_reason(memory.text)
    return noise if noise in NEVER_BACK else None


def recalled(memory: Memory, ranked: Ranked, question: Question, *, explain: bool) -> RecalledMemory:
    """One stored memory as the answer shows it."""
    metadata = redact_json(dict(memory.metadata))[0] if memory.metadata else {}
    return RecalledMemory(
        id=memory.id,
        text=safe_text(memory.text),
        score=round(ranked.relevance, 4),
        category=memory.category,
        layer=memory.layer,
        stage=memory.stage,
        source_type=memory.source_type,
        visibility=memory.visibility,
        created_at=memory.created_at,
        observed_at=memory.observed_at,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        match=match_reason(question, ranked.matched, has_vector=ranked.hit.cosine is not None),
        version=memory.version,
        importance=memory.importance,
        reliability=memory.reliability,
        access_count=memory.access_count,
        user_id=memory.user_id,
        agent_id=memory.agent_id,
        chat_id=memory.chat_id,
        session_id=memory.session_id,
        speaker=memory.speaker,
        labels=memory.labels,
        metadata=metadata,
        explain=_numbers(ranked) if explain else None,
        stored=memory,
    )


def _numbers(ranked: Ranked) -> dict[str, float | int | None]:
    return {
        "dense": ranked.hit.cosine,
        "sparse": ranked.hit.sparse_score,
        "dense_rank": ranked.hit.dense_rank,
        "sparse_rank": ranked.hit.sparse_rank,
        "fused": ranked.fused,
        "coverage": ranked.coverage,
        "rerank": ranked.relevance,
        "remote": ranked.remote,
        "decay": ranked.nudge,
        "layer": ranked.stage_factor,
        "order": chance(ranked.order),
        "mmr": ranked.mmr_rank,
    }
