"""A model behind an OpenAI-compatible `/chat/completions` endpoint that is asked in plain text, such as a judge served by vLLM."""

import json

import openai

from shared.adapters.chat_answer import answer_of
from shared.adapters.deadline import call_within
from shared.adapters.openai_faults import describe, is_refusal, retry_after_seconds
from shared.adapters.vectors import carried_text
from shared.domain.errors import ContentFault, ModelUnavailable
from shared.ports.language_model import ModelAnswer
from shared.ports.text_model import TextRequest


class OpenAITextModel:
    """One model at one address. `timeout_seconds` bounds a call as a whole, however slowly its answer drips in."""

    def __init__(self, *, base_url: str, api_key: str, model: str, timeout_seconds: float) -> None:
        self._model = model
        self._timeout = timeout_seconds
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_seconds, max_retries=0)

    @property
    def name(self) -> str:
        """The model's name, for status and metrics."""
        return self._model

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()

    def complete(self, request: TextRequest) -> ModelAnswer:
        """See TextModel."""
        try:
            return call_within(self._timeout, lambda: self._ask(request))
        except TimeoutError as fault:
            raise ModelUnavailable(f"{self._model}: the gateway did not answer in time") from fault
        except openai.APIError as fault:
            if is_refusal(fault):
                raise ContentFault(f"{self._model}: {describe(fault)}", raw="") from fault
            raise ModelUnavailable(f"{self._model}: {describe(fault)}", retry_after_seconds=retry_after_seconds(fault)) from fault
        except json.JSONDecodeError as fault:
            raise ModelUnavailable(f"{self._model}: the gateway's answer is no JSON") from fault

    def _ask(self, request: TextRequest) -> ModelAnswer:
        answer = self._client.chat.completions.create(
            model=self._model,
            messages=[{"role": "user", "content": carried_text(request.prompt)}],
            max_tokens=request.max_tokens,
            temperature=request.temperature,
        )
        return answer_of(answer, model=self._model)
