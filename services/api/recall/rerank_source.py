"""The remote reranker with its scale, which is measured once in the background; until then the learned model decides alone."""

import logging
import time
from threading import Lock, Thread

from services.api.recall.cosine_scale import PAIRS
from services.api.recall.rerank import RerankScale, scale_of_scores
from shared.ports.reranker import Reranker

MEASURED_PAIRS = PAIRS[:4] + PAIRS[12:16]
"""Four of each language: so many calls of as many texts."""
SECONDS_BETWEEN_TRIES = 30.0
log = logging.getLogger(__name__)


class RerankSource:
    """Safe for threads; `scale` never waits."""

    def __init__(self, reranker: Reranker) -> None:
        self.reranker = reranker
        self._scale: RerankScale | None = None
        self._next_try = 0.0
        self._lock = Lock()

    @property
    def scale(self) -> RerankScale | None:
        """None while it is not known, or where the model turned out to know nothing."""
        if self._scale is None and time.monotonic() >= self._next_try:
            self._begin()
        return self._scale

    def _begin(self) -> None:
        with self._lock:
            if time.monotonic() < self._next_try:
                return
            self._next_try = time.monotonic() + SECONDS_BETWEEN_TRIES
        Thread(target=self._measure, name="rerank-scale", daemon=True).start()

    def _measure(self) -> None:
        texts = [text for _, text in MEASURED_PAIRS]
        own: list[float] = []
        others: list[float] = []
        try:
            for place, (question, _) in enumerate(MEASURED_PAIRS):
                scores = self.reranker.scores(question, texts)
                own.append(scores[place])
                others += scores[:place] + scores[place + 1 :]
            self._scale = scale_of_scores(own, others)
        except Exception as fault:  # noqa: BLE001 - the learned model goes on deciding; the next try comes by itself
            log.warning("rerank.scale_unknown", extra={"reranker": self.reranker.name, "fault": type(fault).__name__})
            return
        log.info("rerank.scale_measured", extra={"reranker": self.reranker.name})
