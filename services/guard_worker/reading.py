"""Whether a statement says what its words said: in the same sense, of the same people, in the same order.

A statement may hold only words of its source and still say something else: "If it rains I take the car" does not say
that the user takes the car.
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from services.guard_worker import reading_phrases as phrases
from services.guard_worker.measures import loses_bound
from services.guard_worker.passages import Passage, find_passage, is_whole_sentence, places
from services.guard_worker.people import changes_roles, leaves_out_people, names_another_subject, shared_names
from services.guard_worker.wording import amounts_in, base, content, missing_words
from shared.extraction.offline_frame_phrases import OFF_THE_RECORD
from shared.extraction.offline_refusals import SECRECY
from shared.extraction.phrase_patterns import compiled
from shared.text.negation import same_polarity
from shared.text.normalise import canonical
from shared.text.tokens import stem
from shared.text.verb_forms import BASE_FORMS, PAST_FORMS


class Doubt(StrEnum):
    """What a statement may have changed."""

    NOT_MEANT = "not_meant"
    PASTED = "pasted"
    INTENTION = "intention_as_fact"
    OUTLOOK = "future_as_fact"
    PAST = "past_as_present"
    SCOPE = "scope_widened"
    CONDITION = "condition_dropped"
    OCCASION = "occasion_dropped"
    REPORT = "hearsay_as_fact"
    PEOPLE = "another_person"
    ROLES = "roles_swapped"
    ORDER = "order_changed"
    BOUND = "bound_dropped"
    DENIAL = "denial_changed"
    CAUSE = "cause_invented"
    GOVERNED = "governing_word_dropped"
    POSSESSION = "possession_added"
    INVENTED = "word_invented"
    UNRECORDED = "off_the_record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """`plain`: nobody may outvote it. `faint`: enough to be unsure where no judge is asked."""

    plain: tuple[Doubt, ...] = ()
    faint: tuple[Doubt, ...] = ()


UNMEANT = frozenset({Doubt.NOT_MEANT, Doubt.PASTED, Doubt.UNRECORDED})
"""What stands in no claim of the user's at all, or is not to be kept by the user's own word."""


@lru_cache(maxsize=512)
def read_against(statement: str, texts: tuple[str, ...], messages: tuple[str, ...] = ()) -> Reading:
    """How a statement departs from what the user stated in these texts (questions left out) of these whole messages."""
    messages = messages or texts
    if is_whole_sentence(statement, texts):
        return Reading(plain=_unmeant(statement, Passage(text=statement, sentence=statement, sentences=1), messages))
    passage = find_passage(statement, texts)
    if passage is None:
        return Reading()
    plain = [*_unmeant(statement, passage, messages), *_changed_sense(statement, passage)]
    faint = _faint_changes(statement, passage)
    if loses_bound(statement, (passage.text,)):
        plain.append(Doubt.BOUND)
    if _is_reported(statement, passage):
        plain.append(Doubt.REPORT)
    people = leaves_out_people(statement, passage.text)
    if people is not None:
        (plain if people else faint).append(Doubt.PEOPLE)
    if changes_roles(statement, passage.text):
        plain.append(Doubt.ROLES)
    if _is_reordered(statement, passage.text):
        plain.append(Doubt.ORDER)
    if names_another_subject(statement, passage.sentence):
        faint.append(Doubt.PEOPLE)
    return Reading(plain=tuple(dict.fromkeys(plain)), faint=tuple(dict.fromkeys(faint)))


def _any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_INTENTION, _OUTLOOK = _any_of(phrases.INTENTION), _any_of(phrases.OUTLOOK)
_PAST, _PAST_FORM = _any_of(phrases.PAST), _any_of((*phrases.PAST, *phrases.PAST_FORMS))
_LITTLE, _ALWAYS, _SOME, _ALL = (_any_of(entry) for entry in (phrases.LITTLE, phrases.ALWAYS, phrases.SOME, phrases.ALL))
_ONLY, _NOT_ALL = _any_of(phrases.ONLY), _any_of(phrases.NOT_ALL)
_ENDED = _any_of(phrases.ENDED)
_JUST_THIS, _NOTHING_ELSE = _any_of(phrases.JUST_THIS), _any_of(phrases.ONLY_OR_NOTHING_ELSE)
_STRONG, _MILD = _any_of(phrases.STRONG), _any_of(phrases.MILD)
_MOVING, _ABODE = _any_of(phrases.MOVING_SOON), _any_of(phrases.ABODE)
_CONDITION, _OCCASION = _any_of(phrases.CONDITION), _any_of(phrases.OCCASION)
_HEARSAY, _CAUSE = _any_of(phrases.HEARSAY), _any_of(phrases.CAUSE)
_REPORT, _OWN_WORD = _any_of(phrases.REPORT), _any_of(phrases.OWN_WORD)
_POSSESSION = _any_of(phrases.POSSESSION)
_FRAME = _any_of(phrases.FRAMES)
_OFF_THE_RECORD, _SECRET = compiled(*OFF_THE_RECORD), compiled(*SECRECY)
_NOT_MEANT, _TASK = _any_of(phrases.NOT_MEANT), _any_of(phrases.TASK_ON_TEXT)
_PASTE_OPENS = re.compile("[:：\n]")
_QUOTED = re.compile('“[^”]*”|"[^"]*"|「[^」]*」|『[^』]*』|‘[^’]{8,}’')
_OVER = re.compile(r"([\w+#.-]*\w) (?:over|instead of|rather than|than) ([\w+#]+)")
_LATIN_WORD = re.compile("[A-Za-z]+")
_AUXILIARIES = frozenset({"is", "has", "does", "was"})
_PRESENT = re.compile(r"^[a-z]+s$")


def _lacks(mark: re.Pattern[str], statement: str, source: str) -> bool:
    """The source has the mark, the statement has not."""
    return mark.search(source) is not None and mark.search(statement) is None


def _adds(mark: re.Pattern[str], statement: str, source: str) -> bool:
    return _lacks(mark, source, statement)


def _unmeant(statement: str, passage: Passage, texts: Sequence[str]) -> tuple[Doubt, ...]:
    found = []
    if _lacks(_NOT_MEANT, statement, passage.sentence) or any(_is_framed(statement, text, passage) for text in texts):
        found.append(Doubt.NOT_MEANT)
    if any(_is_pasted(statement, text) for text in texts if passage.text.strip('“”"「」 ') in text):
        found.append(Doubt.PASTED)
    if _SECRET.search(passage.sentence.strip()) or any(_OFF_THE_RECORD.search(text) for text in texts):
        found.append(Doubt.UNRECORDED)
    return tuple(found)


def _is_framed(statement: str, text: str, passage: Passage) -> bool:
    """A role was given or a puzzle was posed before the words were said."""
    frame = _FRAME.search(text)
    start = text.find(passage.text.strip())
    return frame is not None and start >= 0 and frame.start() < start + len(passage.text) and _FRAME.search(statement) is None


def _is_pasted(statement: str, text: str) -> bool:
    """The words stand in quotation marks, or behind "Translate this:", and nowhere else."""
    outside = _QUOTED.sub(" ", text)
    task = _TASK.search(outside)
    if task is not None and (opening := _PASTE_OPENS.search(outside, task.end())) is not None:
        outside = outside[: opening.start()]
    if outside == text:
        return False
    words = (*content(statement), *amounts_in(statement))
    own = frozenset((*content(outside), *amounts_in(outside)))
    inside = [word for word in words if word not in own and (word.isascii() or word not in outside)]
    is_enough = len(inside) * 2 >= len(words) if task is not None else len(inside) == len(words)
    return is_enough and bool(words)


def _changed_sense(statement: str, passage: Passage) -> list[Doubt]:
    """Marks that a statement may neither lose nor gain."""
    source = passage.text
    is_wider = (
        _lacks(_LITTLE, statement, source)
        or (_lacks(_SOME, statement, source) and not _has_count(statement))
        or _lacks(_ONLY, statement, source)
        or _lacks(_NOT_ALL, statement, source)
        or _adds(_ALL, statement, source)
        or _adds(_ALWAYS, statement, source)
        or (_JUST_THIS.search(statement) is not None and _NOTHING_ELSE.search(source) is None)
        or (_adds(_STRONG, statement, source) and _lacks(_MILD, statement, source))
    )
    checks = (
        (_lacks(_INTENTION, statement, source) or _arrives_early(statement, source), Doubt.INTENTION),
        (_is_past(statement, source), Doubt.PAST),
        (is_wider, Doubt.SCOPE),
        (not same_polarity(statement, source) or _lacks(_ENDED, statement, source), Doubt.DENIAL),
        (_invents_cause(statement, passage), Doubt.CAUSE),
        (_lacks(_CONDITION, statement, passage.sentence) and _lacks(_OCCASION, statement, statement + source) is False
         and not _OCCASION.search(statement), Doubt.CONDITION),
    )  # fmt: skip
    return [doubt for holds, doubt in checks if holds]


def _arrives_early(statement: str, source: str) -> bool:
    """Moving there is told as living there."""
    return _lacks(_MOVING, statement, source) and _adds(_ABODE, statement, source)


def _invents_cause(statement: str, passage: Passage) -> bool:
    """A because that the sentence has not, with words that it has not."""
    mark = _CAUSE.search(statement)
    if mark is None or _CAUSE.search(passage.sentence) is not None:
        return False
    cause = re.split("[，,]", statement[mark.end() :].strip())[0]
    missing = missing_words(cause, (passage.sentence,))
    if not cause.isascii():
        return bool(missing) and missing[0] == content(cause)[0]
    return bool(missing) and 2 * len(missing) >= len(content(cause))


def _has_count(statement: str) -> bool:
    return bool(amounts_in(statement))


def _is_past(statement: str, source: str) -> bool:
    if _PAST.search(source) and not _PAST_FORM.search(statement):
        return True
    spoken = {word.lower() for word in _LATIN_WORD.findall(source)}
    said = {word.lower() for word in _LATIN_WORD.findall(statement)}
    past = {base(word) for word in spoken - said if word.endswith("ed") or PAST_FORMS.get(BASE_FORMS.get(word, "")) == word}
    is_present_now = any(_PRESENT.match(word) and base(word) in past and word not in spoken for word in said - _AUXILIARIES)
    was_before = bool(spoken & {"was", "were"}) and not spoken & {"is", "are", "am", "i'm"} and "m" not in spoken
    had_before = "had" in spoken and not spoken & {"has", "have", "ve"}
    return (
        is_present_now
        or (was_before and bool(said & {"is", "are"}) and not said & {"was", "were"})
        or (had_before and "has" in said and "had" not in said)
    )


def _faint_changes(statement: str, passage: Passage) -> list[Doubt]:
    checks = ((_OUTLOOK, Doubt.OUTLOOK), (_OCCASION, Doubt.OCCASION))
    found = [doubt for mark, doubt in checks if _lacks(mark, statement, passage.text)]
    if _adds(_POSSESSION, statement, passage.text):
        found.append(Doubt.POSSESSION)
    return [*found, Doubt.GOVERNED] if _drops_governing_word(statement, passage.text) else found


def _drops_governing_word(statement: str, source: str) -> bool:
    """A word of content, or a number, stands before all that the statement takes over: I promised to visit, 我答应去看, two of our five."""
    own, joined = frozenset(content(statement)), canonical(statement)
    reach = places((*content(statement), *amounts_in(statement)), source)
    if not reach:
        return False
    lead = source[: min(reach.values())]
    words = [word for word in content(lead) if word not in phrases.FILLERS and not (word.isascii() and word.endswith(("ly", "li")))]
    numbers = set(amounts_in(source[: max(reach.values())])) - set(amounts_in(statement))
    return any(word not in own and (word.isascii() or word not in joined) for word in words) or bool(numbers and amounts_in(statement))


def _is_reported(statement: str, passage: Passage) -> bool:
    """Somebody else's word, told without them."""
    source = _OWN_WORD.sub(" ", passage.sentence)
    if _lacks(_HEARSAY, statement, source):
        return True
    return _lacks(_REPORT, statement, source) and leaves_out_people(statement, passage.sentence, of_all=True) is not None


def _is_reordered(statement: str, source: str) -> bool:
    """Two names, or a name and a number, that change places."""
    hard = [name.lower() for name in shared_names(statement, source)]
    told_once = [value for value in amounts_in(statement) if amounts_in(statement).count(value) == 1]
    wanted = [*content(statement), *told_once]
    there, here = places(wanted, source), places(wanted, statement)
    if any(pair[::-1] in _compared(source) for pair in _compared(statement)):
        return True
    shared = sorted(there.keys() & here.keys(), key=lambda word: here[word])
    anchors = [word for word in shared if not word.isalpha() or any(_is_part(word, name) for name in hard)]
    return any(there[one] > there[other] for one, other in itertools.pairwise(anchors))


def _compared(text: str) -> set[tuple[str, ...]]:
    """What is set against what: terraform over pulumi."""
    return {match.groups() for match in _OVER.finditer(text.lower())}


def _is_part(word: str, name: str) -> bool:
    return word in name if not word.isascii() else word in {stem(part) for part in re.split(r"[\s\-'’.]+", name)}
