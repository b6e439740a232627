"""The fake and the HTTP adapter, in each of its three shapes, keep the same promises."""

from collections.abc import Iterator

import pytest

from shared.adapters.http_reranker import HttpReranker, build_reranker
from shared.domain.errors import RerankerUnavailable, SettingsInvalid
from shared.ports.reranker import Reranker
from shared.settings import RerankSettings
from tests.fakes.reranker import FakeReranker
from tests.processes.rerank_server import RerankServer

KINDS = ["jina", "cohere", "tei"]
TEXTS = ["My dog is called Biscuit.", "I like jasmine tea", "我住在杭州"]


def over_the_wire(server: RerankServer, **fields: object) -> HttpReranker:
    return HttpReranker(RerankSettings(kind=server.kind, url=server.url, timeout_ms=400, **fields))  # type: ignore[arg-type]


@pytest.fixture(params=["fake", *KINDS])
def reranker(request: pytest.FixtureRequest) -> Iterator[Reranker]:
    if request.param == "fake":
        yield FakeReranker()
        return
    with RerankServer(request.param) as server:
        adapter = over_the_wire(server)
        yield adapter
        adapter.close()


def test_one_score_per_text_in_the_order_of_the_texts(reranker: Reranker) -> None:
    scores = reranker.scores("what tea do I like?", TEXTS)
    assert len(scores) == len(TEXTS)
    assert max(scores) == scores[1]
    assert reranker.scores("what tea do I like?", TEXTS[::-1]) == pytest.approx(scores[::-1])


def test_no_texts_have_no_scores(reranker: Reranker) -> None:
    assert reranker.scores("anything", []) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("behaviour", ["slow", "garbled", "short", "twice", "nan", 401, 429, 500])
def test_an_answer_that_cannot_be_used_is_a_fault_and_never_a_guess(kind: str, behaviour: str | int) -> None:
    with RerankServer(kind) as server:
        server.behaviour = behaviour
        adapter = over_the_wire(server)
        with pytest.raises(RerankerUnavailable):
            adapter.scores("what tea do I like?", TEXTS)
        adapter.close()


def test_a_dead_server_is_a_fault() -> None:
    with RerankServer("jina") as server:
        adapter = over_the_wire(server)
    with pytest.raises(RerankerUnavailable):
        adapter.scores("tea", TEXTS)
    adapter.close()


@pytest.mark.parametrize(("kind", "model"), [("jina", "jina-reranker-v2-base-multilingual"), ("cohere", "rerank-v3.5")])
def test_key_and_model_are_sent(kind: str, model: str) -> None:
    with RerankServer(kind) as server:
        for asked in ("", "another-model"):
            adapter = over_the_wire(server, api_key="k-1", model=asked)
            adapter.scores("tea", TEXTS)
            assert server.asked[-1]["model"] == (asked or model)
            adapter.close()
        assert server.authorization == "Bearer k-1"


def test_no_reranker_is_built_where_none_is_set_and_none_without_an_address() -> None:
    assert build_reranker(RerankSettings()) is None
    with pytest.raises(SettingsInvalid, match="TIERCEL_RERANKER_URL"):
        build_reranker(RerankSettings(kind="tei"))
