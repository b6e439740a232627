"""Too much at once: intake says so and when to come back; nothing is trimmed, nothing is half-written."""

import resource
import signal
from itertools import count
from pathlib import Path

import httpx
import pytest

from tests.faults.caller import Caller
from tests.faults.conftest import QUICK
from tests.faults.family import running_family
from tests.faults.speech import KeepingGateway, statement, turn

LIMIT = 40
NUMBERS = count(1000)


def test_q7_a_full_queue_answers_429_with_retry_after_and_keeps_all_it_took(tmp_path: Path, gateway: KeepingGateway) -> None:
    with (
        running_family(tmp_path / "family", **QUICK, **gateway.environ()) as family,
        family.start_api(TIERCEL_MAX_QUEUED_TURNS=str(LIMIT)) as caller,
    ):
        answers = [caller.post("/v1/turns", turn(number, user="q7")) for number in range(LIMIT + 10)]
        taken = [answer.json()["capture_id"] for answer in answers if answer.status_code == 202]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert (len(taken), len(refused)) == (LIMIT, 10)
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        assert refused[0].json()["error"]["code"] == "queue_full"
        assert caller.post("/v1/turns", turn(0, user="q7")).json()["duplicate"], "what is known needs no room"
        ledger = caller.ledger()
        assert (ledger["captured"], ledger["turns"]["in_flight"], ledger["imbalance"]) == (LIMIT, LIMIT, 0)
        family.start_workers()
        caller.await_quiet(seconds=30)
        again = [caller.say(turn(number, user="q7")) for number in range(LIMIT, LIMIT + 10)]
        caller.await_state(again, "done")
        caller.assert_accounted([*taken, *again], written=LIMIT + 10)
        caller.assert_stored_once("q7", [statement(number, "q7") for number in range(LIMIT + 10)])


def test_redis_at_its_share_answers_429_and_workers_still_finish_what_waits(tmp_path: Path, gateway: KeepingGateway) -> None:
    with running_family(tmp_path / "family", **QUICK, **gateway.environ()) as family, family.start_api() as caller:
        taken = [caller.say(turn(number, user="mem")) for number in range(20)]
        with family.valkey_client() as client:
            used = int(client.info("memory")["used_memory"])
            client.config_set("maxmemory", int(used * 1.2))
            answer, more = await_status(caller, 429)
            taken += more
            assert int(answer.headers["retry-after"]) >= 1
            assert caller.ledger()["captured"] == len(taken)
            family.start_workers()
            caller.await_state(taken, "done")
            client.config_set("maxmemory", 0)
        taken += await_status(caller, 202)[1]
        caller.await_quiet(seconds=30)
        caller.assert_accounted(taken, written=len(taken))


def await_status(caller: Caller, wanted: int) -> tuple[httpx.Response, list[str]]:
    """The share is measured once a second: one more turn until it is noticed. Also the captures that were taken on the way."""
    taken: list[str] = []
    for _ in range(200):
        number = next(NUMBERS)
        answer = caller.post("/v1/turns", turn(number, user="more", session=f"m{number}"))
        if answer.status_code == 202:
            taken.append(answer.json()["capture_id"])
        if answer.status_code == wanted:
            return answer, taken
        signal.sigtimedwait([], 0.05)
    raise AssertionError(answer.text)


@pytest.mark.parametrize("fsync", ["everysec", "always"])
def test_a_full_disk_answers_503_and_nothing_is_half_written(tmp_path: Path, gateway: KeepingGateway, fsync: str) -> None:
    with running_family(tmp_path / "family", **QUICK, **gateway.environ()) as family, family.start_api() as caller:
        with family.valkey_client() as client:
            client.config_set("appendfsync", fsync)
        before = [caller.say(turn(number, user="disk")) for number in range(5)]
        written = sum(file.stat().st_size for file in family.folder.glob("appendonlydir/*"))
        resource.prlimit(family.valkey.pid, resource.RLIMIT_FSIZE, (written + 2000, resource.RLIM_INFINITY))
        statuses = []
        for number in range(5, 45):
            answer = caller.post("/v1/turns", turn(number, user="disk"))
            statuses.append(answer.status_code)
            if answer.status_code == 202:
                before.append(answer.json()["capture_id"])
        assert statuses[-1] == 503, statuses
        assert set(statuses) <= {202, 503}
        assert int(answer.headers["retry-after"]) >= 1
        family.valkey.kill()
        family.valkey.start()
        family.start_workers()
        after = [caller.say(turn(number, user="disk")) for number in range(45)]
        assert set(before) <= set(after)
        caller.await_state(after, "done")
        caller.assert_accounted(after, written=45)
        caller.assert_stored_once("disk", [statement(number, "disk") for number in range(45)])
