"""Sessions that are talked in and summed up: an API with both workers and a model that sums up what users said."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.fakes.language_model import ScriptedModel
from tests.unit.api.pipeline import Pipeline

MODEL = {"TIERCEL_LLM_MODE": "auto", "MEMORY_LLM_API_KEY": "k"}
TALK = {
    "en": ["I moved to Lisbon in May 2024 for the harbour project", "The budget of the harbour project is 40 lamps, no paint"],
    "zh": ["我2024年5月搬到里斯本做港口项目", "港口项目要40盏灯,不要油漆"],
}
MORE = {"en": "Mona checks the lamps of the harbour project on Mondays", "zh": "莫娜周一检查港口项目的灯"}
SLOT = "session_summary-"


def quoted(line: dict[str, Any]) -> dict[str, Any]:
    return {"message_id": line["message_id"], "quote": line["text"]}


def candidate(text: str, lines: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    return {
        "text": text, "category": "fact", "layer": "L2", "source_attribution": "user_stated", "subject": "user", "slot": None,
        "trigger_type": "user_feedback", "confidence": 0.9, "importance": 0.6, "observed_at": None,
        "criteria": [{"holds": True, "reason": "x"}] * 3, "evidence": [quoted(line) for line in lines], **fields,
    }  # fmt: skip


def sums_up(document: dict[str, Any]) -> dict[str, Any]:
    """All that users said, joined."""
    lines = [line for line in document["turns"] if line["role"] == "user"]
    return candidate("; ".join(line["text"] for line in lines), lines[:6])


class Talk(Pipeline):
    """A system with a model that sums up what users said and finds nothing else; `summary` may answer otherwise."""

    def __init__(self, **environ: str) -> None:
        super().__init__({**MODEL, **environ})
        self.summary: Callable[[dict[str, Any]], Any] = sums_up
        self.facts: Callable[[dict[str, Any]], list[dict[str, Any]]] = lambda _: []
        self.consistency = "consistent"
        self.model = ScriptedModel(self._answer)
        self.container = replace(self.container, extractor=self.model, judge=self.model)

    def _answer(self, request: Any) -> Any:
        if request.schema_name == "tiercel_judgement":
            neighbours = request.document["neighbours"]
            target = neighbours[0]["ref"] if neighbours and self.consistency != "consistent" else None
            judged = {"action": "WRITE", "grounding": "grounded", "consistency": self.consistency, "target_ref": target, "reason": "x"}
            return {"judgements": [{"ref": each["ref"], **judged} for each in request.document["candidates"]]}
        if request.schema_name == "tiercel_session_summary":
            summary = self.summary(request.document)
            return {"candidates": [summary] if isinstance(summary, dict) else summary}
        return {"candidates": self.facts(request.document)}

    def say(self, *texts: str, session: str = "s1", key: str | None = None, **fields: Any) -> list[str]:
        captures = []
        for text in texts:
            body = {"session_id": session, "user_id": "ann", "messages": [{"role": "user", "text": text}], **fields}
            answer = self.post("/v1/turns", {k: v for k, v in body.items() if v is not None}, **({"key": key} if key else {}))
            assert answer.status_code == 202, answer.text
            captures.append(answer.json()["capture_id"])
        return captures

    def sum_up(self, session: str = "s1", key: str | None = None, **fields: Any) -> dict[str, Any]:
        body = {"session_id": session, "user_id": "ann", **fields}
        answer = self.post("/v1/summarize", {k: v for k, v in body.items() if v is not None}, **({"key": key} if key else {}))
        assert answer.status_code == 202, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def asked(self) -> list[dict[str, Any]]:
        return [request.document for request in self.model.requests if request.schema_name == "tiercel_session_summary"]

    def summaries(self) -> list[dict[str, Any]]:
        return [memory for memory in self.memories() if str(memory["slot"]).startswith(SLOT)]

    def outcome(self, done: dict[str, Any]) -> dict[str, Any]:
        self.drain()
        (found,) = self.get(f"/v1/captures/{done['capture_id']}").json()["outcomes"]
        return dict(found)
