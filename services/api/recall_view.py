"""The answer of a recall as JSON-ready values."""

from dataclasses import asdict
from typing import Any
from uuid import uuid4

from services.api.recall import Explanation, RecallAnswer, RecalledMemory
from shared.domain.memory import Status
from shared.domain.scope import owner_of, scope_label


def recall_view(answer: RecallAnswer) -> dict[str, Any]:
    """The body of POST /v1/recall."""
    shown: dict[str, Any] = {
        "recall_id": answer.recall_id,
        "context": answer.context,
        "memories": [_memory(memory) for memory in answer.memories],
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


def _memory(memory: RecalledMemory) -> dict[str, Any]:
    """The one memory object; what recall does not carry is null."""
    owner = owner_of(user_id=memory.user_id, chat_id=memory.chat_id)
    shown = asdict(memory)
    shown.update(
        {name: None if shown[name] is None else shown[name].value for name in ("category", "layer", "stage", "source_type", "visibility")}
    )
    shown["labels"], shown["metadata"] = dict(memory.labels), dict(memory.metadata)
    shown["scope"] = scope_label(owner, memory.agent_id, memory.visibility)
    shown.setdefault("status", Status.LIVE.value)
    if memory.explain is None:
        shown.pop("explain")
    return shown


def _explanation(explanation: Explanation) -> dict[str, Any]:
    return asdict(explanation)
