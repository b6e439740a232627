"""Learnings in a dict."""

from dataclasses import replace
from datetime import datetime

from shared.domain.learning import Learning, noted_again


class FakeLearnings:
    def __init__(self) -> None:
        self._book: dict[tuple[str, str], Learning] = {}

    def note(self, learning: Learning) -> Learning:
        place = (learning.tenant_id, learning.id)
        self._book[place] = noted_again(self._book[place], learning) if place in self._book else learning
        return self._book[place]

    def all(self, tenant_id: str) -> tuple[Learning, ...]:
        found = [each for (tenant, _), each in self._book.items() if tenant == tenant_id]
        return tuple(sorted(found, key=lambda each: (each.last_at, each.id), reverse=True))

    def get(self, tenant_id: str, learning_id: str) -> Learning | None:
        return self._book.get((tenant_id, learning_id))

    def resolve(self, tenant_id: str, learning_id: str, *, at: datetime, by: str, note: str | None) -> Learning | None:
        known = self.get(tenant_id, learning_id)
        if known is not None and known.resolved_at is None:
            known = self._book[tenant_id, learning_id] = replace(known, resolved_at=at, resolved_by=by, note=note)
        return known
