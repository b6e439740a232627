"""How a candidate and a stored memory stand to each other: the same property, the same content, the same time."""

from services.guard_worker.case import Case
from services.guard_worker.ended_things import is_of_somebody_else
from services.guard_worker.wording import amounts_in, same_amounts, same_denials, same_frame, same_words
from shared.domain.memory import Memory
from shared.domain.session_summary import is_summary_slot
from shared.domain.versioning import overlaps
from shared.text.property_key import property_key, property_name


def same_subject_and_slot(case: Case, memory: Memory) -> bool:
    """True where both name a subject and a slot and these agree."""
    return case.about is not None and case.about == property_key(memory.subject, memory.slot)


def is_of_a_kind(case: Case, memory: Memory) -> bool:
    """A session's summary is compared with nothing but what the same session's earlier one said, a statement with no summary."""
    if not is_summary_slot(case.candidate.slot):
        return not is_summary_slot(memory.slot)
    return same_subject_and_slot(case, memory)


def slots_differ(case: Case, memory: Memory) -> bool:
    """True where both name a slot (or both a subject) and these disagree: such memories never retire each other."""
    return _disagree(case.candidate.slot, memory.slot) or _disagree(case.candidate.subject, memory.subject)


def is_same_property(case: Case, memory: Memory) -> bool:
    """Same subject and slot; or, where a slot is not named, texts that differ in nothing but one amount or negation.

    Of two other amounts one may say which thing is meant: 2 hens in barn 1, 3 hens in barn 2.
    """
    if same_subject_and_slot(case, memory):
        return True
    if is_of_somebody_else(case.text, memory.text):
        return False
    pairs = zip(amounts_in(case.text), amounts_in(memory.text), strict=False)
    if sum(one != other for one, other in pairs) > 1:
        return False
    return not slots_differ(case, memory) and same_frame(case.text, memory.text) and is_hard_change(case, memory)


def says_the_same(case: Case, memory: Memory) -> bool:
    """Same content words in the same order, same numbers and dates, same negations."""
    return same_words(case.text, memory.text) and same_amounts(case.text, memory.text)


def is_hard_change(case: Case, memory: Memory) -> bool:
    """Another number, date or negation: never a duplicate, whatever a judge says."""
    return not same_amounts(case.text, memory.text) or not same_denials(case.text, memory.text)


def is_concurrent(case: Case, memory: Memory) -> bool:
    """True where both are valid at some moment."""
    candidate = case.candidate
    return overlaps(memory, valid_from=candidate.valid_from or candidate.observed_at, valid_to=candidate.valid_to)


def _disagree(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and property_name(one) != property_name(other)
