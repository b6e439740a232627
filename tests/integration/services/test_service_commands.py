"""The command of every service, as a container runs it, against a Redis and a vector engine that it did not start."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from services.standalone.ports import free_port
from tests.processes.valkey import running_valkey
from tests.processes.vector_engine import open_engine

ROOT = Path(__file__).parents[3]
WORKERS = ("capture_worker", "guard_worker", "decay_worker")


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """What Compose gives each container, offline."""
    folder = tmp_path_factory.mktemp("servers")
    engine = open_engine(folder / "engine")
    try:
        with running_valkey(folder) as valkey:
            kept = {name: value for name, value in os.environ.items() if not name.startswith(("TIERCEL_", "MEMORY_", "OPENAI_"))}
            yield {
                **kept,
                "REDIS_URL": valkey.url,
                "QDRANT_URL": engine.url,
                "QDRANT_API_KEY": engine.api_key,
                "TIERCEL_LLM_MODE": "offline",
                "TIERCEL_PORT": str(free_port()),
                "TIERCEL_ADMIN_KEY_FILE": str(folder / "api-key"),
            }
    finally:
        engine.stop()


def probe(service, environment):
    command = [sys.executable, "-m", "services.health_probe", service]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False, capture_output=True).returncode


def wait_until_healthy(process, service, environment):
    deadline = time.monotonic() + 60
    while probe(service, environment) != 0:
        assert process.poll() is None, f"{service} ended with {process.returncode}"
        assert time.monotonic() < deadline, f"{service} is not healthy"


def start(service, environment, log):
    return subprocess.Popen([sys.executable, "-m", f"services.{service}"], env=environment, cwd=ROOT, stdout=log, stderr=log)


@pytest.mark.parametrize("service", ["api", *WORKERS])
def test_a_service_becomes_healthy_and_stops_cleanly_on_sigterm(service, environment, tmp_path):
    assert probe(service, environment) == 1, "healthy before it was started"
    with (tmp_path / "log").open("wb") as log:
        process = start(service, environment, log)
        try:
            wait_until_healthy(process, service, environment)
            process.terminate()
            # uvicorn stops cleanly and then ends by the signal that it was sent.
            assert process.wait(30) in (0, -signal.SIGTERM), (tmp_path / "log").read_text()[-2000:]
        finally:
            process.kill()
            process.wait()


def test_the_api_is_ready_once_its_workers_are_there(environment, tmp_path):
    url = f"http://127.0.0.1:{environment['TIERCEL_PORT']}/readyz"
    with (tmp_path / "log").open("wb") as log:
        processes = [start(service, environment, log) for service in ("api", "capture_worker", "guard_worker")]
        try:
            for process, service in zip(processes, ("api", "capture_worker", "guard_worker"), strict=True):
                wait_until_healthy(process, service, environment)
            with urllib.request.urlopen(url, timeout=5) as answer:
                assert answer.status == 200
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(30)


def test_without_a_key_a_service_in_required_mode_refuses_to_start_and_names_the_variable(environment):
    required = {**environment, "TIERCEL_LLM_MODE": "required"}
    for service in ("api", "guard_worker"):
        done = subprocess.run(
            [sys.executable, "-m", f"services.{service}"], env=required, cwd=ROOT, check=False, capture_output=True, text=True, timeout=60
        )
        assert done.returncode != 0
        assert "MEMORY_LLM_API_KEY" in done.stdout + done.stderr


def test_an_unknown_service_is_wrong_usage(environment):
    assert probe("kitchen", environment) == 2
