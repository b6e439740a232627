"""A look back on a real queue: what its proposals state is judged like anybody's, and only what its records say is stored."""

from collections.abc import Iterator
from typing import Any

import pytest

from shared.adapters.redis_connection import RedisConnection
from shared.domain.decision import Action
from shared.ports.language_model import ModelRequest
from tests.contract.conftest import real_doors
from tests.factories import NOW, make_plan
from tests.fakes.language_model import ScriptedModel
from tests.pipeline import Pipeline
from tests.processes.valkey import running_valkey
from tests.unit.api.system import ApiSystem
from tests.unit.api.test_reflect import MODEL, decided, proposal

RECORD = {"en": "The build server is slow on Mondays", "zh": "构建服务器每周一都很慢"}
LESSON = {"en": "Deploys fail without the lock", "zh": "没有锁的部署会失败"}
UNSUPPORTED = {"en": "The build server in Munich is replaced in 2027", "zh": "慕尼黑的构建服务器2027年更换"}
REFUSED = {"en": "Ann might like green tea", "zh": "安可能喜欢绿茶"}


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisConnection]:
    with running_valkey(tmp_path_factory.mktemp("reflection")) as server:
        opened = RedisConnection(server.url)
        yield opened
        opened.client.close()


def cites(text: str, message_id: str, quote: str) -> dict[str, Any]:
    return {**proposal(text), "evidence": [{"message_id": message_id, "quote": quote}]}


def believes_everything(request: ModelRequest) -> dict[str, Any]:
    """A judge that is no help: all is grounded and to be written."""
    quality = dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 0.9)
    said = {"action": "WRITE", "source_attribution": "tool_observation", "grounding": "grounded", "consistency": "consistent"}
    return {
        "judgements": [
            {"ref": each["ref"], **said, "target_ref": None, "quality": quality, "reason": "x"} for each in request.document["candidates"]
        ]
    }


@pytest.mark.parametrize("language", RECORD)
def test_a_look_back_that_states_what_no_record_says_is_refused_by_the_guard(connection: RedisConnection, language: str) -> None:
    record, lesson, unsupported, refused = RECORD[language], LESSON[language], UNSUPPORTED[language], REFUSED[language]
    connection.client.flushall()
    api = ApiSystem(MODEL, doors=real_doors(connection))
    rejected = decided(refused, 5, action=Action.REJECT, reason="tentative")
    for number, trace in enumerate((*(decided(record, number) for number in (1, 2, 3)), rejected)):
        api.store.apply(make_plan(f"trace-{number}", traces=(trace,)))
    api.post("/v1/learnings", {"type": "error", "summary": lesson, "user_id": "ann"})
    api.post("/v1/learnings", {"type": "error", "summary": "Another user's lesson", "user_id": "bob"})

    def looks_back(request: ModelRequest) -> dict[str, Any]:
        ids = {turn["name"]: turn["message_id"] for turn in request.document["turns"]}
        return {
            "candidates": [
                cites(record, ids["repeated"], record),
                cites(lesson, ids["learning"], lesson),
                cites(unsupported, ids["repeated"], record),
                cites(unsupported, ids["repeated"], unsupported),
                cites(refused, ids["reject"], refused),
            ]
        }

    pipeline = Pipeline(
        embedder=api.embedder, doors=api.doors, store=api.store, clock=api.clock, environ=MODEL,
        extractor=(reflector := ScriptedModel(looks_back)), judge=ScriptedModel(believes_everything),
    )  # fmt: skip
    done = api.post("/v1/reflect", {"user_id": "ann"}).json()
    pipeline.accept()
    (request,) = reflector.requests
    assert sorted((turn["name"], turn["text"]) for turn in request.document["turns"]) == sorted(
        [("repeated", record), ("learning", lesson), ("reject", f"{refused} (tentative)")]
    )
    outcomes = api.get(f"/v1/captures/{done['capture_id']}").json()["outcomes"]
    assert {each["text"] for each in outcomes if each["action"] == "WRITE"} == {record, lesson}
    assert {each["text"] for each in outcomes if each["action"] == "REJECT"} == {unsupported, refused}
    assert len(outcomes) == 5
    assert {memory.text for memory in pipeline.live()} == {record, lesson}
    assert api.get("/v1/ledger").json()["imbalance"] == 0
    assert api.clock.now() == NOW
