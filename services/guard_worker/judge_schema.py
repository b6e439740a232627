"""The form of a judge's answer (`tiercel_judgement`)."""

from typing import Any

from shared.domain.candidate import Attribution
from shared.domain.decision import Action, Consistency, Grounding

SCHEMA_NAME = "tiercel_judgement"
ASKED_ACTIONS = (Action.WRITE, Action.UPDATE, Action.REJECT, Action.PENDING_REVIEW)
DIMENSIONS = ("evidence", "specificity", "novelty", "actionability", "durability")

_QUALITY: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {name: {"type": "number", "minimum": 0, "maximum": 1} for name in DIMENSIONS},
    "required": list(DIMENSIONS),
}
_JUDGEMENT: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "ref": {"type": "integer"},
        "action": {"type": "string", "enum": [action.value for action in ASKED_ACTIONS]},
        "source_attribution": {"type": "string", "enum": [attribution.value for attribution in Attribution]},
        "grounding": {"type": "string", "enum": [grounding.value for grounding in Grounding]},
        "consistency": {"type": "string", "enum": [consistency.value for consistency in Consistency]},
        "target_ref": {"type": ["string", "null"]},
        "quality": _QUALITY,
        "reason": {"type": "string"},
    },
    "required": ["ref", "action", "source_attribution", "grounding", "consistency", "target_ref", "quality", "reason"],
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"judgements": {"type": "array", "items": _JUDGEMENT}},
    "required": ["judgements"],
}
