"""The stores under test: the fake, the embedded engine, and a real server where there is one."""

import os
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs

from shared.adapters.qdrant_store import build_qdrant_store
from shared.ports.memory_store import MemoryStore
from shared.settings import StoreSettings
from tests.contract.memory_store.samples import DIMENSIONS
from tests.fakes.memory_store import FakeMemoryStore
from tests.processes.vector_engine import EngineProcess, start_engine

COMPOSE = Path(__file__).parents[3] / "docker-compose.yml"
DOCKER_SOCKET = Path("/var/run/docker.sock")


def prepared(settings: StoreSettings) -> MemoryStore:
    """A store whose collections no other run shares."""
    prefix = f"contract-{uuid.uuid4().hex[:8]}-"
    store = build_qdrant_store(settings, embedder_name="contract", dimensions=DIMENSIONS, prefix=prefix)
    store.prepare()
    return store


def shipped_image() -> str:
    """The server that docker-compose.yml runs."""
    image: str = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]["qdrant"]["image"]
    return image


@pytest.fixture(scope="session")
def engine_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineProcess]:
    """One embedded engine for the session."""
    with start_engine(tmp_path_factory.mktemp("store")) as process:
        yield process


@pytest.fixture(scope="session")
def embedded(engine_process: EngineProcess) -> MemoryStore:
    """The adapter over the embedded engine."""
    return prepared(StoreSettings(url=engine_process.url, api_key=engine_process.api_key))


@pytest.fixture(scope="session")
def server_settings() -> Iterator[StoreSettings]:
    """A real server: the one at QDRANT_URL, else one in a container, else the tests are skipped."""
    url = os.environ.get("QDRANT_URL")
    if url:
        yield StoreSettings(url=url, api_key=os.environ.get("QDRANT_API_KEY", ""))
        return
    with ExitStack() as stack:
        yield StoreSettings(url=_container(stack))


def _container(stack: ExitStack) -> str:
    if not os.environ.get("DOCKER_HOST") and not DOCKER_SOCKET.exists():
        pytest.skip("no real Qdrant server: QDRANT_URL is not set and there is no Docker here to start one")
    container = stack.enter_context(DockerContainer(shipped_image()).with_exposed_ports(6333))
    wait_for_logs(container, "Qdrant HTTP listening", timeout=60)
    return f"http://{container.get_container_host_ip()}:{container.get_exposed_port(6333)}"


@pytest.fixture(scope="session")
def server(server_settings: StoreSettings) -> MemoryStore:
    """The adapter over a real server."""
    return prepared(server_settings)


@pytest.fixture(scope="session", params=["fake", "embedded", "server"])
def store(request: pytest.FixtureRequest) -> MemoryStore:
    """The same tests for all three."""
    if request.param == "fake":
        return FakeMemoryStore()
    found: MemoryStore = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session", params=["embedded", "server"])
def engine(request: pytest.FixtureRequest) -> MemoryStore:
    """The adapter alone, for what the fake does not promise."""
    found: MemoryStore = request.getfixturevalue(request.param)
    return found
