"""What the `data` of a structured event may hold, by trigger type. The one table: the door, the value rules and docs/events.md read it.

A field that is not listed is kept all the same. Data only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from shared.domain.trigger import TriggerType


class FieldKind(StrEnum):
    """What a value must be; the words are what a refusal says."""

    TEXT = "a text"
    LABEL = "a text of at most 1,000 characters"
    TEXTS = "a text or a list of texts"
    MEASURE = "a number, a text with a number in it, or an object of numbers"
    POSITIVE = "a number above 0"
    WHOLE = "a whole number, 0 or more"
    SHARE = "a number from 0 to 1"
    COEFFICIENT = "a number from -1 to 1"
    FLAG = "true or false"
    FLAG_OR_TEXTS = "true or false, or a list of texts"
    TIME = "a date or a time as text, RFC 3339"


@dataclass(frozen=True, slots=True)
class EventField:
    """One field. `also`: other names that it is read under. `example` stands in docs/events.md."""

    name: str
    kind: FieldKind
    example: Any
    meaning: str
    is_required: bool = False
    also: tuple[str, ...] = ()


LABEL_FIELDS: tuple[EventField, ...] = (
    EventField("advertiser", FieldKind.LABEL, "brand_A", "becomes the label `advertiser`"),
    EventField("business_line", FieldKind.LABEL, "search", "becomes the label `business_line`"),
    EventField("category", FieldKind.LABEL, "sportswear", "becomes the label `category`"),
)
"""Allowed with every type; a label of the same name that was sent beside them wins."""

EVENT_FIELDS: Mapping[TriggerType, tuple[EventField, ...]] = {
    TriggerType.USER_FEEDBACK: (
        EventField("feedback", FieldKind.TEXT, "The headline is too loud", "what the user said"),
        EventField("correct_way", FieldKind.TEXT, "a plain headline without exclamation marks", "what is right instead"),
        EventField("from_user", FieldKind.FLAG, example=True, meaning="whether the user said it; false is refused"),
        EventField("channel", FieldKind.TEXT, "support ticket", "where it was said"),
    ),
    TriggerType.STRATEGY_EXECUTION: (
        EventField("plan_id", FieldKind.TEXT, "plan-7", "which plan was carried out", is_required=True),
        EventField("strategy_used", FieldKind.TEXT, "bid by hour", "what was done", is_required=True),
        EventField("target_metric", FieldKind.MEASURE, 50, "what it was to reach", is_required=True, also=("target",)),
        EventField("actual_metric", FieldKind.MEASURE, 42, "what it reached", is_required=True, also=("actual",)),
        EventField("duration_days", FieldKind.POSITIVE, 14, "how long it ran"),
        EventField("mechanism", FieldKind.TEXT, "night clicks are cheap and convert alike", "why it came out so"),
        EventField("conditions", FieldKind.TEXTS, "budgets of 1,000 a day and more", "where it can be used again"),
    ),
    TriggerType.ENVIRONMENT_CHANGE: (
        EventField("factor", FieldKind.TEXT, "delivery fee of platform P", "what changed"),
        EventField("before", FieldKind.MEASURE, 3, "its value before"),
        EventField("after", FieldKind.MEASURE, 5, "its value after"),
        EventField("started_at", FieldKind.TIME, "2026-11-01", "since when it is so", also=("since",)),
        EventField("ended_at", FieldKind.TIME, "2026-11-30", "until when it is so", also=("until",)),
        EventField("impact", FieldKind.TEXTS, "plan small orders anew", "which later decisions it bears on"),
    ),
    TriggerType.RULE_UPDATE: (
        EventField("rule", FieldKind.TEXT, "every medical advertisement must carry its licence number", "the constraint in full"),
        EventField("issued_by", FieldKind.TEXT, "the platform's policy team", "who may set such a rule"),
        EventField("scope", FieldKind.TEXTS, "medical advertisements on platform P", "what it applies to"),
        EventField("effective_from", FieldKind.TIME, "2026-12-01", "from when it is in force"),
        EventField("effective_to", FieldKind.TIME, "2027-12-01", "until when it is in force"),
        EventField("is_mandatory", FieldKind.FLAG, example=True, meaning="false, a recommendation, is refused"),
    ),
    TriggerType.ANOMALY_PATTERN: (
        EventField("metric", FieldKind.TEXT, "refunds per day", "what was measured"),
        EventField("expected", FieldKind.MEASURE, 20, "what it usually is", also=("baseline",)),
        EventField("actual", FieldKind.MEASURE, 31, "what it was", also=("current", "observed")),
        EventField("cause", FieldKind.TEXTS, "a faulty batch of zips", "a possible cause"),
        EventField("occurrences", FieldKind.WHOLE, 3, "how often it was seen; once is noise"),
    ),
    TriggerType.PERFORMANCE_OPTIMIZATION: (
        EventField("metric", FieldKind.TEXT, "cost per order", "what was measured"),
        EventField("before", FieldKind.MEASURE, 12.5, "its value before", also=("metric_before", "baseline")),
        EventField("after", FieldKind.MEASURE, 9.8, "its value after", also=("metric_after", "result")),
        EventField("higher_is_better", FieldKind.FLAG, example=False, meaning="which way is a gain; either way where it is not given"),
        EventField("noise", FieldKind.SHARE, 0.08, "its usual fluctuation as a share; 0.05 where it is not given"),
        EventField("p_value", FieldKind.SHARE, 0.01, "above 0.05 is noise"),
        EventField("changed", FieldKind.TEXTS, "the picture of the landing page", "what was changed; more than one thing is refused"),
    ),
    TriggerType.CROSS_DOMAIN_CORRELATION: (
        EventField("domains", FieldKind.TEXTS, ["weather", "drink orders"], "what goes together, two or more"),
        EventField("correlation", FieldKind.COEFFICIENT, 0.72, "Pearson's r"),
        EventField("sample_size", FieldKind.WHOLE, 90, "how many pairs were measured"),
        EventField("p_value", FieldKind.SHARE, 0.001, "above 0.05 is no support"),
        EventField("confounders_excluded", FieldKind.FLAG_OR_TEXTS, ["weekday", "price"], "what else could explain it and does not"),
    ),
    TriggerType.PERIODIC_PATTERN: (
        EventField("metric", FieldKind.TEXT, "visits", "what repeats"),
        EventField("period_days", FieldKind.POSITIVE, 7, "the length of one cycle"),
        EventField("observed_days", FieldKind.POSITIVE, 56, "how long it was watched"),
        EventField("cycles_observed", FieldKind.WHOLE, 8, "how many cycles showed it; one is no pattern"),
        EventField("advice", FieldKind.TEXTS, "send the newsletter on Friday at 20:00", "what follows for later decisions"),
    ),
}  # fmt: skip


def fields_of(trigger: TriggerType) -> tuple[EventField, ...]:
    """All listed fields of a type: its own, then those that become labels."""
    return (*EVENT_FIELDS[trigger], *LABEL_FIELDS)


def given(data: Mapping[str, Any], field: EventField) -> Any:
    """The field's value under its name or one of its other names; None where it is absent, null or empty."""
    named = (data.get(name) for name in (field.name, *field.also))
    return next((value for value in named if value not in (None, "", [], {})), None)
