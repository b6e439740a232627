"""One candidate on its way through the funnel, with all that has been found and said so far."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from shared.domain.candidate import Attribution, Candidate
from shared.domain.decision import Action, Consistency, Decision, Grounding, GuardStage, Quality, Verdict
from shared.domain.factuality import Finding
from shared.domain.memory import Memory
from shared.domain.turn import Turn
from shared.text.property_key import property_key


@dataclass(frozen=True, slots=True)
class Near:
    """A stored memory near a candidate; `similarity` is calibrated, 0..1 alike under every embedder."""

    memory: Memory
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A model's word on one candidate. `target_id` is a memory it was shown, or None. `said_by`: gateway or local."""

    action: Action
    attribution: Attribution | None
    grounding: Grounding
    consistency: Consistency
    target_id: str | None
    quality: Quality | None
    reason: str
    said_by: str = "gateway"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A candidate under examination. `decision` set: no later stage is asked.

    `is_capped`: no model may raise the grounding that the rules found. `is_flipped`: it denies what its source says,
    or the reverse. `doubts` are ways in which it may say something else than its source, that no judge may outvote,
    `faint_doubts` those that a judge may. `intent` is what conflict means to do once quality agrees. `verdicts` becomes
    the trace. `fell_back` says why the local judge gave no word, `judge_fault` why no judge did; `findings` are what
    tools found.
    """

    candidate: Candidate
    text_key: str
    verdicts: tuple[Verdict, ...] = ()
    decision: Decision | None = None
    grounding: Grounding = Grounding.GROUNDED
    is_capped: bool = False
    is_flipped: bool = False
    doubts: tuple[str, ...] = ()
    faint_doubts: tuple[str, ...] = ()
    vector: Sequence[float] | None = None
    near: tuple[Near, ...] = ()
    judgement: Judgement | None = None
    fell_back: str = ""
    judge_fault: str = ""
    findings: tuple[Finding, ...] = ()
    intent: Decision | None = None
    quality: Quality | None = None
    quarantined: Turn | None = None

    def noted(self, stage: GuardStage, said: str, reason: str = "", **seen: Any) -> "Case":
        """The same case with one more line in its trace."""
        return replace(self, verdicts=(*self.verdicts, Verdict(stage=stage, said=said, reason=reason, seen=seen)))

    def decided(self, action: Action, stage: GuardStage, reason: str, *, target_id: str | None = None, **seen: Any) -> "Case":
        """The same case, finally decided; the line in its trace says so."""
        decision = Decision(action=action, stage=stage, reason=reason, target_id=target_id)
        return replace(self.noted(stage, action.value, reason, **seen), decision=decision)

    def rejected(self, stage: GuardStage, reason: str, **seen: Any) -> "Case":
        """REJECT."""
        return self.decided(Action.REJECT, stage, reason, **seen)

    def for_review(self, stage: GuardStage, reason: str, *, target_id: str | None = None, **seen: Any) -> "Case":
        """PENDING_REVIEW."""
        return self.decided(Action.PENDING_REVIEW, stage, reason, target_id=target_id, **seen)

    @property
    def about(self) -> str | None:
        """Subject and slot as one key; None where either is not named."""
        return property_key(self.candidate.subject, self.candidate.slot)

    @property
    def text(self) -> str:
        """The statement itself."""
        return self.candidate.text
