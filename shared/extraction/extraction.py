"""From a window to the model's document, and from its items to drafts: clamped, mapped, never trusted."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from shared.domain.candidate import Attribution, Category, Criterion, Layer, Role
from shared.domain.event_fields import EVENT_FIELDS
from shared.domain.session_summary import is_summary_slot
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn
from shared.extraction.answered_context import with_answer
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.drafts import Draft, cites_context_alone
from shared.extraction.event_readings import Report, event_report
from shared.extraction.event_subject import slot_of, subject_of
from shared.extraction.event_value import criteria_of, layer_of_event
from shared.extraction.extraction_schema import AUTHORITY_ONLY
from shared.extraction.known import Known
from shared.extraction.references import Cited, find_support, resolve
from shared.extraction.reported_figures import read_figures
from shared.extraction.windows import Line, Window
from shared.extraction.written_times import is_copied_clock, read_time, zone_of
from shared.text.language import language_of, languages_agree
from shared.text.redact import redact_json

# Names that other systems give the five categories.
FOREIGN_CATEGORIES = {
    "preferences": Category.PREFERENCE, "entities": Category.ENTITY, "profile": Category.ENTITY, "facts": Category.FACT,
    "events": Category.FACT, "event": Category.FACT, "cases": Category.FACT, "decisions": Category.DECISION,
}  # fmt: skip
FOREIGN_LAYERS = {
    "core_rules": Layer.CORE_RULES, "strategy_exp": Layer.STRATEGY_EXP, "realtime_env": Layer.REALTIME_ENV,
    "skill_template": Layer.SKILL_TEMPLATE,
}  # fmt: skip
DEFAULT_IMPORTANCE = 0.5
SPEAKER = "user"
SURE = 1.0


def document_of(window: Window, *, now: datetime, known: Sequence[Known] = ()) -> dict[str, Any]:
    """The user message of an extraction call (docs/model-contract.md). No id of the host or of ours is in it."""
    turn = window.turns[-1]
    hint: dict[str, Any] = {}
    if turn.trigger_hint is not None:
        hint["trigger_type"] = turn.trigger_hint.value
    if turn.data:
        hint["data"] = dict(turn.data)
    if turn.trigger_hint is not None or turn.ingested:
        types = TriggerType if turn.trigger_hint is None else (turn.trigger_hint,)
        hint["fields"] = {each.value: [entry.name for entry in EVENT_FIELDS[each]] for each in types}
    return {
        "now": now.isoformat(),
        "timezone": turn.timezone or "UTC",
        "turns": [_document_line(line, turn.timezone) for line in window.lines],
        "known": [_document_known(number, memory) for number, memory in enumerate(known, 1)],
        "hint": hint,
    }


def drafts_from(
    items: Sequence[Mapping[str, Any]], window: Window, *, now: datetime | None = None
) -> tuple[tuple[Draft, ...], Counter[str]]:
    """One draft per item, in order, and what was ignored or filled in on the way, counted. `now`: the time that the model was told."""
    notes: Counter[str] = Counter()
    told = now if now is not None else window.turns[-1].occurred_at
    drafts = [_draft(_without_secrets(item, notes), window, told, notes) for item in items]
    kept = tuple(draft for draft in drafts if not cites_context_alone(draft))
    notes["context_alone"] += len(drafts) - len(kept)
    return _about_its_event(kept, window.turns[-1]), +notes


def _about_its_event(drafts: tuple[Draft, ...], turn: Turn) -> tuple[Draft, ...]:
    """An event's one statement is about what its data name, so that a later report of the same plan or metric finds it."""
    if len(drafts) != 1 or turn.trigger_hint is None:
        return drafts
    report = event_report(turn, turn.trigger_hint, _summary_of(turn))
    slot = slot_of(report)
    return drafts if slot is None else (replace(drafts[0], subject=subject_of(report), slot=slot),)


def _without_secrets(item: Mapping[str, Any], notes: Counter[str]) -> Mapping[str, Any]:
    """A model may write what nobody said. Before anything is cut to its length: half a secret looks like none."""
    plain, found = redact_json(dict(item), with_keys=True)
    notes["secrets_removed"] += sum(found.values())
    return dict(plain)


def language_differs(draft: Draft) -> bool:
    """The statement is in another language than the words that support it (field report E5)."""
    quotes = " ".join(cited.quote for cited in draft.cited)
    return bool(quotes) and not languages_agree(language_of(draft.text), language_of(quotes))


def _document_known(number: int, memory: Known) -> dict[str, Any]:
    about = {"subject": memory.subject, "slot": memory.slot}
    return {"ref": number, "text": memory.text, **{name: value for name, value in about.items() if value}}


def _document_line(line: Line, timezone: str) -> dict[str, Any]:
    message = line.message
    written = {
        "message_id": line.ref,
        "role": message.role.value,
        "name": message.name,
        "at": message.at.astimezone(zone_of(timezone)).isoformat(),
        "text": message.text,
    }
    return written if line.turn is not None else {**written, "context": True}


def _draft(item: Mapping[str, Any], window: Window, now: datetime, notes: Counter[str]) -> Draft:
    text = str(item["text"]).strip()
    citations = resolve(item.get("evidence"), window)
    notes["invented_references"] += citations.invented
    notes["known_cited"] += citations.known
    notes["quotes_moved"] += citations.moved
    cited = with_answer(citations.cited, window) or _support(text, window, notes)
    notes["answers_added"] += bool(citations.cited) and len(cited) > len(citations.cited)
    figures = read_figures(item.get("data"), window.lines, cited)
    notes["data_unsupported"] += figures.unsupported
    turn = window.turns[-1]
    trigger = turn.trigger_hint or _trigger_of(item.get("trigger_type"), is_free_text=turn.ingested)
    observed, starts, ends = _times_of(item, window, now, notes)
    return Draft(
        text=text,
        cited=(*cited, *figures.cited),
        trigger_type=trigger,
        confidence=SURE if turn.trigger_hint is not None else _share(item.get("confidence"), default=SURE),
        criteria=_judged_criteria(item, trigger, turn, cited, figures.values),
        category=_category_of(item.get("category")),
        layer=_layer_for(turn, trigger, item),
        importance=_share(item.get("importance"), default=DEFAULT_IMPORTANCE),
        language=language_of(text),
        attribution=_attribution_of(item.get("source_attribution", item.get("attribution")), cited),
        observed_at=observed,
        valid_from=starts,
        valid_to=ends,
        subject=_short(item.get("subject"), 100) or (_event_subject(turn) if "subject" in item else _meant_subject(turn, cited)),
        slot=_slot_of(item),
        name=_short(item.get("name"), 30),
        abstract=_short(item.get("abstract"), 100),
        overview=_short(item.get("overview"), 300),
        data=figures.values,
    )


def _times_of(
    item: Mapping[str, Any], window: Window, now: datetime, notes: Counter[str]
) -> tuple[datetime | None, datetime | None, datetime | None]:
    """observed_at, valid_from, valid_to: read in the turn's timezone, without an end that only repeats the clock."""
    turn = window.turns[-1]
    observed, starts, ends = (
        read_time(item.get(name), turn.timezone, at=turn.occurred_at, is_end=name == "valid_to")
        for name in ("observed_at", "valid_from", "valid_to")
    )
    if is_copied_clock(ends, spoken=[line.message.at for line in window.lines if line.turn is not None], now=now):
        ends = None
        notes["copied_clock"] += 1
    if starts is not None and ends is not None and starts > ends:
        starts = ends = None
        notes["impossible_interval"] += 1
    return observed, starts, ends


def _support(text: str, window: Window, notes: Counter[str]) -> tuple[Cited, ...]:
    found = find_support(text, window.lines)
    notes["evidence_found" if found is not None else "evidence_missing"] += 1
    return (found,) if found is not None else ()


def _trigger_of(written: Any, *, is_free_text: bool) -> TriggerType | None:
    """Ordinary conversation needs no type of its own; ingested text that fits none is refused."""
    try:
        return TriggerType(str(written).strip().lower())
    except ValueError:
        return None if is_free_text else TriggerType.USER_FEEDBACK


def _criteria_of(written: Any, trigger: TriggerType | None, text: str, cited: tuple[Cited, ...]) -> tuple[Criterion, Criterion, Criterion]:
    """The model's three answers; what is missing is measured where it can be and does not hold where it cannot."""
    if trigger in {None, TriggerType.USER_FEEDBACK}:
        defaults = measure_conversation(text, said_by_user=any(item.line.message.role is Role.USER for item in cited))
    else:
        missing = Criterion(holds=False, reason="not answered")
        defaults = (missing, missing, missing)
    entries = written if isinstance(written, list) else []
    first, second, third = (
        _criterion(entries[place], default) if place < len(entries) else default for place, default in enumerate(defaults)
    )
    return first, second, third


def _judged_criteria(
    item: Mapping[str, Any], trigger: TriggerType | None, turn: Turn, cited: tuple[Cited, ...], figures: Mapping[str, Any]
) -> tuple[Criterion, Criterion, Criterion]:
    """The model's answers. Of an event what its data decide stands, of a free text what its own figures deny: no model says otherwise."""
    written, text = item.get("criteria"), str(item["text"])
    if turn.trigger_hint is not None:
        report = event_report(turn, turn.trigger_hint, _summary_of(turn))
        entries = written if isinstance(written, list) else []
        by_rule = criteria_of(replace(report, data={**figures, **turn.data}))
        answers = tuple(_criterion(entries[place], rule) if place < len(entries) else rule for place, rule in enumerate(by_rule))
        chosen = [rule if rule.is_certain else answer for rule, answer in zip(by_rule, answers, strict=True)]
    else:
        answers = _criteria_of(written, trigger, text, cited)
        if not turn.ingested or trigger in {None, TriggerType.USER_FEEDBACK} or not figures:
            return answers
        by_rule = criteria_of(Report(trigger=trigger, summary=text, data=figures))
        chosen = [answer if rule.holds else rule for rule, answer in zip(by_rule, answers, strict=True)]
    return chosen[0], chosen[1], chosen[2]


def _event_subject(turn: Turn) -> str | None:
    """An event without a subject of the model's is about what its data name."""
    return None if turn.trigger_hint is None else subject_of(event_report(turn, turn.trigger_hint, _summary_of(turn)))


def _meant_subject(turn: Turn, cited: tuple[Cited, ...]) -> str | None:
    """Of a model that has no word for what a statement is about: a user's own words are about the user."""
    if turn.trigger_hint is not None:
        return _event_subject(turn)
    return SPEAKER if any(item.line.message.role is Role.USER for item in cited) else None


def _summary_of(turn: Turn) -> str:
    return " ".join(message.text for message in turn.messages)


def _layer_for(turn: Turn, trigger: TriggerType | None, item: Mapping[str, Any]) -> Layer:
    """A report's layer follows from its type, so that no model takes a rule out of the core layer; else the model's word."""
    if turn.trigger_hint is not None or (turn.ingested and trigger is TriggerType.RULE_UPDATE):
        return layer_of_event(turn.trigger_hint or TriggerType.RULE_UPDATE)
    return _layer_of(item.get("layer"))


def _criterion(written: Any, default: Criterion) -> Criterion:
    if isinstance(written, bool):
        return Criterion(holds=written)
    if isinstance(written, dict) and isinstance(written.get("holds"), bool):
        return Criterion(holds=written["holds"], reason=str(written.get("reason") or "")[:200])
    return default


def _category_of(written: Any) -> Category:
    name = str(written).strip().lower()
    if name in FOREIGN_CATEGORIES:
        return FOREIGN_CATEGORIES[name]
    return Category(name) if name in set(Category) else Category.OTHER


def _layer_of(written: Any) -> Layer:
    name = str(written).strip()
    if name.lower() in FOREIGN_LAYERS:
        return FOREIGN_LAYERS[name.lower()]
    return Layer(name.upper()) if name.upper() in set(Layer) else Layer.STRATEGY_EXP


def _attribution_of(written: Any, cited: tuple[Cited, ...]) -> Attribution | None:
    """What the model says, except authority, and except "the user said so" without any word of the user."""
    name = str(written).strip().lower()
    if name not in set(Attribution) or Attribution(name) in AUTHORITY_ONLY:
        return None
    attribution = Attribution(name)
    has_user = any(item.line.message.role is Role.USER for item in cited)
    if cited and not has_user and attribution in {Attribution.USER_STATED, Attribution.USER_CONFIRMED}:
        return None
    return attribution


def _slot_of(item: Mapping[str, Any]) -> str | None:
    """What a model names; the slots of summaries are not for it to fill."""
    slot = _short(item.get("slot"), 100)
    return None if is_summary_slot(slot) else slot


def _share(written: Any, *, default: float) -> float:
    """A number clamped to 0..1. Models write "0.8", 80 and NaN too."""
    try:
        number = float(written)
    except (TypeError, ValueError):
        return default
    return min(max(number, 0.0), 1.0) if math.isfinite(number) else default


def _short(written: Any, longest: int) -> str | None:
    return written.strip()[:longest] or None if isinstance(written, str) else None
