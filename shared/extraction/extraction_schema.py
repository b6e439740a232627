"""The schema of an extraction answer (`tiercel_extraction`). Lists are bounded, so that no answer runs on for ever."""

from typing import Any

from shared.domain.candidate import Attribution, Category, Layer
from shared.domain.trigger import TriggerType

SCHEMA_NAME = "tiercel_extraction"
MOST_CANDIDATES = 40
LONGEST_REASON = 80
# Given by the server from the key, never by a model.
AUTHORITY_ONLY = frozenset({Attribution.HUMAN_CONFIG, Attribution.RULE_UPDATE})

_TEXT: dict[str, Any] = {"type": "string"}
_TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
_SHARE: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}

_FIGURE: dict[str, Any] = {
    "type": "object",
    "properties": {"value": {"type": ["number", "string", "boolean"]}, "quote": _TEXT},
    "required": ["value", "quote"],
}

# A gateway that enforces the schema makes a model write in this order: first what was said, then what follows from it.
# L4 is never proposed from outside.
_CANDIDATE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "evidence": {
            "type": "array",
            "minItems": 1,
            "maxItems": 6,
            "items": {"type": "object", "properties": {"message_id": _TEXT, "quote": _TEXT}, "required": ["message_id", "quote"]},
        },
        "text": _TEXT,
        "category": {"type": "string", "enum": [category.value for category in Category]},
        "layer": {"type": "string", "enum": [Layer.STRATEGY_EXP.value, Layer.REALTIME_ENV.value, Layer.CORE_RULES.value]},
        "source_attribution": {"type": "string", "enum": [entry.value for entry in Attribution if entry not in AUTHORITY_ONLY]},
        "subject": _TEXT,
        "slot": _TEXT_OR_NULL,
        "trigger_type": {"type": "string", "enum": [trigger.value for trigger in TriggerType]},
        "confidence": _SHARE,
        "criteria": {
            "type": "array",
            "minItems": 3,
            "maxItems": 3,
            "items": {
                "type": "object",
                "properties": {"reason": {"type": "string", "maxLength": LONGEST_REASON}, "holds": {"type": "boolean"}},
                "required": ["reason", "holds"],
            },
        },
        "importance": _SHARE,
        "observed_at": _TEXT_OR_NULL,
        "valid_from": _TEXT_OR_NULL,
        "valid_to": _TEXT_OR_NULL,
        "language": _TEXT,
        "name": {"type": ["string", "null"], "maxLength": 30},
        "abstract": {"type": ["string", "null"], "maxLength": 100},
        "overview": {"type": ["string", "null"], "maxLength": 300},
        "data": {"type": "object", "additionalProperties": _FIGURE},
    },
    "required": [
        "evidence", "text", "category", "layer", "source_attribution", "subject", "slot", "trigger_type", "confidence", "criteria",
        "importance", "observed_at",
    ],
}  # fmt: skip

EXTRACTION_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"candidates": {"type": "array", "maxItems": MOST_CANDIDATES, "items": _CANDIDATE}},
    "required": ["candidates"],
}
