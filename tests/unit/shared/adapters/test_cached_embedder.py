"""The cache in front of every embedder."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from shared.adapters.cached_embedder import BATCH_TEXTS, CachedEmbedder
from shared.domain.errors import DimensionMismatch, EmbedderUnavailable
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.small_doors import FakeMetrics


def looked_up(metrics: FakeMetrics) -> dict[str, int]:
    name = "tiercel_embedding_cache_total"
    return {dict(labels)["result"]: amount for (metric, labels), amount in metrics.counts.items() if metric == name}


def test_a_text_is_computed_once_and_again_only_after_it_was_pushed_out() -> None:
    inner = HashingEmbedder()
    metrics = FakeMetrics()
    cached = CachedEmbedder(inner, size=2, metrics=metrics)
    for text in ("a", "b", "a", "c", "a", "b"):
        cached.embed_passages([text])
    assert inner.batches == [["a"], ["b"], ["c"], ["b"]], "the least recently used goes first"
    assert looked_up(metrics) == {"hit": 2, "miss": 4}
    assert metrics.counts["tiercel_embedding_seconds", (("kind", "passage"),)] == 4


def test_queries_and_passages_are_kept_apart() -> None:
    inner = HashingEmbedder()
    cached = CachedEmbedder(inner, size=10, metrics=FakeMetrics())
    cached.embed_query("a")
    cached.embed_passages(["a"])
    assert inner.batches == [["a"], ["a"]]


def test_size_0_keeps_nothing() -> None:
    inner = HashingEmbedder()
    cached = CachedEmbedder(inner, size=0, metrics=FakeMetrics())
    assert cached.embed_query("a") == cached.embed_query("a")
    assert len(inner.batches) == 2


def test_duplicates_and_cached_texts_are_left_out_of_a_batch_and_order_is_kept() -> None:
    inner = HashingEmbedder()
    cached = CachedEmbedder(inner, size=100, metrics=FakeMetrics())
    cached.embed_passages(["b"])
    vectors = cached.embed_passages(["a", "b", "a", "c"])
    assert inner.batches == [["b"], ["a", "c"]]
    assert vectors[0] == vectors[2] != vectors[1]


def test_long_lists_go_in_batches_even_where_the_cache_is_smaller() -> None:
    inner = HashingEmbedder()
    texts = [f"text {number}" for number in range(BATCH_TEXTS * 2 + 3)]
    vectors = CachedEmbedder(inner, size=1, metrics=FakeMetrics()).embed_passages(texts)
    assert [len(batch) for batch in inner.batches] == [BATCH_TEXTS, BATCH_TEXTS, 3]
    assert len(vectors) == len(texts)


def test_one_bad_text_fails_alone_and_the_others_are_cached_by_then() -> None:
    inner = HashingEmbedder(fails_on=frozenset({"bad"}))
    cached = CachedEmbedder(inner, size=100, metrics=FakeMetrics())
    with pytest.raises(EmbedderUnavailable):
        cached.embed_passages(["a", "bad", "b"])
    assert inner.batches == [["a", "bad", "b"], ["a"], ["bad"], ["b"]]
    inner.fails_on = frozenset()
    cached.embed_passages(["a", "bad", "b"])
    assert inner.batches[-1] == ["bad"]


def test_a_flaky_batch_is_healed_text_by_text() -> None:
    class RefusesBatches(HashingEmbedder):
        def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
            if len(texts) > 1:
                raise EmbedderUnavailable("too many")
            return super().embed_passages(texts)

    assert len(CachedEmbedder(RefusesBatches(), size=10, metrics=FakeMetrics()).embed_passages(["a", "b"])) == 2


def test_an_outage_is_not_hammered_text_by_text() -> None:
    texts = [f"text {number}" for number in range(10)]
    inner = HashingEmbedder(fails_on=frozenset(texts))
    with pytest.raises(EmbedderUnavailable):
        CachedEmbedder(inner, size=10, metrics=FakeMetrics()).embed_passages(texts)
    assert len(inner.batches) == 3


class Answers(HashingEmbedder):
    """Gives these vectors whatever it is asked."""

    def __init__(self, vectors: list[list[float]]) -> None:
        super().__init__(2)
        self._vectors = vectors

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return self._vectors


@pytest.mark.parametrize(
    ("vectors", "fault"),
    [
        ([[1.0, 0.0, 0.0]], DimensionMismatch),
        ([[float("nan"), 0.0]], EmbedderUnavailable),
        ([[float("inf"), 0.0]], EmbedderUnavailable),
        ([], EmbedderUnavailable),
    ],
)
def test_a_vector_that_cannot_be_stored_never_gets_out_e3(vectors: list[list[float]], fault: type[Exception]) -> None:
    metrics = FakeMetrics()
    cached = CachedEmbedder(Answers(vectors), size=10, metrics=metrics)
    with pytest.raises(fault):
        cached.embed_passages(["a"])
    assert looked_up(metrics) == {"miss": 1}


def test_threads_asking_for_one_query_compute_it_once() -> None:
    inner = HashingEmbedder()
    cached = CachedEmbedder(inner, size=10, metrics=FakeMetrics())
    with ThreadPoolExecutor(8) as pool:
        vectors = list(pool.map(cached.embed_query, ["same"] * 64))
    assert len(inner.batches) == 1
    assert all(vector == vectors[0] for vector in vectors)
