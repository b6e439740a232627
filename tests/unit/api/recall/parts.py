"""A recaller on fakes, and a way to put memories into its store."""

import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from services.api.recall import RecallAnswer, Recaller, RecallRequest
from shared.domain import identity
from shared.domain.memory import Memory
from shared.domain.scope import Owner, Scope
from shared.domain.write_plan import PointInsert, WritePlan, WriterKind
from shared.ports.token_counter import TokenCounter
from shared.settings import RecallSettings
from shared.text.language import language_of
from shared.text.lexical import document_terms
from tests.factories import ANN, NOW, make_memory
from tests.fakes.captures import FakeCaptures, FakeTurnIntake
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.plans import FakePlans
from tests.fakes.queue_state import QueueState
from tests.fakes.small_doors import FakeJobQueue, FakeMetrics, FakeRecallLog, FakeTenantSettingsStore, FakeTokenCounter, FakeWriteStamps


class NoEmbedder(HashingEmbedder):
    """Every call fails."""

    def embed_query(self, text: str) -> list[float]:
        raise OSError("no route to the model")

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        raise OSError("no route to the model")


@dataclass
class RecallHouse:
    """Everything that recall touches, on fakes. `settings` are RecallSettings fields."""

    embedder: Any = field(default_factory=NoEmbedder)
    settings: dict[str, Any] = field(default_factory=dict)
    store: Any = field(default_factory=FakeMemoryStore)
    state: QueueState = field(default_factory=QueueState)
    jobs: FakeJobQueue = field(default_factory=FakeJobQueue)
    metrics: FakeMetrics = field(default_factory=FakeMetrics)
    reranker: Any = None
    tokens: TokenCounter = field(default_factory=FakeTokenCounter)

    kept: int = 0

    def __post_init__(self) -> None:
        self.captures: Any = FakeCaptures(self.state)
        self.intake = FakeTurnIntake(self.state)
        self.recall_log: Any = FakeRecallLog(self.state)
        self.stamps: Any = FakeWriteStamps(self.state)
        self.tenant_settings = FakeTenantSettingsStore()
        self.plans = FakePlans(self.state)
        self._recaller: Recaller | None = None

    @property
    def recaller(self) -> Recaller:
        """Built at its first use, so that a test may exchange parts before."""
        if self._recaller is None:
            self._recaller = Recaller(
                store=self.store, embedder=self.embedder, captures=self.captures, recall_log=self.recall_log,
                jobs=self.jobs, metrics=self.metrics, settings=RecallSettings(**self.settings),
                stamps=self.stamps, tokens=self.tokens, tenant_settings=self.tenant_settings,
                reranker=self.reranker,
            )  # fmt: skip
        return self._recaller

    def keep(self, text: str, *, owner: Owner = ANN, **fields: Any) -> Memory:
        """Store one memory as the guard would have."""
        self.kept += 1
        number = self.kept
        fields.setdefault("language", language_of(text))
        memory = make_memory(text, owner=owner, memory_id=identity.memory_id(tenant_id="acme", origin_id="test", number=number), **fields)
        terms = document_terms(text=text, category=memory.category.value, scope=memory.scope, labels=memory.labels, slot=memory.slot)
        source = HashingEmbedder() if isinstance(self.embedder, HashingEmbedder) else self.embedder
        vector = source.embed_passages([text])[0]
        insert = PointInsert(
            point_id=identity.point_id(memory.id, memory.version), memory=memory,
            dense=struct.pack(f"<{len(vector)}f", *vector), sparse=terms.vector, term_ids=terms.text_term_ids,
        )  # fmt: skip
        plan = WritePlan(id=str(number), tenant_id="acme", owner=owner, writer=WriterKind.EXPLICIT, made_at=NOW, inserts=(insert,))
        self.store.apply(plan)
        self.plans.finish(plan)
        return memory

    def keep_all(self, texts: Sequence[str]) -> None:
        """Several."""
        for text in texts:
            self.keep(text)

    def recall(self, query: str, *, scope: Scope | None = None, **fields: Any) -> RecallAnswer:
        """Ask as ann, unless said otherwise."""
        fields.setdefault("user_id", "ann")
        fields.setdefault("deadline_ms", 5000)
        return self.recaller.recall(
            RecallRequest(query=query, **fields), scope or Scope(tenant_id="acme"), now=NOW, arrived=time.monotonic()
        )

    def settle(self) -> None:
        """Wait for what is done in the background."""
        self.recaller.close()
