"""The capture drain over a real Redis and a gateway that is asked over HTTP."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from services.capture_worker.drain import CaptureDrain
from shared.adapters.embedders import build_language_model
from shared.adapters.redis_captures import RedisCaptures
from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_inboxes import RedisInboxes
from shared.adapters.redis_intake import RedisTurnIntake
from shared.adapters.redis_ledger import RedisLedger
from shared.adapters.rq_job_queue import RqJobQueue
from shared.adapters.system_clock import SystemClock
from shared.contracts.queues import GUARD_DRAIN
from shared.domain.candidate import Attribution
from shared.domain.decision import Proposal
from shared.domain.outage import OutagePause
from shared.domain.turn import CaptureState, Turn
from shared.ports.inboxes import InboxKind
from shared.settings import load_settings
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.small_doors import FakeMetrics
from tests.processes.model_gateway import ModelGateway, Reply
from tests.processes.valkey import running_valkey
from tests.unit.extraction.examples import turn


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("valkey")
    with running_valkey(folder) as server:
        yield server.url


@pytest.fixture
def connection(url: str) -> Iterator[RedisConnection]:
    opened = RedisConnection(url)
    opened.client.flushall()
    yield opened
    opened.client.close()


class Bench:
    """One drain over real doors."""

    def __init__(self, connection: RedisConnection, gateway: ModelGateway | None = None, **environ: str) -> None:
        model = {"MEMORY_LLM_BASE_URL": gateway.base_url, "MEMORY_LLM_API_KEY": "k"} if gateway is not None else {}
        settings = load_settings({"TIERCEL_RETRY_CONTENT_SECONDS": "0,0,0", **model, **environ})
        self.intake = RedisTurnIntake(connection, max_turns=100, full_at_memory_share=0.9)
        self.captures, self.inboxes = RedisCaptures(connection), RedisInboxes(connection, lease_seconds=15.0)
        self.jobs, self.ledger = RqJobQueue(connection), RedisLedger(connection)
        self.drain = CaptureDrain(
            inboxes=self.inboxes, captures=self.captures, jobs=self.jobs, metrics=FakeMetrics(), clock=SystemClock(),
            store=FakeMemoryStore(),
            model=build_language_model(settings.model, "m-1") if gateway is not None else None, settings=settings,
            pause=OutagePause(first_seconds=0.05, longest_seconds=0.1), worker_id="w", stopping=threading.Event(),
        )  # fmt: skip

    def run(self, *turns: Turn) -> None:
        self.intake.accept_many(turns)
        self.drain.drain()

    def again(self) -> None:
        self.inboxes.sweep(InboxKind.CAPTURE)
        self.drain.drain()

    def state(self, number: int) -> CaptureState:
        found = self.captures.view("acme", turn("", number=number).capture_id)
        assert found is not None
        return found.state

    def proposals(self) -> tuple[Proposal, ...]:
        lease = self.inboxes.take_next(InboxKind.GUARD, worker_id="g", limit=100)
        return self.captures.proposals("acme", lease.entry_ids) if lease is not None else ()


def test_offline_proposals_reach_the_owners_guard_inbox_and_the_guard_is_woken(connection: RedisConnection) -> None:
    test = Bench(connection)
    test.run(turn("好的，我决定用PostgreSQL", number=1), turn("Maybe I prefer tea", number=2), turn("ok", number=3))
    kept, refused = test.proposals()
    assert (kept.candidate.text, kept.candidate.slot, kept.decided) == ("我决定用PostgreSQL", "database", None)
    assert refused.decided is not None
    assert [test.state(number).value for number in (1, 2, 3)] == ["judging", "judging", "done"]
    assert test.jobs.tokens(GUARD_DRAIN) == 1
    assert test.ledger.read("acme").imbalance == 0


def test_only_the_poison_turn_of_a_window_dies_and_keeps_its_raw_answer(connection: RedisConnection) -> None:
    def answer(_name: str, document: dict[str, Any]) -> Any:
        spoken = [line for line in document["turns"] if not line.get("context")]
        if any("poison" in line["text"] for line in spoken):
            return "no json at all"
        return {
            "candidates": [
                {"text": line["text"], "evidence": [{"message_id": line["message_id"], "quote": line["text"]}]} for line in spoken
            ]
        }

    with ModelGateway(answer) as gateway:
        test = Bench(connection, gateway)
        test.run(turn("I live in Rome", number=1), turn("poison", number=2), turn("I like opera", number=3))
        assert [test.state(number).value for number in (1, 2, 3)] == ["judging", "retrying", "judging"]
        test.again()
        test.again()
    assert test.state(2) is CaptureState.DEAD
    assert [proposal.candidate.text for proposal in test.proposals()] == ["I live in Rome", "I like opera"]
    ledger = test.ledger.read("acme")
    assert (ledger.captured, ledger.turns["dead"], ledger.imbalance) == (3, 1, 0)


def test_an_outage_defers_and_the_turn_is_read_when_the_gateway_is_back(connection: RedisConnection) -> None:
    replies = iter([Reply(status=503)])
    good = {"candidates": [{"text": "我住在杭州", "evidence": [{"message_id": "m1", "quote": "我住在杭州"}]}]}
    with ModelGateway(lambda _name, _document: next(replies, good)) as gateway:
        test = Bench(connection, gateway)
        test.run(turn("我住在杭州", received_at=datetime.now(UTC)))
        assert test.state(1) is CaptureState.RETRYING
        waiting = threading.Event()
        for _ in range(100):
            waiting.wait(0.05)
            test.again()
            if test.state(1) is CaptureState.JUDGING:
                break
    (proposal,) = test.proposals()
    assert proposal.candidate.text == "我住在杭州"
    assert proposal.candidate.attribution is Attribution.USER_STATED
    assert len(gateway.calls("tiercel_extraction")) == 2, "one call failed, one succeeded: an outage is not hammered"


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"Line {number} of the log says that valve {number} was opened." for number in range(3800)),
        "".join(f"第{number}行记录说{number}号阀门已经打开。" for number in range(1800)),
    ],
    ids=["200-kilobytes-of-english", "30000-chinese-characters"],
)
def test_e4_every_word_of_a_very_long_turn_reaches_the_model(connection: RedisConnection, text: str) -> None:
    with ModelGateway(lambda _schema, _document: {"candidates": []}) as gateway:
        test = Bench(connection, gateway)
        test.run(turn(text, number=1))
        documents = gateway.calls("tiercel_extraction")
    asked = [part["text"] for document in documents for part in document["turns"] if not part.get("context")]
    assert len(text.encode()) > 60_000
    assert len(asked) > 1
    seen = "".join(asked).replace(" ", "")
    assert all(f"valve{number}was" in seen or f"说{number}号阀门" in seen for number in range(1800))
    assert seen == text.replace(" ", "")
    assert test.state(1) is CaptureState.DONE
