"""The API over fakes with both workers behind it: what is posted can be drained in the same process."""

from typing import Any

from services.capture_worker.jobs import drain_of as capture_drain
from services.guard_worker.jobs import drain_of as guard_drain
from tests.unit.api.system import ACME_KEY, ApiSystem


class Pipeline(ApiSystem):
    """`drain` lets the workers do all that waits."""

    def drain(self) -> None:
        while capture_drain(self.container).drain() + guard_drain(self.container).drain():
            pass

    def capture(self, answer: Any, *, key: str = ACME_KEY) -> dict[str, Any]:
        """The capture of an accepted request, as anybody may read it."""
        assert answer.status_code == 202, answer.text
        view: dict[str, Any] = self.get(f"/v1/captures/{answer.json()['capture_id']}", key=key).json()
        return view

    def settled(self, answer: Any) -> dict[str, Any]:
        """The capture after the workers were there."""
        self.drain()
        return self.capture(answer)

    def memories(self, **query: Any) -> list[dict[str, Any]]:
        """All that is stored and live."""
        items: list[dict[str, Any]] = self.get("/v1/memories", params={"limit": 500, **query}).json()["items"]
        return items

    def imbalance(self) -> int:
        return int(self.get("/v1/ledger").json()["imbalance"])
