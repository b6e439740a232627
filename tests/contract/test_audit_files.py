"""Old audit lines go to files before they leave the stream, once, and the chain holds over the cut. On a real Valkey."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from shared.adapters.audit_files import AuditFiles
from shared.adapters.redis_audit_log import RedisAuditLog
from shared.domain.write_plan import AuditEntry
from shared.ports.audit_log import ChainCheck

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
    assert log.verify("acme/x").valid
    assert files.move("acme/x", before=SOON) == 1
    assert len(stored(tmp_path / "audit")) == 6
    assert [path.parent for path in (tmp_path / "audit").iterdir()] == [tmp_path / "audit"], "no tenant's name leads elsewhere"


def test_one_that_comes_late_with_lines_that_are_gone_already_leaves_the_chain_as_it_is(connection, log, tmp_path, monkeypatch):
    late, quick = AuditFiles(connection, tmp_path), AuditFiles(connection, tmp_path)
    append = late._append

    def meanwhile(tenant_id, lines):
        append(tenant_id, lines)
        log.append("acme/x", AuditEntry(action="memory.write", actor="key:2"))
        assert quick.move("acme/x", before=SOON) == 6

    monkeypatch.setattr(late, "_append", meanwhile)
    late.move("acme/x", before=SOON)
    log.append("acme/x", AuditEntry(action="memory.write", actor="key:3"))
    assert log.verify("acme/x").valid
    assert len(stored(tmp_path)) == 6


def test_a_changed_line_after_the_cut_is_found(connection, log, tmp_path):
    AuditFiles(connection, tmp_path).move("acme/x", before=SOON)
    log.append("acme/x", AuditEntry(action="memory.write", actor="key:2"))
    connection.client.set("tiercel:audit_base:acme%2Fx", "0" * 40)
    assert not log.verify("acme/x").valid


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
    in_both = RedisAuditLog(connection, tmp_path).verify("acme/x")
    assert in_both == ChainCheck(valid=True, lines=5, in_files=5, is_whole=True), "each looked at once"
    path.write_bytes(path.read_bytes() + b'{"id": "cut o')
    assert files.move("acme/x", before=SOON) == 5
    assert len({line["id"] for line in stored(tmp_path)}) == len(stored(tmp_path)) == 5
    assert log.lines("acme/x", limit=9) == ()


def moved(connection, log, folder):
    """Five lines in a file, one more in the stream; the log as a process sees it that reaches the files, and the file."""
    AuditFiles(connection, folder).move("acme/x", before=SOON)
    log.append("acme/x", AuditEntry(action="memory.write", actor="key:2"))
    (path,) = folder.iterdir()
    return RedisAuditLog(connection, folder), path


def test_the_chain_is_verified_from_the_first_line_of_the_files_to_the_last_of_the_stream(connection, log, tmp_path):
    reader, _ = moved(connection, log, tmp_path)
    assert reader.verify("acme/x") == ChainCheck(valid=True, lines=6, in_files=5, is_whole=True)
    assert log.verify("acme/x") == ChainCheck(valid=True, lines=1, in_files=0, is_whole=False), "a process without the folder"
    assert reader.verify("acme") == ChainCheck(valid=True), "another tenant's files are its own"


@pytest.mark.parametrize("number", range(5))
def test_a_line_that_was_changed_spoilt_or_taken_out_of_a_file_is_found(connection, log, tmp_path, number):
    reader, path = moved(connection, log, tmp_path)
    lines = path.read_bytes().splitlines(keepends=True)
    for changed in (lines[number].replace(b"key:1", b"key:9"), b"{spoilt\n", b""):
        path.write_bytes(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
        check = reader.verify("acme/x")
        assert not (check.valid and check.is_whole), changed
    path.write_bytes(b"".join(lines))
    assert reader.verify("acme/x").valid


def test_the_newest_file_cannot_be_taken_away_unseen_and_a_cut_off_line_is_no_fault(connection, log, tmp_path):
    reader, path = moved(connection, log, tmp_path)
    path.write_bytes(path.read_bytes() + b'{"id": "cut o')
    assert reader.verify("acme/x").valid
    older = path.with_name(path.name.replace(path.name[-14:], "2020-01.ndjson"))
    older.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    path.unlink()
    assert not reader.verify("acme/x").valid


def test_a_tenant_with_the_longest_name_has_files_of_its_own(connection, tmp_path):
    log = RedisAuditLog(connection, tmp_path)
    for tenant in ("租" * 256, "租" * 255 + "户"):
        log.append(tenant, AuditEntry(action="memory.write", actor="key:1"))
        assert AuditFiles(connection, tmp_path).move(tenant, before=SOON) == 1
        assert log.verify(tenant) == ChainCheck(valid=True, lines=1, in_files=1, is_whole=True)


def test_the_last_line_of_a_file_cannot_be_taken_away_unseen_where_nothing_follows_it(connection, log, tmp_path):
    AuditFiles(connection, tmp_path).move("acme/x", before=SOON)
    reader = RedisAuditLog(connection, tmp_path)
    assert reader.verify("acme/x") == ChainCheck(valid=True, lines=5, in_files=5, is_whole=True)
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert not reader.verify("acme/x").valid
