"""The body of an explicit request as a candidate: cleaned, redacted, owned. Its words are their own evidence."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from services.api.auth import Narrowed, Principal
from services.api.errors import wrong_field
from services.api.explicit_plan import EXPLICIT
from services.api.hygiene import chosen_visibility, clean, redacted_json, redacted_labels, redacted_name
from services.api.schemas.memory import MemoryBody
from shared.domain import identity
from shared.domain.candidate import Attribution, Candidate, Criterion, Evidence, Layer, Role, SourceMessage
from shared.domain.scope import Owner
from shared.domain.trigger import TriggerType
from shared.text.language import language_of

REQUEST_MESSAGE = "request"
ASKED_FOR = Criterion(holds=True, reason="explicit request")
MIDDLING_IMPORTANCE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks, whose it is, when. `found` counts what is redacted on the way."""

    principal: Principal
    narrowed: Narrowed
    owner: Owner
    origin_id: str
    now: datetime
    found: Counter[str]


def explicit_candidate(body: MemoryBody, asked: Asked) -> Candidate:
    """Refusal 422 where nothing is left of the text, or a time or visibility makes no sense."""
    text = clean(body.text, asked.found)
    if not text:
        raise wrong_field("text", "Nothing is left of the text after cleaning.")
    observed_at = body.observed_at or asked.now
    if body.valid_to is not None and body.valid_to <= (body.valid_from or observed_at):
        raise wrong_field("valid_to", "valid_to must lie after valid_from (or, without one, after observed_at).")
    return Candidate(
        id=identity.candidate_id(asked.origin_id, 0),
        number=0,
        capture_id=asked.origin_id,
        tenant_id=asked.principal.tenant_id,
        owner=asked.owner,
        text=text,
        category=body.category,
        layer=body.layer,
        confidence=1.0,
        criteria=(ASKED_FOR, ASKED_FOR, ASKED_FOR),
        importance=MIDDLING_IMPORTANCE if body.importance is None else body.importance,
        evidence=(Evidence(REQUEST_MESSAGE, text),),
        sources=(SourceMessage(message_id=REQUEST_MESSAGE, role=Role.USER, text=text, at=observed_at),),
        observed_at=observed_at,
        language=language_of(text),
        extracted_by=EXPLICIT,
        **_standing(body, asked.principal),
        **_circumstances(body, asked),
    )


def _standing(body: MemoryBody, principal: Principal) -> dict[str, Any]:
    """A key with authority speaks as human_config about core rules; everybody else is a user."""
    is_rule = body.layer is Layer.CORE_RULES
    has_authority = is_rule and principal.authority
    return {
        "trigger_type": TriggerType.RULE_UPDATE if is_rule else TriggerType.USER_FEEDBACK,
        "attribution": Attribution.HUMAN_CONFIG if has_authority else Attribution.USER_STATED,
        "authority": has_authority,
    }


def _circumstances(body: MemoryBody, asked: Asked) -> dict[str, Any]:
    found = asked.found
    return {
        "visibility": chosen_visibility(body.visibility, asked.owner, session_id=body.session_id, chat_id=None),
        "source_type": body.source_type,
        "user_id": asked.narrowed.user_id,
        "agent_id": asked.narrowed.agent_id,
        "session_id": body.session_id,
        "speaker": redacted_name(body.speaker, found),
        "position": body.position,
        "valid_from": body.valid_from,
        "valid_to": body.valid_to,
        "ttl_seconds": body.ttl_seconds,
        "labels": {**redacted_labels(asked.narrowed.labels, found), **asked.principal.scope.labels},
        "metadata": redacted_json(body.metadata, found),
        "data": {"pinned": body.pinned, "source": redacted_name(body.source, found)},
    }
