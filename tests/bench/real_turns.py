"""Turns of real conversations, as a host would post them: MemoryBank in both languages and LoCoMo, from beside the checkout."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from shared.domain.candidate import Role
from shared.domain.turn import Turn, TurnMessage
from tests.bench.memorybank import persons
from tests.factories import make_turn

LOCOMO = Path(__file__).parents[3] / "shared" / "data" / "locomo" / "locomo_dev5.json"
PAIR = 2


def real_turns(most: int) -> Iterator[tuple[str, list[Turn]]]:
    """(conversation, its turns): a third of `most` each of MemoryBank English, MemoryBank Chinese and LoCoMo."""
    each = max(1, most // 3)
    for language in ("en", "zh"):
        yield f"memorybank {language}", list(islice(memorybank_turns(language), each))
    yield "locomo", list(islice(locomo_turns(), each))


def memorybank_turns(language: str) -> Iterator[Turn]:
    """A question and its answer are one turn; a person is a user, a day a session."""
    for person, (name, messages) in persons(language).items():
        held: list[TurnMessage] = []
        for number, said in enumerate(messages):
            role = Role.USER if said.speaker == name else Role.ASSISTANT
            held.append(TurnMessage(message_id=said.key, role=role, text=said.text, name=name if role is Role.USER else None))
            if role is Role.ASSISTANT or number + 1 == len(messages):
                yield _turn(f"{language}{person}", said.session_id, number, said.at, held)
                held = []


def locomo_turns() -> Iterator[Turn]:
    """Two messages are one turn: the first speaker is the user, the other one answers."""
    for number, entry in enumerate(json.loads(LOCOMO.read_text(encoding="utf-8"))):
        talk: dict[str, Any] = entry["conversation"]
        user = talk["speaker_a"]
        for session in sorted((key for key in talk if re.fullmatch(r"session_\d+", key)), key=lambda key: int(key.split("_")[1])):
            at = _moment(talk[f"{session}_date_time"])
            lines = talk[session]
            for start in range(0, len(lines), PAIR):
                messages = [
                    TurnMessage(
                        message_id=line["dia_id"], role=Role.USER if line["speaker"] == user else Role.ASSISTANT, text=line["text"],
                        name=line["speaker"],
                    )
                    for line in lines[start : start + PAIR]
                ]  # fmt: skip
                yield _turn(f"locomo{number}", session, start, at, messages)


def _moment(written: str) -> datetime:
    """`1:56 pm on 8 May, 2023`."""
    return datetime.strptime(written.upper(), "%I:%M %p ON %d %B, %Y").replace(tzinfo=UTC)


def _turn(user: str, session: str, number: int, at: datetime, messages: list[TurnMessage]) -> Turn:
    moment = at + timedelta(minutes=number)
    return make_turn(
        turn_id=f"{user}/{session}/{number}", session_id=session, messages=tuple(messages), occurred_at=moment, received_at=moment,
        content_key=f"{user}/{session}/{number}",
    )  # fmt: skip
