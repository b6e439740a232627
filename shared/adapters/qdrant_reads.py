"""Reads that happen often, answered as plain JSON: the client's own models take longer to build than a search takes."""

from collections.abc import Iterator, Sequence
from typing import Any

from qdrant_client import QdrantClient, models

from shared.domain.errors import StoreUnavailable

Point = dict[str, Any]
"""`id`, and as far as they were asked for `score` and `payload`."""

PAGE = 256


class PlainReads:
    """Queries and scrolls of one engine. Faults are those of the client (qdrant_faults.py)."""

    def __init__(self, client: QdrantClient) -> None:
        self._client = client

    def query_batch(self, collection: str, asked: Sequence[models.QueryRequest]) -> list[list[Point]]:
        """The points that each query found, best first."""
        found = self._post(collection, "query/batch", models.QueryRequestBatch(searches=list(asked)))
        return [answer["points"] for answer in found]

    def page(self, collection: str, request: models.ScrollRequest) -> tuple[list[Point], str | None]:
        """One page in the order of ids, and the id at which the next one begins."""
        found = self._post(collection, "scroll", request)
        following = found.get("next_page_offset")
        return found["points"], None if following is None else str(following)

    def all(self, collection: str, narrowed: models.Filter, fields: list[str]) -> Iterator[Point]:
        """Every point of a filter, page by page."""
        after: str | None = None
        while True:
            request = models.ScrollRequest(filter=narrowed, limit=PAGE, offset=after, with_payload=fields)
            points, after = self.page(collection, request)
            yield from points
            if after is None:
                return

    def _post(self, collection: str, what: str, body: models.QueryRequestBatch | models.ScrollRequest) -> Any:
        try:
            answer: Any = self._client.http.client.request(
                type_=Any,
                method="POST",
                url="/collections/{collection_name}/points/" + what,
                path_params={"collection_name": collection},
                headers={"Content-Type": "application/json"},
                content=body.model_dump_json(exclude_unset=True, exclude_none=True),
            )
            return answer["result"]
        except (ValueError, KeyError, TypeError) as fault:
            raise StoreUnavailable("the vector engine's answer cannot be read") from fault
