"""Everything a decision needs from outside, fetched before the write lock: vectors, neighbours, judgements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from services.guard_worker.board import Board
from services.guard_worker.case import Case
from services.guard_worker.doubt_judging import LocalJudge
from services.guard_worker.funnel import apply_rule_stages
from services.guard_worker.judging import Judges, judge_cases
from services.guard_worker.lateness import may_be_late
from services.guard_worker.limits import Limits
from services.guard_worker.neighbourhood import place, properties_of
from services.guard_worker.repeats import find_repeat
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import GuardStage, Proposal
from shared.domain.memory import Memory
from shared.domain.scope import owner_scope
from shared.forgetting_rules import default_ttl
from shared.ports.embedder import Embedder
from shared.ports.inboxes import Lease
from shared.ports.language_model import LanguageModel
from shared.ports.memory_store import MemoryStore
from shared.ports.metrics import Metrics
from shared.ports.tenant_settings import TenantForgetting, TenantSettingsStore
from shared.ports.verifier import Verifier
from shared.settings import Settings
from shared.text.normalise import canonical


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """One batch, ready to be decided. `is_offline`: no judge is configured. `heard_gateway`: the gateway answered."""

    cases: tuple[Case, ...]
    limits: Limits
    is_offline: bool
    heard_gateway: bool = False

    def board(self, current: Sequence[Memory]) -> Board:
        """The board as it stands with these current versions."""
        known: Mapping[str, Memory] = {memory.id: memory for memory in current if memory.current}
        gone = [memory for memory in current if not memory.current]
        past = {memory_id: tuple(old for old in gone if old.id == memory_id) for memory_id in {old.id for old in gone}}
        return Board(limits=self.limits, current=known, is_offline=self.is_offline, past=past)

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


def limits_of(sources: "Sources", tenant_id: str, *, now: datetime) -> Limits:
    """The thresholds in force for this tenant."""
    guard = sources.settings.guard
    own = sources.tenant_settings.read(tenant_id).forgetting if sources.tenant_settings is not None else TenantForgetting()
    return Limits(
        now=now,
        embedder=sources.embedder.name,
        neighbour_similarity=guard.neighbour_similarity,
        dedup_similarity=guard.dedup_similarity,
        importance_threshold=guard.importance_threshold,
        max_retired=guard.max_retired_per_batch,
        ttl=default_ttl(sources.settings.forgetting, own),
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
    """The doors that gathering looks through. `judge` is the gateway's, None in offline mode; the others may be missing."""

    store: MemoryStore
    embedder: Embedder
    judge: LanguageModel | None
    metrics: Metrics
    settings: Settings
    local_judge: LocalJudge | None = None
    verifier: Verifier | None = None
    tenant_settings: TenantSettingsStore | None = None

    def needs_gateway(self, now: datetime) -> bool:
        """True where no local judge could answer in its place now."""
        return self.judge is not None and (self.local_judge is None or self.local_judge.pause.seconds_left(now) > 0)


def gather(
    sources: Sources, lease: Lease, cases: Sequence[Case], *, now: datetime, is_judge_away: bool = False, gateway_rests: float = 0.0
) -> Gathered:
    """Vectors, neighbours and memories of the same property in one batch each, then the judges for what still needs one.

    `is_judge_away`: the judge has been out for longer than the outage limit; its candidates wait for a person.
    `gateway_rests`: seconds for which the gateway is left alone after an outage.
    Raises EmbedderUnavailable, StoreUnavailable, ModelUnavailable.
    """
    limits = limits_of(sources, lease.tenant_id, now=now)
    scope = owner_scope(lease.tenant_id, lease.owner)
    placed = place(cases, scope, store=sources.store, embedder=sources.embedder, limits=limits)
    if sources.judge is None and sources.local_judge is None:
        return Gathered(cases=placed, limits=limits, is_offline=True)
    judges = Judges(
        gateway=sources.judge,
        local=sources.local_judge,
        verifier=sources.verifier,
        metrics=sources.metrics,
        settings=sources.settings,
        limits=limits,
        gateway_rests=gateway_rests,
        is_gateway_away=is_judge_away,
    )
    judged = judge_cases(judges, [case for case in placed if _needs_judge(case, limits)], now=now)
    by_id = {case.candidate.id: case for case in judged.cases}
    cases = tuple(by_id.get(case.candidate.id, case) for case in placed)
    return Gathered(cases=cases, limits=limits, is_offline=False, heard_gateway=judged.heard_gateway)


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
