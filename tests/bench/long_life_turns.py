"""The turns of one user's days: a boot prompt, what is told anew, an old truth again in other words, and what leaves no memory."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from shared.domain.turn import Turn
from tests.bench.long_life_facts import DATA, Fact, Said
from tests.unit.guard_worker.test_thirty_days import BOOT, Line, turn_of

ROLES = {"A:": "assistant", "S:": "system"}
OLD_ENOUGH = 3
"""Days until something is told again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoy:
    """Messages that leave no lasting memory; `kind` says why."""

    language: str
    kind: str
    lines: tuple[Line, ...]

    def is_in(self, text: str) -> bool:
        """True where a memory holds words of the user's here."""
        said = " ".join(spoken for role, spoken in self.lines if role == "user")
        return text.strip(" .。!！") in said


def turns_of(day: int, facts: Sequence[Fact], told: Sequence[tuple[Fact, Said]], seed: int = 1) -> Iterator[tuple[Turn, Sequence[Fact]]]:
    """Each turn of the day with the facts that it tells; `told` are the sayings that are new today."""
    generator = random.Random(f"{seed}/{day}")
    yield turn_of([("system", BOOT), ("user", BOOT), ("assistant", "Good morning.")], day, 0), ()
    number = 0
    for number, (fact, said) in enumerate(told, start=1):
        message = _wrapped(said.text, fact.language, generator)
        echo = generator.choice([f"As you said: {said.text}", "Noted.", "好的，记住了。"])
        yield turn_of([("user", message), ("assistant", echo)], day, number), (fact,)
    known = [fact for fact in facts if fact.told[0].day <= day - OLD_ENOUGH and fact.restated(day)]
    if known:
        fact = generator.choice(known)
        recalled = f"<memory id=m1>{said_of(fact, day)}</memory>"
        words = generator.choice([fact.restated(day), said_of(fact, day)])
        yield turn_of([("system", recalled), ("user", words), ("assistant", "You told me before.")], day, number + 1), (fact,)
    for place, decoy in enumerate(generator.sample(decoys(), 2), start=number + 2):
        yield turn_of(list(decoy.lines), day, place), ()


def said_of(fact: Fact, day: int) -> str:
    """The truth of the day in the words in which it was told."""
    said = fact.as_of(day)
    return said.text if said is not None else ""


@cache
def decoys() -> tuple[Decoy, ...]:
    """All of them, in both languages."""
    rows = [line.split("\t") for line in _lines("long_life_decoys.tsv")]
    return tuple(
        Decoy(language=language, kind=kind, lines=tuple(_line(part) for part in text.replace("\\n", "\n").split(" || ")))
        for language, kind, text in rows
    )


@cache
def _wrappings(language: str) -> tuple[str, ...]:
    return tuple(text for spoken, text in (line.split("\t") for line in _lines("long_life_wrappings.tsv")) if spoken == language)


def _wrapped(text: str, language: str, generator: random.Random) -> str:
    inside = text[:1].lower() + text[1:] if text.startswith(("My ", "We ", "The ", "Please ")) else text
    return generator.choice(_wrappings(language)).replace("{f}", text).replace("{g}", inside)


def _line(part: str) -> Line:
    role = ROLES.get(part[:2])
    return ("user", part) if role is None else (role, part[2:].strip())


def _lines(name: str) -> list[str]:
    return [line for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
