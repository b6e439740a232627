"""From answered questions to the figures of a run: one nested dictionary of numbers, the content of results.json."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tiercel.eval.asking import AS_GIVEN, Answered
from tiercel.eval.measures import any_at, ndcg_at, percentile, recall_at, reciprocal_rank

ALL = "all on topic"
FIRST = 5
"""The gate and the sessions are measured on so many."""

Figures = dict[str, Any]


def scored(answered: Sequence[Answered]) -> Figures:
    """categories, off_topic, latency, degraded. Shares are 0..1, times milliseconds."""
    on_topic = [one for one in answered if not one.question.is_off_topic]
    off_topic = [one for one in answered if one.question.is_off_topic]
    groups = {ALL: on_topic, **_by_category(on_topic)} if on_topic else {}
    return {
        "categories": {name: _category(group) for name, group in groups.items()},
        "off_topic": {name: _off_topic(group) for name, group in _by_category(off_topic).items()},
        "latency": _latency(answered),
        "degraded": sum(bool(one.degraded) for one in answered),
    }


def _by_category(answered: Iterable[Answered]) -> dict[str, list[Answered]]:
    groups: dict[str, list[Answered]] = {}
    for one in answered:
        groups.setdefault(one.question.category, []).append(one)
    return dict(sorted(groups.items()))


def _category(group: Sequence[Answered]) -> Figures:
    names = list(dict.fromkeys(name for one in group for name in one.ranks))
    with_sessions = [one for one in group if one.sessions]
    found, passed = [any_at(one.ranks[AS_GIVEN], FIRST) for one in group], [any_at(one.passed, FIRST) for one in group]
    return {
        "n": len(group),
        **_ranking(group, AS_GIVEN),
        f"session_any@{FIRST}": _mean(any_at(one.session_ranks, FIRST) for one in with_sessions),
        "gate": {f"any@{FIRST}": _mean(passed), "loss": _mean(max(0.0, had - has) for had, has in zip(found, passed, strict=True))},
        "rankings": {name: _ranking(group, name) for name in names},
    }


def _ranking(group: Sequence[Answered], name: str) -> Figures:
    ranked = [(one.ranks.get(name, ()), len(one.question.answers)) for one in group]
    return {
        **{f"any@{k}": _mean(any_at(ranks, k) for ranks, _ in ranked) for k in (1, 5, 10)},
        **{f"recall@{k}": _mean(recall_at(ranks, answers, k) for ranks, answers in ranked) for k in (5, 10)},
        "ndcg@10": _mean(ndcg_at(ranks, answers, 10) for ranks, answers in ranked),
        "mrr": _mean(reciprocal_rank(ranks) for ranks, _ in ranked),
    }


def _off_topic(group: Sequence[Answered]) -> Figures:
    return {"n": len(group), "injects": _mean(float(one.injected > 0) for one in group)}


def _latency(answered: Sequence[Answered]) -> Figures:
    stages: dict[str, list[float]] = {}
    for one in answered:
        for stage, milliseconds in one.timings.items():
            stages.setdefault(stage, []).append(milliseconds)
    return {
        "request": _times([one.milliseconds for one in answered]),
        "stages": {stage: _times(values) for stage, values in stages.items()},
    }


def _times(values: Sequence[float]) -> Figures:
    return {"p50": round(percentile(values, 0.5), 3), "p95": round(percentile(values, 0.95), 3)}


def _mean(values: Iterable[float]) -> float | None:
    """None of nothing."""
    listed = list(values)
    return round(sum(listed) / len(listed), 5) if listed else None


def rows_of(answered: Sequence[Answered]) -> list[Mapping[str, Any]]:
    """Each question with its ranks, for whoever looks for what went wrong."""
    return [
        {
            "store": one.question.store,
            "category": one.question.category,
            "query": one.question.query,
            "answers": sorted(one.question.answers),
            "ranks": list(one.ranks.get(AS_GIVEN, ())),
            "passed_gate": list(one.passed),
            "injected": one.injected,
            "milliseconds": round(one.milliseconds, 3),
            "degraded": list(one.degraded),
        }
        for one in answered
    ]
