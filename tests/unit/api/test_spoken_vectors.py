"""Who speaks is part of what gets embedded, on every way a memory takes into the store."""

import json

import pytest

from tests.unit.api.system import ApiSystem

SAID = {"text": "I moved to Hamburg in spring", "speaker": "Ann", "user_id": "ann"}


@pytest.fixture
def api() -> ApiSystem:
    return ApiSystem()


def embedded(api: ApiSystem) -> list[str]:
    return [text for batch in api.embedder.batches for text in batch]


def test_an_imported_memory_is_embedded_with_its_speaker(api: ApiSystem) -> None:
    assert api.post("/v1/import", content=json.dumps(SAID)).json()["stored"] == 1
    assert "Ann: I moved to Hamburg in spring" in embedded(api)


def test_a_remembered_statement_is_embedded_with_its_speaker_also_after_a_change(api: ApiSystem) -> None:
    memory = api.post("/v1/memories", SAID).json()["memory"]
    assert "Ann: I moved to Hamburg in spring" in embedded(api)
    patch = {"text": "I moved to Bremen in spring", "if_version": memory["version"]}
    assert api.call("PATCH", f"/v1/memories/{memory['id']}", json=patch).status_code == 200
    assert "Ann: I moved to Bremen in spring" in embedded(api)


def test_a_chinese_speaker_is_embedded_too(api: ApiSystem) -> None:
    assert (
        api.post("/v1/import", content=json.dumps({"text": "我春天搬到了汉堡", "speaker": "小林", "user_id": "lin"})).json()["stored"] == 1
    )
    assert "小林: 我春天搬到了汉堡" in embedded(api)


def test_a_role_is_no_speaker(api: ApiSystem) -> None:
    assert api.post("/v1/import", content=json.dumps({**SAID, "speaker": "user"})).json()["stored"] == 1
    assert "I moved to Hamburg in spring" in embedded(api)
