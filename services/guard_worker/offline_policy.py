"""Without a model: when a candidate may be written on the rules alone. Everything else waits for a person."""

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.certain_change import is_certain_change, is_certain_end
from services.guard_worker.renounced import is_renounced
from services.guard_worker.sameness import is_same_property, slots_differ
from services.guard_worker.speech_acts import claims_an_effect, claims_freshness, is_hedged
from services.guard_worker.wording import missing_words, same_amounts
from shared.domain.candidate import Attribution
from shared.domain.decision import Grounding, GuardStage
from shared.domain.layer_policy import AUTHORITIES, USERS_OWN
from shared.domain.memory import Memory
from shared.extraction.capture import OFFLINE
from shared.text.negation import polarity

_WRITABLE = USERS_OWN | AUTHORITIES | {Attribution.TOOL_OBSERVATION, Attribution.SYSTEM_EVENT}


def decide_offline(case: Case, board: Board) -> Case:
    """PENDING_REVIEW with the first condition that does not hold; else the case goes on."""
    reason = _unmet(case) or _too_close(case, board)
    if reason is None:
        return case.noted(GuardStage.JUDGE, "passed", "offline")
    return case.for_review(GuardStage.JUDGE, reason)


def has_open_value(case: Case) -> bool:
    """True where a value criterion was left open: neither the event's data nor a model could tell."""
    return not all(criterion.is_certain for criterion in case.candidate.criteria)


def _unmet(case: Case) -> str | None:
    """What the statement itself lacks."""
    quotes = tuple(evidence.quote for evidence in case.candidate.evidence)
    if has_open_value(case):
        return "value_undecided"
    if case.candidate.attribution not in _WRITABLE:
        return "offline_attribution"
    if missing_words(case.text, (*quotes, *_names(case))):
        return "offline_paraphrase"
    is_hedging = is_hedged(case.text) or any(is_hedged(quote) for quote in quotes)
    is_turned = case.is_flipped or polarity(case.text) != polarity(" ".join(quotes))
    wordings = (
        (is_hedging, "offline_hedge"),
        (is_turned, "offline_negation"),
        (bool(case.doubts or _faint_doubts(case, quotes)), "offline_reading"),
        (claims_an_effect(case.text), "offline_effect"),
        (claims_freshness(case.text), "offline_freshness"),
        (case.grounding is not Grounding.GROUNDED, "offline_weak_evidence"),
    )
    return next((reason for holds, reason in wordings if holds), None)


def _faint_doubts(case: Case, quotes: tuple[str, ...]) -> tuple[str, ...]:
    """None where the rules themselves took the clause out word for word: they know where it begins."""
    is_clause = case.candidate.extracted_by == OFFLINE and any(case.text in quote for quote in quotes)
    return () if is_clause else case.faint_doubts


def _too_close(case: Case, board: Board) -> str | None:
    """Who stands so near that only a judge could tell whether it is the same.

    Mates of one slot supersede by rule, and so does a certain change of the one memory about its property.
    """
    relatives = board.relatives(case)
    same = [relative for relative in relatives if is_same_property(case, relative.memory)]
    stored = [relative.memory for relative in same if not relative.is_mate]
    if stored and not (len(stored) == 1 and _changes_for_certain(case, stored[0])):
        return "offline_same_slot"
    near = [relative for relative in relatives if relative.similarity >= board.limits.neighbour_similarity and relative not in same]
    return "offline_near_neighbour" if any(not _adds_something(case, relative.memory) for relative in near) else None


def _changes_for_certain(case: Case, memory: Memory) -> bool:
    return is_certain_change(case, memory) or (is_certain_end(case) and is_renounced(case, memory))


def _adds_something(case: Case, memory: Memory) -> bool:
    """What a memory does not hold must not wait: as long as it waits, nobody is told of it and the memory alone is believed.

    A second memory that says the same in other words costs a line; a statement that is not stored costs the statement.
    """
    return slots_differ(case, memory) or bool(missing_words(case.text, (memory.text,))) or not same_amounts(case.text, memory.text)


def _names(case: Case) -> tuple[str, ...]:
    """Who the host says was speaking needs no quote."""
    return tuple(name for name in (case.candidate.speaker,) if name)
