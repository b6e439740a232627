"""Which relevance model an embedder gets: its own fitted one, or the reference embedder's, read on its own cosine scale."""

import logging
from threading import Lock, Thread

from services.api.recall.cosine_scale import PAIRS, scale_of
from services.api.recall.relevance import RelevanceModel, borrowed_model, has_model, load_model
from shared.ports.embedder import Embedder

log = logging.getLogger(__name__)


class ModelSource:
    """An embedder without a fitted model is measured once, in the background; until then words alone decide."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._model = load_model(embedder.name)
        self._is_settled = has_model(embedder.name)
        self._lock = Lock()

    def current(self) -> RelevanceModel:
        """The best one known now. Never waits."""
        known = self._model
        if not self._is_settled:
            self._begin()
        return known

    def _begin(self) -> None:
        with self._lock:
            if self._is_settled:
                return
            self._is_settled = True
        Thread(target=self._measure, name="recall-scale", daemon=True).start()

    def _measure(self) -> None:
        try:
            questions = [self._embedder.embed_query(question) for question, _ in PAIRS]
            scale = scale_of(questions, self._embedder.embed_passages([text for _, text in PAIRS]))
        except Exception as fault:  # noqa: BLE001 - words go on deciding; the next recall tries again
            log.warning("recall.scale_unknown", extra={"embedder": self._embedder.name, "fault": type(fault).__name__})
            self._is_settled = isinstance(fault, ValueError)
            return
        self._model = borrowed_model(scale, self._embedder.name)
        log.info("recall.scale_measured", extra={"embedder": self._embedder.name, "related": scale.related, "unrelated": scale.unrelated})
