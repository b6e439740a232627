"""Two model calls per window whatever the number of candidates: the real pipeline over a stand-in gateway that keeps the budget."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from shared.adapters.embedders import build_language_model
from shared.settings import load_settings
from tests.bench.drain import statement
from tests.bench.guard_quality import credulous_judgements
from tests.bench.token_count import estimate_tokens
from tests.factories import make_turn
from tests.fakes.embedder import HashingEmbedder
from tests.pipeline import Pipeline
from tests.processes.model_gateway import ModelGateway, Reply

SCHEMAS = ("tiercel_extraction", "tiercel_judgement")


def proposed(text: str, ref: str) -> dict[str, Any]:
    return {
        "evidence": [{"message_id": ref, "quote": text}], "text": text, "category": "fact", "layer": "L2",
        "source_attribution": "user_stated", "subject": "user", "slot": None, "trigger_type": "user_feedback", "confidence": 0.9,
        "criteria": [{"reason": "a plain statement", "holds": True}] * 3, "importance": 0.7, "observed_at": None,
    }  # fmt: skip


def gateway_over(facts: Sequence[str]) -> ModelGateway:
    """Every fact is a candidate, every candidate a WRITE; an answer over max_tokens is cut off as a real one would be."""
    gateway = ModelGateway()

    def answer(schema: str, document: dict[str, Any]) -> Any:
        if schema == SCHEMAS[1]:
            found: Any = credulous_judgements(
                document["candidates"], reason="The user states it plainly and nothing stored says otherwise."
            )
        else:
            own = [line for line in document["turns"] if not line.get("context")]
            found = {"candidates": [proposed(fact, line["message_id"]) for line in own for fact in facts if fact in line["text"]]}
        text = json.dumps(found, ensure_ascii=False)
        return Reply(text=text, truncated=estimate_tokens(text) > gateway.asked[-1].body["max_tokens"])

    gateway.answer = answer
    return gateway


def played(gateway: ModelGateway, text: str, **environ: str) -> tuple[Pipeline, list[str]]:
    settings = load_settings({"MEMORY_LLM_BASE_URL": gateway.base_url, "MEMORY_LLM_API_KEY": "k"})
    model = build_language_model(settings.model, "m-1")
    pipeline = Pipeline(embedder=HashingEmbedder(), judge=model, extractor=model, environ=environ)
    turn = make_turn(text)
    pipeline.accept(turn)
    return pipeline, [outcome.action.value for outcome in pipeline.outcomes(turn)]


@pytest.mark.parametrize("number", [1, 2, 40])
def test_q12_one_extraction_and_one_judgement_whatever_the_number_of_candidates(number: int) -> None:
    facts = [statement(each) for each in range(number)]
    with gateway_over(facts) as gateway:
        pipeline, actions = played(gateway, " ".join(facts))
        assert [len(gateway.calls(schema)) for schema in SCHEMAS] == [1, 1]
    assert actions == ["WRITE"] * number
    for schema in SCHEMAS:
        labels = (("result", "read"), ("schema", schema))
        assert pipeline.metrics.counts["tiercel_model_calls_total", labels] == 1
        for direction in ("prompt", "completion"):
            tokens = (("direction", direction), ("result", "read"), ("schema", schema))
            assert pipeline.metrics.counts["tiercel_model_tokens_total", tokens] > 0


def test_nothing_to_remember_asks_no_judge() -> None:
    with gateway_over([]) as gateway:
        played(gateway, "ok thanks, see you tomorrow then")
        assert [len(gateway.calls(schema)) for schema in SCHEMAS] == [1, 0]


def test_where_the_budget_is_too_small_a_repair_gets_twice_the_room_and_nothing_is_lost() -> None:
    facts = [statement(each) for each in range(40)]
    with gateway_over(facts) as gateway:
        _, actions = played(gateway, " ".join(facts), TIERCEL_MODEL_MAX_TOKENS="3500")
        assert [len(gateway.calls(schema)) for schema in SCHEMAS] == [2, 2]
    assert actions == ["WRITE"] * 40
