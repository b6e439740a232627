"""Reads the local judge's answer, strictly: `<doubt-check>...</doubt-check>`, then {action, target?, reason}. Pure.

Whatever is not exactly that is malformed, and a malformed answer is no answer: it can never WRITE.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from services.guard_worker.case import Judgement
from shared.domain.decision import Action, Consistency, Grounding
from shared.domain.errors import ContentFault
from shared.domain.memory import Memory
from shared.text.redact import redact


class Flaw(StrEnum):
    """What is wrong with an answer."""

    CUT_OFF = "cut_off"
    NO_TAG = "no_tag"
    UNCLOSED = "unclosed"
    SEVERAL_TAGS = "several_tags"
    WORDS_BEFORE = "words_before"
    BROKEN_JSON = "broken_json"
    TWO_ACTIONS = "two_actions"
    WORDS_BEHIND = "words_behind"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_ACTION = "unknown_action"
    UNKNOWN_TARGET = "unknown_target"
    NO_REASON = "no_reason"


class Malformed(ContentFault):
    """The answer does not keep to the format; `flaw` says how."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.value, raw="", cut_off=flaw is Flaw.CUT_OFF)
        self.flaw = flaw


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtAnswer:
    """`target` is the number of an existing memory, from 1; given with UPDATE and with nothing else."""

    action: Action
    target: int | None
    reason: str
    doubts: str


ACTIONS = {"WRITE": Action.WRITE, "UPDATE": Action.UPDATE, "REJECT": Action.REJECT}
FIELDS = frozenset({"action", "target", "reason"})
MOST_REASON = 300

_OPEN, _CLOSE = "<doubt-check>", "</doubt-check>"
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"\A```(?:json)?[ \t]*\n(.*?)\n?```\Z", re.DOTALL)
_GROUNDS = {
    Action.WRITE: (Grounding.GROUNDED, Consistency.CONSISTENT),
    Action.UPDATE: (Grounding.GROUNDED, Consistency.REFINES),
    Action.REJECT: (Grounding.UNSUPPORTED, Consistency.UNKNOWN),
}


def read_doubt_answer(text: str, *, memories: int, cut_off: bool = False) -> DoubtAnswer:
    """The answer to a prompt that listed so many memories. Raises Malformed."""
    if cut_off:
        raise Malformed(Flaw.CUT_OFF)
    doubts, verdict = _parts(_THOUGHT.sub("", text.lstrip("\ufeff"), count=1).strip())
    fields = _fields(verdict)
    if not fields.keys() <= FIELDS:
        raise Malformed(Flaw.UNKNOWN_FIELD)
    said = fields.get("action")
    action = ACTIONS.get(said) if isinstance(said, str) else None
    if action is None:
        raise Malformed(Flaw.UNKNOWN_ACTION)
    reason = fields.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise Malformed(Flaw.NO_REASON)
    return DoubtAnswer(action=action, target=_target(action, fields.get("target"), memories), reason=reason.strip(), doubts=doubts)


def judgement_of(answer: DoubtAnswer, memories: Sequence[Memory]) -> Judgement:
    """In the guard's own words. It says nothing of attribution and quality: those stay with the rules and the measures."""
    grounding, consistency = _GROUNDS[answer.action]
    return Judgement(
        action=answer.action,
        attribution=None,
        grounding=grounding,
        consistency=consistency,
        target_id=memories[answer.target - 1].id if answer.target is not None else None,
        quality=None,
        reason=redact(answer.reason).text[:MOST_REASON],
        said_by="local",
    )


def _parts(text: str) -> tuple[str, str]:
    """What it doubted, and what stands behind."""
    if _OPEN not in text:
        raise Malformed(Flaw.NO_TAG)
    if _CLOSE not in text:
        raise Malformed(Flaw.UNCLOSED)
    before, _, rest = text.partition(_OPEN)
    doubts, closed, verdict = rest.partition(_CLOSE)
    if not closed:
        raise Malformed(Flaw.UNCLOSED)
    if any(tag in part for tag in (_OPEN, _CLOSE) for part in (before, doubts, verdict)):
        raise Malformed(Flaw.SEVERAL_TAGS)
    if before.strip():
        raise Malformed(Flaw.WORDS_BEFORE)
    return doubts.strip(), verdict.strip()


def _fields(verdict: str) -> Mapping[str, Any]:
    """The one object, fenced or bare, with nothing behind it."""
    fenced = _FENCED.match(verdict)
    bare = fenced[1].strip() if fenced else verdict
    try:
        value, end = json.JSONDecoder(object_pairs_hook=_once).raw_decode(bare)
    except (ValueError, RecursionError) as fault:
        raise Malformed(Flaw.BROKEN_JSON) from fault
    if not isinstance(value, dict):
        raise Malformed(Flaw.BROKEN_JSON)
    behind = bare[end:].strip()
    if behind:
        raise Malformed(Flaw.TWO_ACTIONS if '"action"' in behind else Flaw.WORDS_BEHIND)
    return value


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object that names a field twice says two things."""
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise Malformed(Flaw.TWO_ACTIONS)
    return dict(pairs)


def _target(action: Action, raw: object, memories: int) -> int | None:
    """A number of the list, as a number or as its digits, with UPDATE; nothing with the others."""
    if action is not Action.UPDATE:
        if raw is not None:
            raise Malformed(Flaw.UNKNOWN_TARGET)
        return None
    number = int(raw) if isinstance(raw, str) and raw.isascii() and raw.isdecimal() and len(raw) < 4 else raw
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= memories:
        raise Malformed(Flaw.UNKNOWN_TARGET)
    return number
