"""Tables of one run, and of two side by side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich import box
from rich.markup import escape
from rich.table import Table

from tiercel.eval.scoring import ALL

SHOWN = ("any@1", "any@5", "any@10", "recall@5", "recall@10", "ndcg@10", "mrr", "session_any@5")
OF_RANKINGS = ("any@5", "any@10", "recall@10")
COMPARED = ("any@5", "any@10", "recall@10", "ndcg@10", "session_any@5")

Results = Mapping[str, Any]


def tables(results: Results) -> Iterator[Table]:
    """Categories, stages of the ranking, the gate, times."""
    if results["categories"]:
        yield _table("Found, in %", ("category", "n", *SHOWN), _categories(results))
        yield _table("recall@10 after each stage, in %", ("category", *_ranking_names(results)), _rankings(results))
    yield _table("The service's own gate, in %", ("questions", "n", "any@5", "lost to the gate", "inject something"), _gate(results))
    yield _table("Time, in ms", ("part", "p50", "p95"), _times(results))


def comparison(left: Results, right: Results, names: tuple[str, str]) -> Iterator[Table]:
    """What the second run does better (+) or worse (-) than the first."""
    columns = ("category", "measure", *map(escape, names), "difference")
    yield _table("Side by side, in %", columns, [*_compared(left, right), *_compared_gates(left, right)])
    yield _table("Time, in ms", ("part", *map(escape, names), "difference"), list(_compared_times(left, right)))


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for at, column in enumerate(columns):
        table.add_column(column, justify="left" if at == 0 else "right")
    for row in rows:
        table.add_row(*row)
    return table


def percent(share: float | None) -> str:
    """`77.9`; a dash for what could not be measured."""
    return "-" if share is None else f"{100 * share:.1f}"


def _categories(results: Results) -> list[list[str]]:
    return [
        [escape(name), str(figures["n"]), *(percent(figures.get(measure)) for measure in SHOWN)]
        for name, figures in results["categories"].items()
    ]


def _ranking_names(results: Results) -> list[str]:
    return list(results["categories"][ALL]["rankings"])


def _rankings(results: Results) -> list[list[str]]:
    return [
        [escape(name), *(percent(figures["rankings"].get(ranking, {}).get("recall@10")) for ranking in _ranking_names(results))]
        for name, figures in results["categories"].items()
    ]


def _gate(results: Results) -> list[list[str]]:
    on_topic = [
        [escape(name), str(figures["n"]), percent(figures["gate"]["any@5"]), percent(figures["gate"]["loss"]), "-"]
        for name, figures in results["categories"].items()
    ]
    off_topic = [[escape(name), str(figures["n"]), "-", "-", percent(figures["injects"])] for name, figures in results["off_topic"].items()]
    return on_topic + off_topic


def _times(results: Results) -> list[list[str]]:
    latency = results["latency"]
    rows = {"the whole request": latency["request"], **{f"  {stage}": times for stage, times in latency["stages"].items()}}
    return [[escape(name), f"{times['p50']:.1f}", f"{times['p95']:.1f}"] for name, times in rows.items()]


def _compared(left: Results, right: Results) -> Iterator[list[str]]:
    for name, before in left["categories"].items():
        after = right["categories"].get(name)
        for measure in COMPARED if after is not None else ():
            yield [escape(name), measure, *_pair(before.get(measure), after.get(measure))]


def _compared_gates(left: Results, right: Results) -> Iterator[list[str]]:
    for name, before in left["categories"].items():
        if name in right["categories"]:
            yield [escape(name), "lost to the gate", *_pair(before["gate"]["loss"], right["categories"][name]["gate"]["loss"])]
    for name, before in left["off_topic"].items():
        if name in right["off_topic"]:
            yield [escape(name), "inject something", *_pair(before["injects"], right["off_topic"][name]["injects"])]


def _pair(before: float | None, after: float | None) -> list[str]:
    difference = "-" if before is None or after is None else f"{100 * (after - before):+.1f}"
    return [percent(before), percent(after), difference]


def _compared_times(left: Results, right: Results) -> Iterator[list[str]]:
    pairs = {"the whole request": (left["latency"]["request"], right["latency"]["request"])}
    stages = right["latency"]["stages"]
    pairs |= {stage: (times, stages[stage]) for stage, times in left["latency"]["stages"].items() if stage in stages}
    for part, (before, after) in pairs.items():
        for share in ("p50", "p95"):
            yield [f"{escape(part)} {share}", f"{before[share]:.1f}", f"{after[share]:.1f}", f"{after[share] - before[share]:+.1f}"]


def title(results: Results) -> str:
    """One line: what was measured, how, on what."""
    return (
        f"{results['name']}, {results['mode']}: {results['questions_asked']} questions, top_k {results['top_k']}, "
        f"embedder {results['embedder']}, {results['made_at']}"
    )
