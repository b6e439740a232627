"""What the sampled stores hold: statements as an extractor writes them, the same amid small talk, and other people's messages."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.text.chunking import sentences
from shared.text.language import language_of
from shared.text.normalise import clean_text

OTHER_MESSAGES = 400
SHORT, LONG = 12, 90


@dataclass(frozen=True, slots=True)
class Document:
    """One text of a store. `statement` is the id of what it says, None for a message about something else."""

    text: str
    language: str
    statement: str | None
    is_chat: bool


def memorybank_messages(folder: Path) -> list[str]:
    """All messages of both halves of MemoryBank (MIT), user's and assistant's."""
    found = []
    for name in ("memory_bank_en.json", "memory_bank_cn.json"):
        for person in json.loads((folder / name).read_text(encoding="utf-8")).values():
            for day in person["history"].values():
                found += [turn[side] for turn in day for side in ("query", "response") if turn.get(side)]
    return found


def make_documents(statements: Sequence[Mapping[str, Any]], messages: Sequence[str], *, seed: int) -> list[Document]:
    """Each statement twice, as it is and with a sentence of talk before and after it, and `OTHER_MESSAGES` messages."""
    generator = random.Random(seed)
    talk: dict[str, list[str]] = {"en": [], "zh": []}
    for message in messages:
        speech = "zh" if language_of(message) == "zh" else "en"
        talk[speech] += [sentence for sentence in sentences(clean_text(message)) if SHORT <= len(sentence) <= LONG]
    documents = []
    for statement in statements:
        text, speech = clean_text(statement["text"]), statement["language"]
        before, after = generator.sample(talk[speech], 2)
        gap = "" if speech == "zh" else " "
        documents.append(Document(text, speech, statement["id"], is_chat=False))
        documents.append(Document(f"{before}{gap}{text}{gap}{after}", speech, statement["id"], is_chat=True))
    return documents + [
        Document(clean_text(message), "zh" if language_of(message) == "zh" else "en", None, is_chat=True)
        for message in generator.sample(list(messages), OTHER_MESSAGES)
    ]
