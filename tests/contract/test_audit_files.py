"""Old audit lines go to files before they leave the stream, once, and the chain holds over the cut. On a real Valkey."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from shared.adapters.audit_files import AuditFiles
from shared.adapters.redis_audit_log import RedisAuditLog
from shared.domain.write_plan import AuditEntry

SOON = datetime.now(UTC) + timedelta(days=1)


@pytest.fixture
def log(connection):
    made = RedisAuditLog(connection)
    for number in range(5):
        made.append("acme/x", AuditEntry(action="memory.write", actor="key:1", subject_ids=(f"用户{number}",)))
    return made


def stored(folder):
    return [json.loads(line) for path in sorted(folder.iterdir()) for line in path.read_text("utf-8").splitlines()]


def test_lines_move_to_a_file_and_the_chain_goes_on(connection, log, tmp_path):
    files = AuditFiles(connection, tmp_path / "audit")
    assert files.count("acme/x", before=SOON) == 5
    assert files.move("acme/x", before=SOON) == 5
    assert (files.count("acme/x", before=SOON), log.lines("acme/x", limit=9)) == (0, ())
    lines = stored(tmp_path / "audit")
    assert [json.loads(line["content"])["subject_ids"] for line in lines] == [[f"用户{number}"] for number in range(5)]
    log.append("acme/x", AuditEntry(action="memory.write", actor="key:2"))
    assert log.verify("acme/x")
    assert files.move("acme/x", before=SOON) == 1
    assert len(stored(tmp_path / "audit")) == 6
    assert [path.parent for path in (tmp_path / "audit").iterdir()] == [tmp_path / "audit"], "no tenant's name leads elsewhere"


def test_a_changed_line_after_the_cut_is_found(connection, log, tmp_path):
    AuditFiles(connection, tmp_path).move("acme/x", before=SOON)
    log.append("acme/x", AuditEntry(action="memory.write", actor="key:2"))
    connection.client.set("tiercel:audit_base:acme%2Fx", "0" * 40)
    assert not log.verify("acme/x")


def test_what_is_young_stays(connection, log, tmp_path):
    assert AuditFiles(connection, tmp_path).move("acme/x", before=datetime.now(UTC) - timedelta(days=1)) == 0
    assert len(log.lines("acme/x", limit=9)) == 5


def test_a_crash_between_file_and_stream_writes_no_line_twice(connection, log, tmp_path, monkeypatch):
    files = AuditFiles(connection, tmp_path)
    monkeypatch.setattr(connection, "run", lambda *_: (_ for _ in ()).throw(OSError("killed")))
    with pytest.raises(OSError, match="killed"):
        files.move("acme/x", before=SOON)
    monkeypatch.undo()
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes() + b'{"id": "cut o')
    assert files.move("acme/x", before=SOON) == 5
    assert len({line["id"] for line in stored(tmp_path)}) == len(stored(tmp_path)) == 5
    assert log.lines("acme/x", limit=9) == ()
