"""The answer of a recall as JSON-ready values."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import uuid4

from services.api.memory_view import memory_view
from services.api.recall import Explanation, RecallAnswer, RecalledMemory
from services.api.schemas.memory import MemoryObject
from shared.domain.memory import Status
from shared.domain.scope import owner_of, scope_label


def recall_view(answer: RecallAnswer, now: datetime) -> dict[str, Any]:
    """The body of POST /v1/recall."""
    shown: dict[str, Any] = {
        "recall_id": answer.recall_id,
        "context": answer.context,
        "memories": [_memory(memory, now) for memory in answer.memories],
        "took_ms": round(answer.took_ms, 3),
        "degraded": [part.value for part in answer.degraded],
        "empty_reason": None if answer.empty_reason is None else answer.empty_reason.value,
    }
    if answer.explain is not None:
        shown["explain"] = _explanation(answer.explain)
    return shown


def empty_view(reason: str) -> dict[str, Any]:
    """Nothing was asked, and why."""
    return {"recall_id": uuid4().hex, "context": "", "memories": [], "took_ms": 0.0, "degraded": [], "empty_reason": reason}


def _memory(memory: RecalledMemory, now: datetime) -> dict[str, Any]:
    """The one memory object: as it is stored, with what recall says of it. A pending turn has no more than its words."""
    shown = memory_view(memory.stored, now) if memory.stored is not None else _pending(memory)
    shown |= {
        "text": memory.text,
        "score": memory.score,
        "metadata": dict(memory.metadata),
        "pending": memory.pending,
        "match": memory.match,
    }
    if memory.explain is not None:
        shown["explain"] = dict(memory.explain)
    return shown


def _pending(memory: RecalledMemory) -> dict[str, Any]:
    owner = owner_of(user_id=memory.user_id, chat_id=memory.chat_id)
    known = {
        "id": memory.id,
        "source_type": memory.source_type.value,
        "visibility": memory.visibility.value,
        "created_at": memory.created_at,
        "observed_at": memory.observed_at,
        "valid_from": memory.valid_from,
        "version": memory.version,
        "importance": memory.importance,
        "reliability": memory.reliability,
        "access_count": memory.access_count,
        "user_id": memory.user_id,
        "agent_id": memory.agent_id,
        "session_id": memory.session_id,
        "chat_id": memory.chat_id,
        "speaker": memory.speaker,
        "labels": dict(memory.labels),
        "scope": scope_label(owner, memory.agent_id, memory.visibility),
        "status": Status.LIVE.value,
        "pinned": False,
        "capture_id": memory.id,
    }
    return {**dict.fromkeys(MemoryObject.model_fields), **known}


def _explanation(explanation: Explanation) -> dict[str, Any]:
    return asdict(explanation)
