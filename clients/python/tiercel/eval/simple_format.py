"""The format that users write from their own data (docs/evaluation.md): stores with messages, and questions with answers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

from tiercel.errors import TiercelError
from tiercel.eval.dataset import Dataset, Message, Question, Store
from tiercel.eval.located_json import Located

ONLY_STORE = "default"
ON_TOPIC, OFF_TOPIC = "questions", "off topic"
TOP_FIELDS = frozenset({"name", "stores", "messages", "questions"})
STORE_FIELDS = frozenset({"name", "messages"})
MESSAGE_FIELDS = frozenset({"id", "text", "speaker", "session", "at"})
QUESTION_FIELDS = frozenset({"query", "answers", "category", "store"})


def is_simple(content: object) -> bool:
    """Whether a file means to be of this format."""
    return isinstance(content, dict) and bool({"questions", "stores", "messages"} & content.keys()) and "conversation" not in content


def read_simple(path: Path, content: Located) -> Dataset:
    """TiercelError names the line, the field and the remedy of the first thing that is wrong."""
    return _Reader(path).dataset(content)


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path

    def dataset(self, content: Located) -> Dataset:
        self._know(content, TOP_FIELDS, "the file")
        stores = tuple(self._stores(content))
        known = {store.name: frozenset(message.id for message in store.messages) for store in stores}
        listed = self._list(content, "questions", 'give [{"query": "...", "answers": ["id of a message"]}]')
        questions = tuple(one for number, entry in enumerate(listed) for one in self._questions(entry, number, known))
        if not questions:
            self._refuse(content, "questions", "is empty: give at least one question")
        return Dataset(name=str(content.get("name") or self._path.stem), stores=stores, questions=questions)

    def _stores(self, content: Located) -> Iterator[Store]:
        if "stores" not in content:
            yield self._store(content, ONLY_STORE)
            return
        if "messages" in content:
            self._refuse(content, "messages", "stands beside stores: move the messages into a store")
        seen: set[str] = set()
        listed = self._list(content, "stores", 'give [{"name": "...", "messages": [...]}]')
        if not listed:
            self._refuse(content, "stores", "is empty: give at least one store")
        for number, entry in enumerate(listed):
            place = f"stores[{number}]"
            self._know(self._object(content, entry, place), STORE_FIELDS, place)
            name = self._text(entry, "name", place)
            if name in seen:
                self._refuse(entry, f"{place}.name", f"is {name!r} again: give each store its own name")
            seen.add(name)
            yield self._store(entry, name, f"{place}.")

    def _store(self, content: Located, name: str, place: str = "") -> Store:
        listed = self._list(content, "messages", 'give [{"id": "...", "text": "..."}]', place)
        if not listed:
            self._refuse(content, f"{place}messages", "is empty: give at least one message")
        counts: Counter[str] = Counter()
        messages: dict[str, Message] = {}
        for number, entry in enumerate(listed):
            message = self._message(self._object(content, entry, f"{place}messages[{number}]"), f"{place}messages[{number}]", counts)
            if message.id in messages:
                self._refuse(entry, f"{place}messages[{number}].id", f"is {message.id!r} again: give each message of a store its own id")
            messages[message.id] = message
        return Store(name=name, messages=tuple(messages.values()))

    def _message(self, entry: Located, place: str, counts: Counter[str]) -> Message:
        self._know(entry, MESSAGE_FIELDS, place)
        session = self._text(entry, "session", place) if entry.get("session") is not None else None
        position = None
        if session is not None:
            position = counts[session]
            counts[session] += 1
        return Message(
            id=self._text(entry, "id", place),
            text=self._text(entry, "text", place),
            at=self._time(entry, place),
            speaker=self._text(entry, "speaker", place) if entry.get("speaker") is not None else None,
            session=session,
            position=position,
        )

    def _questions(self, entry: Any, number: int, known: Mapping[str, frozenset[str]]) -> Iterator[Question]:
        place = f"questions[{number}]"
        entry = self._object(None, entry, place)
        self._know(entry, QUESTION_FIELDS, place)
        query = self._text(entry, "query", place)
        listed = self._list(entry, "answers", "give [] where nothing stored answers", f"{place}.", default=[])
        answers = frozenset(answer for answer in listed if isinstance(answer, str))
        if len(answers) != len(listed):
            self._refuse(entry, f"{place}.answers", "holds something that is no id, or one twice: give ids of messages as strings")
        category = self._text(entry, "category", place) if entry.get("category") is not None else (ON_TOPIC if answers else OFF_TOPIC)
        for store in self._stores_asked(entry, place, known, is_off_topic=not answers):
            if missing := sorted(answers - known[store]):
                self._refuse(entry, f"{place}.answers", f"names {missing[0]!r}, which is no message of the store {store!r}: mend the id")
            yield Question(store=store, query=query, category=category, answers=answers)

    def _stores_asked(self, entry: Located, place: str, known: Mapping[str, Any], *, is_off_topic: bool) -> list[str]:
        """An off-topic question that names no store is asked of each."""
        if entry.get("store") is not None:
            named = self._text(entry, "store", place)
            if named not in known:
                self._refuse(entry, f"{place}.store", f"is {named!r}, but the stores are: {', '.join(known)}")
            return [named]
        if len(known) > 1 and not is_off_topic:
            self._refuse(entry, f"{place}.store", f"is missing: name the store that is asked ({', '.join(known)})")
        return list(known)

    def _time(self, entry: Located, place: str) -> datetime | None:
        if entry.get("at") is None:
            return None
        try:
            at = datetime.fromisoformat(self._text(entry, "at", place))
        except ValueError:
            self._refuse(entry, f"{place}.at", f"is {entry['at']!r}: write a time like 2026-03-01T18:00:00+08:00")
        return at if at.tzinfo is not None else at.replace(tzinfo=UTC)

    def _text(self, entry: Located, field: str, place: str) -> str:
        found = entry.get(field)
        if not isinstance(found, str) or not found.strip():
            what = "is missing" if found is None else "is empty" if isinstance(found, str) else f"is {type(found).__name__}, not text"
            self._refuse(entry, f"{place}.{field}", f"{what}: write it as a string with words in it")
        return found

    def _list(self, entry: Located, field: str, remedy: str, place: str = "", default: list[Any] | None = None) -> list[Any]:
        found = entry.get(field, default)
        if not isinstance(found, list):
            self._refuse(entry, f"{place}{field}", f"{'is missing' if found is None else 'is no list'}: {remedy}")
        return found

    def _object(self, around: Located | None, entry: Any, place: str) -> Located:
        if not isinstance(entry, Located):
            self._refuse(around, place, 'is no object: write {"...": "..."}')
        return entry

    def _know(self, entry: Located, fields: frozenset[str], place: str) -> None:
        if strange := sorted(entry.keys() - fields):
            self._refuse(entry, place, f"has the unknown field {strange[0]!r}: the fields are {', '.join(sorted(fields))}")

    def _refuse(self, entry: Located | None, field: str, words: str) -> NoReturn:
        line = f", line {entry.line}" if entry is not None else ""
        raise TiercelError(f"{self._path}{line}: {field} {words}.")
