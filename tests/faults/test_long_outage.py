"""Two hours without a gateway, by a clock of the test's own, over a real Valkey: everything waits, then everything is read."""

import threading
from datetime import timedelta
from pathlib import Path

from services.capture_worker.drain import CaptureDrain
from shared.adapters.redis_connection import RedisConnection
from shared.domain.errors import ModelUnavailable
from shared.domain.outage import OutagePause
from shared.ports.inboxes import InboxKind
from shared.ports.language_model import ModelRequest
from shared.settings import load_settings
from tests.contract.conftest import real_doors
from tests.factories import NOW, make_turn
from tests.fakes.language_model import Line, ScriptedModel
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.small_doors import FakeClock, FakeJobQueue, FakeMetrics
from tests.processes.valkey import running_valkey

STEP = timedelta(minutes=5)
SESSIONS = 12


def test_all_turns_wait_as_retrying_for_two_hours_and_are_then_read(tmp_path: Path) -> None:
    clock = FakeClock(NOW)
    comes_back = NOW + timedelta(hours=2)

    def answer(_: ModelRequest) -> Line:
        return ModelUnavailable("503") if clock.now() < comes_back else {"candidates": []}

    with running_valkey(tmp_path) as server:
        connection = RedisConnection(server.url)
        doors = real_doors(connection)
        model = ScriptedModel(answer)
        drain = CaptureDrain(
            inboxes=doors.inboxes, captures=doors.captures, jobs=FakeJobQueue(), metrics=FakeMetrics(), clock=clock,
            store=FakeMemoryStore(), model=model,
            settings=load_settings({}), pause=OutagePause(first_seconds=2.0, longest_seconds=300.0), worker_id="w",
            stopping=threading.Event(),
        )  # fmt: skip
        for number in range(SESSIONS):
            doors.intake.accept(make_turn(turn_id=f"t{number}", session_id=f"s{number}", received_at=NOW))
        while clock.now() < comes_back:
            let_all_come_due(connection)
            doors.inboxes.sweep(InboxKind.CAPTURE)
            drain.drain()
            assert doors.ledger.read("acme").turns["retrying"] == SESSIONS
            clock.time += STEP
        assert len(model.requests) <= 2 * 12 + 2, "once per pause, not once per session"
        for _ in range(3):
            let_all_come_due(connection)
            doors.inboxes.sweep(InboxKind.CAPTURE)
            drain.drain()
            clock.time += STEP
        ledger = doors.ledger.read("acme")
        assert (ledger.turns["done"], ledger.turns["dead"], ledger.imbalance) == (SESSIONS, 0, 0)
        connection.client.close()


def let_all_come_due(connection: RedisConnection) -> None:
    """Deferrals are timed by Redis, whose clock is not the test's."""
    for inbox in connection.client.zrange("tiercel:deferred:capture", 0, -1):
        connection.client.zadd("tiercel:deferred:capture", {inbox: 0})
