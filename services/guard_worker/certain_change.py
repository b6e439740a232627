"""Without a model: when the user's own correction is certain enough to supersede what is stored (docs/decisions/0015)."""

import re

from services.guard_worker.case import Case
from services.guard_worker.change_words import BESIDE, FOR_A_WHILE, LONG_AGO, NOT_YET, REPLACES, SINGLE_VALUED
from services.guard_worker.lateness import is_explicit_correction, is_late
from services.guard_worker.sameness import same_subject_and_slot
from services.guard_worker.wording import content
from shared.domain.candidate import Attribution
from shared.domain.decision import Grounding
from shared.domain.layer_policy import AUTHORITIES, may_overwrite
from shared.domain.memory import Memory

_REPLACES = re.compile("|".join(REPLACES), re.IGNORECASE)
_UNSETTLED = re.compile("|".join((*BESIDE, *FOR_A_WHILE, *NOT_YET, *LONG_AGO)), re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def is_certain_change(case: Case, known: Memory) -> bool:
    """True where the user explicitly changes this one property, spoken later, and the words leave no doubt what they replace.

    That is: a property of which there is one at a time; or the old value is named; or, of the user's own life, the new
    one is said to take its place. Core rules, pinned memories and what an authority wrote always wait.
    """
    candidate = case.candidate
    is_own_word = candidate.attribution is Attribution.USER_STATED and case.grounding is Grounding.GROUNDED
    is_open = may_overwrite(layer=known.layer, attribution=candidate.attribution) and known.attribution not in AUTHORITIES
    if not (is_own_word and is_open and not known.pinned and same_subject_and_slot(case, known)):
        return False
    if not is_explicit_correction(case) or is_late(case, known) or _is_unsettled(case):
        return False
    return candidate.slot in SINGLE_VALUED or _names_the_old(case, known) or _takes_its_place(case)


def is_certain_end(case: Case) -> bool:
    """True where the user's own words, fully quoted, say that something is over, without a word of doubt: for now, soon, long ago."""
    is_own_word = case.candidate.attribution is Attribution.USER_STATED and case.grounding is Grounding.GROUNDED
    return is_own_word and not _is_unsettled(case)


def _names_the_old(case: Case, known: Memory) -> bool:
    said = {word for evidence in case.candidate.evidence for word in content(evidence.quote)}
    return any(word in said for word in content(known.text))


def _takes_its_place(case: Case) -> bool:
    return case.candidate.subject == "user" and any(_REPLACES.search(evidence.quote) for evidence in case.candidate.evidence)


def _is_unsettled(case: Case) -> bool:
    """Beside the old value, for a while, not yet, or long ago: words that say so, or a year before the last one."""
    said = " ".join(evidence.quote for evidence in case.candidate.evidence)
    last_year = case.candidate.observed_at.year - 1
    return _UNSETTLED.search(said) is not None or any(int(year) < last_year for year in _YEAR.findall(said))
