"""What a chat completion says: the first choice's text. A thinking model's `reasoning_content` is never taken for its answer."""

import re

from openai.types.chat import ChatCompletion

from shared.adapters.vectors import carried_text
from shared.domain.errors import ModelUnavailable
from shared.ports.language_model import ModelAnswer

_UNSTORABLE = re.compile(
    r"\\u(?:0000|[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2}\\u)[dD][c-fC-F][0-9a-fA-F]{2})"
)
"""NUL and half a surrogate pair, as JSON writes them."""


def answer_of(answer: object, *, model: str) -> ModelAnswer:
    """The answer as a value. ModelUnavailable where the gateway's body holds no choice."""
    if not isinstance(answer, ChatCompletion) or not answer.choices:
        raise ModelUnavailable(f"{model}: the gateway's answer holds no choice")
    choice = answer.choices[0]
    usage = answer.usage
    message = choice.message
    return ModelAnswer(
        text=_storable(message.content or message.refusal or "") if message is not None else "",
        cut_off=choice.finish_reason == "length",
        prompt_tokens=usage.prompt_tokens if usage else 0,
        completion_tokens=usage.completion_tokens if usage else 0,
        model=answer.model or model,
    )


def _storable(text: str) -> str:
    """The text without what no UTF-8 record can hold: one such character would end the work on its whole window."""
    return _UNSTORABLE.sub(r"\\ufffd", carried_text(text))
