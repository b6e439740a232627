"""A draft: one proposed statement with its cited words, from a model or from the rules, and the candidate it becomes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from shared.domain import identity
from shared.domain.candidate import Attribution, Candidate, Category, Criterion, Evidence, Layer, Role, SourceMessage
from shared.domain.event_fields import LABEL_FIELDS
from shared.domain.session_summary import is_summary
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn
from shared.extraction.references import Cited
from shared.extraction.windows import Line, Window

# Candidates of a longer turn carry the cited messages and their surroundings instead of the whole turn.
SOURCE_CHARACTERS = 8000
SURROUNDING_LINES = 2

_LABEL_NAMES = tuple(field.name for field in LABEL_FIELDS)

ATTRIBUTION_BY_ROLE = {
    Role.USER: Attribution.USER_STATED,
    Role.ASSISTANT: Attribution.ASSISTANT_SUGGESTION,
    Role.TOOL: Attribution.TOOL_OBSERVATION,
    Role.SYSTEM: Attribution.AGENT_INFERENCE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One statement before it has an id. `trigger_type` None: nothing fits, the value stage refuses it."""

    text: str
    cited: tuple[Cited, ...]
    trigger_type: TriggerType | None
    confidence: float
    criteria: tuple[Criterion, Criterion, Criterion]
    category: Category
    layer: Layer
    importance: float
    language: str
    attribution: Attribution | None = None
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    subject: str | None = None
    slot: str | None = None
    name: str | None = None
    abstract: str | None = None
    overview: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


def home_of(draft: Draft, window: Window) -> Turn:
    """The turn of the newest cited message that is not context; the newest turn where nothing is cited."""
    newest = _newest(draft)
    return newest.turn if newest is not None and newest.turn is not None else window.turns[-1]


def cites_context_alone(draft: Draft) -> bool:
    """Nothing is extracted from earlier messages alone: they had their own extraction."""
    return bool(draft.cited) and _newest(draft) is None


def candidate_of(draft: Draft, *, number: int, window: Window, extracted_by: str) -> Candidate:
    """The candidate with everything its turn gives it: owner, scope, labels, sources, times."""
    turn = home_of(draft, window)
    newest = _newest(draft)
    sources, evidence = _sources_and_evidence(draft, turn, window)
    return Candidate(
        id=identity.candidate_id(turn.capture_id, number),
        number=number,
        text=draft.text,
        category=draft.category,
        layer=draft.layer,
        trigger_type=draft.trigger_type or TriggerType.USER_FEEDBACK,
        confidence=draft.confidence if draft.trigger_type is not None else 0.0,
        criteria=draft.criteria,
        importance=draft.importance,
        evidence=evidence,
        attribution=_attribution(draft, turn, newest),
        sources=sources,
        observed_at=draft.observed_at or (newest.message.at if newest is not None else turn.occurred_at),
        speaker=newest.message.name if newest is not None and not is_summary(turn) else None,
        position=newest.position if newest is not None and not is_summary(turn) else None,
        valid_from=draft.valid_from or turn.valid_from,
        valid_to=draft.valid_to or turn.valid_to,
        subject=draft.subject,
        slot=draft.slot,
        language=draft.language,
        name=draft.name,
        abstract=draft.abstract,
        overview=draft.overview,
        data={**draft.data, **turn.data},
        extracted_by=extracted_by,
        **_given_by(turn),
    )


def _given_by(turn: Turn) -> dict[str, Any]:
    """The fields of a candidate that are its turn's."""
    return {
        "capture_id": turn.capture_id,
        "tenant_id": turn.tenant_id,
        "owner": turn.owner,
        "visibility": turn.visibility,
        "source_type": turn.source_type,
        "user_id": turn.user_id,
        "agent_id": turn.agent_id,
        "session_id": turn.session_id,
        "chat_id": turn.chat_id,
        "ttl_seconds": turn.ttl_seconds,
        "labels": labels_of(turn),
        "authority": turn.authority,
        "metadata": dict(turn.metadata),
        "given_times": tuple(moment for moment in (turn.valid_from, turn.valid_to) if moment is not None),
    }


def _attribution(draft: Draft, turn: Turn, newest: Line | None) -> Attribution:
    """A model's word, except about an event: who reports is known, and only an inference of the model's stays one."""
    if draft.attribution is None or (turn.trigger_hint is not None and draft.attribution is not Attribution.AGENT_INFERENCE):
        return attribution_of(turn, newest)
    return draft.attribution


def attribution_of(turn: Turn, newest: Line | None) -> Attribution:
    """Who stands behind it, by the role of the newest cited message. Authority is given by the key alone."""
    if turn.trigger_hint is not None:
        is_rule = turn.trigger_hint is TriggerType.RULE_UPDATE and turn.authority
        return Attribution.RULE_UPDATE if is_rule else Attribution.SYSTEM_EVENT
    return ATTRIBUTION_BY_ROLE[newest.message.role] if newest is not None else Attribution.AGENT_INFERENCE


def labels_of(turn: Turn) -> dict[str, str]:
    """The turn's labels; an event's label fields where its labels say nothing else."""
    of_event = {name: value for name in _LABEL_NAMES if isinstance(value := turn.data.get(name), str) and value}
    return {**of_event, **turn.labels}


def _newest(draft: Draft) -> Line | None:
    own = [cited.line for cited in draft.cited if cited.line.turn is not None]
    return max(own, key=lambda line: int(line.ref[1:]), default=None)


def _sources_and_evidence(draft: Draft, turn: Turn, window: Window) -> tuple[tuple[SourceMessage, ...], tuple[Evidence, ...]]:
    """The messages a guard may check against, and the quotes under the same ids. Other turns' ids are qualified."""
    carried = _carried(draft, turn, window)
    sources = tuple(_as_seen_from(turn, line) for line in carried)
    evidence = tuple(Evidence(_as_seen_from(turn, cited.line).message_id, cited.quote) for cited in draft.cited)
    return sources, evidence


def _carried(draft: Draft, turn: Turn, window: Window) -> Sequence[Line]:
    lines = [line for line in window.lines if line.turn is None or line.turn.capture_id == turn.capture_id]
    cited = {item.line.ref for item in draft.cited}
    lines += [line for line in window.lines if line not in lines and line.ref in cited]
    lines.sort(key=lambda line: int(line.ref[1:]))
    if sum(len(line.message.text) for line in lines) <= SOURCE_CHARACTERS:
        return lines
    wanted = {place for place, line in enumerate(lines) if line.ref in cited}
    near = {place - back for place in wanted for back in range(SURROUNDING_LINES + 1)}
    return [line for place, line in enumerate(lines) if place in near]


def _as_seen_from(turn: Turn, line: Line) -> SourceMessage:
    if line.turn is None or line.turn.capture_id == turn.capture_id:
        return line.message
    return replace(line.message, message_id=f"{line.turn.turn_id}/{line.message.message_id}", is_context=True)
