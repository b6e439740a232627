"""What a benchmark stores, what it asks, and which of the stored messages answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing that was said. `id` is what answers name; `position` counts within its session."""

    id: str
    text: str
    at: datetime | None = None
    speaker: str | None = None
    session: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """The memory of one person or conversation. No store sees another's messages."""

    name: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Asked of one store. Without answers it is off topic: nothing should come back."""

    store: str
    query: str
    category: str
    answers: frozenset[str] = frozenset()

    @property
    def is_off_topic(self) -> bool:
        """Nothing that is stored answers it."""
        return not self.answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """One benchmark. `notes` says what of the file was left out or corrected, and why."""

    name: str
    stores: tuple[Store, ...]
    questions: tuple[Question, ...]
    notes: tuple[str, ...] = ()


def with_strangers(dataset: Dataset, each: int, category: str = "about strangers") -> tuple[Question, ...]:
    """So many questions a store, taken evenly from those about the other stores: off topic, though they sound alike.

    What names a speaker of the store itself is no stranger's question: two people may be called John.
    """
    made: list[Question] = []
    for store in dataset.stores:
        names = {message.speaker.casefold() for message in store.messages if message.speaker}
        others = [one for one in dataset.questions if one.store != store.name and not one.is_off_topic and not _names(one, names)]
        made += [Question(store=store.name, query=one.query, category=category) for one in _evenly(others, each)]
    return tuple(made)


def _names(question: Question, names: Iterable[str]) -> bool:
    asked = question.query.casefold()
    return any(name in asked for name in names)


def _evenly(questions: Sequence[Question], count: int) -> list[Question]:
    if count <= 0:
        return []
    step = max(1, len(questions) // count)
    return list(questions[::step][:count])
