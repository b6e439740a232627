"""One line of an import as a memory: cleaned and redacted, everything else as given. Pure."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from services.api.auth import Narrowed, Principal, narrow_write
from services.api.errors import Refusal, scope_denied, wrong_field
from services.api.explicit_plan import key_of
from services.api.explicit_quality import explicit_quality
from services.api.hygiene import (
    INJECTION,
    chosen_visibility,
    clean,
    demand_owner,
    redacted_json,
    redacted_labels,
    redacted_name,
    strings_in,
)
from services.api.schemas.transfer import ImportLine
from shared.domain import identity
from shared.domain.candidate import Evidence
from shared.domain.memory import Memory, RetentionStage, Status
from shared.domain.quality import importance_of
from shared.domain.retention import entry_stage
from shared.domain.scope import Owner
from shared.domain.ttl import DefaultTtl, expiry
from shared.text.door_rules import HARMFUL
from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.language import language_of

IMPORT = "import"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFrame:
    """What every line of one import has in common. `found` counts what is redacted on the way."""

    principal: Principal
    now: datetime
    ttl: DefaultTtl
    found: Counter[str]


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line that may be stored; `mark` is set where a person must look first."""

    number: int
    memory: Memory
    mark: str | None


def read_line(number: int, line: ImportLine, frame: LineFrame) -> ReadLine:
    """Refusal where the key does not reach it, nothing is left of it, or it is harmful."""
    narrowed = narrow_write(frame.principal, user_id=line.user_id, agent_id=line.agent_id, labels=line.labels)
    owner = demand_owner(frame.principal, narrowed, line.chat_id)
    if line.chat_id is not None and frame.principal.scope.user_ids is not None:
        raise scope_denied("The key is narrowed to certain users and does not reach group chats.", "chat_id")
    text = clean(line.text, frame.found)
    if not text:
        raise Refusal(422, "empty", "Nothing is left of the text after cleaning.", field="text")
    memory = _memory(line, text, frame, narrowed, owner)
    if memory.valid_to is not None and memory.valid_to <= memory.valid_from and memory.current:
        raise wrong_field("valid_to", "valid_to must lie after valid_from (or, without one, after observed_at).")
    texts = (text, *strings_in(memory.metadata), memory.name, memory.abstract, memory.overview)
    for part in filter(None, texts):
        if (category := harmful_category(part)) is not None:
            raise Refusal(422, HARMFUL + category, "Harmful content is not kept.", field="text")
    mark = next(filter(None, map(injection_mark, filter(None, texts))), None)
    return ReadLine(number, memory, None if mark is None else f"{INJECTION}{mark}")


def _memory(line: ImportLine, text: str, frame: LineFrame, narrowed: Narrowed, owner: Owner) -> Memory:
    found = frame.found
    observed_at = line.observed_at or line.created_at or frame.now
    importance = line.importance
    if importance is None:
        importance = importance_of(explicit_quality(text, line.category, line.layer, wished_importance=None))
    memory = Memory(
        id=line.id or "",
        version=line.version,
        tenant_id=frame.principal.tenant_id,
        owner=owner,
        text=text,
        category=line.category,
        layer=line.layer,
        stage=_stage(line, importance),
        visibility=chosen_visibility(line.visibility, owner, session_id=line.session_id, chat_id=line.chat_id),
        attribution=line.source_attribution,
        importance=importance,
        observed_at=observed_at,
        text_key=key_of(text, frame.principal.tenant_id, owner.key),
        user_id=narrowed.user_id,
        agent_id=narrowed.agent_id,
        chat_id=line.chat_id,
        speaker=redacted_name(line.speaker, found),
        subject=redacted_name(line.subject, found),
        slot=redacted_name(line.slot, found),
        name=redacted_name(line.name, found),
        abstract=redacted_name(line.abstract, found),
        overview=redacted_name(line.overview, found),
        source=redacted_name(line.source, found),
        labels={**redacted_labels(narrowed.labels, found), **frame.principal.scope.labels},
        metadata=redacted_json(line.metadata, found),
        evidence=tuple(Evidence(each.message_id, clean(each.quote, found)) for each in line.evidence),
        language=language_of(text),
        changed_by=frame.principal.actor,
        change_reason=IMPORT,
        **_life(line, observed_at, frame),
    )
    return memory if memory.id else replace(memory, id=_own_id(memory, line))


def _life(line: ImportLine, observed_at: datetime, frame: LineFrame) -> dict[str, Any]:
    """Times, counts and standing: as given. In the archive nothing expires, and its clock begins now where no line says when."""
    is_archived = _is_archived(line)
    if is_archived:
        expires_at = None
    elif "expires_at" in line.model_fields_set:
        expires_at = line.expires_at
    else:
        expires_at = expiry(layer=line.layer, category=line.category, asked_seconds=line.ttl_seconds, now=frame.now, defaults=frame.ttl)
    return {
        "created_at": line.created_at or frame.now,
        "valid_from": line.valid_from or observed_at,
        "valid_to": line.valid_to,
        "current": line.status is not Status.SUPERSEDED,
        "expires_at": expires_at,
        "archived_at": (line.archived_at or frame.now) if is_archived else None,
        "last_accessed_at": line.last_accessed_at,
        "superseded_by": line.superseded_by,
        "access_count": line.access_count,
        "seen_count": line.seen_count,
        "reliability": line.reliability,
        "pinned": line.pinned,
        "source_type": line.source_type,
        "session_id": line.session_id,
        "position": line.position,
    }


def _is_archived(line: ImportLine) -> bool:
    return RetentionStage.ARCHIVE is line.stage or line.status is Status.ARCHIVED


def _stage(line: ImportLine, importance: float) -> RetentionStage:
    if _is_archived(line):
        return RetentionStage.ARCHIVE
    return entry_stage(importance) if line.stage is None else line.stage


def _own_id(memory: Memory, line: ImportLine) -> str:
    """A line without an id has the same one each time it is sent: that of its words, its place and the times it names."""
    times = (None if moment is None else moment.isoformat() for moment in (line.observed_at, line.valid_from, line.valid_to))
    origin = identity.digest(IMPORT, memory.text_key, line.session_id, line.position, memory.speaker, *times)
    return identity.memory_id(tenant_id=memory.tenant_id, origin_id=origin, number=line.version)
