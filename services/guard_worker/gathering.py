"""Everything a decision needs from outside, fetched before the write lock: vectors, neighbours, one judge call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.guard_worker.asking import ask_judge
from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.funnel import apply_rule_stages
from services.guard_worker.lateness import may_be_late
from services.guard_worker.limits import Limits
from services.guard_worker.neighbourhood import place, properties_of
from services.guard_worker.repeats import find_repeat
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import GuardStage, Proposal
from shared.domain.memory import Memory
from shared.domain.scope import owner_scope
from shared.domain.ttl import DefaultTtl
from shared.ports.embedder import Embedder
from shared.ports.inboxes import Lease
from shared.ports.language_model import LanguageModel
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.settings import Settings
from shared.text.normalise import canonical


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """One batch, ready to be decided. `is_offline`: no model is configured; `judge_fault`: it is, but said nothing usable."""

    cases: tuple[Case, ...]
    limits: Limits
    is_offline: bool
    judge_fault: str = ""

    def board(self, current: Sequence[Memory]) -> Board:
        """The board as it stands with these current versions."""
        known: Mapping[str, Memory] = {memory.id: memory for memory in current if memory.current}
        gone = [memory for memory in current if not memory.current]
        past = {memory_id: tuple(old for old in gone if old.id == memory_id) for memory_id in {old.id for old in gone}}
        return Board(limits=self.limits, current=known, is_offline=self.is_offline, judge_fault=self.judge_fault, past=past)

    @property
    def memory_ids(self) -> tuple[str, ...]:
        """Every neighbour that must be read again under the lock."""
        return tuple(dict.fromkeys(near.memory.id for case in self.cases for near in case.near))

    @property
    def history_ids(self) -> tuple[str, ...]:
        """Memories of whose earlier time a case may speak."""
        return tuple(dict.fromkeys(near.memory.id for case in self.cases for near in case.near if may_be_late(case, near.memory)))

    @property
    def properties(self) -> tuple[str, ...]:
        """Every subject and slot that might already be stored."""
        return properties_of(self.cases)

    @property
    def text_keys(self) -> tuple[str, ...]:
        """Every text that might already be stored."""
        return tuple(dict.fromkeys(case.text_key for case in self.cases if case.decision is None))


def limits_of(settings: Settings, *, now: datetime, embedder: str) -> Limits:
    """The thresholds in force."""
    guard, forgetting = settings.guard, settings.forgetting
    return Limits(
        now=now,
        embedder=embedder,
        neighbour_similarity=guard.neighbour_similarity,
        dedup_similarity=guard.dedup_similarity,
        importance_threshold=guard.importance_threshold,
        max_retired=guard.max_retired_per_batch,
        ttl=DefaultTtl(realtime_seconds=forgetting.realtime_ttl_seconds, other_seconds=forgetting.other_ttl_seconds),
    )


def open_cases(proposals: Sequence[Proposal]) -> tuple[Case, ...]:
    """Proposals as cases, the deterministic rules already applied. What the value stage refused stays decided."""
    return tuple(apply_rule_stages(_case(proposal)) for proposal in proposals)


def surrender(proposal: Proposal) -> Case:
    """A proposal on which the guard itself keeps failing: for a person, without asking any stage."""
    case = _case(proposal)
    return case if case.decision is not None else case.for_review(GuardStage.WRITING, "crash")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The doors that gathering looks through. `judge` is None in offline mode."""

    store: MemoryStore
    embedder: Embedder
    judge: LanguageModel | None
    metrics: Metrics
    settings: Settings


def gather(sources: Sources, lease: Lease, cases: Sequence[Case], *, now: datetime, is_judge_away: bool = False) -> Gathered:
    """Vectors, neighbours and memories of the same property in one batch each, then one judge call for what still needs one.

    `is_judge_away`: the judge has been out for longer than the outage limit; its candidates wait for a person.
    Raises EmbedderUnavailable, StoreUnavailable, ModelUnavailable.
    """
    limits = limits_of(sources.settings, now=now, embedder=sources.embedder.name)
    scope = owner_scope(lease.tenant_id, lease.owner)
    placed = place(cases, scope, store=sources.store, embedder=sources.embedder, limits=limits)
    if sources.judge is None:
        return Gathered(cases=placed, limits=limits, is_offline=True)
    if is_judge_away:
        return Gathered(cases=placed, limits=limits, is_offline=False, judge_fault="judge_unavailable")
    asked = [case for case in placed if _needs_judge(case, limits)]
    if not asked:
        return Gathered(cases=placed, limits=limits, is_offline=False)
    hearing = ask_judge(sources.judge, asked, now=now, max_tokens=sources.settings.model.max_tokens, metrics=sources.metrics)
    words = hearing.judgements.by_candidate
    judged = tuple(replace(case, judgement=words.get(case.candidate.id)) for case in placed)
    return Gathered(cases=judged, limits=limits, is_offline=False, judge_fault=hearing.fault)


def _case(proposal: Proposal) -> Case:
    candidate = proposal.candidate
    return Case(
        candidate=candidate,
        text_key=_text_key(candidate),
        verdicts=proposal.verdicts,
        decision=proposal.decided,
        quarantined=proposal.quarantined,
    )


def _text_key(candidate: Candidate) -> str:
    return identity.text_key(tenant_id=candidate.tenant_id, owner_key=candidate.owner.key, canonical_text=canonical(candidate.text))


def _needs_judge(case: Case, limits: Limits) -> bool:
    """A plain repeat of a neighbour needs no model."""
    if case.decision is not None:
        return False
    known = {near.memory.id: near.memory for near in case.near}
    board = Board(limits=limits, current=known, is_offline=False)
    return find_repeat(case, board).decision is None
