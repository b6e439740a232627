"""What an event is about: a subject (its conditions of use) and a slot, so that a later report of the same replaces it."""

from collections.abc import Mapping

from shared.domain.trigger import TriggerType
from shared.extraction.event_readings import Report

LONGEST = 100

SUBJECT_FIELDS: tuple[str, ...] = ("advertiser", "business_line", "category")
"""For whom it holds. Where none is given, the type's own field below stands in."""

OWN_SUBJECT: Mapping[TriggerType, str] = {
    TriggerType.USER_FEEDBACK: "channel",
    TriggerType.STRATEGY_EXECUTION: "plan_id",
    TriggerType.ENVIRONMENT_CHANGE: "factor",
    TriggerType.RULE_UPDATE: "scope",
    TriggerType.ANOMALY_PATTERN: "metric",
    TriggerType.PERFORMANCE_OPTIMIZATION: "metric",
    TriggerType.CROSS_DOMAIN_CORRELATION: "domains",
    TriggerType.PERIODIC_PATTERN: "metric",
}

SLOT_FIELDS: Mapping[TriggerType, tuple[str, ...]] = {
    TriggerType.STRATEGY_EXECUTION: ("plan_id",),
    TriggerType.ENVIRONMENT_CHANGE: ("factor",),
    TriggerType.ANOMALY_PATTERN: ("metric",),
    TriggerType.PERFORMANCE_OPTIMIZATION: ("metric", "changed"),
    TriggerType.CROSS_DOMAIN_CORRELATION: ("domains",),
    TriggerType.PERIODIC_PATTERN: ("metric",),
}
"""All must be given. Feedback and rules have no slot: several hold side by side."""


def subject_of(report: Report) -> str | None:
    """The first of advertiser, business line and category; else what the type itself is about; else None."""
    named = (" + ".join(report.texts(name)) for name in (*SUBJECT_FIELDS, OWN_SUBJECT[report.trigger]))
    return next((text[:LONGEST] for text in named if text), None)


def slot_of(report: Report) -> str | None:
    """`<type>: <fields>`; None where the type has none or a field is missing."""
    names = SLOT_FIELDS.get(report.trigger, ())
    parts = [" + ".join(sorted(report.texts(name))) for name in names]
    return f"{report.trigger.value}: {', '.join(parts)}"[:LONGEST] if parts and all(parts) else None
