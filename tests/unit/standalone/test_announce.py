"""The first lines of a start name what works on a turn: never silently less than was asked for."""

import pytest

from services.standalone.announce import model_line
from shared.settings import load_settings

LOCAL = {"MEMORY_DOUBTMEM_BASE_URL": "http://127.0.0.1:8005/v1"}


@pytest.mark.parametrize(
    ("environ", "begins"),
    [
        ({}, "llm: offline (no MEMORY_LLM_API_KEY)"),
        ({"MEMORY_LLM_API_KEY": "k"}, "model: gpt-4o-mini at "),
        ({"MEMORY_LLM_API_KEY": "k", "TIERCEL_LLM_MODE": "offline"}, "llm: offline (TIERCEL_LLM_MODE=offline)"),
    ],
)
def test_the_gateway_and_the_local_judge_are_named_each(environ: dict[str, str], begins: str) -> None:
    assert model_line(load_settings(environ)).startswith(begins)
    assert "local judge" not in model_line(load_settings(environ))
    both = model_line(load_settings({**environ, **LOCAL}))
    assert both.startswith(begins)
    assert both.endswith("; local judge: DoubtMem-AxisGRPO-Qwen3-4B-step150 at http://127.0.0.1:8005/v1")
