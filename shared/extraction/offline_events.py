"""Structured events and ingested free text without a model: keyword and number rules, certain or not at all."""

from shared.domain.candidate import Category, Criterion
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.drafts import Draft
from shared.extraction.event_numbers import numbers_told
from shared.extraction.event_readings import Report, event_report
from shared.extraction.event_subject import slot_of, subject_of
from shared.extraction.event_value import Criteria, criteria_of, layer_of_event
from shared.extraction.offline_refusals import hedge_of, refusal_of
from shared.extraction.references import Cited
from shared.extraction.trigger_words import TRIGGER_WORDS
from shared.extraction.windows import Line, Window
from shared.text.language import language_of
from shared.text.numbers import numbers_in

SURE = 1.0
CONFIDENCE = 0.8
IMPORTANCE = 0.6
CATEGORIES = {TriggerType.USER_FEEDBACK: Category.PREFERENCE, TriggerType.RULE_UPDATE: Category.DECISION}


def event_drafts(window: Window) -> tuple[Draft, ...]:
    """One statement: the summary of the event, with its data as evidence."""
    line = window.lines[-1]
    turn = window.turns[-1]
    report = event_report(turn, turn.trigger_hint or TriggerType.USER_FEEDBACK, line.message.text)
    return (_draft(line, report, trigger=report.trigger, confidence=SURE, criteria=criteria_of(report)),)


def ingest_drafts(window: Window) -> tuple[Draft, ...]:
    """One statement: the text as a whole, under the one type whose words and numbers it has, or under none."""
    drafts = []
    for line in (line for line in window.lines if line.turn is not None):
        text = line.message.text
        trigger = classify_text(text)
        report = _told(text, trigger or TriggerType.USER_FEEDBACK, line.turn)
        confidence = CONFIDENCE if trigger is not None else 0.0
        drafts.append(_draft(line, report, trigger=trigger, confidence=confidence, criteria=text_criteria(trigger, report)))
    return tuple(drafts)


def classify_text(text: str) -> TriggerType | None:
    """The trigger type whose words the text has, where that is exactly one and its numbers are there; else None."""
    numbers = len(numbers_in(text))
    fitting = {words.trigger_type for words in TRIGGER_WORDS if numbers >= words.least_numbers and words.pattern.search(text) is not None}
    return fitting.pop() if len(fitting) == 1 else None


def text_criteria(trigger: TriggerType | None, report: Report) -> Criteria:
    """Free text: no question, no hedge, no hearsay; then what its words and numbers decide. The rest is left open."""
    if trigger is None or trigger is TriggerType.USER_FEEDBACK:
        return measure_conversation(report.summary, said_by_user=True)
    hedge = hedge_of(report.summary)
    doubt = refusal_of(report.summary) or (f"hedged by {hedge!r}" if hedge is not None else None)
    first, second, third = criteria_of(report)
    return Criterion(holds=False, reason=doubt) if doubt is not None else first, second, third


def _told(text: str, trigger: TriggerType, turn: Turn | None) -> Report:
    valid_from, valid_to = (turn.valid_from, turn.valid_to) if turn is not None else (None, None)
    return Report(trigger=trigger, summary=text, data=numbers_told(text, trigger), valid_from=valid_from, valid_to=valid_to)


def _draft(line: Line, report: Report, *, trigger: TriggerType | None, confidence: float, criteria: Criteria) -> Draft:
    text = line.message.text.strip()
    return Draft(
        text=text,
        cited=(Cited(line, text),),
        trigger_type=trigger,
        confidence=confidence,
        criteria=criteria,
        category=CATEGORIES.get(report.trigger, Category.FACT),
        layer=layer_of_event(report.trigger),
        importance=IMPORTANCE,
        language=language_of(text),
        subject=subject_of(report),
        slot=slot_of(report),
        data=report.data,
    )
