"""Which stores the questions are held against: of 1 to all memories, plain or chat, of one person or of many."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from services.api.recall.term_match import Matrix
from tests.bench.memorybank import PersonQuestion
from tests.bench.relevance_trials import FOLDS, STORE_SIZES, Asked, Court, Trial
from tests.bench.small_engine import SmallEngine

SOME = STORE_SIZES[:-1]
ALL = STORE_SIZES[-1]


@dataclass(frozen=True, slots=True)
class Bench:
    """An engine, what is asked of it, and the vectors of the questions' texts."""

    engine: SmallEngine
    vectors: Mapping[str, Matrix]
    court: Court
    seed: int


def statement_trials(
    bench: Bench, asked: Sequence[Asked], strangers: Sequence[Asked], *, source: str, sizes: Sequence[int]
) -> Iterator[Trial]:
    """Stores of statements. The two languages tell parallel lives: a store holds only one of each such pair."""
    generator = random.Random(bench.seed)
    passages = bench.engine.passages
    for one in asked:
        twins = {side + next(iter(one.answers))[1:] for side in "ez"}
        right = [row for row, passage in enumerate(passages) if passage.says in one.answers]
        for size in sizes:
            answer = generator.choice(right)
            store = [answer, *_some(generator, passages_without(bench.engine, twins, generator, size), size - 1)]
            generator.shuffle(store)
            yield bench.court.trial(bench.engine, store, one, bench.vectors[one.text], source=source)
    for one in strangers:
        for size in sizes:
            store = _some(generator, passages_without(bench.engine, set(), generator, size), size)
            yield bench.court.trial(bench.engine, store, one, bench.vectors[one.text], source=source)


def passages_without(engine: SmallEngine, says: set[str], generator: random.Random, size: int) -> list[int]:
    """Rows that say none of these; small stores speak one language or both, large ones both."""
    speech = generator.choice(["en", "zh", "both"]) if size <= 30 else "both"
    return [row for row, passage in enumerate(engine.passages) if passage.says not in says and speech in {"both", passage.language}]


def person_trials(
    bench: Bench, asked: Sequence[PersonQuestion], strangers: Sequence[Asked], *, source: str, named: bool, sizes: Sequence[int]
) -> Iterator[Trial]:
    """Stores of messages: named questions of all persons' messages, those in the first person of one person's own.

    Smaller stores are runs of messages, so that answers keep neighbours. A named question is also asked of stores
    that hold nothing of that person (kind stranger).
    """
    generator = random.Random(bench.seed)
    rows_of = _by_person(bench.engine)
    everybody = [row for rows in rows_of.values() for row in rows]
    for at, one in enumerate(asked):
        text = one.named if named else one.first
        right = Asked(text, one.language, "on_topic", one.answers, one.person % FOLDS)
        open_to = everybody if named else rows_of[one.person]
        for size in sizes:
            store = _around(generator, bench.engine, open_to, one.answers, size)
            yield bench.court.trial(bench.engine, store, right, bench.vectors[text], source=source)
        if named and at % 2 == 0:
            wrong = Asked(text, one.language, "stranger", frozenset(), one.person % FOLDS)
            others = [row for person, rows in rows_of.items() if person != one.person for row in rows]
            for size in sizes:
                yield bench.court.trial(bench.engine, _run(generator, others, size), wrong, bench.vectors[text], source=source)
    for off in strangers:
        for size in sizes:
            open_to = everybody if named else rows_of[generator.choice(sorted(rows_of))]
            yield bench.court.trial(bench.engine, _run(generator, open_to, size), off, bench.vectors[off.text], source=source)


def _by_person(engine: SmallEngine) -> dict[str | int, list[int]]:
    rows: dict[str | int, list[int]] = {}
    for row, passage in enumerate(engine.passages):
        rows.setdefault(int(passage.says.split("/")[0]), []).append(row)
    return rows


def _around(generator: random.Random, engine: SmallEngine, open_to: Sequence[int], answers: frozenset[str], size: int) -> list[int]:
    """One answer with what stands beside it, and runs from elsewhere; all answers in the largest store."""
    right = [row for row in open_to if engine.passages[row].says in answers]
    if size >= len(open_to):
        return list(open_to)
    answer = generator.choice(right)
    place = open_to.index(answer)
    near = max(1, min(size, generator.choice([1, 3, 8])))
    begin = max(0, place - generator.randrange(near))
    store = dict.fromkeys([answer, *open_to[begin : begin + near]])
    for row in _run(generator, open_to, size):
        if len(store) >= size:
            break
        store[row] = None
    return list(store)[:size]


def _run(generator: random.Random, open_to: Sequence[int], size: int) -> list[int]:
    """Messages that follow one another, in up to four runs."""
    if size >= len(open_to):
        return list(open_to)
    store: dict[int, None] = {}
    length = max(1, size // 4)
    while len(store) < size:
        begin = generator.randrange(len(open_to))
        store.update(dict.fromkeys(open_to[begin : begin + length]))
    return list(store)[:size]


def _some(generator: random.Random, open_to: Sequence[int], count: int) -> list[int]:
    return generator.sample(list(open_to), min(count, len(open_to)))
