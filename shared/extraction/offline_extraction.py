"""Extraction without a model: sentence by sentence, by rows of known statements, and what is specific enough without a row."""

import re
from collections.abc import Iterator
from dataclasses import replace

from shared.domain.candidate import Attribution, Category, Layer, Role
from shared.domain.trigger import TriggerType
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.drafts import Draft
from shared.extraction.offline_chatter import without_chatter
from shared.extraction.offline_clauses import ASKING, OPENING, Piece, own_pieces, stated_pieces
from shared.extraction.offline_confirmation import answered_draft, leaves_it
from shared.extraction.offline_finding import CLAUSE_END, ROWS, TRAILING, Found, about_of, find, read_of, who_of
from shared.extraction.offline_frames import own_sentences
from shared.extraction.offline_people import told_of_somebody
from shared.extraction.offline_persons import person_property
from shared.extraction.offline_phrases import CHANGE_MARK, FILLER, PRESENT_MARK, REMEMBER, TELLING
from shared.extraction.offline_refusals import refusal_of
from shared.extraction.offline_remainder import OWN_REMAINDER, REMAINDER
from shared.extraction.offline_slots import slot_of, subject_of
from shared.extraction.offline_spelling import straight, without_laughter
from shared.extraction.references import Cited
from shared.extraction.stated_times import begins_at
from shared.extraction.windows import Line, Window
from shared.text.language import language_of
from shared.text.negation import is_negated
from shared.text.noise import noise_reason

CONFIDENCE = 0.9
IMPORTANCE = {Category.DECISION: 0.7, Category.PREFERENCE: 0.6, Category.FACT: 0.6, Category.ENTITY: 0.6, Category.OTHER: 0.3}
REALTIME_IMPORTANCE = 0.3
ASKED_FOR = 0.2  # added where the user asked to remember it
LONGEST_STATEMENT = 600


def offline_drafts(window: Window, people: frozenset[str] = frozenset()) -> tuple[Draft, ...]:
    """What the user stated in this window, in order. Assistants, systems and tools state nothing here.

    `people`: who of the user's may be called by the bare name.
    """
    drafts: list[Draft] = []
    before: Line | None = None
    for line in window.lines:
        if line.turn is not None and line.message.role is Role.USER:
            answered = answered_draft(before, line)
            if answered is not None:
                drafts.append(answered)
            drafts += _line_drafts(line, people)
        if line.message.role in {Role.USER, Role.ASSISTANT}:
            before = line
    return tuple(drafts)


def stated_beside(question: str) -> list[str]:
    """What a sentence that asks states beside its question, verbatim: "I'm vegetarian, what can I eat here?"."""
    return stated_pieces(question, _fits)


def _line_drafts(line: Line, people: frozenset[str]) -> Iterator[Draft]:
    if noise_reason(line.message.text) is not None or leaves_it(line.message.text):
        return
    seen: set[str] = set()
    for sentence in _statements(line.message.text):
        for draft in _sentence_drafts(sentence, line, people):
            if draft.text not in seen:
                seen.add(draft.text)
                yield draft


def _statements(text: str) -> Iterator[str]:
    """Sentences; one that runs on and on, as speech that was written down does, is heard clause by clause."""
    for sentence in own_sentences(text):
        if len(sentence) <= LONGEST_STATEMENT:
            yield sentence
        else:
            yield from (clause.strip() for clause in CLAUSE_END.split(sentence) if len(clause.strip()) <= LONGEST_STATEMENT)


def _sentence_drafts(sentence: str, line: Line, people: frozenset[str]) -> list[Draft]:
    sentence = TELLING.sub("", without_laughter(sentence))
    if not sentence or noise_reason(sentence) is not None:
        return []
    refusal = refusal_of(read_of(sentence))
    if refusal is not None:
        beside = stated_beside(sentence) if refusal in ASKING else []
        return [_draft(hit, said, line, is_asked=False) for said in beside if (hit := find(said)) is not None]
    bare = FILLER.sub("", sentence).strip(TRAILING)
    asked = REMEMBER.match(bare)
    statement = bare[asked.end() :].strip(TRAILING) if asked is not None else bare
    statement = FILLER.sub("", without_chatter(straight(statement), statement)).strip(TRAILING)
    if not statement or OPENING.fullmatch(statement) or (asked is not None and refusal_of(read_of(statement)) is not None):
        return []
    is_asked = asked is not None
    if (told := _find_of_somebody(statement, people)) is not None:
        return [_draft(told, sentence, line, is_asked=is_asked)]
    fixed = _clauses(statement)
    if len(fixed) > 1:
        return [_draft(hit, sentence, line, is_asked=is_asked) for hit in fixed]
    # A change is told in two halves: what holds no more, and what holds now.
    pieces = [] if CHANGE_MARK.search(read_of(statement)) else own_pieces(statement, _fits)
    found = [
        replace(hit, text=piece.text.strip(TRAILING))
        for piece in pieces or [Piece(statement, statement)]
        if (hit := find(piece.teller.strip(TRAILING))) is not None
    ]
    if is_asked and all(hit.row in {OWN_REMAINDER, REMAINDER} for hit in found):
        return [_asked_draft(statement, sentence, line)]
    return [_draft(hit, hit.text if len(pieces) > 1 else sentence, line, is_asked=is_asked) for hit in found]


def _find_of_somebody(statement: str, people: frozenset[str]) -> Found | None:
    """By the rows for the user's own statements; what is found is about that person and says nothing of the project."""
    told = told_of_somebody(statement, people)
    if told is None or refusal_of(read_of(told.as_own)) is not None:
        return None
    hit = find(told.as_own)
    return None if hit is None else Found(replace(hit.row, subject=told.subject, category=Category.ENTITY), hit.match, statement)


def _fits(statement: str) -> bool:
    return find(statement) is not None


def _clauses(statement: str) -> list[Found]:
    """Clauses that each state another fixed thing ("我叫李雷，我住在北京"); fewer than two: the sentence stays whole."""
    parts = [part.strip(TRAILING) for part in CLAUSE_END.split(statement)]
    if len(parts) < 2:
        return []
    hits = [find(part, rows=ROWS) for part in parts]
    if not all(hit is not None and hit.row.slot is not None and "{" not in hit.row.slot for hit in hits):
        return []
    fixed = [hit for hit in hits if hit is not None]
    return fixed if len({(hit.row.slot, hit.row.subject) for hit in fixed}) == len(fixed) else []


def _draft(found: Found, sentence: str, line: Line, *, is_asked: bool) -> Draft:
    row = found.row
    about = about_of(found.match)
    subject = subject_of(row.subject, about, straight=straight(found.text), category=row.category)
    # "We do not use MySQL" says nothing of what is used instead.
    is_denial = row.keeps_negation and is_negated(found.text)
    slot = None if is_denial else slot_of(row.slot, about, statement=found.text)
    if row.subject == "{about}" and subject is not None:
        subject, slot = person_property(subject, who_of(found.match), slot)
    slot = None if slot == subject else slot  # the name of the thing says nothing of the property
    is_passing = slot is None and not row.is_event and not is_asked and PRESENT_MARK.search(straight(found.text)) is not None
    layer = Layer.REALTIME_ENV if is_passing else row.layer
    return _statement(
        found.text, sentence, line, category=row.category, layer=layer, subject=subject, slot=slot, bonus=ASKED_FOR if is_asked else 0.0
    )


def _asked_draft(statement: str, sentence: str, line: Line) -> Draft:
    """Asked to be remembered, of no known kind: a task ("remember to ...") or a fact."""
    is_task = re.match(r"to\s|要|去", statement) is not None
    category = Category.OTHER if is_task else Category.FACT
    return _statement(statement, sentence, line, category=category, layer=Layer.STRATEGY_EXP, subject="user", slot=None, bonus=ASKED_FOR)


def _statement(
    text: str, sentence: str, line: Line, *, category: Category, layer: Layer, subject: str | None, slot: str | None, bonus: float
) -> Draft:
    importance = REALTIME_IMPORTANCE if layer is Layer.REALTIME_ENV else IMPORTANCE[category]
    return Draft(
        text=text,
        cited=(Cited(line, sentence),),
        trigger_type=TriggerType.USER_FEEDBACK,
        confidence=CONFIDENCE,
        criteria=measure_conversation(text, said_by_user=True),
        category=category,
        layer=layer,
        importance=min(importance + bonus, 1.0),
        language=language_of(text),
        attribution=Attribution.USER_STATED,
        subject=subject,
        slot=slot,
        valid_from=begins_at(text, at=line.message.at, timezone=line.turn.timezone if line.turn is not None else ""),
    )
