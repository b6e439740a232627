"""Extraction without a model: sentence by sentence, by rows of known statements. Certain or not at all."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from shared.domain.candidate import Attribution, Category, Layer, Role
from shared.domain.trigger import TriggerType
from shared.extraction.conversation_value import VAGUE_WORDS, measure_conversation
from shared.extraction.drafts import Draft
from shared.extraction.offline_change_rows import CHANGE_ROWS
from shared.extraction.offline_chatter import tells_nothing, without_chatter
from shared.extraction.offline_clauses import ASKING, FEW_WORDS, OPENING, Piece, own_pieces, stated_pieces
from shared.extraction.offline_confirmation import answered_draft, leaves_it
from shared.extraction.offline_detail_rows import DETAIL_ROWS
from shared.extraction.offline_ended_rows import ENDED_ROWS
from shared.extraction.offline_frames import own_sentences
from shared.extraction.offline_narrative import EMPTY_ATTRIBUTES, NARRATIVE_ROWS, PARTS_OF_A_STORY
from shared.extraction.offline_order_rows import ORDER_ROWS
from shared.extraction.offline_people import told_of_somebody
from shared.extraction.offline_people_rows import DENIAL_ROWS, PEOPLE_ROWS
from shared.extraction.offline_person_rows import PERSON_ROWS
from shared.extraction.offline_persons import person_property
from shared.extraction.offline_phrases import CHANGE_MARK, FILLER, PRESENT_MARK, REMEMBER, TELLING, PhraseRow
from shared.extraction.offline_plain_rows import PLAIN_ROWS
from shared.extraction.offline_pointers import only_points
from shared.extraction.offline_refusals import is_task_step, refusal_of
from shared.extraction.offline_remainder import OWN_REMAINDER, REMAINDER, is_of_oneself, stands_by_its_details
from shared.extraction.offline_routine_rows import HEALTH_ROWS, ROUTINE_ROWS
from shared.extraction.offline_rule_rows import RULE_ROWS
from shared.extraction.offline_slots import slot_of, subject_of
from shared.extraction.offline_spelling import spelled, straight, without_laughter, without_quotes
from shared.extraction.offline_story_words import STORY_WORDS
from shared.extraction.offline_world_rows import WORLD_ROWS
from shared.extraction.references import Cited
from shared.extraction.stated_times import begins_at
from shared.extraction.windows import Line, Window
from shared.text.language import language_of
from shared.text.negation import is_negated
from shared.text.noise import noise_reason
from shared.text.tokens import content_words

ROWS = CHANGE_ROWS + RULE_ROWS + PERSON_ROWS + ENDED_ROWS + WORLD_ROWS + DENIAL_ROWS
STORY_ROWS = ORDER_ROWS + PEOPLE_ROWS + HEALTH_ROWS + NARRATIVE_ROWS + ROUTINE_ROWS + DETAIL_ROWS + PLAIN_ROWS
CONFIDENCE = 0.9
IMPORTANCE = {Category.DECISION: 0.7, Category.PREFERENCE: 0.6, Category.FACT: 0.6, Category.ENTITY: 0.6, Category.OTHER: 0.3}
REALTIME_IMPORTANCE = 0.3
ASKED_FOR = 0.2  # added where the user asked to remember it
LONGEST_STATEMENT = 600
NAME_OR_NUMBER = re.compile(r"(?<!^)\b(?!I\b)[A-Z]\w|\d|《|[一二两三四五六七八九十]+(?:点|号|月|年|岁|次|个月|公里|小时|分钟)")
TIME = re.compile(
    r"\b(?:last|next|yesterday|tomorrow|ago|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|昨天|上周|上个?月|去年|明年|下周|下个?月"
)
VAGUE_WITHOUT_OWN_WORDS = ("attitude", "choice")
CLAUSE_END = re.compile(r"[,，;；]\s*(?:and |but |also |而且|并且|另外|同时)?")
TRAILING = " \t\n。.!！;；,，、~…"
KEEPS_NEGATION = frozenset({Category.PREFERENCE, Category.DECISION})


@dataclass(frozen=True, slots=True)
class _Found:
    """A row that fits, and where."""

    row: PhraseRow
    match: re.Match[str]
    text: str


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
    refusal = refusal_of(_read(sentence))
    if refusal is not None:
        beside = stated_beside(sentence) if refusal in ASKING else []
        return [_draft(hit, said, line, is_asked=False) for said in beside if (hit := _find(said)) is not None]
    bare = FILLER.sub("", sentence).strip(TRAILING)
    asked = REMEMBER.match(bare)
    statement = bare[asked.end() :].strip(TRAILING) if asked is not None else bare
    statement = FILLER.sub("", without_chatter(straight(statement), statement)).strip(TRAILING)
    if not statement or OPENING.fullmatch(statement) or (asked is not None and refusal_of(_read(statement)) is not None):
        return []
    is_asked = asked is not None
    if (told := _find_of_somebody(statement, people)) is not None:
        return [_draft(told, sentence, line, is_asked=is_asked)]
    fixed = _clauses(statement)
    if len(fixed) > 1:
        return [_draft(hit, sentence, line, is_asked=is_asked) for hit in fixed]
    # A change is told in two halves: what holds no more, and what holds now.
    pieces = [] if CHANGE_MARK.search(_read(statement)) else own_pieces(statement, _fits)
    found = [
        replace(hit, text=piece.text.strip(TRAILING))
        for piece in pieces or [Piece(statement, statement)]
        if (hit := _find(piece.teller.strip(TRAILING))) is not None
    ]
    if is_asked and all(hit.row in {OWN_REMAINDER, REMAINDER} for hit in found):
        return [_asked_draft(statement, sentence, line)]
    return [_draft(hit, hit.text if len(pieces) > 1 else sentence, line, is_asked=is_asked) for hit in found]


def _find_of_somebody(statement: str, people: frozenset[str]) -> _Found | None:
    """By the rows for the user's own statements; what is found is about that person and says nothing of the project."""
    told = told_of_somebody(statement, people)
    if told is None or refusal_of(_read(told.as_own)) is not None:
        return None
    hit = _find(told.as_own)
    return None if hit is None else _Found(replace(hit.row, subject=told.subject, category=Category.ENTITY), hit.match, statement)


def _fits(statement: str) -> bool:
    return _find(statement) is not None


def _clauses(statement: str) -> list[_Found]:
    """Clauses that each state another fixed thing ("我叫李雷，我住在北京"); fewer than two: the sentence stays whole."""
    parts = [part.strip(TRAILING) for part in CLAUSE_END.split(statement)]
    if len(parts) < 2:
        return []
    hits = [_find(part, rows=ROWS) for part in parts]
    if not all(hit is not None and hit.row.slot is not None and "{" not in hit.row.slot for hit in hits):
        return []
    fixed = [hit for hit in hits if hit is not None]
    return fixed if len({(hit.row.slot, hit.row.subject) for hit in fixed}) == len(fixed) else []


def _find(statement: str, *, rows: tuple[PhraseRow, ...] | None = None) -> _Found | None:
    read = _read(statement)
    named = _named_words(statement)
    if only_points(read) and named:
        return None
    found = _known(statement, read, rows=ROWS if rows is None else rows)
    if found is None and rows is None:
        found = _find_story(statement, read, named) or _find_remainder(statement, read, named)
    has_detail = (
        NAME_OR_NUMBER.search(statement) is not None
        or TIME.search(read) is not None
        or (found is not None and found.row.is_event and len(named) > FEW_WORDS + 1)
    )
    return None if tells_nothing(read, has_detail=has_detail) else found


def _known(statement: str, read: str, *, rows: tuple[PhraseRow, ...]) -> _Found | None:
    for row in rows:
        match = row.pattern.search(read)
        if match is not None and _stands(row, match, read):
            return None if _is_vague(row, statement) else _Found(row, match, statement)
    return None


def _is_vague(row: PhraseRow, statement: str) -> bool:
    """A liking, a choice or a word of one's people in the words of every story: "I love spending time with the friends I have"."""
    if row.slot is not None and not row.slot.startswith(VAGUE_WITHOUT_OWN_WORDS):
        return False
    if row.layer is Layer.REALTIME_ENV or NAME_OR_NUMBER.search(statement) is not None:
        return False
    named = _named_words(statement)
    return len(named) > 1 and all(word in STORY_WORDS for word in named)


def _find_story(statement: str, read: str, named: list[str]) -> _Found | None:
    if len(named) < PARTS_OF_A_STORY or not _tells_of_something(named, statement) or is_task_step(read):
        return None
    for row in STORY_ROWS:
        match = row.pattern.search(read)
        if match is None or (not row.keeps_negation and row.category not in KEEPS_NEGATION and _is_denied(match, read)):
            continue
        if not (row.slot == "{about}" and _about(match).lower().split(" ")[-1] in EMPTY_ATTRIBUTES):
            return _Found(row, match, statement)
    return None


def _find_remainder(statement: str, read: str, named: list[str]) -> _Found | None:
    """What no row knows, told with a detail or of oneself in words of one's own."""
    own = [word for word in named if word not in STORY_WORDS]
    if is_task_step(read) or PRESENT_MARK.search(read) or is_negated(CLAUSE_END.split(read)[0]):
        return None
    if not stands_by_its_details(read, own_words=len(set(own))):
        return None
    row = OWN_REMAINDER if is_of_oneself(read) else REMAINDER
    match = row.pattern.match(read)
    return _Found(row, match, statement) if match is not None else None


def _named_words(statement: str) -> list[str]:
    return [word for word in content_words(statement) if word not in VAGUE_WORDS]


def _tells_of_something(named: list[str], statement: str) -> bool:
    """Two words that are not of every story, or one and a name or number."""
    own = len({word for word in named if word not in STORY_WORDS})
    return own >= PARTS_OF_A_STORY or (own == 1 and NAME_OR_NUMBER.search(statement) is not None)


def _is_denied(match: re.Match[str], read: str) -> bool:
    """True where the clause of a match denies something and tells no change: what another clause denies is another matter."""
    begins = max((end.end() for end in CLAUSE_END.finditer(read, 0, match.start())), default=0)
    ends = CLAUSE_END.search(read, match.end())
    clause = read[begins : ends.start() if ends is not None else len(read)]
    return is_negated(clause) and not CHANGE_MARK.search(read)


def _stands(row: PhraseRow, match: re.Match[str], read: str) -> bool:
    """A negated fact is no fact; a negated liking is one, and so is a change ("no longer", 不再)."""
    if row.keeps_negation or row.category in KEEPS_NEGATION or CHANGE_MARK.search(read):
        return True
    return not is_negated(read[: match.end()])


def _draft(found: _Found, sentence: str, line: Line, *, is_asked: bool) -> Draft:
    row = found.row
    about = _about(found.match)
    subject = subject_of(row.subject, about, straight=straight(found.text), category=row.category)
    # "We do not use MySQL" says nothing of what is used instead.
    is_denial = row.keeps_negation and is_negated(found.text)
    slot = None if is_denial else slot_of(row.slot, about, statement=found.text)
    if row.subject == "{about}" and subject is not None:
        subject, slot = person_property(subject, _who(found.match), slot)
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


def _about(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return (groups.get("about") or groups.get("about_zh") or "").strip()


def _who(match: re.Match[str]) -> str:
    groups = match.groupdict()
    return (groups.get("who") or groups.get("who_zh") or "").strip()


def _read(text: str) -> str:
    """As the rows read it: nobody else's words, and quick typing written out."""
    return spelled(without_quotes(text))
