"""Texts longer than an embedding model reads."""

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.adapters.fastembed_embedder import FastembedEmbedder
from shared.adapters.long_texts import embed_in_parts, parts_of, token_limit

ENGLISH = "I moved to a small town by the sea last year. " * 200
CHINESE = "我去年搬到了海边的一个小镇。" * 400


class Row(list[float]):
    """As numpy gives it."""

    def tolist(self) -> list[float]:
        return list(self)


class Cutting:
    """Reads the first 1000 characters and drops the rest in silence, as libraries do."""

    def __init__(self) -> None:
        self.lengths: list[int] = []

    def passage_embed(self, texts: Sequence[str]) -> Any:
        self.lengths += map(len, texts)
        return [Row([1.0, float("marker" in text[:1000])]) for text in texts]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_e4_a_long_text_is_cut_at_sentence_ends_and_all_of_it_is_there(text: str) -> None:
    parts = parts_of(text, 512)
    assert len(parts) > 3
    assert "".join("".join(parts).split()) == "".join(text.split())
    assert all(part[-1] in ".。" for part in parts)


@given(st.text(max_size=3000), st.integers(min_value=64, max_value=600))
def test_nothing_but_white_space_is_lost(text: str, tokens: int) -> None:
    assert "".join("".join(parts_of(text, tokens)).split()) == "".join(text.split())


def test_one_unit_vector_per_text_the_mean_of_its_parts() -> None:
    short, long = embed_in_parts(["a", ENGLISH], lambda parts: [[3.0, 4.0] for _ in parts], tokens=512, dimensions=2, model="m")
    assert short == pytest.approx([0.6, 0.8])
    assert long == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_e4_a_library_that_cuts_in_silence_sees_the_end_of_a_memory(text: str) -> None:
    embedder, library = FastembedEmbedder(model="some/small", dimensions=2), Cutting()
    embedder._model = library
    (vector,) = embedder.embed_passages([text + "marker"])
    assert vector[1] > 0
    assert math.isclose(math.hypot(*vector), 1.0)
    assert max(library.lengths) <= 1000


def test_the_limit_is_the_models_own_and_low_where_unknown() -> None:
    assert [token_limit(name) for name in ("text-embedding-3-small", "BAAI/bge-m3", "nobody/knows")] == [8191, 8192, 512]
