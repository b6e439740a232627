"""Reading reviews over Redis; finish_plan.lua opens and answers them."""

import builtins
from collections.abc import Sequence
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import key, review_key
from shared.contracts.records import decode_record
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope
from shared.ports.reviews import ReviewPage


class RedisReviews:
    """See Reviews. A page is found by reading a tenant's reviews of that status in order of age."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def get(self, scope: Scope, review_id: str) -> Review | None:
        """See Reviews."""
        with self._redis.commands() as client:
            raw: Any = client.get(review_key(scope.tenant_id, review_id))
        review = decode_record(raw, Review) if raw else None
        return review if review is not None and _is_visible(scope, review) else None

    def list(
        self, scope: Scope, *, status: ReviewStatus | None, kind: ReviewKind | None, limit: int, cursor: str | None = None
    ) -> ReviewPage:
        """See Reviews. The cursor is the number of matching reviews already seen."""
        start = int(cursor) if cursor else 0
        if start < 0:
            raise ValueError("cursor")
        found = [
            review
            for review in self._all(scope.tenant_id, tuple(ReviewStatus) if status is None else (status,))
            if _is_visible(scope, review) and kind in (None, review.kind)
        ]
        found.sort(key=lambda review: (review.created_at, review.id))
        items = tuple(found[start : start + limit])
        seen = start + len(items)
        return ReviewPage(items, str(seen) if seen < len(found) else None, len(found))

    def _all(self, tenant_id: str, statuses: Sequence[ReviewStatus]) -> Sequence[Review]:
        found: builtins.list[Review] = []
        with self._redis.commands() as client:
            for status in statuses:
                ids: Any = client.zrange(key("reviews", tenant_id, status.value), 0, -1)
                if ids:
                    raws: Any = client.mget([review_key(tenant_id, text(review_id)) for review_id in ids])
                    found.extend(decode_record(raw, Review) for raw in raws if raw is not None)
        return found


def _is_visible(scope: Scope, review: Review) -> bool:
    source = review.candidate if review.candidate is not None else review.turn
    return scope.holds(
        owner=review.owner,
        agent_id=source.agent_id if source is not None else None,
        labels=source.labels if source is not None else {},
    )
