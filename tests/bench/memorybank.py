"""MemoryBank (MIT, beside the checkout) as passages with sessions and speakers, and our own questions over it."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "memorybank"
QUESTIONS = Path(__file__).parent / "data" / "memorybank_questions.tsv"
FILES = {"en": "memory_bank_en.json", "zh": "memory_bank_cn.json"}
COMPANION = {"en": "AI companion", "zh": "AI伴侣"}
UNLIKE = frozenset({(2, 9), (3, 9), (6, 8), (11, 3)})
"""(person, day) where the two languages have other turns: no Chinese answers are taken from there."""
FIRST_DAY, AFTERWARDS = datetime(2023, 4, 27, tzinfo=UTC), datetime(2023, 5, 10, tzinfo=UTC)
DATED_EVERY = 5
"""One of so many questions also says the day."""
SIDES = (("query", "u"), ("response", "a"))


@dataclass(frozen=True, slots=True)
class Said:
    """One message. `key` is `person/day.turn` and u or a: what the questions' answers name."""

    key: str
    text: str
    speaker: str
    session_id: str
    position: int
    at: datetime
    person: int


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """In the first person, and about the person by name. Some name the day of their answers."""

    person: int
    language: str
    first: str
    named: str
    answers: frozenset[str]


def persons(language: str) -> dict[int, tuple[str, list[Said]]]:
    """Person -> (name, messages in their order)."""
    found: dict[str, Any] = json.loads((FOLDER / FILES[language]).read_text(encoding="utf-8"))
    made = {}
    for person, (name, entry) in enumerate(found.items()):
        short = name.strip().split()[0] if language == "en" else name.strip()
        made[person] = (short, list(_messages(person, short, entry["history"], language)))
    return made


def _messages(person: int, name: str, history: dict[str, Any], language: str) -> Iterator[Said]:
    for day, (date, turns) in enumerate(history.items()):
        at = datetime.fromisoformat(date).replace(tzinfo=UTC)
        for number, turn in enumerate(turns):
            for place, (field, side) in enumerate(SIDES):
                if turn.get(field):
                    speaker = name if side == "u" else COMPANION[language]
                    key = f"{person}/{day}.{number}{side}"
                    yield Said(key, turn[field], speaker, f"{person}/{day}", 2 * number + place, at, person)


def questions(language: str) -> list[PersonQuestion]:
    """Ours, in one language."""
    names = {person: name for person, (name, _) in persons(language).items()}
    made = []
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        number, answers, english, chinese = line.split("\t")
        person = int(number)
        keys = [key for key in answers.split(",") if language == "en" or (person, int(key.split(".")[0])) not in UNLIKE]
        first = english if language == "en" else chinese
        days = {int(key.split(".")[0]) for key in keys}
        if len(made) % DATED_EVERY == 0 and len(days) == 1:
            first = dated_question(first, FIRST_DAY + timedelta(days=days.pop()), language)
        if keys:
            named = named_question(first, names[person], language)
            made.append(PersonQuestion(person, language, first, named, frozenset(f"{person}/{key}" for key in keys)))
    return made


def dated_question(question: str, day: datetime, language: str) -> str:
    """`What did I cook on 29 April?`"""
    if language == "zh":
        return f"{day.month}月{day.day}日，{question}"
    return f"{question.rstrip('?')} on {day.day} {day:%B}?"


_ENGLISH_NAMES: Sequence[tuple[str, str]] = (
    (r"\bdo I\b", "does {name}"),
    (r"\bDo I\b", "Does {name}"),
    (r"\bhave I\b", "has {name}"),
    (r"\bHave I\b", "Has {name}"),
    (r"\b[Aa]m I\b", "is {name}"),
    (r"\bI am\b", "{name} is"),
    (r"\bmyself\b", "{name}"),
    (r"\b(?:I|me)\b", "{name}"),
    (r"\bmy\b", "{name}'s"),
    (r"\bdo you\b", "does the assistant"),
    (r"\bhave you\b", "has the assistant"),
    (r"\bwere you\b", "was the assistant"),
    (r"\byou\b", "the assistant"),
)


def named_question(question: str, name: str, language: str) -> str:
    """`What do I play?` as `What does Emily play?`: how somebody else would ask."""
    if language == "zh":
        return question.replace("我", name).replace("你", "助手")
    for pattern, form in _ENGLISH_NAMES:
        question = re.sub(pattern, form.format(name=name), question)
    return question[0].upper() + question[1:]
