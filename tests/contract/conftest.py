"""Fixtures of the contract tests: each suite runs on the fake and on the real part."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.adapters.redis_audit_log import RedisAuditLog
from shared.adapters.redis_captures import RedisCaptures
from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_dead_letters import RedisDeadLetters
from shared.adapters.redis_inboxes import RedisInboxes
from shared.adapters.redis_intake import RedisTurnIntake
from shared.adapters.redis_key_ring import RedisKeyRing
from shared.adapters.redis_ledger import RedisLedger
from shared.adapters.redis_old_records import RedisOldRecords
from shared.adapters.redis_plans import RedisPlans
from shared.adapters.redis_recall_log import RedisRecallLog
from shared.adapters.redis_reviews import RedisReviews
from shared.adapters.redis_session_words import RedisSessionWords, WordsKept
from shared.adapters.redis_tenant_settings import RedisTenantSettings
from shared.adapters.redis_write_stamps import RedisWriteStamps
from tests.contract.work_doors import WorkDoors
from tests.fakes.work import fake_doors
from tests.processes.valkey import ValkeyProcess, running_valkey

LEASE_SECONDS = 0.4
MAX_TURNS = 50
WORDS_CHARACTERS = 1000


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyProcess]:
    """One real server for the whole session; every test starts from an empty one."""
    folder: Path = tmp_path_factory.mktemp("valkey")
    with running_valkey(folder) as server:
        yield server


@pytest.fixture
def connection(valkey: ValkeyProcess) -> Iterator[RedisConnection]:
    """A connection to the emptied server."""
    opened = RedisConnection(valkey.url)
    opened.client.flushall()
    yield opened
    opened.client.close()


def real_doors(connection: RedisConnection) -> WorkDoors:
    """All doors over one server."""
    return WorkDoors(
        intake=RedisTurnIntake(connection, max_turns=MAX_TURNS, full_at_memory_share=0.8, words=WordsKept(characters=WORDS_CHARACTERS)),
        captures=RedisCaptures(connection),
        inboxes=RedisInboxes(connection, lease_seconds=LEASE_SECONDS),
        plans=RedisPlans(connection),
        ledger=RedisLedger(connection),
        reviews=RedisReviews(connection),
        old_records=RedisOldRecords(connection),
        keys=RedisKeyRing(connection),
        dead_letters=RedisDeadLetters(connection),
        audit=RedisAuditLog(connection),
        recall_log=RedisRecallLog(connection),
        stamps=RedisWriteStamps(connection),
        session_words=RedisSessionWords(connection),
        tenant_settings=RedisTenantSettings(connection),
    )


@pytest.fixture(params=["fake", "valkey"])
def doors(request: pytest.FixtureRequest) -> WorkDoors:
    """The doors of the queue: the fake and the real ones under the same tests."""
    if request.param == "fake":
        return fake_doors(max_turns=MAX_TURNS, lease_seconds=LEASE_SECONDS, words_characters=WORDS_CHARACTERS)
    return real_doors(request.getfixturevalue("connection"))
