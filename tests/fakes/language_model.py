"""A scripted chat model: canned strings, faults and cut-offs, in order."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shared.ports.language_model import ModelAnswer, ModelRequest


@dataclass(frozen=True, slots=True)
class CutOff:
    """An answer that ran into max_tokens."""

    text: str


Line = str | CutOff | Exception | dict[str, Any]
Script = Callable[[ModelRequest], Line]


class ScriptedModel:
    """Answers from a list (the last line repeats) or from a function of the request. Keeps every request."""

    def __init__(self, script: list[Line] | Script, *, name: str = "scripted") -> None:
        self._script = script
        self._name = name
        self.requests: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return self._name

    def complete(self, request: ModelRequest) -> ModelAnswer:
        self.requests.append(request)
        line = self._next(request)
        if isinstance(line, Exception):
            raise line
        text = line.text if isinstance(line, CutOff) else line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
        return ModelAnswer(
            text=text,
            cut_off=isinstance(line, CutOff),
            prompt_tokens=len(str(request.document)) // 4,
            completion_tokens=len(text) // 4,
            model=self._name,
        )

    def _next(self, request: ModelRequest) -> Line:
        if callable(self._script):
            return self._script(request)
        return self._script[min(len(self.requests), len(self._script)) - 1]
