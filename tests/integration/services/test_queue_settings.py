"""Settings of the queue on a real server: when intake is full."""

from collections.abc import Iterator

import pytest

from shared.domain.errors import QueueFull
from shared.settings import load_settings
from shared.wiring import build_container
from tests.factories import make_turn
from tests.processes.valkey import ValkeyProcess, running_valkey


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyProcess]:
    with running_valkey(tmp_path_factory.mktemp("queue"), max_memory="64mb") as server:
        yield server


def accepted(valkey: ValkeyProcess, tenant: str, turns: int, **environ: str) -> int:
    """How many of these turns were taken before the queue was full."""
    intake = build_container(load_settings({"REDIS_URL": valkey.url, **environ})).intake
    for number in range(turns):
        try:
            intake.accept(make_turn(tenant_id=tenant, turn_id=f"t{number}"))
        except QueueFull:
            return number
    return turns


def test_a_tenant_may_have_so_many_turns_in_flight(valkey: ValkeyProcess) -> None:
    assert accepted(valkey, "one", 5, TIERCEL_MAX_QUEUED_TURNS="1") == 1
    assert accepted(valkey, "three", 5, TIERCEL_MAX_QUEUED_TURNS="3") == 3


def test_intake_is_full_at_a_share_of_the_servers_memory(valkey: ValkeyProcess) -> None:
    assert accepted(valkey, "little", 2, TIERCEL_REDIS_FULL_SHARE="0.001") == 0
    assert accepted(valkey, "much", 2, TIERCEL_REDIS_FULL_SHARE="1") == 2
