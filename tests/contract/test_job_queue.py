"""Tokens on real RQ queues."""

import pytest
from rq import Queue
from rq.serializers import JSONSerializer

from shared.adapters.redis_connection import RedisConnection
from shared.adapters.rq_job_queue import MOST_TOKENS, RqJobQueue, TokenJob
from shared.contracts.queues import CAPTURE_DRAIN, GUARD_DRAIN, JOBS
from shared.domain.errors import JobRefused
from shared.ports.inboxes import InboxKind
from tests.contract.conftest import real_doors
from tests.factories import make_turn


def test_a_token_names_a_listed_job_and_nothing_else(connection: RedisConnection) -> None:
    jobs = RqJobQueue(connection)
    jobs.wake(CAPTURE_DRAIN)
    assert (jobs.tokens(CAPTURE_DRAIN), jobs.tokens(GUARD_DRAIN)) == (1, 0)
    with pytest.raises(JobRefused):
        jobs.wake("os.system")


def test_a_few_tokens_are_enough_whatever_the_backlog(connection: RedisConnection) -> None:
    jobs = RqJobQueue(connection)
    jobs.wake(CAPTURE_DRAIN, count=500)
    jobs.wake(CAPTURE_DRAIN, count=3)
    assert jobs.tokens(CAPTURE_DRAIN) == MOST_TOKENS


def test_a_foreign_function_on_our_queue_is_refused(connection: RedisConnection) -> None:
    queue = Queue(JOBS[CAPTURE_DRAIN].queue, connection=connection.client, serializer=JSONSerializer)
    job_id = queue.enqueue("os.system", "true").id
    fetched = TokenJob.fetch(job_id, connection=connection.client, serializer=JSONSerializer)
    with pytest.raises(JobRefused):
        _ = fetched.func


def test_health_is_measured_from_redis(connection: RedisConnection) -> None:
    real_doors(connection).intake.accept(make_turn())
    health = RqJobQueue(connection).health()
    assert health.reachable
    assert (health.eviction_policy, health.aof_enabled, health.aof_fsync) == ("noeviction", True, "everysec")
    assert health.depths["turns_in_flight"] == 1
    assert health.depths["capture_inboxes"] == 1
    assert health.oldest_pending_seconds >= 0
    assert set(health.live_workers.values()) == {0}


def test_health_of_an_unreachable_server_is_an_answer() -> None:
    assert RqJobQueue(RedisConnection("unix:///nowhere/valkey.sock", timeout_seconds=0.2)).health().reachable is False


def test_the_recount_finds_what_is_in_flight_and_in_no_inbox(connection: RedisConnection) -> None:
    doors = real_doors(connection)
    for number in range(3):
        doors.intake.accept(make_turn(turn_id=f"t{number}"))
    lease = doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w1", limit=20)
    assert lease is not None
    doors.inboxes.set_aside(lease, lease.entry_ids[:1], seconds=60, attempts=1)
    assert doors.ledger.read("acme").imbalance == 0, "leased and set aside are both in an inbox"
    connection.client.lrem(f"tiercel:entries:capture:{lease.inbox_id}", 0, lease.entry_ids[1])
    assert doors.ledger.read("acme").imbalance == 1
