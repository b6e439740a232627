"""A chat model behind any OpenAI-compatible `/chat/completions` endpoint.

Asks for json_schema, falls back to json_object and then to plain text where the gateway refuses, and
remembers what it takes.
"""

import json
from typing import Any

import openai

from shared.adapters.chat_answer import answer_of
from shared.adapters.model_dialect import COMPACT, Dialect, first_dialect, next_dialect
from shared.adapters.openai_faults import complaint_of, describe, is_refusal, retry_after_seconds
from shared.adapters.vectors import carried_text
from shared.domain.errors import ContentFault, ModelUnavailable
from shared.ports.language_model import ModelAnswer, ModelRequest


class OpenAILanguageModel:
    """One model of one gateway. Never retries by itself: the caller's back-off does."""

    def __init__(self, *, base_url: str, api_key: str, model: str, timeout_seconds: float, response_format: str = "auto") -> None:
        self._model = model
        self._is_fixed = response_format != "auto"
        self._dialect = first_dialect(response_format)
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_seconds, max_retries=0)

    @property
    def name(self) -> str:
        """The model's name, for status and metrics."""
        return self._model

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()

    def complete(self, request: ModelRequest) -> ModelAnswer:
        """Ask once, and again only where the gateway refuses the way of asking.

        Raises ModelUnavailable (429, 5xx, a wrong key, time-outs, unreachable) and ContentFault where the gateway
        refuses this very request however it is put (too long, filtered).
        """
        dialect: Dialect | None = self._dialect
        while dialect is not None:
            try:
                answer = self._ask(request, dialect)
            except openai.APIError as fault:
                if not is_refusal(fault):
                    raise ModelUnavailable(f"{self._model}: {describe(fault)}", retry_after_seconds=retry_after_seconds(fault)) from fault
                refusal = fault
                dialect = next_dialect(dialect, complaint_of(fault), is_fixed=self._is_fixed, room=dialect.room(request))
            else:
                self._dialect = dialect  # what was refused before is not tried again
                return answer
        raise ContentFault(f"{self._model}: {describe(refusal)} however it was asked", raw="") from refusal

    def _ask(self, request: ModelRequest, dialect: Dialect) -> ModelAnswer:
        document = carried_text(json.dumps(request.document, ensure_ascii=False, separators=COMPACT))
        options: dict[str, Any] = dialect.options(request)
        try:
            answer = self._client.chat.completions.create(
                model=self._model,
                messages=[
                    {"role": "system", "content": dialect.instructions(request)},
                    {"role": "user", "content": document},
                ],
                **options,
            )
        except json.JSONDecodeError as fault:
            raise ModelUnavailable(f"{self._model}: the gateway's answer is no JSON") from fault
        return answer_of(answer, model=self._model)
