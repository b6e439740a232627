"""The Dockerfile and the Compose file are linted, private, durable and complete. Images cannot be built without an engine."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from services.health_probe.__main__ import WORKERS
from shared.settings import GROUPS, variables_of
from tests.conftest import skip_or_fail

ROOT = Path(__file__).parents[3]
SERVICES = ("api", "capture_worker", "guard_worker", "decay_worker")


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def dockerfile():
    return (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")


def linted(command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_dockerfile_passes_hadolint():
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists():
        skip_or_fail("hadolint is not installed: make setup")
    done = linted([str(hadolint), "deploy/Dockerfile"])
    assert (done.returncode, done.stdout) == (0, "")


def test_the_compose_file_passes_dclint():
    dclint = ROOT / "tests" / "tools" / "node_modules" / ".bin" / "dclint"
    if not dclint.exists() or shutil.which("node") is None:
        skip_or_fail("dclint is not installed: make test-tools")
    done = linted([str(dclint), "--max-warnings", "0", "docker-compose.yml"])
    assert done.returncode == 0, done.stdout


def test_the_image_runs_as_nobody_and_asks_for_its_health(dockerfile):
    assert re.search(r"^USER \d+:\d+$", dockerfile, re.MULTILINE)
    assert "services.health_probe" in dockerfile
    assert dockerfile.count("FROM ") == 2
    assert ":latest" not in dockerfile


def test_what_the_image_copies_is_let_through_to_the_build(dockerfile):
    copied = {name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile, re.MULTILINE) for name in line.split()}
    let_through = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == let_through
    assert all((ROOT / name).exists() for name in copied)


def test_every_service_of_the_image_can_be_started_and_probed(compose):
    for service in SERVICES:
        assert compose["services"][service]["environment"]["TIERCEL_SERVICE"] == service
        assert (ROOT / "services" / service / "__main__.py").exists()
    assert {"api", *WORKERS} == set(SERVICES)


def test_the_servers_own_containers_can_write_nowhere_but_their_volume(compose):
    for service in SERVICES:
        described = compose["services"][service]
        assert described["read_only"] is True
        assert described["cap_drop"] == ["ALL"]
        assert described["depends_on"] == {"qdrant": {"condition": "service_healthy"}, "redis": {"condition": "service_healthy"}}


def test_redis_is_durable_evicts_nothing_and_has_a_password_off_its_command_line(compose):
    redis = compose["services"]["redis"]
    script = redis["command"][-1]
    assert "appendonly yes" in script
    assert "maxmemory-policy noeviction" in script
    assert "requirepass" in script
    assert "exec redis-server /run/redis/redis.conf" in script
    assert redis["environment"]["REDIS_APPENDFSYNC"] == "${TIERCEL_APPENDFSYNC:-always}"
    assert redis["environment"]["REDIS_PASSWORD"].startswith("${REDIS_PASSWORD:?")


def test_qdrant_is_pinned_to_a_version_with_what_we_need(compose):
    major, minor = re.fullmatch(r"qdrant/qdrant:v(\d+)\.(\d+)\.\d+", compose["services"]["qdrant"]["image"]).groups()
    assert (int(major), int(minor)) >= (1, 17)


def test_stores_have_health_checks_and_volumes_and_only_the_api_is_reached_from_the_host(compose):
    for store in ("redis", "qdrant"):
        assert compose["services"][store]["healthcheck"]["test"]
        assert compose["services"][store]["volumes"]
    assert [name for name, described in compose["services"].items() if "ports" in described] == ["api"]
    assert compose["services"]["api"]["ports"] == ["127.0.0.1:${TIERCEL_PORT:-8077}:8077"]


def test_a_model_is_required_unless_somebody_says_otherwise(compose):
    assert all(compose["services"][service]["environment"]["TIERCEL_LLM_MODE"] == "${TIERCEL_LLM_MODE:-required}" for service in SERVICES)


def test_the_example_environment_holds_every_setting_with_its_default_and_no_secret():
    lines = (ROOT / "deploy" / ".env.example").read_text(encoding="utf-8").splitlines()
    written = dict(line.removeprefix("# ").split("=", 1) for line in lines if re.match(r"(# )?[A-Z_]+=", line))
    for group in GROUPS.values():
        for field, variables in variables_of(group).items():
            default = group.model_fields[field].default
            shown = str(default).lower() if isinstance(default, bool) else str(getattr(default, "value", default))
            assert written[variables[0]] == shown, variables[0]
    assert [written[name] for name in ("REDIS_PASSWORD", "QDRANT_API_KEY", "MEMORY_LLM_API_KEY", "OPENAI_API_KEY")] == [""] * 4
