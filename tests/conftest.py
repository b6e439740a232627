"""Rules for every test: unit tests have no network, and CI skips nothing silently."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_socket import disable_socket, enable_socket

UNIT = Path(__file__).parent / "unit"


@pytest.fixture(autouse=True)
def _no_network_in_unit_tests(request: pytest.FixtureRequest) -> Iterator[None]:
    if UNIT in request.path.parents:
        disable_socket(allow_unix_socket=True)
        yield
        enable_socket()
    else:
        yield


def skip_or_fail(reason: str) -> None:
    """Where a needed part is missing: skipped at home with its reason, a failure under CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason} (needed under CI=true)")
    pytest.skip(reason)
