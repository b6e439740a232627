"""Any OpenAI-compatible `/embeddings` endpoint: openai, jina, ollama, dashscope, xinference, vLLM."""

from collections.abc import Sequence

import openai

from shared.adapters.embedding_prefixes import prefixes_of
from shared.adapters.long_texts import embed_in_parts, token_limit
from shared.adapters.openai_faults import describe, is_refusal, retry_after_seconds
from shared.adapters.vectors import carried_text, mean_vector, unit_vector
from shared.domain.errors import EmbedderUnavailable

# Below this a refusal is not about length, so the text is not halved any further.
SHORTEST_HALVED_CHARACTERS = 200
# Models that can shorten their vectors and are asked to; others refuse the parameter.
SHORTENING_MODELS = ("text-embedding-3", "jina-embeddings-v3", "jina-embeddings-v4", "jina-embeddings-v5")


class OpenAIEmbedder:
    """One embedding model behind a gateway. Never retries by itself: the caller's back-off does."""

    def __init__(self, *, base_url: str, api_key: str, model: str, dimensions: int, timeout_seconds: float) -> None:
        self._model = model
        self._dimensions = dimensions
        self._prefixes = prefixes_of(model)
        self._token_limit = token_limit(model)
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout_seconds, max_retries=0)

    @property
    def name(self) -> str:
        """Names the model in collection names and cache keys."""
        return "openai_" + "".join(sign if sign.isalnum() else "_" for sign in self._model.lower())

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self._dimensions

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector per text, in order; one longer than the model reads is embedded in parts (long_texts.py)."""
        return self._embed_whole([carried_text(text) for text in texts], self._prefixes.passage)

    def embed_query(self, text: str) -> list[float]:
        """The unit vector of one search query."""
        return self._embed_whole([carried_text(text)], self._prefixes.query)[0]

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()

    def _embed_whole(self, texts: list[str], prefix: str) -> list[list[float]]:
        return embed_in_parts(
            texts,
            lambda parts: self._embed([prefix + part for part in parts]),
            tokens=self._token_limit,
            dimensions=self._dimensions,
            model=self._model,
        )

    def _embed(self, texts: list[str]) -> list[list[float]]:
        if not texts:
            return []
        try:
            rows = self._ask(texts)
        except openai.APIError as fault:
            if not is_refusal(fault):
                raise EmbedderUnavailable(f"embeddings: {describe(fault)}", retry_after_seconds=retry_after_seconds(fault)) from fault
            return self._embed_refused(texts, fault)
        return [unit_vector(row, dimensions=self._dimensions, model=self._model) for row in rows]

    def _embed_refused(self, texts: list[str], fault: openai.APIError) -> list[list[float]]:
        """One text too long for the model is halved and averaged; a batch is asked for text by text."""
        if len(texts) > 1:
            return [self._embed([text])[0] for text in texts]
        text = texts[0]
        if len(text) <= SHORTEST_HALVED_CHARACTERS:
            raise EmbedderUnavailable(f"embeddings: {describe(fault)}") from fault
        middle = text.rfind(" ", len(text) // 4, len(text) // 2) + 1 or len(text) // 2
        halves = [text[:middle], text[middle:]]
        vectors = [self._embed([half])[0] for half in halves]
        return [unit_vector(mean_vector(vectors, [len(half) for half in halves]), dimensions=self._dimensions, model=self._model)]

    def _ask(self, texts: list[str]) -> list[list[float]]:
        shortened: int | openai.Omit = self._dimensions if self._model.startswith(SHORTENING_MODELS) else openai.omit
        try:
            answer = self._client.embeddings.create(model=self._model, input=texts, encoding_format="float", dimensions=shortened)
            rows = [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]
        except (ValueError, TypeError, AttributeError) as fault:
            raise EmbedderUnavailable("embeddings: the gateway's answer cannot be read") from fault
        if len(rows) != len(texts):
            raise EmbedderUnavailable(f"embeddings: {len(texts)} texts were sent, {len(rows)} vectors came back")
        return rows
