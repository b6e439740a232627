"""What is said in the fault tests, and a model gateway that keeps all of it, unless a test scripts a fault."""

import hashlib
import threading
from collections.abc import Callable
from typing import Any

from tests.fakes.embedder import HashingEmbedder
from tests.processes.model_gateway import ModelGateway, Reply

DIMENSIONS = 256
SYLLABLES = ("ba", "ko", "li", "mu", "ne", "ra", "so", "ti", "va", "ze")
POISON = "unreadable gibberish"
GARBLED = "this is no JSON at all"

Fault = Callable[[str, dict[str, Any]], Any]


def statement(number: int, who: str = "") -> str:
    """A durable fact, about other things for every number and person: none is a version of another."""
    digits = [byte % 10 for byte in hashlib.blake2b(f"{number} {who}".encode(), digest_size=12).digest()]
    words = ["".join(SYLLABLES[digit] for digit in digits[at : at + 3]).capitalize() for at in (0, 3, 6, 9)]
    return f"My {words[0]} from {words[1]} costs {words[2]} {words[3]}."


def turn(
    number: int, *, user: str = "ann", session: str | None = None, text: str | None = None, turn_id: str | None = None
) -> dict[str, Any]:
    """The body of POST /v1/turns."""
    return {
        "turn_id": turn_id or f"t{number}",
        "user_id": user,
        "session_id": session or f"s-{user}",
        "messages": [{"role": "user", "text": text or statement(number, user)}],
    }


class KeepingGateway(ModelGateway):
    """Extracts every new user line, sums a session up by all of them, judges WRITE.

    `fault` may answer instead; None leaves it to the script.
    """

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.delay_seconds = 0.0
        super().__init__(self._script, embed=HashingEmbedder(DIMENSIONS).embed_passages)

    def environ(self) -> dict[str, str]:
        """What a process needs to ask it for everything."""
        return {
            "MEMORY_LLM_BASE_URL": self.base_url,
            "MEMORY_LLM_API_KEY": "test-only",
            "TIERCEL_EMBEDDER": "openai",
            "MEMORY_EMBEDDING_BASE_URL": self.base_url,
            "MEMORY_EMBEDDING_API_KEY": "test-only",
            "MEMORY_EMBEDDING_MODEL": "hashing",
            "MEMORY_EMBEDDING_DIMENSIONS": str(DIMENSIONS),
        }

    def _script(self, schema: str, document: dict[str, Any]) -> Any:
        if self.delay_seconds:
            threading.Event().wait(self.delay_seconds)
        answer = self.fault(schema, document) if self.fault is not None else None
        if answer is not None:
            return answer
        script = {"tiercel_extraction": _extract, "tiercel_session_summary": _sum_up}.get(schema, _judge)
        return script(document)


def gateway_down(_schema: str, _document: dict[str, Any]) -> Reply:
    """Every question is answered 503."""
    return Reply(status=503)


def garbled_for_poison(schema: str, document: dict[str, Any]) -> Any:
    """No window that holds the poison can be read."""
    if schema == "tiercel_extraction" and any(POISON in line["text"] for line in _new(document)):
        return GARBLED
    return None


def said_in(document: dict[str, Any]) -> list[str]:
    """The texts of an extraction's new lines, or of a judge's candidates."""
    return [candidate["text"] for candidate in document.get("candidates", ())] or [line["text"] for line in _new(document)]


def _new(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for line in document["turns"] if not line.get("context")]


def _extract(document: dict[str, Any]) -> dict[str, Any]:
    return {"candidates": [_candidate(line["text"], line["message_id"]) for line in _new(document) if line["role"] == "user"]}


def _sum_up(document: dict[str, Any]) -> dict[str, Any]:
    lines = _extract(document)["candidates"]
    whole = _candidate(" ".join(line["text"] for line in lines), "")
    return {"candidates": [{**whole, "evidence": [quote for line in lines for quote in line["evidence"]]}] if lines else []}


def _candidate(text: str, message_id: str) -> dict[str, Any]:
    return {
        "text": text, "category": "fact", "layer": "L2", "trigger_type": "user_feedback", "confidence": 0.95, "importance": 0.6,
        "criteria": [{"holds": True, "reason": "said plainly"}] * 3, "evidence": [{"message_id": message_id, "quote": text}],
        "source_attribution": "user_stated", "observed_at": None, "subject": "user", "slot": None, "language": "en",
    }  # fmt: skip


def _judge(document: dict[str, Any]) -> dict[str, Any]:
    quality = dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 0.9)
    return {
        "judgements": [
            {"ref": candidate["ref"], "action": "WRITE", "source_attribution": "user_stated", "grounding": "grounded",
             "consistency": "consistent", "target_ref": None, "quality": quality, "reason": "plainly said"}
            for candidate in document["candidates"]
        ]
    }  # fmt: skip
