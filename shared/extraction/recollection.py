"""Looks up what is remembered already about the words of a window, so that a model neither repeats it nor names it anew."""

import logging
from dataclasses import dataclass
from datetime import datetime

from shared.domain.errors import TemporaryFault
from shared.domain.relevance import HybridQuery, MemoryFilter
from shared.domain.scope import owner_scope
from shared.domain.session_summary import is_summary_slot
from shared.extraction.known import Known, known_of, words_of
from shared.extraction.windows import Window
from shared.ports.memory_store import MemoryStore
from shared.text.lexical import query_terms

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recollection:
    """Over a store: one query of its keyword arm, so that nothing has to be embedded. `most` 0: never asked."""

    store: MemoryStore
    most: int

    def near(self, window: Window, now: datetime) -> tuple[Known, ...]:
        """The owner's memories that share words with the window, the best first. Empty where the engine is away: it only helps."""
        words = query_terms(words_of(window))
        if not self.most or not words.indices:
            return ()
        scope = owner_scope(window.turns[-1].tenant_id, window.turns[-1].owner)
        try:
            hits = self.store.search(scope, MemoryFilter(now=now), HybridQuery(dense=None, sparse=words, limit=self.most))
            found = self.store.fetch(scope, [hit.point_id for hit in hits[: self.most]]) if hits else ()
        except TemporaryFault as fault:
            log.warning("known.unavailable capture=%s fault=%s", window.turns[-1].capture_id, fault.code)
            return ()
        # What a summary holds is gone in a month: it must not keep a fact from being proposed.
        return tuple(known_of(memory) for memory in found if not is_summary_slot(memory.slot))
