"""Old audit lines in the files of a worker process, and the chain from the first file into the stream."""

import json
import time
from pathlib import Path
from typing import Any

from tests.faults.caller import Caller
from tests.faults.family import Family
from tests.faults.scale import RECOVERY_SECONDS
from tests.faults.speech import statement

AT_ONCE = "0.000001"
"""Days that a line stays in the stream: less than a tenth of a second."""


def lines(folder: Path, tenant: str) -> list[dict[str, Any]]:
    return [json.loads(line) for path in sorted(folder.glob(f"{tenant}-*.ndjson")) for line in path.read_text("utf-8").splitlines()]


def test_old_audit_lines_are_in_one_file_a_tenant_and_month_and_the_chain_goes_on_over_the_cut(
    family: Family, caller: Caller, tmp_path: Path
) -> None:
    folder = tmp_path / "audit"
    family.start("decay_worker#files", TIERCEL_AUDIT_DIR=str(folder), TIERCEL_KEEP_AUDIT_DAYS=AT_ONCE)
    reader = family.start_api("api#files", TIERCEL_AUDIT_DIR=str(folder))
    for tenant in ("files-a", "files-b"):
        caller.post("/v1/admin/tenants", {"tenant_id": tenant})
    readers = {
        tenant: Caller(
            str(reader.http.base_url), caller.post("/v1/admin/keys", {"tenant_id": tenant, "roles": ["admin", "writer"]}).json()["key"]
        )
        for tenant in ("files-a", "files-b")
    }
    for number in (1, 2):
        for tenant, person in readers.items():
            written = person.post("/v1/memories", {"text": statement(number, tenant), "user_id": "ann"}).json()["memory"]["id"]
            deadline = time.monotonic() + RECOVERY_SECONDS
            while written not in str(filed := lines(folder, tenant)):  # the first run may be the tenant's night, begun before
                assert time.monotonic() < deadline, family.log("decay_worker#files")
                assert person.post("/v1/admin/maintenance?wait_seconds=30", {}).json()["state"] == "done"
            assert statement(number, tenant) not in str(filed), "ids and reasons, never text"
            check = person.get("/v1/audit/verify")
            assert (check["valid"], check["from_the_first"], check["in_files"]) == (True, True, len(filed))
    family.stop("decay_worker#files")  # a run that is still under way may file every line there is
    for person in readers.values():
        person.post("/v1/memories", {"text": statement(3, "files"), "user_id": "ann"})
        check = person.get("/v1/audit/verify")
        assert check["valid"]
        assert check["lines"] > check["in_files"], "the stream goes on"
    assert len(list(folder.iterdir())) == len(readers), "one a tenant and month"
    (path,) = folder.glob("files-a-*")
    path.write_text(path.read_text("utf-8").replace("memory.write", "memory.other", 1), "utf-8")
    assert [person.get("/v1/audit/verify")["valid"] for person in readers.values()] == [False, True]
    family.stop("api#files")
    for person in (*readers.values(), reader):
        person.http.close()
