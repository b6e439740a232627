"""Which servers standalone starts by itself."""

import pytest

from tests.unit.standalone.test_system import planned

__all__ = ["planned"]


@pytest.mark.parametrize(("variable", "child"), [("TIERCEL_OWN_REDIS", "valkey"), ("TIERCEL_OWN_STORE", "vector_engine")])
def test_a_server_of_its_own_is_a_setting(planned, variable, child):
    started = {value: {spec.name for spec in planned(**{variable: value})[0].specs} for value in ("true", "false")}
    assert started["true"] - started["false"] == {child}
