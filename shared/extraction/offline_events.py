"""Structured events and ingested free text without a model: keyword and number rules, certain or not at all."""

import re
from collections.abc import Mapping
from typing import Any

from shared.domain.candidate import Category, Criterion, Layer
from shared.domain.trigger import CRITERIA, TriggerType
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.drafts import Draft
from shared.extraction.offline_refusals import hedge_of, refusal_of
from shared.extraction.references import Cited
from shared.extraction.trigger_words import TRIGGER_WORDS
from shared.extraction.windows import Line, Window
from shared.text.language import language_of
from shared.text.numbers import numbers_in

SURE = 1.0
CONFIDENCE = 0.8
DEVIATION_THRESHOLD = 0.2
LAYERS = {
    TriggerType.RULE_UPDATE: Layer.CORE_RULES,
    TriggerType.ENVIRONMENT_CHANGE: Layer.REALTIME_ENV,
    TriggerType.ANOMALY_PATTERN: Layer.REALTIME_ENV,
}
CATEGORIES = {TriggerType.USER_FEEDBACK: Category.PREFERENCE, TriggerType.RULE_UPDATE: Category.DECISION}
IMPORTANCE = 0.6
# What an event's data must hold for a criterion that can be measured: (position, fields of which pairs are numbers).
MEASURED_PAIRS: dict[TriggerType, tuple[int, tuple[tuple[str, str], ...]]] = {
    TriggerType.STRATEGY_EXECUTION: (1, (("target_metric", "actual_metric"), ("target", "actual"))),
    TriggerType.PERFORMANCE_OPTIMIZATION: (0, (("before", "after"), ("metric_before", "metric_after"), ("baseline", "result"))),
    TriggerType.ANOMALY_PATTERN: (0, (("expected", "actual"), ("baseline", "current"), ("baseline", "observed"), ("baseline", "actual"))),
}


def event_drafts(window: Window) -> tuple[Draft, ...]:
    """One statement: the summary of the event, with its data as evidence."""
    line = window.lines[-1]
    turn = window.turns[-1]
    trigger = turn.trigger_hint or TriggerType.USER_FEEDBACK
    return (_draft(line, trigger, confidence=SURE, criteria=event_criteria(trigger, line.message.text, turn.data)),)


def ingest_drafts(window: Window) -> tuple[Draft, ...]:
    """One statement: the text as a whole, under the one type whose words and numbers it has, or under none."""
    lines = [line for line in window.lines if line.turn is not None]
    drafts = []
    for line in lines:
        trigger = classify_text(line.message.text)
        drafts.append(_draft(line, trigger, confidence=CONFIDENCE if trigger else 0.0, criteria=text_criteria(trigger, line.message.text)))
    return tuple(drafts)


def classify_text(text: str) -> TriggerType | None:
    """The trigger type whose words the text has, where that is exactly one and its numbers are there; else None."""
    fitting = [
        words.trigger_type
        for words in TRIGGER_WORDS
        if words.pattern.search(text) is not None and len(numbers_in(text)) >= words.least_numbers
    ]
    return fitting[0] if len(fitting) == 1 else None


def event_criteria(trigger: TriggerType, summary: str, data: Mapping[str, Any]) -> tuple[Criterion, Criterion, Criterion]:
    """Measured where the data allow it; the rest is what the sender vouches for by sending this type."""
    vouched = [Criterion(holds=True, reason="vouched for by the event's type") for _ in CRITERIA[trigger]]
    hedge = hedge_of(summary)
    if trigger is TriggerType.USER_FEEDBACK and hedge is not None:
        vouched[0] = Criterion(holds=False, reason=f"hedged by {hedge!r}")
    if trigger in MEASURED_PAIRS:
        place, pairs = MEASURED_PAIRS[trigger]
        measured = _measured(trigger, data, pairs)
        if measured is not None:
            vouched[place] = measured
    return vouched[0], vouched[1], vouched[2]


def text_criteria(trigger: TriggerType | None, text: str) -> tuple[Criterion, Criterion, Criterion]:
    """Free text: no question, no hedge, no hearsay; what rules cannot measure is left to the review that follows."""
    if trigger is None or trigger is TriggerType.USER_FEEDBACK:
        return measure_conversation(text, said_by_user=True)
    doubt = refusal_of(text) or (f"hedged by {hedge!r}" if (hedge := hedge_of(text)) else None)
    first = Criterion(holds=doubt is None, reason=doubt or "a definite statement")
    other = Criterion(holds=True, reason="by its words; not measured without a model")
    return first, other, other


def _measured(trigger: TriggerType, data: Mapping[str, Any], pairs: tuple[tuple[str, str], ...]) -> Criterion | None:
    """None where the data hold no such pair."""
    for left, right in pairs:
        before, after = _number(data.get(left)), _number(data.get(right))
        if before is None or after is None:
            continue
        seen = f"{left} {before:g}, {right} {after:g}"
        if trigger is TriggerType.ANOMALY_PATTERN:
            deviates = abs(after - before) > DEVIATION_THRESHOLD * abs(before)
            return Criterion(holds=deviates, reason=seen)
        return Criterion(holds=True, reason=seen)
    return None


def _number(written: Any) -> float | None:
    if isinstance(written, bool):
        return None
    if isinstance(written, int | float):
        return float(written)
    found = re.search(r"-?\d+(?:\.\d+)?", written) if isinstance(written, str) else None
    return float(found.group()) if found is not None else None


def _draft(line: Line, trigger: TriggerType | None, *, confidence: float, criteria: tuple[Criterion, Criterion, Criterion]) -> Draft:
    text = line.message.text.strip()
    kind = trigger or TriggerType.USER_FEEDBACK
    return Draft(
        text=text,
        cited=(Cited(line, text),),
        trigger_type=trigger,
        confidence=confidence,
        criteria=criteria,
        category=CATEGORIES.get(kind, Category.FACT),
        layer=LAYERS.get(kind, Layer.STRATEGY_EXP),
        importance=IMPORTANCE,
        language=language_of(text),
    )
