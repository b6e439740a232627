"""Keys, audit and recall log: the same tests on the fakes and on a real Valkey."""

import hashlib
from datetime import timedelta

from shared.adapters.redis_connection import RedisConnection
from shared.domain.write_plan import AuditEntry
from shared.ports.key_ring import ApiKey, KeyRole, Tenant
from shared.ports.recall_log import AskedBefore, InjectedMemory, RecallRecord
from tests.contract.conftest import real_doors
from tests.contract.work_doors import WorkDoors
from tests.factories import ANN, BOB, NOW, make_plan


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def test_a_key_is_found_by_its_hash_with_all_its_limits(doors: WorkDoors) -> None:
    key = ApiKey(
        id="k1", tenant_id="acme", roles=frozenset({KeyRole.READER, KeyRole.WRITER}), created_at=NOW, name="laptop",
        user_ids=frozenset({"ann"}), agent_ids=frozenset(), labels={"project": "x"}, authority=True, expires_at=NOW,
    )  # fmt: skip
    doors.keys.add(key, hashed("secret"))
    assert doors.keys.find(hashed("secret")) == key
    assert doors.keys.find(hashed("another")) is None
    assert doors.keys.keys("acme") == (key,)
    assert doors.keys.keys("other") == ()


def test_a_revoked_key_is_gone_and_only_its_tenant_can_revoke_it(doors: WorkDoors) -> None:
    doors.keys.add(ApiKey(id="k1", tenant_id="acme", roles=frozenset(), created_at=NOW), hashed("secret"))
    assert doors.keys.revoke("other", "k1") is False
    assert doors.keys.find(hashed("secret")) is not None
    assert doors.keys.revoke("acme", "k1") is True
    assert doors.keys.find(hashed("secret")) is None
    assert doors.keys.keys("acme") == ()


def test_a_tenant_is_added_once(doors: WorkDoors) -> None:
    assert doors.keys.add_tenant(Tenant(id="acme", name="Acme", created_at=NOW)) is True
    assert doors.keys.add_tenant(Tenant(id="acme", name="Other", created_at=NOW)) is False
    doors.keys.add_tenant(Tenant(id="later", name="", created_at=NOW + timedelta(seconds=1)))
    assert [tenant.name for tenant in doors.keys.tenants()] == ["Acme", ""]


def test_audit_lines_are_kept_per_tenant_and_can_be_narrowed(doors: WorkDoors) -> None:
    for number in range(3):
        doors.audit.append("acme", AuditEntry(action="memory.erased", actor="key:1", subject_ids=(f"m{number}",), reason="asked"))
    doors.audit.append("acme", AuditEntry(action="key.revoked", actor="key:1"))
    assert [line.subject_ids for line in doors.audit.lines("acme", limit=10, action="memory.erased")] == [("m0",), ("m1",), ("m2",)]
    assert len(doors.audit.lines("acme", limit=2)) == 2
    assert doors.audit.lines("other", limit=10) == ()
    assert doors.audit.verify("acme").valid


def test_a_changed_audit_line_breaks_the_chain(connection: RedisConnection) -> None:
    doors = real_doors(connection)
    for number in range(3):
        doors.audit.append("acme", AuditEntry(action="memory.erased", actor="key:1", subject_ids=(f"m{number}",)))
    stream = "tiercel:audit:acme"
    entries: list[tuple[bytes, dict[bytes, bytes]]] = connection.client.xrange(stream)  # type: ignore[assignment]
    connection.client.delete(stream)
    for number, (_, fields) in enumerate(entries):
        if number == 1:
            fields[b"content"] = fields[b"content"].replace(b"m1", b"m9")
        connection.client.xadd(stream, fields)  # type: ignore[arg-type]
    assert not doors.audit.verify("acme").valid


def test_a_recall_waits_for_reinforcement_until_it_is_done(doors: WorkDoors) -> None:
    for number in range(3):
        record = RecallRecord(
            recall_id=f"r{number}",
            tenant_id="acme",
            at=NOW + timedelta(seconds=number),
            injected=(InjectedMemory(memory_id="m1", owner=ANN),),
        )
        doors.recall_log.record(record)
    assert [record.recall_id for record in doors.recall_log.take(limit=2)] == ["r0", "r1"]
    doors.recall_log.done("r0")
    assert [record.recall_id for record in doors.recall_log.take(limit=5)] == ["r1", "r2"]


def test_what_a_plan_has_counted_of_a_recall_is_known_from_its_finish_on_and_for_its_owner_only(doors: WorkDoors) -> None:
    plan = make_plan("p1", reinforced_recall_id="r:1")
    with doors.plans.hold_write_lock("acme", ANN) as lock:
        doors.plans.record(lock, plan)
        assert not doors.recall_log.is_counted("r:1", ANN)
        doors.plans.finish(plan)
    assert doors.recall_log.is_counted("r:1", ANN)
    assert not doors.recall_log.is_counted("r:1", BOB)
    assert not doors.recall_log.is_counted("r2", ANN)


def test_a_session_remembers_its_last_queries_and_no_other_session_sees_them(doors: WorkDoors) -> None:
    for query in ("first", "second", "third"):
        doors.recall_log.remember_query("acme", ANN, "s1", AskedBefore(NOW, query))
    assert doors.recall_log.recent_queries("acme", ANN, "s1", limit=2) == (AskedBefore(NOW, "third"), AskedBefore(NOW, "second"))
    assert doors.recall_log.recent_queries("acme", ANN, "s2", limit=2) == ()
    assert doors.recall_log.recent_queries("acme", BOB, "s1", limit=2) == ()
    assert doors.recall_log.recent_queries("other", ANN, "s1", limit=2) == ()
