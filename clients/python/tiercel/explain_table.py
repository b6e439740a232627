"""A recall's explanation as tables: each memory with every stage's number, and what was dropped, where and why."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

Json = dict[str, Any]
NUMBERS = ("dense", "sparse", "fused", "coverage", "rerank", "remote", "layer", "decay", "order", "mmr")
"""In the order in which the stages make them; `rerank` is the relevance that the gate compares."""
SHOWN_CHARACTERS = 60
WIDTH = 140
"""Columns, where standard output is no terminal."""


def explained(console: Console, answer: Json) -> None:
    """What was asked, the stages, the memories' numbers, the dropped ones, the times."""
    explanation = answer["explain"]
    wide = console if console.is_terminal else Console(width=WIDTH, file=console.file)
    model = explanation["model"] + (f", reranker {explanation['reranker']}" if explanation.get("reranker") else "")
    _say(wide, f"asked: {' / '.join(explanation['asked'].splitlines())}")
    _say(wide, f"terms: {', '.join(explanation['terms'])}")
    _say(wide, f"stages: {' > '.join(explanation['stages'])}   model: {model}   candidates: {explanation['candidates']}")
    memories = answer["memories"]
    if memories:
        rows = [[f"{memory['score']:.2f}", *_numbers(memory), _short(memory)] for memory in memories]
        wide.print(_table(["score", *NUMBERS, "memory"], rows))
    else:
        _say(wide, f"nothing: {answer.get('empty_reason') or 'no memory reached the threshold'}")
    dropped = explanation["dropped"]
    if dropped:
        _say(wide, f"dropped: {len(dropped)}")
        wide.print(
            _table(
                ["dropped by", "why", "score", "id"],
                [[line["stage"], line["reason"], _number(line["score"]), line["id"]] for line in dropped],
            )
        )
    times = ", ".join(f"{part} {milliseconds:.1f}" for part, milliseconds in explanation["timings_ms"].items())
    _say(wide, f"milliseconds: {times}; all {answer['took_ms']:.1f}")
    if answer.get("degraded"):
        _say(wide, f"degraded: {', '.join(answer['degraded'])}")


def _say(console: Console, words: str) -> None:
    console.print(Text(words), soft_wrap=True, highlight=False)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, no_wrap=head not in {"memory", "why"}, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _numbers(memory: Json) -> list[str]:
    numbers = memory.get("explain") or {}
    return [_number(numbers.get(name)) for name in NUMBERS]


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def _short(memory: Json) -> str:
    text = " ".join(memory["text"].split())
    shown = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
    return shown + (" [pending]" if memory.get("pending") else "")
