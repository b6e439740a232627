"""HeardMessages in a dict."""

from collections import defaultdict
from collections.abc import Sequence

from shared.domain.scope import Owner
from shared.ports.heard_messages import HeardMessage


class FakeHeardMessages:
    def __init__(self) -> None:
        self._held: dict[tuple[str, str, str], list[HeardMessage]] = defaultdict(list)

    def hold(self, tenant_id: str, owner: Owner, conversation: str, message: HeardMessage) -> None:
        self._held[tenant_id, owner.key, conversation].append(message)

    def held(self, tenant_id: str, owner: Owner, conversation: str) -> tuple[HeardMessage, ...]:
        return tuple(self._held[tenant_id, owner.key, conversation])

    def let_go(self, tenant_id: str, owner: Owner, conversation: str, messages: Sequence[HeardMessage]) -> None:
        held = self._held[tenant_id, owner.key, conversation]
        for message in messages:
            if message in held:
                held.remove(message)
