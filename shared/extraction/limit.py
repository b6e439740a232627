"""How many memories one turn may write: the most important of its proposals go on, the rest is refused on record."""

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.decision import Action, Decision, GuardStage, Proposal, Verdict


def within_limit(proposals: Sequence[Proposal], most: int) -> tuple[Proposal, ...]:
    """All proposals in their order; beyond `most` open ones the least important are REJECT over_limit. 0 = no limit.

    What cites nothing comes last: it is going to be refused and must not take a place.
    """
    ranked = sorted(_open(proposals), key=lambda proposal: (bool(proposal.candidate.evidence), proposal.candidate.importance), reverse=True)
    places = {proposal.candidate.number: place for place, proposal in enumerate(ranked, 1)}
    if not most:
        return tuple(proposals)
    return tuple(
        _refused(proposal, place, most) if (place := places.get(proposal.candidate.number, 0)) > most else proposal
        for proposal in proposals
    )


def _open(proposals: Sequence[Proposal]) -> list[Proposal]:
    return [proposal for proposal in proposals if proposal.decided is None]


def _refused(proposal: Proposal, place: int, most: int) -> Proposal:
    verdict = Verdict(stage=GuardStage.VALUE, said="fails", reason="over_limit", seen={"place": place, "limit": most})
    decision = Decision(action=Action.REJECT, stage=GuardStage.VALUE, reason="over_limit")
    return replace(proposal, verdicts=(*proposal.verdicts, verdict), decided=decision)
