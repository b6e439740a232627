"""The whole guard over fakes: turns accepted, proposals committed, inboxes drained, everything visible."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from services.guard_worker.doubt_judging import LocalJudge
from services.guard_worker.drain import GuardDrain
from services.guard_worker.gathering import Sources
from services.guard_worker.recovery import Recovery
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import Outcome, Proposal
from shared.domain.memory import Memory
from shared.domain.scope import owner_scope
from shared.domain.turn import Turn
from shared.ports.captures import ConsumedTurn
from shared.ports.inboxes import InboxKind
from shared.ports.language_model import LanguageModel
from shared.ports.text_model import TextModel
from shared.ports.verifier import Verifier
from shared.settings import Settings, load_settings
from shared.writing import Writer
from tests.contract.work_doors import WorkDoors
from tests.factories import ANN, NOW, make_turn
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.small_doors import FakeClock, FakeMetrics
from tests.fakes.work import fake_doors


@dataclass
class Rig:
    """Give it proposals, drain it, look at what became of them."""

    judge: LanguageModel | None = None
    local: TextModel | None = None
    verifier: Verifier | None = None
    environ: dict[str, str] = field(default_factory=dict)
    doors: WorkDoors = field(default_factory=fake_doors)
    store: FakeMemoryStore = field(default_factory=FakeMemoryStore)
    embedder: HashingEmbedder = field(default_factory=HashingEmbedder)
    clock: FakeClock = field(default_factory=lambda: FakeClock(NOW))
    metrics: FakeMetrics = field(default_factory=FakeMetrics)

    @property
    def settings(self) -> Settings:
        return load_settings(self.environ)

    @property
    def writer(self) -> Writer:
        return Writer(self.store, self.doors.plans)

    def drain(self) -> GuardDrain:
        return GuardDrain(
            inboxes=self.doors.inboxes, captures=self.doors.captures, plans=self.doors.plans, writer=self.writer, clock=self.clock,
            sources=Sources(
                store=self.store, embedder=self.embedder, judge=self.judge, metrics=self.metrics, settings=self.settings,
                local_judge=self._local_judge, verifier=self.verifier,
            ),
            worker_id="w1", stopping=threading.Event(),
        )  # fmt: skip

    @cached_property
    def _local_judge(self) -> LocalJudge | None:
        if self.local is None:
            return None
        return LocalJudge(model=self.local, settings=self.settings.local_judge, metrics=self.metrics)

    def recovery(self, *, abandoned_after_seconds: float = 0.0) -> Recovery:
        return Recovery(
            store=self.store, plans=self.doors.plans, writer=self.writer, clock=self.clock, abandoned_after_seconds=abandoned_after_seconds
        )

    def propose(self, *candidates: Candidate, turn_id: str = "t1", proposals: Sequence[Proposal] = ()) -> Turn:
        """One turn whose extraction gave these candidates (their capture and ids are set to the turn's)."""
        turn = make_turn(turn_id=turn_id)
        self.doors.intake.accept(turn)
        lease = self.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="c1", limit=20)
        assert lease is not None
        given = [Proposal(candidate=candidate) for candidate in candidates] + list(proposals)
        owned = tuple(replace(proposal, candidate=_of(turn, proposal.candidate, n)) for n, proposal in enumerate(given, start=1))
        self.doors.captures.begin_extraction(lease)
        self.doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=turn.capture_id, proposals=owned)], [])
        self.doors.inboxes.release(lease)
        return turn

    def outcomes(self, turn: Turn) -> tuple[Outcome, ...]:
        view = self.doors.captures.view("acme", turn.capture_id)
        assert view is not None
        return view.outcomes

    def actions(self, turn: Turn) -> list[str]:
        return [outcome.action.value for outcome in self.outcomes(turn)]

    def current(self) -> list[Memory]:
        return [point.memory for point in self.store.points.values() if point.memory.current]

    def balance(self) -> dict[str, int]:
        view = self.doors.ledger.read("acme")
        assert view.imbalance == 0
        counts = dict(view.candidates)
        assert counts["proposed"] == sum(amount for name, amount in counts.items() if name != "proposed")
        return counts

    def trace_of(self, outcome: Outcome) -> Any:
        assert outcome.trace_id is not None
        return self.store.get_trace(owner_scope("acme", ANN), outcome.trace_id)


def _of(turn: Turn, candidate: Candidate, number: int) -> Candidate:
    return replace(
        candidate, id=identity.candidate_id(turn.capture_id, number), number=number, capture_id=turn.capture_id, tenant_id=turn.tenant_id
    )
