"""The one memory object of every route."""

from datetime import datetime
from typing import Any

from shared.domain.memory import Memory


def memory_view(memory: Memory, now: datetime) -> dict[str, Any]:
    """A stored version as JSON-ready values; `score` and `match` belong to recall."""
    return {
        "id": memory.id,
        "text": memory.text,
        "score": None,
        "category": memory.category.value,
        "layer": memory.layer.value,
        "stage": memory.stage.value,
        "source_type": memory.source_type.value,
        "metadata": dict(memory.metadata),
        "pending": False,
        "match": None,
        "subject": memory.subject,
        "slot": memory.slot,
        "language": memory.language,
        **_whose(memory),
        **_life(memory, now),
        **_provenance(memory),
    }


def _whose(memory: Memory) -> dict[str, Any]:
    return {
        "user_id": memory.user_id,
        "agent_id": memory.agent_id,
        "session_id": memory.session_id,
        "chat_id": memory.chat_id,
        "visibility": memory.visibility.value,
        "labels": dict(memory.labels),
        "scope": memory.scope,
    }


def _life(memory: Memory, now: datetime) -> dict[str, Any]:
    return {
        "created_at": memory.created_at,
        "observed_at": memory.observed_at,
        "valid_from": memory.valid_from,
        "valid_to": memory.valid_to,
        "version": memory.version,
        "importance": memory.importance,
        "reliability": memory.reliability,
        "access_count": memory.access_count,
        "seen_count": memory.seen_count,
        "pinned": memory.pinned,
        "status": memory.status(now).value,
        "expires_at": memory.expires_at,
        "archived_at": memory.archived_at,
        "superseded_by": memory.superseded_by,
        "last_accessed_at": memory.last_accessed_at,
    }


def _provenance(memory: Memory) -> dict[str, Any]:
    return {
        "speaker": memory.speaker,
        "position": memory.position,
        "source": memory.source,
        "source_attribution": memory.attribution.value,
        "trace_id": memory.trace_id,
        "capture_id": memory.capture_id,
        "changed_by": memory.changed_by,
        "change_reason": memory.change_reason,
    }
