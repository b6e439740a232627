"""Which terms may stand for each other, read once from synonyms.tsv through the same tokenizer as everything else."""

from collections import defaultdict
from pathlib import Path

from shared.text.tokens import tokenize


def read_synonyms(lines: list[str]) -> dict[str, tuple[str, ...]]:
    """Term -> the other terms of its groups. A word of several terms (截止日期) stands for each of them."""
    others: dict[str, dict[str, None]] = defaultdict(dict)
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        words = [tokenize(word) for word in line.split("\t")]
        for word in words:
            for term in word:
                others[term].update(dict.fromkeys(other for group in words if group != word for other in group if other != term))
    return {term: tuple(found) for term, found in others.items()}


SYNONYMS = read_synonyms((Path(__file__).parent / "synonyms.tsv").read_text(encoding="utf-8").splitlines())
