"""One API over fakes for each test."""

from collections.abc import Iterator

import pytest

from tests.unit.api.pipeline import Pipeline
from tests.unit.api.system import ApiSystem
from tests.unit.api.talk import Talk


@pytest.fixture
def api() -> Iterator[ApiSystem]:
    system = ApiSystem()
    with system.client:
        yield system


@pytest.fixture
def pipeline() -> Iterator[Pipeline]:
    system = Pipeline()
    with system.client:
        yield system


@pytest.fixture
def talk() -> Iterator[Talk]:
    system = Talk()
    with system.client:
        yield system
