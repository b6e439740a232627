"""A scripted model that is asked in plain text: canned strings, faults and cut-offs, in order or by the prompt."""

from collections.abc import Callable
from threading import Lock

from shared.ports.language_model import ModelAnswer
from shared.ports.text_model import TextRequest
from tests.fakes.language_model import CutOff

Line = str | CutOff | Exception


class ScriptedTextModel:
    """Answers from a list (the last line repeats) or from a function of the prompt. Keeps every prompt."""

    def __init__(self, script: list[Line] | Callable[[str], Line], *, name: str = "doubting") -> None:
        self._script = script
        self._name = name
        self._lock = Lock()
        self.prompts: list[str] = []

    @property
    def name(self) -> str:
        return self._name

    def complete(self, request: TextRequest) -> ModelAnswer:
        with self._lock:
            self.prompts.append(request.prompt)
            number = len(self.prompts)
        line = self._script(request.prompt) if callable(self._script) else self._script[min(number, len(self._script)) - 1]
        if isinstance(line, Exception):
            raise line
        text = line.text if isinstance(line, CutOff) else line
        return ModelAnswer(
            text=text,
            cut_off=isinstance(line, CutOff),
            prompt_tokens=len(request.prompt) // 4 + 1,
            completion_tokens=len(text) // 4,
            model=self._name,
        )
