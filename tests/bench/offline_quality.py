"""What a system without a model remembers of plain turns, and what it wrongly keeps of the others; no network, no model.

`tests/bench/data/offline_turns.tsv` and `offline_slots.tsv` say how they were written and how they are read.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.domain.candidate import Candidate, Role
from shared.domain.turn import Turn, TurnMessage
from shared.extraction.capture import read_batch
from shared.extraction.offline_extraction import offline_drafts
from shared.extraction.windows import batches
from shared.text.normalise import clean_text
from shared.text.property_key import property_key
from tests.factories import make_turn
from tests.pipeline import Pipeline

FOLDER = Path(__file__).with_name("data")
EXPECTED = re.compile(r"(?P<free>\??)(?P<words>[^\[@]+?)\s*(?:\[(?P<categories>[^\]]+)\])?\s*(?P<other>@other)?")
WRITTEN = frozenset({"WRITE", "UPDATE"})
WAITING = "PENDING_REVIEW"
USER = frozenset({"user", "用户", "me", "我"})


@dataclass(frozen=True, slots=True)
class Expected:
    """One memory that a turn may (`is_free`) or must leave."""

    words: tuple[str, ...]
    categories: frozenset[str]
    is_free: bool
    is_of_others: bool

    def describes(self, candidate: Candidate) -> bool:
        """It holds all words, and is not about the user where it may not be."""
        text = candidate.text.lower()
        return all(word.lower() in text for word in self.words) and not (self.is_of_others and (candidate.subject or "user") in USER)


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled turn."""

    batch: str
    kind: str
    language: str
    text: str
    expected: tuple[Expected, ...]

    @property
    def demanded(self) -> tuple[Expected, ...]:
        """What must be kept."""
        return tuple(item for item in self.expected if not item.is_free)


@dataclass(frozen=True, slots=True)
class Played:
    """A turn and what became of it: (action, reason, candidate)."""

    case: Case
    ends: tuple[tuple[str, str, Candidate], ...]

    def with_action(self, actions: Iterable[str]) -> list[Candidate]:
        """The candidates that ended so."""
        return [candidate for action, _, candidate in self.ends if action in actions]

    @property
    def false(self) -> list[Candidate]:
        """Written, and described by no expectation."""
        return [candidate for candidate in self.with_action(WRITTEN) if not any(item.describes(candidate) for item in self.case.expected)]

    def fate(self, item: Expected) -> str:
        """What became of one expected memory: written, review or lost."""
        if any(item.describes(candidate) for candidate in self.with_action(WRITTEN)):
            return "written"
        return "review" if any(item.describes(candidate) for candidate in self.with_action([WAITING])) else "lost"

    def is_well_filed(self, item: Expected) -> bool:
        """Some candidate that holds it has one of its categories."""
        return not item.categories or any(
            candidate.category.value in item.categories for _, _, candidate in self.ends if item.describes(candidate)
        )


def load_turns(batch: str | None = None) -> list[Case]:
    """The labelled turns, of one batch or of all."""
    return [_case(*fields) for fields in _rows("offline_turns.tsv", 5) if batch in (None, fields[0])]


def play(case: Case) -> Played:
    """The turn on an empty store of its own, through extraction and guard."""
    pipeline, turn = Pipeline(), _turn(case.text)
    pipeline.play([turn])
    (batch,) = batches([turn], (), characters=24_000, context_messages=0)
    (consumed,) = read_batch(batch, None, threshold=0.6)
    candidates = {proposal.candidate.id: proposal.candidate for proposal in consumed.proposals}
    ends = tuple((end.action.value, end.reason, candidates[end.candidate_id]) for end in pipeline.outcomes(turn))
    return Played(case, ends)


def offline_quality(batch: str | None = None) -> dict[str, Any]:
    """Plays every turn; prints recall per kind of statement, false memories per kind, and how slots hold together."""
    played = [play(case) for case in load_turns(batch)]
    show(played)
    return {**figures(played), "slots": slot_figures(batch)}


def figures(played: Sequence[Played]) -> dict[str, Any]:
    """Shares 0..1 of the demanded memories, and counts of false ones: from turns that state something, and from the others."""
    plain = [one for one in played if one.case.demanded]
    fates = Counter(one.fate(item) for one in plain for item in one.case.demanded)
    total = max(1, fates.total())
    filed = [one.is_well_filed(item) for one in plain for item in one.case.demanded if one.fate(item) != "lost"]
    return {
        "statements": fates.total(),
        "written": fates["written"] / total,
        "written_or_review": (fates["written"] + fates["review"]) / total,
        "well_filed": sum(filed) / max(1, len(filed)),
        "negatives": len(played) - len(plain),
        "false_from_negatives": sum(len(one.false) for one in played if not one.case.demanded),
        "false_from_statements": sum(len(one.false) for one in plain),
        "review_from_negatives": sum(len(one.with_action([WAITING])) for one in played if not one.case.demanded),
    }


def slot_figures(batch: str | None = None) -> dict[str, Any]:
    """How many statements carry the subject and slot of most of their group, and how many those of another group."""
    groups: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
    for number, group, _, text in _rows("offline_slots.tsv", 4):
        if batch in (None, number):
            groups[group].append((text, _property(text)))
    usual = {group: Counter(key for _, key in found).most_common(1)[0][0] for group, found in groups.items()}
    wrong = [(group, text, key) for group, found in groups.items() for text, key in found if key != usual[group] or key is None]
    foreign = [text for group, text, key in wrong if key and key in {one for name, one in usual.items() if name != group}]
    shared = [group for group, key in usual.items() if key is not None and list(usual.values()).count(key) > 1]
    return {
        "statements": sum(map(len, groups.values())),
        "of_another_slot": [f"{text} ({key})" for _, text, key in wrong],
        "of_another_group": foreign,
        "groups_that_share_a_slot": shared,
    }


def show(played: Sequence[Played]) -> None:
    """Two tables: fates of demanded memories per kind, false memories per kind."""
    console = Console()
    table = Table("kind", "statements", "written", "review", "lost", title="offline: what was plainly said")
    false = Table("kind", "turns", "false", "examples", title="offline: what nobody said")
    for kind in dict.fromkeys(one.case.kind for one in played):
        ones = [one for one in played if one.case.kind == kind]
        fates = Counter(one.fate(item) for one in ones for item in one.case.demanded)
        if fates:
            table.add_row(kind, *(str(n) for n in (fates.total(), fates["written"], fates["review"], fates["lost"])))
        wrong = [candidate.text for one in ones for candidate in one.false]
        false.add_row(kind, str(len(ones)), str(len(wrong) or ""), " | ".join(wrong[:3]))
    console.print(table)
    console.print(false)


def _property(text: str) -> str | None:
    (batch,) = batches([_turn(text)], (), characters=24_000, context_messages=0)
    drafts = offline_drafts(batch.windows[0])
    return property_key(drafts[0].subject, drafts[0].slot) if drafts else None


def _turn(text: str) -> Turn:
    """As the door would hand it on."""
    return make_turn(messages=(TurnMessage(message_id="m0", role=Role.USER, text=clean_text(text)),))


def _case(batch: str, kind: str, language: str, text: str, expected: str) -> Case:
    items = tuple(_expected(item.strip()) for item in expected.split(";") if item.strip())
    return Case(batch, kind, language, text.replace("\\n", "\n"), items)


def _expected(written: str) -> Expected:
    found = EXPECTED.fullmatch(written)
    if found is None:
        raise ValueError(f"not an expected memory: {written!r}")
    return Expected(
        words=tuple(found["words"].split()),
        categories=frozenset(filter(None, (found["categories"] or "").split("|"))),
        is_free=bool(found["free"]),
        is_of_others=found["other"] is not None,
    )


def _rows(name: str, width: int) -> list[tuple[str, ...]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [tuple((*row, "", "")[:width]) for row in rows]


if __name__ == "__main__":
    Console().print_json(json.dumps(offline_quality(), ensure_ascii=False))
