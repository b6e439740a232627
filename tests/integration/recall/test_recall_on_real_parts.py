"""Recall with the shipped embedder over the embedded vector engine: the whole read path but Redis and HTTP."""

import uuid

import pytest

from services.api.recall import Degraded, EmptyReason
from shared.adapters.embedders import build_embedder
from shared.adapters.qdrant_store import build_qdrant_store
from shared.ports.embedder import Embedder
from shared.settings import EmbedderSettings, StoreSettings
from tests.bench.relevance_trials import read_dialogues
from tests.fakes.small_doors import FakeMetrics
from tests.processes.vector_engine import EngineProcess, start_engine
from tests.unit.api.recall.parts import NoEmbedder, RecallHouse

DIALOGUES = read_dialogues()


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    """Loaded before the first recall's time begins to run."""
    loaded = build_embedder(EmbedderSettings(), FakeMetrics())
    loaded.embed_query("warm")
    return loaded


def a_house(engine: EngineProcess, embedder: Embedder) -> RecallHouse:
    """An empty store of its own."""
    settings = StoreSettings(url=engine.url, api_key=engine.api_key)
    store = build_qdrant_store(
        settings, embedder_name=embedder.name, dimensions=embedder.dimensions, prefix=f"recall-{uuid.uuid4().hex[:8]}-"
    )
    store.prepare()
    return RecallHouse(embedder=embedder, store=store)


@pytest.fixture(scope="module")
def lived_in(engine: EngineProcess, embedder: Embedder) -> RecallHouse:
    """A store of a hundred memories, both languages."""
    house = a_house(engine, embedder)
    house.keep_all([statement["text"] for statement in DIALOGUES["statements"] if int(statement["id"][1:]) > 15])
    return house


CASES = [
    ("I like jasmine tea", "what tea do I like?"),
    ("我喜欢喝茉莉花茶", "我喜欢喝什么茶"),
    ("用户偏好简洁的回复风格", "用户的沟通风格是什么"),
    ("用户服务器部署在腾讯云国内节点", "腾讯云"),
    ("I live in Berlin, in the Kreuzberg district.", "我住在哪个城市？"),
    ("我对花生和海鲜过敏。", "What food am I allergic to?"),
]


@pytest.mark.parametrize(("stored", "query"), CASES)
def test_an_answer_is_injected_from_a_store_of_one(engine: EngineProcess, embedder: Embedder, stored: str, query: str) -> None:
    house = a_house(engine, embedder)
    house.keep(stored)
    answer = house.recall(query)
    assert [memory.text for memory in answer.memories] == [stored]
    assert stored in answer.context
    assert answer.degraded == ()


@pytest.mark.parametrize(("stored", "query"), CASES)
def test_the_same_answer_is_among_the_first_from_a_store_of_a_hundred(lived_in: RecallHouse, stored: str, query: str) -> None:
    lived_in.keep(stored)
    assert stored in [memory.text for memory in lived_in.recall(query).memories]


MOVES = [
    ("I moved to Oslo", "residence", "Where do I live?"),
    ("I moved from Berlin to Munich", "residence", "Where does the user live now?"),
    ("我搬到了大连", "residence", "用户现在住在哪里？"),
    ("我跳槽到了腾讯", "employer", "用户在哪里工作？"),
    ("我搬到了大连", "residence", "Where do I live?"),
]


@pytest.mark.parametrize(("stored", "slot", "query"), MOVES)
def test_a_change_answers_the_question_for_what_it_changed(
    engine: EngineProcess, embedder: Embedder, stored: str, slot: str, query: str
) -> None:
    house = a_house(engine, embedder)
    house.keep_all([statement["text"] for statement in DIALOGUES["statements"][:12]])
    house.keep(stored, subject="user", slot=slot)
    assert stored in [memory.text for memory in house.recall(query).memories]


def test_most_questions_about_nothing_inject_nothing_into_a_small_store(engine: EngineProcess, embedder: Embedder) -> None:
    house = a_house(engine, embedder)
    house.keep_all(["I like jasmine tea", "我住在杭州西湖区。", "The staging server runs on port 9443."])
    off_topic = [entry["text"] for entry in DIALOGUES["off_topic"] if entry["kind"] == "general"][::6]
    empty = [house.recall(query).empty_reason is EmptyReason.NOTHING_RELEVANT for query in off_topic]
    assert sum(empty) / len(empty) >= 0.85


def test_explain_carries_the_engines_own_scores(lived_in: RecallHouse) -> None:
    answer = lived_in.recall("which database did we choose for billing?", explain=True, min_score=0.0)
    numbers = answer.memories[0].explain or {}
    assert 0 < float(numbers["dense"] or 0) <= 1
    assert answer.explain is not None
    assert answer.explain.model == embedder_name(lived_in)
    assert {"embedder", "store", "score", "order", "present"} <= set(answer.explain.timings_ms)


def embedder_name(house: RecallHouse) -> str:
    name: str = house.embedder.name
    return name


def test_the_engines_words_alone_answer_while_the_embedder_is_out(engine: EngineProcess, embedder: Embedder) -> None:
    house = a_house(engine, embedder)
    house.keep("I like jasmine tea")
    house.embedder = NoEmbedder(embedder.dimensions, name=embedder.name)
    answer = house.recall("what tea do I like?")
    assert answer.memories
    assert answer.degraded == (Degraded.EMBEDDER,)


def test_an_engine_that_died_leaves_an_answer_that_says_so(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> None:
    with start_engine(tmp_path_factory.mktemp("dying")) as process:
        house = a_house(process, embedder)
        house.keep("I like jasmine tea")
        assert house.recall("what tea do I like?").memories
        process.kill()
        answer = house.recall("what tea do I like?", deadline_ms=800)
    assert Degraded.STORE in answer.degraded
    assert answer.empty_reason is EmptyReason.UNAVAILABLE
