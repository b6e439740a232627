"""Which row knows a statement, if it says anything at all: the first that fits; else a story; else its details."""

import re
from dataclasses import dataclass

from shared.domain.candidate import Category, Layer
from shared.extraction.conversation_value import VAGUE_WORDS
from shared.extraction.offline_change_rows import CHANGE_ROWS
from shared.extraction.offline_chatter import tells_nothing
from shared.extraction.offline_clauses import FEW_WORDS
from shared.extraction.offline_detail_rows import DETAIL_ROWS
from shared.extraction.offline_ended_rows import ENDED_ROWS
from shared.extraction.offline_narrative import EMPTY_ATTRIBUTES, NARRATIVE_ROWS, PARTS_OF_A_STORY
from shared.extraction.offline_order_rows import ORDER_ROWS
from shared.extraction.offline_people_rows import DENIAL_ROWS, PEOPLE_ROWS
from shared.extraction.offline_person_rows import PERSON_ROWS
from shared.extraction.offline_phrases import CHANGE_MARK, PRESENT_MARK, PhraseRow
from shared.extraction.offline_plain_rows import PLAIN_ROWS
from shared.extraction.offline_pointers import only_points
from shared.extraction.offline_remainder import OWN_REMAINDER, REMAINDER, is_of_oneself, stands_by_its_details
from shared.extraction.offline_routine_rows import HEALTH_ROWS, ROUTINE_ROWS
from shared.extraction.offline_rule_rows import RULE_ROWS
from shared.extraction.offline_spelling import spelled, without_quotes
from shared.extraction.offline_story_words import STORY_WORDS
from shared.extraction.offline_task_steps import is_task_step
from shared.extraction.offline_world_rows import WORLD_ROWS
from shared.text.negation import is_negated
from shared.text.tokens import content_words

ROWS = CHANGE_ROWS + RULE_ROWS + PERSON_ROWS + ENDED_ROWS + WORLD_ROWS + DENIAL_ROWS
STORY_ROWS = ORDER_ROWS + PEOPLE_ROWS + HEALTH_ROWS + NARRATIVE_ROWS + ROUTINE_ROWS + DETAIL_ROWS + PLAIN_ROWS
NAME_OR_NUMBER = re.compile(r"(?<!^)\b(?!I\b)[A-Z]\w|\d|《|[一二两三四五六七八九十]+(?:点|号|月|年|岁|次|个月|公里|小时|分钟)")
TIME = re.compile(
    r"\b(?:last|next|yesterday|tomorrow|ago|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|昨天|上周|上个?月|去年|明年|下周|下个?月"
)
VAGUE_WITHOUT_OWN_WORDS = ("attitude", "choice")
CLAUSE_END = re.compile(r"[,，;；]\s*(?:and |but |also |而且|并且|另外|同时)?")
TRAILING = " \t\n。.!！;；,，、~…"
KEEPS_NEGATION = frozenset({Category.PREFERENCE, Category.DECISION})


@dataclass(frozen=True, slots=True)
class Found:
    """A row that fits, and where."""

    row: PhraseRow
    match: re.Match[str]
    text: str


def find(statement: str, *, rows: tuple[PhraseRow, ...] | None = None) -> Found | None:
    """The row that knows a statement, of all or of these alone; None where nothing is told."""
    read = read_of(statement)
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


def _known(statement: str, read: str, *, rows: tuple[PhraseRow, ...]) -> Found | None:
    for row in rows:
        match = row.pattern.search(read)
        if match is not None and _stands(row, match, read):
            return None if _is_vague(row, statement) else Found(row, match, statement)
    return None


def _is_vague(row: PhraseRow, statement: str) -> bool:
    """A liking, a choice or a word of one's people in the words of every story: "I love spending time with the friends I have"."""
    if row.slot is not None and not row.slot.startswith(VAGUE_WITHOUT_OWN_WORDS):
        return False
    if row.layer is Layer.REALTIME_ENV or NAME_OR_NUMBER.search(statement) is not None:
        return False
    named = _named_words(statement)
    return len(named) > 1 and all(word in STORY_WORDS for word in named)


def _find_story(statement: str, read: str, named: list[str]) -> Found | None:
    if len(named) < PARTS_OF_A_STORY or not _tells_of_something(named, statement) or is_task_step(read):
        return None
    for row in STORY_ROWS:
        match = row.pattern.search(read)
        if match is None or (not row.keeps_negation and row.category not in KEEPS_NEGATION and _is_denied(match, read)):
            continue
        if not (row.slot == "{about}" and about_of(match).lower().split(" ")[-1] in EMPTY_ATTRIBUTES):
            return Found(row, match, statement)
    return None


def _find_remainder(statement: str, read: str, named: list[str]) -> Found | None:
    """What no row knows, told with a detail or of oneself in words of one's own."""
    own = [word for word in named if word not in STORY_WORDS]
    if is_task_step(read) or PRESENT_MARK.search(read) or is_negated(CLAUSE_END.split(read)[0]):
        return None
    if not stands_by_its_details(read, own_words=len(set(own))):
        return None
    row = OWN_REMAINDER if is_of_oneself(read) else REMAINDER
    match = row.pattern.match(read)
    return Found(row, match, statement) if match is not None else None


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


def about_of(match: re.Match[str]) -> str:
    """What a match says the statement is about; may be empty."""
    groups = match.groupdict()
    return (groups.get("about") or groups.get("about_zh") or "").strip()


def who_of(match: re.Match[str]) -> str:
    """The name that a match found; may be empty."""
    groups = match.groupdict()
    return (groups.get("who") or groups.get("who_zh") or "").strip()


def read_of(text: str) -> str:
    """As the rows read it: nobody else's words, and quick typing written out."""
    return spelled(without_quotes(text))
