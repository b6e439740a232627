"""One system for the fault tests that do not end it, and gateways for all."""

import time
from collections.abc import Iterator

import pytest

from tests.faults.caller import Caller
from tests.faults.family import START_SECONDS, Family, running_family
from tests.faults.scale import FULL
from tests.faults.speech import KeepingGateway

# Every run takes the short form; `make test-faults` sets TIERCEL_FAULTS=full.
collect_ignore = [] if FULL else ["test_lengthy.py"]

STARTED = {"workers:tiercel-capture", "workers:tiercel-guard"}

# Short waits, so that outages and retries of minutes happen in seconds.
QUICK = {
    "TIERCEL_RETRY_CONTENT_SECONDS": "0.2,0.2,0.2",
    "TIERCEL_RETRY_OUTAGE_FIRST_SECONDS": "0.3",
    "TIERCEL_RETRY_OUTAGE_LONGEST_SECONDS": "1.5",
    "TIERCEL_LEASE_SECONDS": "2",
}


@pytest.fixture(scope="session")
def shared_gateway() -> Iterator[KeepingGateway]:
    with KeepingGateway() as started:
        yield started


@pytest.fixture
def gateway(shared_gateway: KeepingGateway) -> Iterator[KeepingGateway]:
    """The shared system's gateway, without faults before and after."""
    yield shared_gateway
    shared_gateway.fault, shared_gateway.delay_seconds = None, 0.0


@pytest.fixture(scope="session")
def family(tmp_path_factory: pytest.TempPathFactory, shared_gateway: KeepingGateway) -> Iterator[Family]:
    """Valkey, engine and one worker of each kind; tests leave everything running."""
    with running_family(tmp_path_factory.mktemp("faults"), **QUICK, **shared_gateway.environ()) as started:
        with started.start_api() as caller:
            started.start_workers()
            await_workers(caller)
        yield started


def await_workers(caller: Caller) -> None:
    """How long processes take to start on a busy machine is not what the tests measure."""
    deadline = time.monotonic() + 2 * START_SECONDS
    while not all(check["ok"] for name, check in caller.http.get("/readyz").json()["checks"].items() if name in STARTED):
        assert time.monotonic() < deadline, caller.http.get("/readyz").text
        time.sleep(0.1)


@pytest.fixture
def caller(family: Family) -> Iterator[Caller]:
    """The first key on the shared system."""
    port = (family.folder / "api.port").read_text().strip()
    made = Caller(f"http://127.0.0.1:{port}", (family.folder / "api-key").read_text().strip())
    yield made
    made.http.close()
