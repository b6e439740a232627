"""A whole system over fakes in which days pass: the API, both drains, the hourly sweep and each night's maintenance."""

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from services.decay_worker import jobs
from tests.fakes.embedder import HashingEmbedder
from tests.pipeline import Pipeline
from tests.unit.api.system import ApiSystem

SEVERAL = 200
"""Reviews of one page: more than any of these tests leaves open."""


class PassingDays:
    """`system` answers requests, `pipeline` drains what they leave, `pass_until` does what the clock asks for in between."""

    def __init__(self, embedder: Any = None) -> None:
        self.system = ApiSystem(embedder=embedder or HashingEmbedder())
        self.pipeline = Pipeline(embedder=self.system.embedder, doors=self.system.doors, store=self.system.store, clock=self.system.clock)
        self.sweeps = 0

    def post(self, body: Any, path: str = "/v1/turns") -> Any:
        """One body at its time, drained and judged; the service's answer."""
        answer = self.system.post(path, body)
        assert answer.status_code < 300, answer.text
        self.pipeline.accept()
        return answer.json()

    def pass_until(self, moment: datetime, *, every: timedelta = timedelta(hours=1)) -> None:
        """The clock moves on in steps, and the worker does what is due: the sweep, and a dream where a night has come."""
        clock = self.system.clock
        while clock.time < moment:
            clock.time = min(clock.time + every, moment)
            with patch.object(jobs, "worker_container", return_value=self.system.container):
                jobs.sweep()
            self.sweeps += 1

    def approve(self, *words: str) -> int:
        """A reviewer approves what waits and holds one of the words; how many."""
        waiting = self.system.get("/v1/reviews", params={"status": "pending", "limit": SEVERAL}).json()["items"]
        chosen = [each for each in waiting if each["kind"] == "candidate" and any(word in each["text"] for word in words)]
        for review in chosen:
            answer = self.system.post(f"/v1/reviews/{review['id']}", {"decision": "approve"})
            assert answer.status_code == 200, answer.text
        return len(chosen)

    def waiting(self) -> int:
        """Open reviews."""
        return len(self.system.get("/v1/reviews", params={"status": "pending", "limit": SEVERAL}).json()["items"])

    def recall(self, query: str, **who: Any) -> list[dict[str, Any]]:
        """The memories that would enter the prompt now, best first."""
        answer = self.system.post("/v1/recall", {"query": query, "deadline_ms": 5000, **who})
        assert answer.status_code == 200, answer.text
        memories: list[dict[str, Any]] = answer.json()["memories"]
        return memories
