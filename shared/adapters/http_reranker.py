"""Any /rerank endpoint of the jina, cohere or TEI shape, over plain HTTP. Never retries: a late answer is worth nothing."""

from collections.abc import Sequence

import httpx

from shared.adapters.rerank_shapes import DEFAULT_MODELS, DEFAULT_URLS, read_scores, rerank_body
from shared.domain.errors import RerankerUnavailable, SettingsInvalid
from shared.ports.reranker import Reranker
from shared.settings import RerankSettings


class HttpReranker:
    """See Reranker. Connections are kept alive."""

    def __init__(self, settings: RerankSettings) -> None:
        self._kind = settings.kind
        self._model = settings.model or DEFAULT_MODELS.get(settings.kind, "")
        self._url = settings.url or DEFAULT_URLS.get(settings.kind, "")
        self._http = httpx.Client(
            headers={"Authorization": f"Bearer {settings.api_key}"} if settings.api_key else {},
            timeout=settings.timeout_ms / 1000,
        )

    @property
    def name(self) -> str:
        """`jina:jina-reranker-v2-base-multilingual`, `tei`."""
        return f"{self._kind}:{self._model}" if self._model else self._kind

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """See Reranker."""
        if not texts:
            return []
        try:
            answer = self._http.post(self._url, json=rerank_body(self._kind, self._model, query, texts))
        except httpx.TimeoutException as fault:
            raise RerankerUnavailable("rerank: no answer in time") from fault
        except httpx.HTTPError as fault:
            raise RerankerUnavailable(f"rerank: {type(fault).__name__}") from fault
        if not answer.is_success:
            raise RerankerUnavailable(f"rerank: answered {answer.status_code}")
        try:
            return read_scores(self._kind, answer.json(), len(texts))
        except ValueError as fault:
            raise RerankerUnavailable(f"rerank: the answer cannot be read ({type(fault).__name__})") from fault

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()


def build_reranker(settings: RerankSettings) -> Reranker | None:
    """The reranker that is set, or None. SettingsInvalid where it has no address."""
    if settings.kind == "off":
        return None
    address = settings.url or DEFAULT_URLS.get(settings.kind, "")
    if not address.startswith(("http://", "https://")):
        raise SettingsInvalid(
            f"TIERCEL_RERANKER_URL: give the whole address of the /rerank route for TIERCEL_RERANKER={settings.kind} (docs/settings.md)."
        )
    return HttpReranker(settings)
