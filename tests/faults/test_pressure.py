"""Too much at once: intake says so and when to come back; nothing is trimmed, nothing is half-written."""

import resource
import time
from itertools import count

import httpx
import pytest

from tests.faults.caller import Caller
from tests.faults.family import Family
from tests.faults.scale import FULL
from tests.faults.speech import statement, turn

LIMIT = 40
NUMBERS = count(1000)
BALLAST = 16 * 2**20
"""What is kept free for workers is a share of all: of a few megabytes it is less than their own connections take."""


def test_q7_a_full_queue_answers_429_with_retry_after_and_keeps_all_it_took(family: Family, caller: Caller) -> None:
    caller.await_quiet(seconds=30)
    before = caller.ledger()["captured"]
    with family.without_workers(), family.start_api("api#2", TIERCEL_MAX_QUEUED_TURNS=str(LIMIT)) as small:
        answers = [small.post("/v1/turns", turn(number, user="q7")) for number in range(LIMIT + 10)]
        taken = [answer.json()["capture_id"] for answer in answers if answer.status_code == 202]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert (len(taken), len(refused)) == (LIMIT, 10)
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        assert refused[0].json()["error"]["code"] == "queue_full"
        assert small.post("/v1/turns", turn(0, user="q7")).json()["duplicate"], "what is known needs no room"
        ledger = small.ledger()
        assert (ledger["captured"] - before, ledger["turns"]["in_flight"], ledger["imbalance"]) == (LIMIT, LIMIT, 0)
        family.start_workers()
        again = [small.say(turn(number, user="q7")) for number in range(LIMIT, LIMIT + 10)]
        small.await_state(again, "done")
        small.assert_accounted([*taken, *again], written=LIMIT + 10)
        small.assert_stored_once("q7", [statement(number, "q7") for number in range(LIMIT + 10)])
    family.stop("api#2")


def test_redis_at_its_share_answers_429_and_workers_still_finish_what_waits(family: Family, caller: Caller) -> None:
    with family.without_workers(), family.valkey_client() as client:
        taken = [caller.say(turn(number, user="mem")) for number in range(20)]
        limit = client.config_get("maxmemory")["maxmemory"]
        client.setrange("ballast", BALLAST, b".")
        client.config_set("maxmemory", int(int(client.info("memory")["used_memory"]) * 1.2))
        try:
            answer, more = await_status(caller, 429)
            assert int(answer.headers["retry-after"]) >= 1
            family.start_workers()
            caller.await_state([*taken, *more], "done")
        finally:
            client.config_set("maxmemory", limit)
            client.delete("ballast")
        more += await_status(caller, 202)[1]
        caller.await_state(more, "done")
        caller.assert_accounted([*taken, *more], written=len(taken) + len(more))


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
        time.sleep(0.05)
    raise AssertionError(answer.text)


@pytest.mark.parametrize("fsync", ["everysec", "always"] if FULL else ["always"])
def test_a_full_disk_answers_503_and_nothing_is_half_written(family: Family, caller: Caller, fsync: str) -> None:
    user = f"disk-{fsync}"
    with family.without_workers():
        with family.valkey_client() as client:
            client.config_set("appendfsync", fsync)
        before = [caller.say(turn(number, user=user)) for number in range(5)]
        newest = max(family.folder.glob("appendonlydir/*.incr.aof"), key=lambda file: file.stat().st_mtime_ns)
        resource.prlimit(family.valkey.pid, resource.RLIMIT_FSIZE, (newest.stat().st_size + 2000, resource.RLIM_INFINITY))
        statuses = []
        for number in range(5, 45):
            answer = caller.post("/v1/turns", turn(number, user=user))
            statuses.append(answer.status_code)
            if answer.status_code == 202:
                before.append(answer.json()["capture_id"])
        assert statuses[-1] == 503, statuses
        assert set(statuses) <= {202, 503}
        assert int(answer.headers["retry-after"]) >= 1
        family.valkey.kill()
        family.valkey.start()
        family.start_workers()
        after = [caller.say(turn(number, user=user)) for number in range(45)]
        if fsync == "always":
            assert set(before) <= set(after), "what was accepted has its place"
        caller.await_state(after, "done")
        caller.assert_accounted(after, written=45)
        caller.assert_stored_once(user, [statement(number, user) for number in range(45)])
