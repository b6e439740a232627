"""HeardMessages in a dict."""

from collections import defaultdict

from shared.adapters.redis_heard_messages import latest_of_each
from shared.domain.scope import Owner
from shared.ports.heard_messages import HeardMessage


class FakeHeardMessages:
    def __init__(self) -> None:
        self._held: dict[tuple[str, str, str], list[HeardMessage]] = defaultdict(list)

    def hold(self, tenant_id: str, owner: Owner, conversation: str, message: HeardMessage) -> None:
        self._held[tenant_id, owner.key, conversation].append(message)

    def take(self, tenant_id: str, owner: Owner, conversation: str) -> tuple[HeardMessage, ...]:
        return latest_of_each(self._held.pop((tenant_id, owner.key, conversation), []))
