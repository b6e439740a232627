"""The schema of an extraction answer (`tiercel_extraction`). Lists are bounded, so that no answer runs on for ever."""

from typing import Any

from shared.domain.candidate import Attribution, Category, Layer
from shared.domain.trigger import TriggerType

SCHEMA_NAME = "tiercel_extraction"
MOST_CANDIDATES = 40
# Given by the server from the key, never by a model.
AUTHORITY_ONLY = frozenset({Attribution.HUMAN_CONFIG, Attribution.RULE_UPDATE})

_TEXT: dict[str, Any] = {"type": "string"}
_TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
_SHARE: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}

_CANDIDATE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "text": _TEXT,
        "category": {"type": "string", "enum": [category.value for category in Category]},
        "layer": {"type": "string", "enum": [layer.value for layer in Layer]},
        "trigger_type": {"type": "string", "enum": [trigger.value for trigger in TriggerType]},
        "confidence": _SHARE,
        "criteria": {
            "type": "array",
            "minItems": 3,
            "maxItems": 3,
            "items": {"type": "object", "properties": {"holds": {"type": "boolean"}, "reason": _TEXT}, "required": ["holds", "reason"]},
        },
        "importance": _SHARE,
        "evidence": {
            "type": "array",
            "minItems": 1,
            "maxItems": 6,
            "items": {"type": "object", "properties": {"message_id": _TEXT, "quote": _TEXT}, "required": ["message_id", "quote"]},
        },
        "source_attribution": {"type": "string", "enum": [entry.value for entry in Attribution if entry not in AUTHORITY_ONLY]},
        "observed_at": _TEXT_OR_NULL,
        "valid_from": _TEXT_OR_NULL,
        "valid_to": _TEXT_OR_NULL,
        "subject": _TEXT_OR_NULL,
        "slot": _TEXT_OR_NULL,
        "language": _TEXT,
        "name": {"type": ["string", "null"], "maxLength": 30},
        "abstract": {"type": ["string", "null"], "maxLength": 100},
        "overview": {"type": ["string", "null"], "maxLength": 300},
        "data": {"type": "object"},
    },
    "required": [
        "text", "category", "layer", "trigger_type", "confidence", "criteria", "importance", "evidence", "source_attribution",
        "observed_at", "subject", "slot", "language",
    ],
}  # fmt: skip

EXTRACTION_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"candidates": {"type": "array", "maxItems": MOST_CANDIDATES, "items": _CANDIDATE}},
    "required": ["candidates"],
}
