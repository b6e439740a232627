"""What was heard and seen is a memory like any other, recalled where it is asked for, with its metadata."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.integration.ways_in.test_every_way_in import sent
from tests.integration.ways_in.ways import WAYS, Way
from tests.unit.api.pipeline import Pipeline

BY_NAME: dict[str, Way] = {way.name: way for way in WAYS}
SAID = {
    "en": {"turns": "I live in Berlin", "turns, audio": "I work in Hamburg", "turns, video": "I was born in Bremen"},
    "zh": {"turns": "我住在杭州", "turns, audio": "我在上海工作", "turns, video": "我出生在苏州"},
}
ASKED = {"en": "Berlin Hamburg Bremen", "zh": "杭州 上海 苏州"}


@pytest.fixture
def pipeline() -> Iterator[Pipeline]:
    system = Pipeline()
    with system.client:
        yield system


def recalled(pipeline: Pipeline, language: str, path: str = "/v1/recall", **asked: Any) -> dict[str, Any]:
    body = {"query": ASKED[language], "user_id": "ann", "min_score": 0, "top_k": 10, **asked}
    return {memory["text"]: memory for memory in pipeline.post(path, body).json()["memories"]}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_recall_is_text_only_unless_it_asks_for_what_was_heard_and_seen(pipeline: Pipeline, language: str) -> None:
    said = SAID[language]
    for name, text in said.items():
        sent(pipeline, BY_NAME[name], text)
    text, audio, video = said.values()
    assert set(recalled(pipeline, language)) == {text}
    assert set(recalled(pipeline, language, source_types=["audio"])) == {audio}
    assert set(recalled(pipeline, language, source_types=["video", "text"])) == {text, video}
    for every in ("all", ["all"]):
        assert set(recalled(pipeline, language, source_types=every)) == {text, audio, video}


@pytest.mark.parametrize("kind", ["audio", "video"])
def test_its_metadata_is_kept_and_comes_back(pipeline: Pipeline, kind: str) -> None:
    sent(pipeline, BY_NAME[f"turns, {kind}"], "I live in Berlin")
    (memory,) = recalled(pipeline, "en", source_types=[kind]).values()
    assert memory["source_type"] == kind
    assert memory["metadata"][kind]["duration_ms"] == 1000


@pytest.mark.parametrize("kind", ["audio", "video"])
def test_t12_its_secret_is_taken_out_everywhere_and_counted_once(pipeline: Pipeline, kind: str) -> None:
    answer = sent(pipeline, BY_NAME[f"turns, {kind}"], "I live in Berlin, write to ann@example.com")
    capture = pipeline.get(f"/v1/captures/{answer['capture_id']}").json()
    assert capture["redactions"] == {"email": 1}
    shown = recalled(pipeline, "en", source_types="all")
    assert "ann@example.com" not in str(shown)
    assert "[REDACTED:email]" in str([memory["metadata"] for memory in shown.values()])
