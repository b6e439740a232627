"""From settings to the list of children: which servers are ours, which are given, and what each child is told."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.standalone import children
from services.standalone.children import ChildSpec
from services.standalone.data_dir import DataDir, secret_in
from services.standalone.health import HttpProbe, WholeProbe
from services.standalone.ports import free_port, public_port
from services.standalone.valkey import bundled_binary, prepare_valkey
from shared.settings import Settings

LOOPBACK = "127.0.0.1"
# One arena and sleeping OpenMP threads: a third of the memory, and no spinning beside other processes.
FRUGAL = {"MALLOC_ARENA_MAX": "1", "OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}


@dataclass(frozen=True, slots=True)
class System:
    """Everything that is to run, and where it answers."""

    url: str
    specs: tuple[ChildSpec, ...]
    environment: Mapping[str, str]


def _own_redis(data_dir: DataDir, settings: Settings) -> tuple[ChildSpec, dict[str, str]]:
    server = prepare_valkey(data_dir, settings.standalone, bundled_binary())
    return children.valkey_child(server.command, server.probe), {"REDIS_URL": server.url}


def _own_store(data_dir: DataDir) -> tuple[ChildSpec, dict[str, str]]:
    key, port = secret_in(data_dir.engine_key_file), free_port()
    told = {
        "TIERCEL_ENGINE_DIR": str(data_dir.engine),
        "TIERCEL_ENGINE_PORT": str(port),
        "TIERCEL_ENGINE_API_KEY_FILE": str(data_dir.engine_key_file),
    }
    reached = {"QDRANT_URL": f"http://{LOOPBACK}:{port}", "QDRANT_API_KEY": key}
    return children.engine_child(told, HttpProbe(LOOPBACK, port)), reached


def _host_to_ask(host: str) -> str:
    return {"0.0.0.0": LOOPBACK, "::": "::1", "": LOOPBACK}.get(host, host)  # noqa: S104 - compared, not bound


def plan_system(data_dir: DataDir, settings: Settings, environ: Mapping[str, str]) -> System:
    """All children of this installation. `REDIS_URL` and `QDRANT_URL`, where given, replace the servers of our own."""
    specs: list[ChildSpec] = []
    environment = {**environ, **FRUGAL, "PROMETHEUS_MULTIPROC_DIR": str(data_dir.metrics)}
    environment["TIERCEL_AUDIT_DIR"] = settings.records.audit_dir or str(data_dir.audit)
    if settings.standalone.own_redis and not environ.get("REDIS_URL"):
        spec, told = _own_redis(data_dir, settings)
        specs.append(spec)
        environment.update(told)
    if settings.standalone.own_store and not environ.get("QDRANT_URL"):
        spec, told = _own_store(data_dir)
        specs.append(spec)
        environment.update(told)
    host = settings.api.host
    port = public_port(host, settings.api.port, asked_for=bool(environ.get("TIERCEL_PORT")))
    environment["TIERCEL_PORT"] = str(port)
    key_file = {"TIERCEL_ADMIN_KEY_FILE": settings.api.admin_key_file or str(data_dir.api_key_file)}
    asked = _host_to_ask(host)
    specs.append(children.api_child(key_file, HttpProbe(asked, port, "/healthz")))
    specs.extend(
        children.worker_children(
            {}, WholeProbe(asked, port), capture=settings.standalone.capture_workers, guard=settings.standalone.guard_workers
        )
    )
    return System(url=f"http://{f'[{asked}]' if ':' in asked else asked}:{port}", specs=tuple(specs), environment=environment)
