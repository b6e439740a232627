"""The process and its folder: crashes, orderly stops, damage, a second owner, a full disk."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from qdrant_client import models as m
from qdrant_client.http.exceptions import UnexpectedResponse

from tests.contract.vector_engine.conftest import client_of, create, point
from tests.processes.vector_engine import EngineProcess, launch, open_engine, start_engine

NEVER = {"TIERCEL_ENGINE_FLUSH_SECONDS": "3600", "TIERCEL_ENGINE_FLUSH_OPERATIONS": "1000000"}


def boot_of(engine: EngineProcess) -> str:
    """The id of this run."""
    return str(httpx.get(f"{engine.url}/", trust_env=False).json()["commit"])


def test_a_crash_without_any_flush_loses_no_acknowledged_point(folder: Path) -> None:
    engine = open_engine(folder, environ=NEVER)
    with client_of(engine.url, engine.api_key) as client:
        create(client, "memories")
        client.update_collection_aliases([m.CreateAliasOperation(create_alias=m.CreateAlias(collection_name="memories", alias_name="now"))])
        client.create_payload_index("memories", "user", m.PayloadSchemaType.KEYWORD)
        for number in range(60):
            client.upsert("memories", [point(number, text=f"第{number}条")])
        client.upsert("memories", [point(number) for number in range(100, 300)])
        client.set_payload("memories", {"current": False}, points=[100])
        client.delete("memories", [101])
    first = boot_of(engine)
    assert engine.kill() == -9

    again = open_engine(folder, api_key=engine.api_key)
    assert boot_of(again) != first
    with client_of(again.url, again.api_key) as client:
        assert client.count("now").count == 60 + 199
        found = client.retrieve("now", [7, 100], with_vectors=True)
        assert [record.payload["text"] for record in found if record.payload and record.id == 7] == ["第7条"]
        assert all(record.vector and "sparse" in record.vector for record in found)
        assert {hit.value for hit in client.facet("now", "user").hits} == {"ann"}
    assert again.stop() == 0


def test_an_orderly_stop_ends_with_zero_and_leaves_nothing_to_replay(folder: Path) -> None:
    engine = open_engine(folder, environ=NEVER)
    with client_of(engine.url, engine.api_key) as client:
        create(client, "memories")
        client.upsert("memories", [point(1)])
    assert engine.stop() == 0
    (folder / "collections" / "memories" / "shard" / "wal").rename(folder / "wal-elsewhere")  # as if the log were lost
    again = open_engine(folder)
    with client_of(again.url, again.api_key) as client:
        assert client.count("memories").count == 1
    again.stop()


def test_flushes_come_by_themselves_after_enough_operations(folder: Path) -> None:
    with start_engine(folder.parent, environ=NEVER | {"TIERCEL_ENGINE_FLUSH_OPERATIONS": "50"}) as engine:
        with client_of(engine.url, engine.api_key) as client:
            create(client, "memories")
            client.upsert("memories", [point(number) for number in range(60)])
            for _ in range(20):  # turns of the one loop, among which the flush has its own
                client.count("memories")
        wal = folder / "collections" / "memories" / "shard" / "wal"
        engine.kill()
        wal.rename(folder / "wal-elsewhere")
    with start_engine(folder.parent) as engine, client_of(engine.url, engine.api_key) as client:
        assert client.count("memories").count == 60


POISONER = """
import sys
from qdrant_edge import EdgeShard, Point, SparseVector, UpdateOperation
shard = EdgeShard.load(sys.argv[1])
try:
    shard.update(UpdateOperation.upsert_points([Point(9, {"sparse": SparseVector([1, 2, 3], [1.0])}, {})]))
except BaseException as fault:
    print(type(fault).__name__)
"""


def test_a_poisoned_log_is_set_aside_and_neither_the_others_nor_the_points_are_lost(folder: Path) -> None:
    engine = open_engine(folder)
    with client_of(engine.url, engine.api_key) as client:
        for name in ("healthy", "poisoned"):
            create(client, name)
            client.upsert(name, [point(1), point(2)])
    engine.stop()
    shard = folder / "collections" / "poisoned" / "shard"
    poisoned = subprocess.run([sys.executable, "-c", POISONER, str(shard)], capture_output=True, text=True, check=True)
    assert "PanicException" in poisoned.stdout

    again = open_engine(folder)
    with client_of(again.url, again.api_key) as client:
        assert client.count("healthy").count == 2
        assert client.count("poisoned").count == 2
        client.upsert("poisoned", [point(3)])
        assert client.get_collection("healthy").warnings == []
        warnings = client.get_collection("poisoned").warnings or []
        assert "set aside" in warnings[0].message
    assert again.kill() == -9
    assert "shard.rescued collection=poisoned" in again.log()
    assert len(list((folder / "collections" / "poisoned").glob("wal-set-aside-*"))) == 1
    third = open_engine(folder)
    with client_of(third.url, third.api_key) as client:
        assert client.count("poisoned").count == 3
    third.stop()


UNGUARDED = """
import sys
from qdrant_edge import SparseVector
from services.standalone.vector_engine import vectors
from services.standalone.vector_engine.__main__ import main
vectors._sparse = lambda value, name: SparseVector(value["indices"], value["values"])
sys.exit(main())
"""


def test_a_panic_that_slips_through_ends_the_process_and_the_next_one_has_every_acknowledged_point(folder: Path) -> None:
    engine = open_engine(folder, environ=NEVER, arguments=("-c", UNGUARDED))
    with client_of(engine.url, engine.api_key) as client:
        create(client, "memories")
        client.upsert("memories", [point(number) for number in range(20)])
        with pytest.raises(UnexpectedResponse) as error:
            client.upsert("memories", [m.PointStruct(id=99, vector={"sparse": m.SparseVector(indices=[1, 2, 3], values=[1.0])})])
        assert error.value.status_code == 500
    assert engine.process.wait(10) == 70
    assert "engine.panicked" in engine.log()
    again = open_engine(folder)
    with client_of(again.url, again.api_key) as client:
        assert client.count("memories").count == 20
        client.upsert("memories", [point(50)])
    assert again.stop() == 0


def test_a_port_in_use_is_named(folder: Path) -> None:
    with start_engine(folder.parent) as engine:
        port = engine.url.rpartition(":")[2]
        second = launch(folder.parent / "second", "key", {"TIERCEL_ENGINE_PORT": port})
        assert second.wait(20) == 78
    assert f"port {port} cannot be used" in (folder.parent / "second.log").read_text()


def test_a_collection_that_cannot_be_opened_takes_no_other_down_and_keeps_its_folder(folder: Path) -> None:
    engine = open_engine(folder)
    with client_of(engine.url, engine.api_key) as client:
        for name in ("healthy", "broken"):
            create(client, name)
            client.upsert(name, [point(1)])
    engine.stop()
    config = folder / "collections" / "broken" / "shard" / "edge_config.json"
    config.write_text("{")
    wal = sorted(path.name for path in (folder / "collections" / "broken" / "shard" / "wal").iterdir())

    with start_engine(folder.parent) as again, client_of(again.url, again.api_key) as client:
        assert client.count("healthy").count == 1
        assert {found.name for found in client.get_collections().collections} == {"healthy", "broken"}
        with pytest.raises(UnexpectedResponse) as error:
            client.count("broken")
        assert error.value.status_code == 503
        assert "broken" in httpx.get(f"{again.url}/readyz", trust_env=False).text
    assert sorted(path.name for path in (folder / "collections" / "broken" / "shard" / "wal").iterdir()) == wal


def test_a_creation_cut_off_half_way_is_cleared_away(folder: Path) -> None:
    half = folder / "collections" / "half" / "shard"
    half.mkdir(parents=True)
    (half / "edge_config.json").write_text("{}")
    with start_engine(folder.parent) as engine, client_of(engine.url, engine.api_key) as client:
        assert client.get_collections().collections == []
        create(client, "half")
        assert client.count("half").count == 0


def test_a_second_process_on_the_same_folder_is_refused_with_its_reason(folder: Path) -> None:
    with start_engine(folder.parent) as engine:
        second = launch(folder, "another-key")
        assert second.wait(20) == 73
        assert f"belongs to the running vector engine with process id {engine.process.pid}" in engine.log()
        assert httpx.get(f"{engine.url}/readyz", trust_env=False).status_code == 200


def test_without_a_key_the_process_does_not_start(folder: Path) -> None:
    process = launch(folder, "", {"TIERCEL_ENGINE_API_KEY": ""})
    assert process.wait(20) == 78
    assert "TIERCEL_ENGINE_API_KEY_FILE" in (folder.parent / "engine.log").read_text()


def test_the_key_may_stand_in_a_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from-a-file\n")
    engine = open_engine(folder, environ={"TIERCEL_ENGINE_API_KEY": "", "TIERCEL_ENGINE_API_KEY_FILE": str(tmp_path / "key")})
    for key, status in (("from-a-file", 200), ("wrong", 401)):
        assert httpx.get(f"{engine.url}/collections", headers={"api-key": key}, trust_env=False).status_code == status
    engine.stop()


def test_a_disk_that_is_nearly_full_refuses_writes_whole_and_goes_on_reading(folder: Path) -> None:
    engine = open_engine(folder)
    with client_of(engine.url, engine.api_key) as client:
        create(client, "memories")
        client.upsert("memories", [point(1)])
    engine.stop()
    full = open_engine(folder, environ={"TIERCEL_ENGINE_DISK_RESERVE_MB": "1000000000"})
    with client_of(full.url, full.api_key) as client:
        for write in (
            lambda: client.upsert("memories", [point(number) for number in range(200)]),
            lambda: client.delete("memories", [1]),
            lambda: create(client, "another"),
        ):
            with pytest.raises(UnexpectedResponse, match="Nothing was written") as error:
                write()
            assert error.value.status_code == 507
        assert client.count("memories").count == 1
        assert not client.collection_exists("another")
    assert full.stop() == 0
