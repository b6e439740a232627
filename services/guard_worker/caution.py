"""Where a mistake hurts: what counts as high-risk for a write, and for a change of what is stored."""

from services.guard_worker.case import Case
from services.guard_worker.speech_acts import concerns_several_people, risky_subjects
from services.guard_worker.wording import proper_names
from shared.domain.candidate import Layer
from shared.domain.memory import Memory

IMPORTANT_FROM = 0.7


def write_risks(case: Case) -> tuple[str, ...]:
    """Why writing this statement is high-risk; empty where it is not."""
    risks = risky_subjects(case.text)
    return ("core_rule", *risks) if case.candidate.layer is Layer.CORE_RULES else risks


def change_risks(case: Case, target: Memory) -> tuple[str, ...]:
    """Why superseding `target` with this statement is high-risk; empty where it is not."""
    risks = [*write_risks(case), *risky_subjects(target.text)]
    if target.importance >= IMPORTANT_FROM:
        risks.append("important")
    if target.pinned:
        risks.append("pinned")
    if concerns_several_people(case.text) or len({name.casefold() for name in proper_names(case.text)} & _people(target)) > 1:
        risks.append("several_people")
    return tuple(dict.fromkeys(risks))


def _people(memory: Memory) -> frozenset[str]:
    return frozenset(name.casefold() for name in proper_names(memory.text))
