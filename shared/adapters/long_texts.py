"""Texts longer than an embedding model reads: cut at sentence ends, embedded part by part, averaged by length.

Most gateways and libraries cut a long text in silence, so the limit is kept here. Tokens are estimated from above, as
no gateway tells its tokenizer; where an estimate is still too low, a refusal makes the adapter halve the part.
"""

from collections.abc import Callable, Sequence

from shared.adapters.vectors import mean_vector, unit_vector
from shared.text.chunking import chunks

UNKNOWN_MODEL_TOKENS = 512
"""What the smallest models in use read (e5, bge-small, all-MiniLM windows)."""
MODEL_TOKENS = {
    "text-embedding-3": 8191, "text-embedding-ada": 8191, "text-embedding-v3": 8192, "text-embedding-v4": 8192, "bge-m3": 8192,
    "jina-embeddings-v2": 8192, "jina-embeddings-v3": 8192, "jina-embeddings-v4": 8192, "nomic-embed": 2048, "qwen3-embedding": 8192,
    "all-minilm": 256,
}  # fmt: skip
_ASCII_TOKENS = 0.5
"""English has some four characters to a token, keys and code two."""
_OTHER_TOKENS = 1.5
"""A Chinese character is one token or two, a rare sign up to three."""
_PREFIX_TOKENS = 16
_SHORTEST_PART = 20

EmbedParts = Callable[[list[str]], list[list[float]]]


def token_limit(model: str) -> int:
    """How many tokens a model reads, by the name that it has anywhere in its path."""
    lowered = model.lower()
    return next((tokens for name, tokens in MODEL_TOKENS.items() if name in lowered), UNKNOWN_MODEL_TOKENS)


def parts_of(text: str, tokens: int) -> tuple[str, ...]:
    """The text, or its pieces of at most so many estimated tokens. An empty text is one part."""
    estimated, room = _estimate(text), tokens - _PREFIX_TOKENS
    if estimated <= room or len(text) <= _SHORTEST_PART:
        return (text,)
    longest = max(_SHORTEST_PART, min(len(text) - 1, int(len(text) * room / estimated)))
    return tuple(part for piece in chunks(text, longest) for part in parts_of(piece, tokens)) or (text[:longest],)


def embed_in_parts(texts: Sequence[str], embed: EmbedParts, *, tokens: int, dimensions: int, model: str) -> list[list[float]]:
    """One unit vector per text, in order: the mean of its parts' vectors, weighted by their length."""
    parts = [parts_of(text, tokens) for text in texts]
    rows = iter(embed([part for of_text in parts for part in of_text]))
    vectors = []
    for of_text in parts:
        own = [next(rows) for _ in of_text]
        whole = own[0] if len(own) == 1 else mean_vector(own, [len(part) for part in of_text])
        vectors.append(unit_vector(whole, dimensions=dimensions, model=model))
    return vectors


def _estimate(text: str) -> float:
    plain = sum(character.isascii() for character in text)
    return _ASCII_TOKENS * plain + _OTHER_TOKENS * (len(text) - plain)
