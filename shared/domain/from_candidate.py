"""A candidate that passed becomes a memory: the one mapping, used by the guard and by review answers."""

from datetime import datetime

from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.memory import Memory
from shared.domain.retention import entry_stage
from shared.domain.ttl import DefaultTtl, expiry


def memory_from_candidate(
    candidate: Candidate,
    *,
    importance: float,
    text_key: str,
    now: datetime,
    ttl: DefaultTtl,
    changed_by: str = "guard",
    change_reason: str = "",
) -> Memory:
    """Version 1 of the memory this candidate stands for; `shared.domain.versioning` makes it a later one.

    `text_key` is identity.text_key over the canonical text. The id is stable: the same candidate always
    makes the same memory.
    """
    return Memory(
        id=identity.memory_id(tenant_id=candidate.tenant_id, origin_id=candidate.capture_id, number=candidate.number),
        version=1,
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        text=candidate.text,
        category=candidate.category,
        layer=candidate.layer,
        stage=entry_stage(importance),
        visibility=candidate.visibility,
        attribution=candidate.attribution,
        importance=importance,
        created_at=now,
        observed_at=candidate.observed_at,
        valid_from=candidate.valid_from or candidate.observed_at,
        valid_to=candidate.valid_to,
        text_key=text_key,
        expires_at=expiry(layer=candidate.layer, category=candidate.category, asked_seconds=candidate.ttl_seconds, now=now, defaults=ttl),
        source_type=candidate.source_type,
        user_id=candidate.user_id,
        agent_id=candidate.agent_id,
        session_id=candidate.session_id,
        chat_id=candidate.chat_id,
        speaker=candidate.speaker,
        position=candidate.position,
        subject=candidate.subject,
        slot=candidate.slot,
        language=candidate.language,
        name=candidate.name,
        abstract=candidate.abstract,
        overview=candidate.overview,
        labels=candidate.labels,
        metadata=candidate.metadata,
        evidence=candidate.evidence,
        capture_id=candidate.capture_id,
        trace_id=identity.trace_id(candidate.id),
        changed_by=changed_by,
        change_reason=change_reason,
    )
