"""A dataset into a service, each store as a user of its own that nobody else has, and out again."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from tiercel.client import Tiercel
from tiercel.demo.parts import Post
from tiercel.demo.player import play
from tiercel.errors import TiercelError
from tiercel.eval.dataset import Dataset, Message, Store

LINES_AT_ONCE = 100
PAGE = 500
AGENT = "eval"

Tell = Callable[[str], None]


class Mode(StrEnum):
    """`verbatim`: each message is a memory. `pipeline`: messages are turns, and memories what extraction and guard make of them."""

    VERBATIM = "verbatim"
    PIPELINE = "pipeline"


@dataclass(slots=True)
class Stored:
    """Where the dataset lies: user of each store, and the messages that each memory stands for.

    `is_aged`: a memory was written when its message was said, so that it has been idle since then.
    """

    run_id: str
    is_aged: bool = False
    says: dict[str, set[str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def user(self, store: str) -> str:
        """The user_id of this run's store."""
        return f"eval-{self.run_id}-{store}"

    def next_id(self) -> str:
        """A memory id of this run. Ids of the file may hold characters that no address carries, so they are no part of it."""
        return f"{self.run_id}-{next(self.numbers)}"

    def count(self, name: str, number: int = 1) -> None:
        """Add to one of the counts that the report shows."""
        self.counts[name] = self.counts.get(name, 0) + number


def ending_now(dataset: Dataset, now: datetime) -> Dataset:
    """The same with all times moved, so that each store's newest message is as old as `now`."""
    return Dataset(name=dataset.name, stores=tuple(_moved(store, now) for store in dataset.stores), questions=dataset.questions)


def _moved(store: Store, now: datetime) -> Store:
    newest = max((message.at for message in store.messages if message.at is not None), default=now)
    by = now - newest
    return Store(name=store.name, messages=tuple(_later(message, by) for message in store.messages))


def _later(message: Message, by: timedelta) -> Message:
    at = None if message.at is None else message.at + by
    return Message(
        id=message.id, text=message.text, at=at, speaker=message.speaker, session=message.session, position=message.position
    )  # fmt: skip


def store_verbatim(client: Tiercel, dataset: Dataset, stored: Stored, tell: Tell) -> None:
    """By import. What is refused or waits in review is counted: its questions cannot be answered."""
    for store in dataset.stores:
        lines = [_line(stored, store, message, stored.next_id()) for message in store.messages]
        for start in range(0, len(lines), LINES_AT_ONCE):
            answer = client.import_memories(lines[start : start + LINES_AT_ONCE])
            for name in ("stored", "noop", "review"):
                stored.count(name, int(answer.get(name, 0)))
            stored.count("refused", len(answer.get("refused", ())))
        stored.says |= {line["id"]: {message.id} for line, message in zip(lines, store.messages, strict=True)}
        tell(f"{store.name}: {len(lines)} messages stored")


def _line(stored: Stored, store: Store, message: Message, memory_id: str) -> dict[str, Any]:
    line = {
        "id": memory_id,
        "text": message.text,
        "user_id": stored.user(store.name),
        "agent_id": AGENT,
        "visibility": "private",
        "session_id": message.session,
        "position": message.position,
        "speaker": message.speaker,
        "observed_at": None if message.at is None else message.at.isoformat(),
        "created_at": message.at.isoformat() if stored.is_aged and message.at is not None else None,
    }
    return {name: value for name, value in line.items() if value is not None}


def store_through_pipeline(client: Tiercel, dataset: Dataset, stored: Stored, tell: Tell) -> None:
    """As turns, one a message, each followed to its end. A memory stands for the messages that wrote or renewed it."""
    for store in dataset.stores:
        message_of = {_turn_id(stored, store, message): message for message in store.messages}
        posts = [Post(turn_id=turn_id, body=_turn(stored, store, message, turn_id)) for turn_id, message in message_of.items()]
        for played in play(client, posts, tell=tell):
            stored.count(f"turns {played.status}")
            for outcome in played.outcomes:
                stored.count(f"candidates {outcome['action']}")
                if outcome.get("memory_id"):
                    stored.says.setdefault(str(outcome["memory_id"]), set()).add(message_of[played.post.turn_id].id)
        tell(f"{store.name}: {len(posts)} turns decided")


def _turn_id(stored: Stored, store: Store, message: Message) -> str:
    return f"{stored.run_id}-{store.name}-{message.id}"


def _turn(stored: Stored, store: Store, message: Message, turn_id: str) -> dict[str, Any]:
    said = {"role": "user", "name": message.speaker, "text": message.text, "message_id": message.id}
    at = message.at or datetime.now(UTC)
    return {
        "turn_id": turn_id,
        "session_id": f"{stored.user(store.name)}-{message.session or 'session'}",
        "user_id": stored.user(store.name),
        "agent_id": AGENT,
        "occurred_at": at.isoformat(),
        "messages": [{name: value for name, value in said.items() if value is not None}],
    }


def clean_up(client: Tiercel, dataset: Dataset, stored: Stored) -> list[str]:
    """Erase every memory of the run; what could not be erased, in words."""
    left: list[str] = []
    for store in dataset.stores:
        user = stored.user(store.name)
        faults = [fault for memory_id in list(_memories_of(client, user)) if (fault := _erased(client, memory_id)) is not None]
        if faults:
            left.append(f"{len(faults)} memories of user {user}, the first because: {faults[0]}")
    return left


def _erased(client: Tiercel, memory_id: str) -> TiercelError | None:
    """What spoke against it."""
    try:
        client.erase(memory_id)
    except TiercelError as fault:
        return fault
    return None


def _memories_of(client: Tiercel, user: str) -> Iterator[str]:
    """Live and archived ones."""
    found: list[Mapping[str, Any]] = []
    for status in ("live", "archived"):
        cursor: str | None = None
        while True:
            page = client.memories(user_id=user, status=status, limit=PAGE, cursor=cursor)
            found += page["items"]
            cursor = page.get("next_cursor")
            if cursor is None:
                break
    yield from dict.fromkeys(str(memory["id"]) for memory in found)


def store(client: Tiercel, dataset: Dataset, stored: Stored, mode: Mode, tell: Tell) -> None:
    """In one of the two modes."""
    steps: Mapping[Mode, Callable[[Tiercel, Dataset, Stored, Tell], None]] = {
        Mode.VERBATIM: store_verbatim,
        Mode.PIPELINE: store_through_pipeline,
    }
    steps[mode](client, dataset, stored, tell)


def counts_in_words(counts: Mapping[str, int]) -> Sequence[str]:
    """`stored 120`, zeros left out."""
    return [f"{name} {number}" for name, number in counts.items() if number]
