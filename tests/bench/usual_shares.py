"""How common a term is in everyday dialogue: what recall assumes while a store is too small to tell."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from shared.text.language import language_of
from shared.text.tokens import tokenize

LEAST_SHARE = 0.006


def memorybank_messages(folder: Path) -> list[str]:
    """All messages of both halves of MemoryBank (MIT), user's and assistant's."""
    found = []
    for name in ("memory_bank_en.json", "memory_bank_cn.json"):
        for person in json.loads((folder / name).read_text(encoding="utf-8")).values():
            for day in person["history"].values():
                found += [turn[side] for turn in day for side in ("query", "response") if turn.get(side)]
    return found


def usual_shares(texts: Sequence[str]) -> dict[str, float]:
    """Term -> the share of texts of its commoner language that hold it; rarer ones than `LEAST_SHARE` are left out."""
    shares: dict[str, float] = {}
    for is_chinese in (True, False):
        part = [text for text in texts if (language_of(text) == "zh") is is_chinese]
        for term, count in _document_frequency(part).items():
            if count / len(part) >= LEAST_SHARE:
                shares[term] = max(shares.get(term, 0.0), round(count / len(part), 4))
    return dict(sorted(shares.items()))


def _document_frequency(texts: Iterable[str]) -> Counter[str]:
    frequency: Counter[str] = Counter()
    for text in texts:
        frequency.update(set(tokenize(text)))
    return frequency
