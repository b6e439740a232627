"""How the /rerank APIs are asked and how they answer: jina and cohere alike, TEI in its own way. Pure."""

import math
from collections.abc import Sequence
from typing import Any

from shared.domain.errors import RerankerUnavailable

DEFAULT_URLS = {"jina": "https://api.jina.ai/v1/rerank", "cohere": "https://api.cohere.com/v2/rerank"}
DEFAULT_MODELS = {"jina": "jina-reranker-v2-base-multilingual", "cohere": "rerank-v3.5"}


def rerank_body(kind: str, model: str, query: str, texts: Sequence[str]) -> dict[str, Any]:
    """The JSON of one request. A TEI server has one model and is told none."""
    if kind == "tei":
        return {"query": query, "texts": list(texts), "raw_scores": False, "truncate": True}
    body: dict[str, Any] = {"model": model, "query": query, "documents": list(texts), "top_n": len(texts)}
    return body | ({"return_documents": False} if kind == "jina" else {})


def read_scores(kind: str, answer: Any, expected: int) -> list[float]:
    """Scores in the order of the texts. Raises RerankerUnavailable where one is missing, named twice, out of range or no number."""
    rows = answer if kind == "tei" else answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        raise RerankerUnavailable("rerank: the answer holds no list of results")
    found: dict[int, float] = {}
    for row in rows:
        index, score = _row(row, "score" if kind == "tei" else "relevance_score")
        if index in found or not 0 <= index < expected:
            raise RerankerUnavailable("rerank: a result names a text twice, or one that was not sent")
        found[index] = score
    if len(found) != expected:
        raise RerankerUnavailable(f"rerank: {expected} texts were sent, {len(found)} scores came back")
    return [found[index] for index in range(expected)]


def _row(row: Any, field: str) -> tuple[int, float]:
    index, score = (row.get("index"), row.get(field)) if isinstance(row, dict) else (None, None)
    if not isinstance(index, int) or isinstance(index, bool):
        raise RerankerUnavailable("rerank: a result does not say which text it is about")
    if not isinstance(score, int | float) or isinstance(score, bool) or not math.isfinite(score):
        raise RerankerUnavailable("rerank: a result has no finite score")
    return index, float(score)
