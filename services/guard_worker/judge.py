"""One batch before the judge: what each reference stands for, and the reading of the answer. Pure; asking.py makes the call."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from services.guard_worker.case import Case, Judgement
from services.guard_worker.judge_schema import ASKED_ACTIONS, DIMENSIONS
from shared.domain.candidate import Attribution
from shared.domain.decision import Action, Consistency, Grounding, Quality
from shared.domain.errors import ContentFault
from shared.domain.memory import Memory
from shared.text.property_key import property_key
from shared.text.redact import redact

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[a-zA-Z]*")
_TARGETED = frozenset({Consistency.DUPLICATE, Consistency.REFINES, Consistency.CONTRADICTS})

SHOWN_NEIGHBOURS = 6

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class Docket:
    """One batch before the judge: who is asked about, and what each reference stands for."""

    cases: tuple[Case, ...]
    neighbours: Mapping[str, Memory]
    references: Mapping[tuple[str, str], str]
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgements:
    """What was read: per candidate id, how many references were invented, and how many answers were malformed."""

    by_candidate: Mapping[str, Judgement] = field(default_factory=dict)
    invented: int = 0
    malformed: int = 0


def docket_of(cases: Sequence[Case], now: datetime) -> Docket:
    """Number messages, candidates and neighbours: ids never reach a model."""
    memories = {memory.id: memory for case in cases for memory in shown_beside(case)}
    references: dict[tuple[str, str], str] = {}
    for case in cases:
        for message in case.candidate.sources:
            references.setdefault((case.candidate.capture_id, message.message_id), f"m{len(references) + 1}")
    neighbours = {f"n{number}": memory for number, memory in enumerate(memories.values(), start=1)}
    return Docket(cases=tuple(cases), neighbours=neighbours, references=references, now=now)


def shown_beside(case: Case) -> tuple[Memory, ...]:
    """What a judge is shown of the memories beside a candidate: the nearest, and all about the same property. The rest costs tokens."""
    nearest = sorted(case.near, key=lambda near: -near.similarity)
    about = case.about
    return tuple(
        near.memory
        for place, near in enumerate(nearest)
        if place < SHOWN_NEIGHBOURS or (about is not None and property_key(near.memory.subject, near.memory.slot) == about)
    )


def read_judgements(text: str, docket: Docket) -> Judgements:
    """Judgements by candidate. Malformed ones are left out, so they can never WRITE. ContentFault where nothing can be read."""
    found: dict[str, Judgement] = {}
    invented = malformed = 0
    for raw in _entries(text):
        number = raw.get("ref") if isinstance(raw, Mapping) else None
        if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(docket.cases):
            invented += 1
            continue
        judgement, invented_targets = _judgement(raw, docket.cases[number - 1], docket)
        invented += invented_targets
        candidate_id = docket.cases[number - 1].candidate.id
        if judgement is None or candidate_id in found:
            malformed += 1
            continue
        found[candidate_id] = judgement
    return Judgements(by_candidate=found, invented=invented, malformed=malformed)


def _entries(text: str) -> Sequence[Any]:
    cleaned = _FENCE.sub("", _THOUGHT.sub("", text)).strip().lstrip("\ufeff")
    start = min((position for mark in "{[" if (position := cleaned.find(mark)) >= 0), default=-1)
    try:
        parsed, _ = json.JSONDecoder().raw_decode(cleaned[start:]) if start >= 0 else (None, 0)
    except (json.JSONDecodeError, RecursionError) as fault:
        raise ContentFault("the judge's answer is not JSON", raw=text) from fault
    entries = parsed.get("judgements") if isinstance(parsed, Mapping) else parsed
    if not isinstance(entries, list):
        raise ContentFault("the judge's answer holds no list of judgements", raw=text)
    return entries


def _judgement(raw: Mapping[str, Any], case: Case, docket: Docket) -> tuple[Judgement | None, int]:
    """The judgement, or None where it is malformed; and how many targets it invented (0 or 1)."""
    action, grounding = _word(Action, raw.get("action")), _word(Grounding, raw.get("grounding"))
    consistency = _word(Consistency, raw.get("consistency"))
    if action not in ASKED_ACTIONS or grounding is None or consistency is None:
        return None, 0
    target_ref = raw.get("target_ref")
    shown = {memory.id for memory in shown_beside(case)}
    memory = docket.neighbours.get(target_ref) if isinstance(target_ref, str) else None
    is_invented = target_ref is not None and (memory is None or memory.id not in shown)
    judgement = Judgement(
        action=action,
        attribution=_word(Attribution, raw.get("source_attribution")),
        grounding=grounding,
        consistency=consistency if memory is not None or consistency not in _TARGETED else Consistency.UNKNOWN,
        target_id=memory.id if memory is not None and memory.id in shown else None,
        quality=_quality(raw.get("quality")),
        reason=redact(str(raw.get("reason") or "")).text[:300],
    )
    return judgement, int(is_invented)


def _word(kind: type[Word], raw: object) -> Word | None:
    try:
        return kind(raw) if isinstance(raw, str) else None
    except ValueError:
        return None


def _quality(raw: object) -> Quality | None:
    """All five as numbers, clamped to 0..1; None where one is missing."""
    if not isinstance(raw, Mapping):
        return None
    values = [raw.get(name) for name in DIMENSIONS]
    numbers = [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) != len(DIMENSIONS) or any(number != number for number in numbers):  # noqa: PLR0124 - NaN
        return None
    return Quality(*(min(1.0, max(0.0, number)) for number in numbers))
