"""Late evidence: what is told of a time before the stored statement. It never replaces that; it belongs into its history."""

from datetime import datetime

from services.guard_worker.case import Case
from services.guard_worker.sameness import same_subject_and_slot
from services.guard_worker.speech_acts import is_correction
from services.guard_worker.testimony import newest_position
from shared.domain.layer_policy import USERS_OWN
from shared.domain.memory import Memory
from shared.domain.session_summary import is_summary_slot


def is_explicit_correction(case: Case) -> bool:
    """The user's own words say that something has changed or was wrong. A summary only tells of corrections."""
    candidate = case.candidate
    if is_summary_slot(candidate.slot):
        return False
    return candidate.attribution in USERS_OWN and any(is_correction(evidence.quote) for evidence in candidate.evidence)


def is_late(case: Case, known: Memory) -> bool:
    """Observed before the stored statement. An explicit correction is late only where it was also spoken before that."""
    if is_explicit_correction(case):
        return spoken_at(case) < known.observed_at
    return case.candidate.observed_at < known.observed_at


def may_be_late(case: Case, known: Memory) -> bool:
    """Late, and about the same property: only then the earlier versions of the memory are needed."""
    return case.decision is None and same_subject_and_slot(case, known) and is_late(case, known)


def spoken_at(case: Case) -> datetime:
    """When the newest cited message was spoken."""
    position = newest_position(case.candidate)
    return case.candidate.sources[position].at if position >= 0 else case.candidate.observed_at
