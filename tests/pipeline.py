"""The whole path over fakes: turns accepted, extracted and judged by the real drains, everything visible."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from services.capture_worker.drain import CaptureDrain
from services.guard_worker.drain import GuardDrain
from services.guard_worker.gathering import Sources
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import Outcome, Proposal
from shared.domain.memory import Memory
from shared.domain.outage import OutagePause
from shared.domain.scope import owner_scope
from shared.domain.turn import Turn
from shared.ports.captures import ConsumedTurn
from shared.ports.embedder import Embedder
from shared.ports.inboxes import InboxKind
from shared.ports.language_model import LanguageModel
from shared.settings import load_settings
from shared.writing import Writer
from tests.contract.work_doors import WorkDoors
from tests.factories import NOW
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.small_doors import FakeClock, FakeJobQueue, FakeMetrics
from tests.fakes.work import fake_doors


@dataclass
class Pipeline:
    """Give it turns, look at what became of them. Without `extractor` and `judge` the rules work alone."""

    embedder: Embedder = field(default_factory=HashingEmbedder)
    judge: LanguageModel | None = None
    extractor: LanguageModel | None = None
    environ: dict[str, str] = field(default_factory=dict)
    doors: WorkDoors = field(default_factory=fake_doors)
    store: FakeMemoryStore = field(default_factory=FakeMemoryStore)
    clock: FakeClock = field(default_factory=lambda: FakeClock(NOW))
    metrics: FakeMetrics = field(default_factory=FakeMetrics)

    def play(self, turns: Iterable[Turn]) -> None:
        """Each turn in its time: accepted, drained and judged before the next one comes."""
        for turn in turns:
            self.clock.time = max(self.clock.time, turn.occurred_at)
            self.accept(turn)

    def accept(self, *turns: Turn) -> None:
        """These turns at once, then both drains until nothing waits."""
        self.doors.intake.accept_many(turns)
        self._capture().drain()
        self._guard().drain()

    def propose(self, turn: Turn, *candidates: Candidate) -> None:
        """One turn whose extraction gave these candidates (their capture and ids are set to the turn's), then the guard."""
        self.doors.intake.accept(turn)
        lease = self.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="c1", limit=20)
        if lease is None:
            raise LookupError("the turn was not accepted")
        proposals = tuple(Proposal(candidate=_of(turn, candidate, number)) for number, candidate in enumerate(candidates, start=1))
        self.doors.captures.begin_extraction(lease)
        self.doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=turn.capture_id, proposals=proposals)], [])
        self.doors.inboxes.release(lease)
        self._guard().drain()

    def outcomes(self, turn: Turn) -> tuple[Outcome, ...]:
        """What became of the candidates of one turn."""
        view = self.doors.captures.view(turn.tenant_id, turn.capture_id)
        return () if view is None else view.outcomes

    def current(self) -> list[Memory]:
        """All current versions."""
        return [point.memory for point in self.store.points.values() if point.memory.current]

    def live(self) -> list[Memory]:
        """Current and not expired."""
        return [memory for memory in self.current() if not memory.is_expired(self.clock.now())]

    def history(self, memory: Memory) -> Sequence[Memory]:
        """All versions of a memory."""
        return self.store.history(owner_scope(memory.tenant_id, memory.owner), memory.id)

    def _capture(self) -> CaptureDrain:
        return CaptureDrain(
            inboxes=self.doors.inboxes, captures=self.doors.captures, jobs=FakeJobQueue(), metrics=self.metrics, clock=self.clock,
            store=self.store, model=self.extractor, settings=load_settings(self.environ),
            pause=OutagePause(first_seconds=2.0, longest_seconds=300.0),
            worker_id="c1", stopping=threading.Event(),
        )  # fmt: skip

    def _guard(self) -> GuardDrain:
        settings = load_settings(self.environ)
        return GuardDrain(
            inboxes=self.doors.inboxes, captures=self.doors.captures, plans=self.doors.plans,
            writer=Writer(self.store, self.doors.plans), clock=self.clock,
            sources=Sources(
                store=self.store, embedder=self.embedder, judge=self.judge, metrics=self.metrics, settings=settings,
                tenant_settings=self.doors.tenant_settings,
            ),
            worker_id="g1", stopping=threading.Event(),
        )  # fmt: skip


def _of(turn: Turn, candidate: Candidate, number: int) -> Candidate:
    return replace(
        candidate,
        id=identity.candidate_id(turn.capture_id, number),
        number=number,
        capture_id=turn.capture_id,
        tenant_id=turn.tenant_id,
        owner=turn.owner,
    )
