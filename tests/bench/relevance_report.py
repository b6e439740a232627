"""What a fitted relevance model does: found, lost at the gate, injected though off-topic, by size of store, language and source."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from services.api.recall.relevance import Gates, logit
from services.api.recall.term_match import Matrix
from tests.bench.relevance_fit import ViewOf, best_answer
from tests.bench.relevance_trials import STORE_SIZES, Trial

Judged = tuple[Trial, Matrix]


def report(trials: Sequence[Trial], raw: Sequence[Matrix], view: ViewOf, gates: Gates) -> dict[str, Any]:
    """Shares of questions."""
    pairs = list(zip(trials, raw, strict=True))
    asked = [pair for pair in pairs if pair[0].asked.kind == "on_topic"]
    off = [pair for pair in pairs if pair[0].asked.kind != "on_topic"]
    by_size = {}
    for size in STORE_SIZES:
        row = loss(of_size(asked, size), view, gates)
        for kind in ("general", "personal", "stranger"):
            row[f"off_topic_{kind}_injects"] = injected([pair for pair in of_size(off, size) if pair[0].asked.kind == kind], gates)
        row["off_topic_injects"] = injected(of_size(off, size), gates)
        by_size["all" if size == STORE_SIZES[-1] else str(size)] = row
    groups: Mapping[str, list[Judged]] = {
        "english": [pair for pair in asked if pair[0].asked.language == "en" and not pair[0].is_across],
        "chinese": [pair for pair in asked if pair[0].asked.language == "zh" and not pair[0].is_across],
        "across": [pair for pair in asked if pair[0].is_across],
    }
    sources = {source: [pair for pair in asked if pair[0].source == source] for source in sorted({pair[0].source for pair in asked})}
    return {
        "by_store_size": by_size,
        "by_language": {name: loss(found, view, gates) for name, found in groups.items()},
        "by_source": {name: loss(found, view, gates) for name, found in sources.items()},
    }


def of_size(pairs: Iterable[Judged], size: int) -> list[Judged]:
    """Those of one class."""
    return [pair for pair in pairs if pair[0].size == size]


def loss(pairs: Sequence[Judged], view: ViewOf, gates: Gates) -> dict[str, Any]:
    """Found among five, and of all questions the share that lost it to the gate."""
    best = [(best_answer(raw, view(trial)), len(raw)) for trial, raw in pairs]
    found = [value > float("-inf") for value, _ in best]
    lost = [hit and not passes(value, count, gates) for hit, (value, count) in zip(found, best, strict=True)]
    return {"n": len(pairs), "any_at_5": _share(found), "lost_to_gate": _share(lost)}


def injected(pairs: Sequence[Judged], gates: Gates) -> float | None:
    """The share of questions of which something passes the gate."""
    return _share([bool(len(raw)) and passes(float(raw.max()), len(raw), gates) for _, raw in pairs])


def passes(raw: float, candidates: int, gates: Gates) -> bool:
    """Relevance is at least .6."""
    return float(gates.log_odds(np.array([raw]), candidates)[0]) >= logit(0.6) - 1e-9


def _share(values: Sequence[bool]) -> float | None:
    return round(float(np.mean(values)), 3) if values else None
