"""Memories and plans for the contract tests: small vectors, everything derived from a few words."""

import hashlib
import struct
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.domain import identity
from shared.domain.candidate import Attribution, Category, Layer
from shared.domain.decision import Action, Decision, GuardStage, Trace
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import HybridQuery, MemoryFilter
from shared.domain.scope import Owner, OwnerKind, Scope, Visibility, owner_scope
from shared.domain.write_plan import PointInsert, SparseVector, WritePlan, WriterKind

DIMENSIONS = 8
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
ANN = Owner(OwnerKind.USER, "ann")
BOB = Owner(OwnerKind.USER, "bob")
EVERYTHING = MemoryFilter(now=NOW, include_archived=True, include_superseded=True, include_expired=True)
LIVE = MemoryFilter(now=NOW)


def fresh_tenant() -> str:
    """A tenant that no other test has written to."""
    return f"tenant-{uuid.uuid4()}"


def memory(tenant_id: str, text: str = "I live in Berlin", *, owner: Owner = ANN, **fields: Any) -> Memory:
    """A live fact of ann, told a day ago."""
    told = fields.get("observed_at", NOW - timedelta(days=1))
    defaults: dict[str, Any] = {
        "id": identity.memory_id(tenant_id=tenant_id, origin_id=f"{owner.key} {text}", number=1),
        "version": 1,
        "category": Category.FACT,
        "layer": Layer.STRATEGY_EXP,
        "stage": RetentionStage.WORKING,
        "visibility": Visibility.PRIVATE,
        "attribution": Attribution.USER_STATED,
        "importance": 0.5,
        "created_at": told,
        "observed_at": told,
        "valid_from": told,
        "text_key": identity.text_key(tenant_id=tenant_id, owner_key=owner.key, canonical_text=text),
        "user_id": owner.id if owner.kind is OwnerKind.USER else None,
        "chat_id": owner.id if owner.kind is OwnerKind.CHAT else None,
    }
    return Memory(tenant_id=tenant_id, owner=owner, text=text, **(defaults | fields))


def terms(*words: str) -> SparseVector:
    """Each word with weight 1."""
    ids = sorted({int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest()) for word in words})
    return SparseVector(tuple(ids), (1.0,) * len(ids))


def vector(*numbers: float) -> list[float]:
    """These numbers, then zeros."""
    return [*numbers, *[0.0] * (DIMENSIONS - len(numbers))]


def insert(stored: Memory, dense: Sequence[float] | None = (1.0,), words: Sequence[str] = ()) -> PointInsert:
    """The memory as a point; its keyword terms are its words unless others are given."""
    sparse = terms(*(words or stored.text.split() or ["nothing"]))
    return PointInsert(
        point_id=identity.point_id(stored.id, stored.version),
        memory=stored,
        dense=None if dense is None else struct.pack(f"<{DIMENSIONS}f", *vector(*dense)),
        sparse=sparse,
        term_ids=sparse.indices,
    )


def plan(tenant_id: str, *inserts: PointInsert, owner: Owner = ANN, **fields: Any) -> WritePlan:
    """A plan of one owner."""
    defaults: dict[str, Any] = {"id": str(uuid.uuid4()), "writer": WriterKind.EXPLICIT, "made_at": NOW}
    return WritePlan(tenant_id=tenant_id, owner=owner, inserts=inserts, **(defaults | fields))


def trace(tenant_id: str, number: int = 1, *, owner: Owner = ANN, **fields: Any) -> Trace:
    """A trace of a written candidate."""
    candidate = identity.candidate_id(f"{tenant_id} {owner.key}", number)
    defaults: dict[str, Any] = {
        "id": identity.trace_id(candidate),
        "capture_id": "capture-1",
        "candidate_id": candidate,
        "text": "I live in Berlin",
        "verdicts": (),
        "decision": Decision(action=Action.WRITE, stage=GuardStage.QUALITY, reason="kept"),
        "at": NOW,
    }
    return Trace(tenant_id=tenant_id, owner=owner, **(defaults | fields))


def scope_of(tenant_id: str, owner: Owner = ANN) -> Scope:
    """What a worker for this owner touches."""
    return owner_scope(tenant_id, owner)


def hybrid(*words: str, dense: Sequence[float] | None = (1.0,), limit: int = 100) -> HybridQuery:
    """A query of both arms."""
    return HybridQuery(dense=None if dense is None else vector(*dense), sparse=terms(*words), limit=limit)
