"""Small scenes for the guard's tests: who said what, what was proposed from it, what was known before."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from services.guard_worker.board import Board
from services.guard_worker.case import Case, Judgement, Near
from services.guard_worker.funnel import decide_batch
from services.guard_worker.gathering import open_cases
from services.guard_worker.limits import Limits
from shared.domain import identity
from shared.domain.candidate import Candidate, Evidence, Role, SourceMessage
from shared.domain.decision import Action, Consistency, Grounding, Proposal, Quality
from shared.domain.memory import Memory
from shared.text.normalise import canonical
from tests.factories import ANN, NOW, make_candidate, make_memory

LIMITS = Limits(now=NOW, embedder="exact")
FINE = Quality(evidence=0.9, specificity=0.7, novelty=0.8, actionability=0.7, durability=0.7)

Line = tuple[str, str]


def spoken(lines: Sequence[Line], *, at: datetime = NOW, context: int = 0) -> tuple[SourceMessage, ...]:
    """Messages `m1`, `m2` ... a minute apart; the first `context` of them are earlier turns."""
    return tuple(
        SourceMessage(message_id=f"m{n}", role=Role(role), text=text, at=at + timedelta(minutes=n), is_context=n <= context)
        for n, (role, text) in enumerate(lines, start=1)
    )


def proposed(
    text: str,
    lines: Sequence[Line] | None = None,
    cites: Sequence[tuple[str, str]] | None = None,
    *,
    at: datetime = NOW,
    context: int = 0,
    **fields: Any,
) -> Candidate:
    """A candidate from a scene; without lines the user said exactly this, without cites the last line is the evidence."""
    lines = lines or [("user", text)]
    cites = [(f"m{len(lines)}", lines[-1][1])] if cites is None else cites
    fields = {"subject": "user", "observed_at": at, **fields}
    return make_candidate(
        text, sources=spoken(lines, at=at, context=context), evidence=tuple(Evidence(ref, quote) for ref, quote in cites), **fields
    )


def ruled(text: str, lines: Sequence[Line] | None = None, cites: Sequence[tuple[str, str]] | None = None, **fields: Any) -> Case:
    """The candidate once the deterministic rules have spoken."""
    return open_cases([Proposal(candidate=proposed(text, lines, cites, **fields))])[0]


def stored(text: str, memory_id: str = "mem-1", **fields: Any) -> Memory:
    """A memory with its true text key."""
    key = identity.text_key(tenant_id="acme", owner_key=ANN.key, canonical_text=canonical(text))
    return make_memory(text, memory_id=memory_id, text_key=key, **{"subject": "user", **fields})


def judged(
    action: Action = Action.WRITE,
    consistency: Consistency = Consistency.CONSISTENT,
    *,
    target: str | None = None,
    grounding: Grounding = Grounding.GROUNDED,
    quality: Quality | None = FINE,
    **fields: Any,
) -> Judgement:
    """A judge's word; by default: write it."""
    return Judgement(
        action=action,
        attribution=fields.get("attribution"),
        grounding=grounding,
        consistency=consistency,
        target_id=target,
        quality=quality,
        reason="because",
    )


def beside(case: Case, *near: tuple[Memory, float], judgement: Judgement | None = None) -> Case:
    """The case with its neighbours and what the judge said."""
    return replace(case, near=tuple(Near(memory, similarity) for memory, similarity in near), judgement=judgement)


def settle(*cases: Case, known: Sequence[Memory] = (), is_offline: bool = False, limits: Limits = LIMITS) -> tuple[tuple[Case, ...], Board]:
    """The batch decided against what is known."""
    board = Board(limits=limits, current={memory.id: memory for memory in known}, is_offline=is_offline)
    return decide_batch(cases, board)


def action_of(case: Case) -> tuple[str, str]:
    """(action, reason) of a decided case."""
    assert case.decision is not None
    return case.decision.action.value, case.decision.reason
