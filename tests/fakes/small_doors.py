"""Clock, metrics, job queue, keys, audit and recall log without a server."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import msgspec

from shared.contracts.metric_names import METRICS
from shared.contracts.queues import JOBS
from shared.domain.errors import JobRefused
from shared.domain.scope import Owner
from shared.domain.write_plan import AuditEntry
from shared.ports.audit_log import AuditLine, ChainCheck
from shared.ports.job_queue import QueueHealth
from shared.ports.key_ring import ApiKey, Tenant
from shared.ports.recall_log import AskedBefore, RecallRecord
from shared.ports.tenant_settings import TenantSettings
from shared.text.token_estimate import estimated_tokens
from tests.fakes.queue_state import QueueState


class FakeClock:
    def __init__(self, now: datetime) -> None:
        self.time = now

    def now(self) -> datetime:
        return self.time


class FakeMetrics:
    def __init__(self) -> None:
        self.counts: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()

    def count(self, name: str, amount: float = 1.0, **labels: str) -> None:
        assert set(labels) == set(METRICS[name].labels)
        self.counts[name, tuple(sorted(labels.items()))] += int(amount)

    def observe(self, name: str, seconds: float, **labels: str) -> None:
        self.count(name, 1, **labels)

    def exposition(self) -> bytes:
        return b"".join(f"{name} {amount}\n".encode() for (name, _), amount in self.counts.items())


class FakeJobQueue:
    def __init__(self) -> None:
        self.woken: Counter[str] = Counter()
        self.answer = QueueHealth(
            reachable=True, depths={}, oldest_pending_seconds=0.0, live_workers={spec.queue: 1 for spec in JOBS.values()},
            eviction_policy="noeviction", aof_enabled=True, aof_fsync="always", used_memory_bytes=1, max_memory_bytes=100,
        )  # fmt: skip

    def wake(self, job: str, *, count: int = 1) -> None:
        if job not in JOBS:
            raise JobRefused(job)
        self.woken[job] += count

    def tokens(self, job: str) -> int:
        return self.woken[job]

    def note_model(self, *, waits_seconds: float | None) -> None:
        self.answer = replace(self.answer, model_waits_seconds=waits_seconds)

    def health(self) -> QueueHealth:
        return self.answer


class FakeKeyRing:
    def __init__(self) -> None:
        self._keys: dict[str, ApiKey] = {}
        self._tenants: dict[str, Tenant] = {}

    def find(self, secret_sha256: str) -> ApiKey | None:
        return self._keys.get(secret_sha256)

    def add(self, api_key: ApiKey, secret_sha256: str) -> None:
        self._keys[secret_sha256] = api_key

    def keys(self, tenant_id: str) -> tuple[ApiKey, ...]:
        return tuple(sorted((key for key in self._keys.values() if key.tenant_id == tenant_id), key=lambda key: (key.created_at, key.id)))

    def revoke(self, tenant_id: str, key_id: str) -> bool:
        found = [secret for secret, key in self._keys.items() if (key.tenant_id, key.id) == (tenant_id, key_id)]
        for secret in found:
            del self._keys[secret]
        return bool(found)

    def add_tenant(self, tenant: Tenant) -> bool:
        is_new = tenant.id not in self._tenants
        self._tenants.setdefault(tenant.id, tenant)
        return is_new

    def tenants(self) -> tuple[Tenant, ...]:
        return tuple(sorted(self._tenants.values(), key=lambda tenant: (tenant.created_at, tenant.id)))


class FakeAuditLog:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def append(self, tenant_id: str, entry: AuditEntry) -> None:
        self._state.audit[tenant_id].append((datetime.now(UTC), entry))

    def lines(self, tenant_id: str, *, limit: int, since: datetime | None = None, action: str | None = None) -> tuple[AuditLine, ...]:
        found: list[AuditLine] = []
        before = ""
        for number, (at, entry) in enumerate(self._state.audit[tenant_id]):
            before = hashlib.sha1(before.encode() + msgspec.json.encode(entry)).hexdigest()
            if (since is None or at >= since) and action in (None, entry.action):
                found.append(
                    AuditLine(id=str(number), at=at, action=entry.action, actor=entry.actor, subject_ids=entry.subject_ids,
                              reason=entry.reason, detail=entry.detail, hash=before)
                )  # fmt: skip
        return tuple(found[:limit])

    def verify(self, tenant_id: str) -> ChainCheck:
        return ChainCheck(valid=True, lines=len(self._state.audit[tenant_id]))


class FakeRecallLog:
    def __init__(self, state: QueueState) -> None:
        self._state = state
        self._records: dict[str, RecallRecord] = {}
        self._queries: dict[tuple[str, str, str], list[AskedBefore]] = {}

    def record(self, recall: RecallRecord) -> None:
        self._records[recall.recall_id] = recall

    def take(self, *, limit: int) -> tuple[RecallRecord, ...]:
        waiting = [record for record in self._records.values() if record.recall_id not in self._state.recalls_done]
        return tuple(sorted(waiting, key=lambda record: record.at)[:limit])

    def is_counted(self, recall_id: str, owner: Owner) -> bool:
        return (recall_id, owner) in self._state.recalls_counted

    def done(self, recall_id: str) -> None:
        self._state.recalls_done.add(recall_id)

    def recent_queries(self, tenant_id: str, owner: Owner, session_id: str, *, limit: int) -> tuple[AskedBefore, ...]:
        return tuple(self._queries.get((tenant_id, owner.key, session_id), [])[:limit])

    def remember_query(self, tenant_id: str, owner: Owner, session_id: str, asked: AskedBefore) -> None:
        self._queries.setdefault((tenant_id, owner.key, session_id), []).insert(0, asked)


class FakeWriteStamps:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def read(self, tenant_id: str, owners: Sequence[Owner]) -> tuple[str, ...]:
        return tuple(str(self._state.stamps.get((tenant_id, owner), "")) for owner in owners)


class FakeTenantSettingsStore:
    def __init__(self) -> None:
        self._kept: dict[str, TenantSettings] = {}

    def read(self, tenant_id: str) -> TenantSettings:
        return self._kept.get(tenant_id, TenantSettings())

    def write(self, tenant_id: str, settings: TenantSettings) -> None:
        self._kept[tenant_id] = settings


class FakeTokenCounter:
    name = "estimate"

    def count(self, text: str) -> int:
        return estimated_tokens(text)
