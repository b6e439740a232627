"""When fact-checking tools are asked, what about, and what their findings mean. A tool beats the judge, never a rule."""

from collections.abc import Sequence

from services.guard_worker.case import Case
from services.guard_worker.limits import Limits
from services.guard_worker.sameness import same_subject_and_slot
from services.guard_worker.speech_acts import claims_an_effect, claims_freshness
from services.guard_worker.testimony import event_data, hear
from services.guard_worker.wording import amounts_in
from shared.domain.decision import Grounding
from shared.domain.factuality import Claim, FactVerdict, Finding
from shared.domain.memory import Memory

_MEANING = {
    FactVerdict.AGREES_REPEATEDLY: Grounding.GROUNDED,
    FactVerdict.AGREES_ONCE: Grounding.WEAKLY_GROUNDED,
    FactVerdict.DISAGREES: Grounding.UNSUPPORTED,
}


def wants_tools(case: Case, limits: Limits) -> bool:
    """True with a number or date, an effect word, a freshness word, or related memories in scope."""
    text = case.text
    return bool(amounts_in(text)) or claims_an_effect(text) or claims_freshness(text) or bool(related_memories(case, limits))


def related_memories(case: Case, limits: Limits) -> tuple[Memory, ...]:
    """Memories of the same scope that lie near, or are about the same property; the nearest first."""
    return tuple(
        near.memory for near in case.near if near.similarity >= limits.neighbour_similarity or same_subject_and_slot(case, near.memory)
    )


def claim_of(case: Case, limits: Limits) -> Claim:
    """The candidate as a tool sees it. Data count where a tool or the system reported them, not where a model read them."""
    candidate = case.candidate
    is_reported = bool(event_data(candidate, hear(candidate)))
    return Claim(
        tenant_id=candidate.tenant_id,
        owner=candidate.owner,
        text=candidate.text,
        quotes=tuple(evidence.quote for evidence in candidate.evidence),
        attribution=candidate.attribution,
        category=candidate.category,
        layer=candidate.layer,
        trigger_type=candidate.trigger_type,
        observed_at=candidate.observed_at,
        subject=candidate.subject,
        slot=candidate.slot,
        labels=candidate.labels,
        data=candidate.data if is_reported else {},
        related=related_memories(case, limits),
    )


def grounding_by_tools(findings: Sequence[Finding]) -> Grounding | None:
    """What the first tool with data makes of it; None where no tool has data: the judge's word stands."""
    return next((_MEANING[finding.verdict] for finding in findings if finding.verdict in _MEANING), None)
