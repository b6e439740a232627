"""The estimate of tokens is near to a real tokenizer's count, given here for texts of each sort."""

import json

import pytest

from tests.bench.model_cost import parts_of
from tests.bench.token_count import estimate_tokens

JUDGEMENT = {"ref": 1, "action": "WRITE", "grounding": "grounded", "quality": {"evidence": 0.85}, "reason": "states it plainly"}
# text -> tokens by o200k_base
MEASURED = {
    "I moved to Berlin last month and I am allergic to peanuts.": 13,
    "我在杭州的阿里巴巴工作，同事叫欧阳靖，喜欢简洁的回复。": 22,
    json.dumps(JUDGEMENT): 40,
}


@pytest.mark.parametrize(("text", "tokens"), MEASURED.items())
def test_the_estimate_is_within_a_fifth(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == pytest.approx(tokens, rel=0.2)


def test_a_request_is_counted_by_part_and_no_part_is_lost() -> None:
    document = {
        "now": "2026-03-02T09:00:00+00:00",
        "turns": [{"message_id": "m1", "text": "before", "context": True}, {"message_id": "m2", "text": "now"}],
        "known": [{"ref": 1, "text": "likes tea"}],
    }
    content = json.dumps(document, separators=(",", ":"))
    body = {"messages": [{"content": "Be brief."}, {"content": content}], "response_format": {"type": "json_schema"}}
    parts = parts_of(body)
    assert {name for name, amount in parts.items() if amount} == {"instructions", "schema", "own messages", "context", "known", "envelope"}
    assert sum(parts.values()) >= estimate_tokens("Be brief.") + estimate_tokens(content)
