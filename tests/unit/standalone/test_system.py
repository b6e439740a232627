"""From settings to children."""

from pathlib import Path

import pytest

from services.standalone import system
from services.standalone.back_off import deaths_in_a_row, restart_wait
from services.standalone.data_dir import lay_out, open_data_dir
from services.standalone.ports import public_port
from shared.domain.errors import SettingsInvalid
from shared.settings import load_settings


@pytest.fixture
def planned(tmp_path, monkeypatch):
    """A function: environment -> the planned system, with ports and binary given."""
    monkeypatch.setattr(system, "free_port", lambda: 40001)
    monkeypatch.setattr(system, "public_port", lambda host, wanted, asked_for: wanted)
    monkeypatch.setattr(system, "bundled_binary", lambda: Path("/bin/valkey-server"))
    data_dir = open_data_dir(tmp_path)
    lay_out(data_dir, "1")

    def plan(**environ):
        return system.plan_system(data_dir, load_settings(environ), environ), data_dir

    return plan


def test_the_default_is_a_whole_system(planned):
    plan, _ = planned()
    names = [spec.name for spec in plan.specs]
    assert names == ["valkey", "vector_engine", "api", "capture_worker", "guard_worker", "decay_worker"]
    assert plan.url == "http://127.0.0.1:8077"


def test_stores_start_before_the_api_and_workers_and_stop_after_them(planned):
    plan, _ = planned()
    starts = {spec.name: spec.start_order for spec in plan.specs}
    stops = {spec.name: spec.stop_order for spec in plan.specs}
    assert starts["valkey"] == starts["vector_engine"] < starts["api"] < starts["guard_worker"]
    assert stops["api"] < stops["capture_worker"] < stops["vector_engine"] < stops["valkey"]


def test_given_servers_are_used_instead_of_our_own(planned):
    plan, _ = planned(REDIS_URL="redis://elsewhere/0", QDRANT_URL="http://elsewhere:6333", QDRANT_API_KEY="k")
    assert [spec.name for spec in plan.specs][:1] == ["api"]
    assert plan.environment["REDIS_URL"] == "redis://elsewhere/0"
    assert plan.environment["QDRANT_URL"] == "http://elsewhere:6333"
    assert plan.environment["QDRANT_API_KEY"] == "k"


def test_the_number_of_workers_is_a_setting(planned):
    plan, _ = planned(TIERCEL_CAPTURE_WORKERS="2", TIERCEL_GUARD_WORKERS="3")
    names = [spec.name for spec in plan.specs if "worker" in spec.name]
    assert names == ["capture_worker-1", "capture_worker-2", "guard_worker-1", "guard_worker-2", "guard_worker-3", "decay_worker"]


def test_no_secret_is_on_a_command_line(planned):
    plan, data_dir = planned()
    key = data_dir.engine_key_file.read_text().strip()
    assert plan.environment["QDRANT_API_KEY"] == key
    assert all(key not in " ".join(spec.command) for spec in plan.specs)


def test_the_api_is_told_where_to_leave_the_first_key(planned):
    plan, data_dir = planned()
    api = next(spec for spec in plan.specs if spec.name == "api")
    assert api.environment["TIERCEL_ADMIN_KEY_FILE"] == str(data_dir.api_key_file)


def test_a_busy_port_that_was_asked_for_is_refused_and_a_busy_default_gives_way(monkeypatch):
    monkeypatch.setattr("services.standalone.ports.is_free", lambda host, port: False)
    monkeypatch.setattr("services.standalone.ports.free_port", lambda host: 50505)
    with pytest.raises(SettingsInvalid, match="TIERCEL_PORT 8077"):
        public_port("127.0.0.1", 8077, asked_for=True)
    assert public_port("127.0.0.1", 8077, asked_for=False) == 50505


def test_a_child_that_keeps_dying_waits_longer_each_time_and_a_steady_one_starts_afresh():
    waits = [restart_wait(number) for number in range(1, 12)]
    assert waits == sorted(waits)
    assert waits[0] < 1 < waits[-1] == 30
    assert deaths_in_a_row(4, lived_seconds=3) == 5
    assert deaths_in_a_row(4, lived_seconds=3600) == 1
