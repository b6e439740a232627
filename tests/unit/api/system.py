"""A whole API over fakes, with keys of several kinds."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi.testclient import TestClient

from services.api.app import create_app
from services.api.auth import secret_sha256
from shared.ports.key_ring import ApiKey, KeyRole, Tenant
from shared.settings import load_settings
from shared.wiring import Container
from shared.writing import Writer
from tests.contract.work_doors import WorkDoors
from tests.factories import NOW
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.heard_messages import FakeHeardMessages
from tests.fakes.learnings import FakeLearnings
from tests.fakes.maintenance_runs import FakeMaintenanceRuns
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.schedule_log import FakeScheduleLog
from tests.fakes.small_doors import FakeClock, FakeJobQueue, FakeMetrics, FakeTokenCounter
from tests.fakes.work import fake_doors

ACME_KEY, OTHER_KEY = "acme-key-with-all-roles", "other-key-with-all-roles"
ALL_ROLES = frozenset(KeyRole)


@dataclass
class ApiSystem:
    """`get`, `post`, ... speak as tenant `acme` with all roles unless another key is given."""

    environ: Mapping[str, str] = field(default_factory=dict)
    reranker: Any = None
    store: Any = field(default_factory=FakeMemoryStore)
    embedder: Any = field(default_factory=HashingEmbedder)
    doors: WorkDoors = field(default_factory=fake_doors)

    def __post_init__(self) -> None:
        self.clock = FakeClock(NOW)
        self.metrics = FakeMetrics()
        self.jobs = FakeJobQueue()
        self.container = Container(
            settings=load_settings({"TIERCEL_LLM_MODE": "offline", **self.environ}),
            clock=self.clock,
            store=self.store,
            embedder=self.embedder,
            reranker=self.reranker,
            tokens=FakeTokenCounter(),
            extractor=None,
            judge=None,
            jobs=self.jobs,
            metrics=self.metrics,
            writer=Writer(self.store, self.doors.plans),
            schedule=FakeScheduleLog(),
            maintenance=FakeMaintenanceRuns(),
            learnings=FakeLearnings(),
            heard=FakeHeardMessages(),
            worker_id="api-test",
            stopping=threading.Event(),
            **{name: getattr(self.doors, name) for name in Container.__dataclass_fields__ if hasattr(self.doors, name)},
        )
        for tenant, secret in (("acme", ACME_KEY), ("other", OTHER_KEY)):
            self.doors.keys.add_tenant(Tenant(id=tenant, name=tenant, created_at=NOW))
            self.add_key(secret, tenant_id=tenant)
        self.app = create_app(self.container)
        self.client = TestClient(self.app, base_url="http://127.0.0.1", raise_server_exceptions=False)

    def add_key(self, secret: str, *, tenant_id: str = "acme", roles: frozenset[KeyRole] = ALL_ROLES, **fields: Any) -> ApiKey:
        """One more key."""
        key = ApiKey(id=f"key-{secret}", tenant_id=tenant_id, roles=roles, created_at=NOW, **fields)
        self.doors.keys.add(key, secret_sha256(secret))
        return key

    def call(self, method: str, path: str, *, key: str | None = ACME_KEY, **request: Any) -> Any:
        """One request; `key=None` sends none."""
        headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **request.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **request)

    def get(self, path: str, **request: Any) -> Any:
        return self.call("GET", path, **request)

    def post(self, path: str, body: Any = None, **request: Any) -> Any:
        return self.call("POST", path, **({} if body is None else {"json": body}), **request)

    def patch(self, path: str, body: Any, **request: Any) -> Any:
        return self.call("PATCH", path, json=body, **request)

    def delete(self, path: str, **request: Any) -> Any:
        return self.call("DELETE", path, **request)

    def remember(self, text: str = "Ann works at Acme in Berlin since 2024", *, key: str = ACME_KEY, **fields: Any) -> dict[str, Any]:
        """An explicit memory that was stored."""
        answer = self.post("/v1/memories", {"text": text, **fields}, key=key)
        assert answer.status_code == 201, answer.text
        memory: dict[str, Any] = answer.json()["memory"]
        return memory
