"""What a chat completion says: the first choice's text. A thinking model's `reasoning_content` is never taken for its answer."""

from openai.types.chat import ChatCompletion

from shared.domain.errors import ModelUnavailable
from shared.ports.language_model import ModelAnswer


def answer_of(answer: object, *, model: str) -> ModelAnswer:
    """The answer as a value. ModelUnavailable where the gateway's body holds no choice."""
    if not isinstance(answer, ChatCompletion) or not answer.choices:
        raise ModelUnavailable(f"{model}: the gateway's answer holds no choice")
    choice = answer.choices[0]
    usage = answer.usage
    message = choice.message
    return ModelAnswer(
        text=(message.content or message.refusal or "") if message is not None else "",
        cut_off=choice.finish_reason == "length",
        prompt_tokens=usage.prompt_tokens if usage else 0,
        completion_tokens=usage.completion_tokens if usage else 0,
        model=answer.model or model,
    )
