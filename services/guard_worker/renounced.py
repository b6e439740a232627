"""What a statement says to be over or replaced: the memory that told of it, where neither names a property. Pure.

"I sold the Mazda and bought a Fiat" ends "I drive a Mazda": of the same person, and the names and half of the words are said again.
"""

import re

from services.guard_worker.board import Relative
from services.guard_worker.case import Case
from services.guard_worker.change_words import ENDS, REPLACES
from services.guard_worker.lateness import is_late
from services.guard_worker.sameness import same_subject_and_slot
from services.guard_worker.wording import amounts_in, content, missing_names
from shared.domain.memory import Memory
from shared.extraction.offline_people_phrases import PERSON, WHICH, ZH_PERSON, ZH_WHICH
from shared.text.property_key import property_name
from shared.text.verb_forms import PAST_FORMS

_OVER = re.compile("|".join((*ENDS, *REPLACES)), re.IGNORECASE)
_INSTEAD = re.compile("|".join(REPLACES), re.IGNORECASE)
_KIN = re.compile(rf"\b{WHICH}{PERSON}\b|{ZH_WHICH}{ZH_PERSON}", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:is|are|am)(?: \w+ly)? \w+", re.IGNORECASE)
_LATIN_WORD = re.compile("[A-Za-z]+")
_PAST, _BASES = frozenset(PAST_FORMS.values()), frozenset(PAST_FORMS)
_STATES = frozenset({"called", "named", "used", "based", "need", "red", "bed", "feed", "speed", "wed", "seed"})
"""What looks like a past form and tells of the present."""
_COUNTED = re.compile("[一两三几这那每][一-鿿]")
_PAST_ZH = re.compile("[去到看吃玩住来做学读买用养见听写当]过|[买去到看见]了")


def renounced(case: Case, relatives: tuple[Relative, ...]) -> Relative | None:
    """The stored memory that the statement ends, the nearest first; None where it ends nothing or its words say nothing of an end."""
    if any(same_subject_and_slot(case, relative.memory) for relative in relatives):
        return None
    return next((relative for relative in relatives if is_renounced(case, relative.memory)), None)


def says_it_is_over(case: Case) -> bool:
    """Words of an end or of a change in what it rests on."""
    return any(_OVER.search(evidence.quote) for evidence in case.candidate.evidence)


def is_renounced(case: Case, memory: Memory) -> bool:
    """Same person, said later, and the memory's names and half of its words are among what is said to be over.

    What was in the past does not end, and what is one of several of a kind (allergy:milk) ends only under its own name.
    """
    if not says_it_is_over(case):
        return False
    if not _may_be_of_one(case, memory) or is_late(case, memory) or not _is_same_person(case, memory):
        return False
    subject = case.candidate.subject or ""
    told = _KIN.sub(" ", memory.text).replace(subject, " ")
    if _OVER.search(told) or _is_past(told) or missing_names(told, (case.text,)):
        return False
    about = frozenset(content(subject.replace("_", " ")))
    own = [word for word in (*content(told), *amounts_in(told)) if word not in about and not _COUNTED.match(word)]
    said = {*content(case.text), *amounts_in(case.text)}
    held = sum(word in said or (not word.isascii() and word in case.text) for word in own)
    return held > 0 and 2 * held >= len(own)


def _may_be_of_one(case: Case, memory: Memory) -> bool:
    """No two properties that both have a name; but what somebody eats and drinks instead of something ends the liking for that."""
    slot, known = case.candidate.slot, memory.slot
    if slot == "diet":
        return known is not None and known.startswith("attitude:") and any(_INSTEAD.search(e.quote) for e in case.candidate.evidence)
    return slot is None and (known is None or ":" not in known)


def _is_past(text: str) -> bool:
    words = [word.lower() for word in _LATIN_WORD.findall(_PASSIVE.sub(" ", text))]
    is_past = any((word in _PAST or word.endswith("ed")) and word not in _BASES and word not in _STATES for word in words)
    return is_past or _PAST_ZH.search(text) is not None


def _is_same_person(case: Case, memory: Memory) -> bool:
    mine, theirs = case.candidate.subject, memory.subject
    return mine is not None and theirs is not None and property_name(mine) == property_name(theirs)
