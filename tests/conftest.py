"""Rules for every test: unit tests have no network, CI skips nothing silently, and no property fails because the machine is busy."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pytest_socket import disable_socket, enable_socket

if "CI" not in os.environ:  # under CI hypothesis takes its own profile, which also draws the same examples each time
    settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("untimed")

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
