"""One model call with what it cost: calls, tokens and seconds, counted by schema and by what became of the answer."""

import time
from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from shared.domain.errors import ContentFault
from shared.ports.language_model import LanguageModel, ModelAnswer, ModelRequest
from shared.ports.metrics import Metrics

Read = TypeVar("Read")


class CallResult(StrEnum):
    """What became of a call. `refused`: the gateway takes this request in no form; `outage`: it gave no answer."""

    READ = "read"
    UNREADABLE = "unreadable"
    CUT_OFF = "cut_off"
    REFUSED = "refused"
    OUTAGE = "outage"


def ask_model(model: LanguageModel, request: ModelRequest, metrics: Metrics, read: Callable[[ModelAnswer], Read]) -> Read:
    """What `read` makes of the answer. Raises what the model raises, and ContentFault where `read` cannot use the answer."""
    return metered(lambda: model.complete(request), request.schema_name, metrics, read)


def metered(call: Callable[[], ModelAnswer], schema: str, metrics: Metrics, read: Callable[[ModelAnswer], Read]) -> Read:
    """The same for any call; `schema` is how it is told apart in the metrics."""
    began = time.monotonic()
    result, answer = CallResult.OUTAGE, None
    try:
        answer = call()
        result = CallResult.CUT_OFF if answer.cut_off else CallResult.UNREADABLE
        value = read(answer)
        result = CallResult.READ
    except ContentFault:
        result = result if answer is not None else CallResult.REFUSED
        raise
    finally:
        metrics.observe("tiercel_model_seconds", time.monotonic() - began, schema=schema)
        metrics.count("tiercel_model_calls_total", schema=schema, result=result.value)
        if answer is not None:
            for direction, amount in (("prompt", answer.prompt_tokens), ("completion", answer.completion_tokens)):
                metrics.count("tiercel_model_tokens_total", amount, schema=schema, direction=direction, result=result.value)
    return value
