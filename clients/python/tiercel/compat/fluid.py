"""The verbs of fluid memory: remember, recall, forget, summarize, status. Each takes a client, else the service of the environment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tiercel.client import Tiercel

Json = dict[str, Any]
MIN_SIMILARITY = 0.6


def fluid_remember(content: str, *, client: Tiercel | None = None, **fields: Any) -> Json:
    """Store one statement: {"memory", "action"}. `fields` as in Tiercel.remember."""
    with _service(client) as service:
        return service.remember(content, **fields)


def fluid_recall(query: str, *, limit: int | None = None, client: Tiercel | None = None, **fields: Any) -> list[Json]:
    """The memories that fit, best first. `fields` as in Tiercel.recall."""
    with _service(client) as service:
        memories: list[Json] = service.recall(query, top_k=limit, **fields)["memories"]
        return memories


def fluid_forget(
    query: str, *, min_similarity: float = MIN_SIMILARITY, dry_run: bool = False, client: Tiercel | None = None, **fields: Any
) -> Json:
    """Archive what fits at least so well: {"matched", "archived", "items"}. Nothing is erased; it can be restored."""
    with _service(client) as service:
        return service.forget(query, min_score=min_similarity, dry_run=dry_run, **{**fields, "mode": "archive"})


def fluid_increment_summarize(session_id: str, *, client: Tiercel | None = None, **fields: Any) -> Json:
    """Sum up a session into one memory: {"capture_id", "status", "duplicate", ...}. `fields` as in Tiercel.summarize."""
    with _service(client) as service:
        return service.summarize(session_id, **fields)


memory_summarize = fluid_increment_summarize


def fluid_status(*, client: Tiercel | None = None) -> Json:
    """What the service says of itself."""
    with _service(client) as service:
        return service.status()


@contextmanager
def _service(client: Tiercel | None) -> Iterator[Tiercel]:
    """The caller's client stays open; one made here is closed."""
    if client is not None:
        yield client
        return
    with Tiercel.local() as made:
        yield made
