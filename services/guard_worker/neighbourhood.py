"""What is known beside each candidate: the nearest memories, and those about the same property, however far they lie."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from services.guard_worker.case import Case, Near
from services.guard_worker.limits import Limits
from services.guard_worker.renounced import says_it_is_over
from services.guard_worker.sameness import is_of_a_kind
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import HybridQuery, MemoryFilter
from shared.domain.scope import Scope
from shared.ports.embedder import Embedder
from shared.ports.memory_store import MemoryStore
from shared.text.lexical import query_terms
from shared.text.property_key import property_key
from shared.text.similarity import calibrated, cosine_of
from shared.text.spoken_by import as_said

NEIGHBOURS = 12
WORD_MATES = 36
"""Memories that share words are many: the one that names what is over may share but one."""

Vector = Sequence[float]


def place(cases: Sequence[Case], scope: Scope, *, store: MemoryStore, embedder: Embedder, limits: Limits) -> tuple[Case, ...]:
    """Give every undecided case its vector and what is known beside it. EmbedderUnavailable, StoreUnavailable."""
    open_ones = [case for case in cases if case.decision is None]
    if not open_ones:
        return tuple(cases)
    vectors = embedder.embed_passages([as_said(case.text, case.candidate.speaker) for case in open_ones])
    found = store.neighbours(scope, vectors, now=limits.now, limit=NEIGHBOURS)
    near = {
        case.candidate.id: tuple(
            Near(one.memory, calibrated(one.cosine, limits.embedder)) for one in neighbours if is_of_a_kind(case, one.memory)
        )
        for case, neighbours in zip(open_ones, found, strict=True)
    }
    placed = [replace(case, vector=vector, near=near[case.candidate.id]) for case, vector in zip(open_ones, vectors, strict=True)]
    placed = _with_slot_mates(placed, scope, store, embedder, limits)
    by_id = {case.candidate.id: _with_word_mates(case, scope, store, embedder, limits) for case in placed}
    return tuple(by_id.get(case.candidate.id, case) for case in cases)


def properties_of(cases: Sequence[Case]) -> tuple[str, ...]:
    """The properties that undecided cases speak of."""
    keys = (case.about for case in cases if case.decision is None)
    return tuple(dict.fromkeys(key for key in keys if key is not None))


def _with_slot_mates(cases: Sequence[Case], scope: Scope, store: MemoryStore, embedder: Embedder, limits: Limits) -> list[Case]:
    properties = properties_of(cases)
    known = store.current(scope, properties=properties) if properties else ()
    mates = {memory.id: memory for memory in known if memory.stage is not RetentionStage.ARCHIVE and not memory.is_expired(limits.now)}
    distant = {case.candidate.id: _distant(case, tuple(mates.values())) for case in cases}
    wanted = list(dict.fromkeys(as_said(memory.text, memory.speaker) for memories in distant.values() for memory in memories))
    vectors: Mapping[str, Vector] = dict(zip(wanted, embedder.embed_passages(wanted), strict=True)) if wanted else {}
    return [
        replace(case, near=(*case.near, *(_near(case, memory, vectors, limits) for memory in distant[case.candidate.id]))) for case in cases
    ]


def _with_word_mates(case: Case, scope: Scope, store: MemoryStore, embedder: Embedder, limits: Limits) -> Case:
    """Of what says that something is over, also the memories that share its words: "I sold the Mazda" lies far from "I drive a Mazda"."""
    words = query_terms(case.text) if says_it_is_over(case) else None
    if words is None or not words.indices:
        return case
    hits = store.search(scope, MemoryFilter(now=limits.now), HybridQuery(dense=None, sparse=words, limit=WORD_MATES))
    seen = {near.memory.id for near in case.near}
    known = (memory for memory in store.fetch(scope, [hit.point_id for hit in hits]) if memory.current and memory.id not in seen)
    mates = [memory for memory in known if is_of_a_kind(case, memory)]
    wanted = list(dict.fromkeys(as_said(memory.text, memory.speaker) for memory in mates))
    vectors: Mapping[str, Vector] = dict(zip(wanted, embedder.embed_passages(wanted), strict=True)) if wanted else {}
    return replace(case, near=(*case.near, *(_near(case, memory, vectors, limits) for memory in mates)))


def _distant(case: Case, mates: Sequence[Memory]) -> tuple[Memory, ...]:
    """Memories about the case's property that were not among its nearest."""
    mine, seen = case.about, {near.memory.id for near in case.near}
    return tuple(memory for memory in mates if memory.id not in seen and property_key(memory.subject, memory.slot) == mine)


def _near(case: Case, memory: Memory, vectors: Mapping[str, Vector], limits: Limits) -> Near:
    cosine = cosine_of(case.vector, vectors[as_said(memory.text, memory.speaker)]) if case.vector is not None else 0.0
    return Near(memory, calibrated(cosine, limits.embedder))
