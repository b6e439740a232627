"""Term ids of pending messages, so that each is read once and not at every recall. Keeps digests, never text."""

import hashlib
from collections import OrderedDict
from threading import Lock

from shared.text.lexical import document_terms

SIZE = 10_000


class TermCache:
    """Call it with a text: its term ids. Safe for threads."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._known: OrderedDict[bytes, tuple[int, ...]] = OrderedDict()
        self._lock = Lock()

    def __call__(self, text: str) -> tuple[int, ...]:
        """Computed where it is new."""
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        with self._lock:
            found = self._known.get(digest)
            if found is not None:
                self._known.move_to_end(digest)
                return found
        terms = document_terms(text=text, category="", scope="", labels={}).text_term_ids
        with self._lock:
            self._known[digest] = terms
            while len(self._known) > self._size:
                self._known.popitem(last=False)
        return terms
