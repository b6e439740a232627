"""One embedded engine for the whole session; each test uses collections or tenants of its own."""

from collections.abc import Iterator

import pytest

from tests.processes.vector_engine import EngineProcess, start_engine


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineProcess]:
    """Stopped at the end."""
    with start_engine(tmp_path_factory.mktemp("recall")) as process:
        yield process
