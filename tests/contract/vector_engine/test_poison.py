"""Operations that would harm the engine's log: each is refused, writing goes on, and everything loads after a crash."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from qdrant_edge import CountRequest, EdgeShard

from services.standalone.vector_engine import updates
from services.standalone.vector_engine.collections import Collection, Engine
from services.standalone.vector_engine.refusals import Refused
from services.standalone.vector_engine.storage import Limits
from services.standalone.vector_engine.vector_config import edge_config
from tests.contract.vector_engine.conftest import DIMENSION, client_of, create, point
from tests.processes.vector_engine import EngineProcess, open_engine

GOOD: list[float] = [1.0, 0.0, 0.0, 0.0]
JSON_HEADERS = {"content-type": "application/json"}


def deep(levels: int, innermost: str = "1") -> str:
    """JSON of an object in an object in an object."""
    return '{"a":' * levels + innermost + "}" * levels


def upsert(vector: str = "{}", payload: str = "{}", key: str = "7") -> str:
    """The body of an upsert, written by hand so that nothing corrects it."""
    return f'{{"points":[{{"id":1,"vector":{{"dense":[1,0,0,0]}}}},{{"id":{key},"vector":{vector},"payload":{payload}}}]}}'


def deep_filter(levels: int) -> str:
    """Filters in filters."""
    return '{"must":[' * levels + '{"key":"a","match":{"value":1}}' + "]}" * levels


POISON: dict[str, tuple[str, str]] = {
    "fewer values than indices": ("PUT ", upsert('{"sparse":{"indices":[1,2,3],"values":[1.0]}}')),
    "fewer indices than values": ("PUT ", upsert('{"sparse":{"indices":[1],"values":[1.0,2.0]}}')),
    "repeated indices": ("PUT ", upsert('{"sparse":{"indices":[1,1],"values":[1.0,2.0]}}')),
    "an index beyond 32 bits": ("PUT ", upsert('{"sparse":{"indices":[4294967296],"values":[1.0]}}')),
    "an unknown vector": ("PUT ", upsert('{"nope":[1,0,0,0]}')),
    "a wrong dimension": ("PUT ", upsert('{"dense":[1,0,0]}')),
    "a sparse vector under a dense name": ("PUT ", upsert('{"dense":{"indices":[1],"values":[1.0]}}')),
    "a null in a vector": ("PUT ", upsert('{"dense":[1,0,0,null]}')),
    "a number beyond 32-bit floats": ("PUT ", upsert('{"dense":[1e39,0,0,0]}')),
    "infinity by overflow": ("PUT ", upsert('{"dense":[1e999,0,0,0]}')),
    "NaN in a vector": ("PUT ", upsert('{"dense":[NaN,0,0,0]}')),
    "NaN in a payload": ("PUT ", upsert(payload='{"a":NaN}')),
    "infinity in a payload": ("PUT ", upsert(payload='{"a":1e999}')),
    "half a character in a payload": ("PUT ", upsert(payload='{"a":"\\ud83d"}')),
    "a payload too deep for the log": ("PUT ", upsert(payload=deep(130))),
    "a payload too deep for any reader": ("PUT ", upsert(payload=deep(5000))),
    "a list too deep for the log": ("PUT ", upsert(payload='{"a":' + "[" * 130 + "]" * 130 + "}")),
    "a negative id": ("PUT ", upsert(key="-1")),
    "an id beyond 64 bits": ("PUT ", upsert(key="18446744073709551616")),
    "an id that is no UUID": ("PUT ", upsert(key='"记忆"')),
    "an unnamed vector": ("PUT ", upsert("[1,0,0,0]")),
    "a filter too deep for the log": ("POST /delete", f'{{"filter":{deep_filter(110)}}}'),
    "a condition on no date": ("POST /delete", '{"filter":{"must":[{"key":"a","range":{"gte":"yesterday"}}]}}'),
    "a path that makes a deep payload": ("POST /payload", f'{{"points":[1],"payload":{{"x":1}},"key":"{".".join("a" * 130)}"}}'),
    "a path with a broken grammar": ("POST /payload", '{"points":[1],"payload":{"x":1},"key":"a[."}'),
    "payload on a missing point": ("POST /payload", '{"points":[1,999],"payload":{"x":1}}'),
    "fewer payload on a missing point": ("POST /payload/delete", '{"points":[999],"keys":["x"]}'),
    "vectors on a missing point": ("PUT /vectors", '{"points":[{"id":999,"vector":{"dense":[1,0,0,0]}}]}'),
    "an unknown vector taken off": ("POST /vectors/delete", '{"points":[1],"vector":["nope"]}'),
    "no operation": ("POST /batch", '{"operations":[{"explode":{}}]}'),
}


def test_each_poison_is_refused_and_writing_goes_on_through_a_crash(folder: Path) -> None:
    engine = open_engine(folder)
    with client_of(engine.url, engine.api_key) as client:
        create(client, "memories")
        client.upsert("memories", [point(1)])
    with httpx.Client(base_url=engine.url, headers={"api-key": engine.api_key} | JSON_HEADERS, trust_env=False) as raw:
        for number, (what, (call, body)) in enumerate(POISON.items()):
            method, path = call.split(" ")
            answer = raw.request(method, f"/collections/memories/points{path}", content=body)
            assert 400 <= answer.status_code < 500 or (what == "an unnamed vector" and answer.status_code == 501), (what, answer.text)
            assert answer.json()["status"]["error"], what
            good = {"points": [{"id": 1000 + number, "vector": {"dense": GOOD}}]}
            assert raw.put("/collections/memories/points", json=good).status_code == 200, f"after {what}"
    engine.kill()
    again = open_engine(folder)
    with client_of(again.url, again.api_key) as client:
        assert client.count("memories").count == 1 + len(POISON)
        assert client.get_collection("memories").warnings == []
        assert client.retrieve("memories", [7]) == []
    assert again.stop() == 0
    assert "panicked" not in again.log()


@pytest.mark.parametrize("query", ['{"indices":[1,2],"values":[1.0]}', '{"indices":[1,1],"values":[1.0,1.0]}', "[1,0,0]", "[1e999,0,0,0]"])
def test_a_poisoned_query_is_refused_and_the_process_lives_on(engine: EngineProcess, raw: httpx.Client, query: str) -> None:
    with client_of(engine.url, engine.api_key) as client:
        create(client, "asked")
    using = "sparse" if "indices" in query else "dense"
    body = f'{{"query":{query},"using":"{using}"}}'
    assert raw.post("/collections/asked/points/query", content=body).status_code == 400
    assert raw.get("/readyz").status_code == 200
    assert raw.delete("/collections/asked").status_code == 200


VECTORS = st.fixed_dictionaries(
    {},
    optional={
        "dense": st.lists(st.floats(-1e17, 1e17), min_size=DIMENSION, max_size=DIMENSION),
        "sparse": st.dictionaries(st.integers(0, 2**32 - 1), st.floats(-1e17, 1e17), max_size=4).map(
            lambda terms: {"indices": list(terms), "values": list(terms.values())}
        ),
    },
)
PAYLOADS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.dictionaries(st.sampled_from(["a", "b", "字", "", "x.y", "\x00"]), PAYLOADS, max_size=3)
SETTINGS: dict[str, Any] = {"vectors": {"dense": {"size": DIMENSION, "distance": "Cosine"}}, "sparse_vectors": {"sparse": {}}}
IDS = st.integers(0, 4)
FILTERS = st.fixed_dictionaries({"must": st.just([{"key": "a", "match": {"value": 1}}])})
WHERE = st.fixed_dictionaries({"points": st.lists(IDS, max_size=3)}) | st.fixed_dictionaries({"filter": FILTERS})
PATHS = st.sampled_from(["a", "b.c", "b[].c", "b[0]", "字", '"x.y"', "a.b.c.d.e.f"])
OPERATIONS = st.one_of(
    st.fixed_dictionaries({"id": IDS, "vector": VECTORS, "payload": FIELDS}).map(lambda row: {"upsert": {"points": [row]}}),
    WHERE.map(lambda where: {"delete": where}),
    st.tuples(WHERE, FIELDS, PATHS).map(lambda given: {"set_payload": given[0] | {"payload": given[1], "key": given[2]}}),
    st.tuples(WHERE, FIELDS).map(lambda given: {"overwrite_payload": given[0] | {"payload": given[1]}}),
    st.tuples(WHERE, PATHS).map(lambda given: {"delete_payload": given[0] | {"keys": [given[1]]}}),
    WHERE.map(lambda where: {"clear_payload": where}),
    st.fixed_dictionaries({"id": IDS, "vector": VECTORS}).map(lambda row: {"update_vectors": {"points": [row]}}),
    WHERE.map(lambda where: {"delete_vectors": where | {"vector": ["sparse"]}}),
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(operations=st.lists(OPERATIONS, max_size=12))
def test_whatever_was_accepted_is_the_same_after_a_replay_of_the_log(
    tmp_path_factory: pytest.TempPathFactory, operations: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("replay")
    engine = Engine(folder, Limits(reserve_bytes=0, flush_operations=10**9))
    engine.load()
    engine.create("memories", SETTINGS)
    collection = engine.collection("memories")
    for operation in operations:
        _apply(collection, operation)
    # An empty shard with the log of the full one: what a machine that lost its memory would find.
    empty = folder / "empty"
    EdgeShard.create(str(empty), edge_config(SETTINGS)).close()
    shutil.rmtree(empty / "wal")
    subprocess.run(["cp", "-r", str(collection.folder / "shard" / "wal"), str(empty)], check=True)
    replayed = EdgeShard.load(str(empty))
    assert _contents(replayed) == _contents(collection.shard.edge)
    replayed.close()
    engine.close()
    shutil.rmtree(folder)


def _apply(collection: Collection, operation: dict[str, Any]) -> None:
    """As the server does: what is refused is refused with a reason, never with a fault."""
    try:
        for step in updates.batch({"operations": [operation]}, collection.names)[0]:
            collection.shard.apply(step)
    except Refused as refused:
        if refused.status >= 500:
            raise


def _contents(shard: EdgeShard) -> tuple[int, list[Any]]:
    records = shard.retrieve(list(range(5)), True, True)
    return shard.count(CountRequest()), sorted((record.id, repr(record.payload), _vectors(record.vector)) for record in records)


def _vectors(vectors: Any) -> list[Any]:
    return sorted((name, repr(vector)) for name, vector in vectors.items())
