"""What the sampled stores hold: statements as an extractor writes them, the same amid small talk, and MemoryBank's messages."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from shared.text.chunking import sentences
from shared.text.language import language_of
from shared.text.normalise import clean_text
from tests.bench.memorybank import Said

SHORT, LONG = 12, 90
OTHER_MESSAGES = 400
SOME_DAY = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Passage:
    """One text of a store. `says` is what an answer is known by: a statement's id or a message's key."""

    text: str
    language: str
    says: str
    speaker: str | None = None
    session_id: str | None = None
    position: int | None = None
    at: datetime = SOME_DAY


def statement_passages(
    statements: Sequence[Mapping[str, Any]], messages: Sequence[str], *, seed: int
) -> tuple[list[Passage], list[Passage]]:
    """Each statement as it is, and each amid a sentence of talk on either side beside messages about something else."""
    generator = random.Random(seed)
    talk: dict[str, list[str]] = {"en": [], "zh": []}
    for message in messages:
        talk[_speech(message)] += [sentence for sentence in sentences(clean_text(message)) if SHORT <= len(sentence) <= LONG]
    plain, chat = [], []
    for statement in statements:
        text, speech = clean_text(statement["text"]), statement["language"]
        before, after = generator.sample(talk[speech], 2)
        gap = "" if speech == "zh" else " "
        plain.append(Passage(text, speech, statement["id"]))
        chat.append(Passage(f"{before}{gap}{text}{gap}{after}", speech, statement["id"]))
    chat += [Passage(clean_text(message), _speech(message), "") for message in generator.sample(list(messages), OTHER_MESSAGES)]
    return plain, chat


def message_passage(said: Said, *, named: bool) -> Passage:
    """`Emily: I play the piano` with its speaker, or the bare words of somebody whom no field names."""
    text = clean_text(said.text)
    return Passage(
        text=f"{said.speaker}: {text}" if named else text,
        language=_speech(text),
        says=said.key,
        speaker=said.speaker if named else None,
        session_id=said.session_id,
        position=said.position,
        at=said.at,
    )


def _speech(text: str) -> str:
    return "zh" if language_of(text) == "zh" else "en"
