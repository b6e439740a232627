"""One benchmark from file to results: read, store, ask, score, write, clean up."""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from tiercel.client import Tiercel
from tiercel.dream_command import run_to_its_end
from tiercel.errors import TiercelError
from tiercel.eval.asking import Answered, ask
from tiercel.eval.dataset import Dataset, with_strangers
from tiercel.eval.reading import read_dataset, read_off_topic
from tiercel.eval.scoring import rows_of, scored
from tiercel.eval.storing import Mode, Stored, clean_up, ending_now, store
from tiercel.local_system import LocalSystem

TELL_EVERY = 100

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured. `strangers`: so many questions about other stores are asked of each, as off-topic ones.

    `dream`: memories are as old as their messages, and maintenance goes over them before the questions.
    """

    file: Path
    mode: Mode = Mode.VERBATIM
    top_k: int = 10
    corrections: Path | None = None
    off_topic: Path | None = None
    strangers: int = 0
    limit: int | None = None
    ends_now: bool = False
    dream: bool = False
    keep: bool = False

    def dataset(self) -> Dataset:
        """Read before anything is started: a bad file costs nothing."""
        if self.dream and self.mode is not Mode.VERBATIM:
            raise TiercelError("--dream needs --mode verbatim: what a pipeline writes now is not as old as its messages.")
        found = read_dataset(self.file, self.corrections)
        questions = found.questions[: self.limit]
        questions += with_strangers(found, self.strangers)
        questions += read_off_topic(self.off_topic, found) if self.off_topic is not None else ()
        return replace(found, questions=questions)


def run(client: Tiercel, plan: Plan, dataset: Dataset, tell: Tell) -> dict[str, Any]:
    """The results. Everything stored is erased again, also where something fails on the way."""
    stored = Stored(uuid4().hex[:12], is_aged=plan.dream)
    placed = ending_now(dataset, datetime.now(UTC)) if plan.ends_now else dataset
    embedder = _embedder(client.status())
    began = time.monotonic()
    left: list[str] = []
    try:
        store(client, placed, stored, plan.mode, tell)
        seconds = time.monotonic() - began
        if plan.dream:
            _dream(client, stored, tell)
        answered = list(_answers(client, placed, stored, plan.top_k, tell))
    finally:
        if plan.keep:
            left.append(f"kept, as asked: all memories of the users {stored.user('')}*")
        else:
            left += clean_up(client, dataset, stored)
    if plan.mode is Mode.PIPELINE:
        left.append(f"captures, traces and audit lines of the users {stored.user('')}* stay until they run out")
    return {
        "name": dataset.name,
        "mode": plan.mode.value,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "embedder": embedder,
        "top_k": plan.top_k,
        "dates": "ending now" if plan.ends_now else "as told",
        "dreamt": plan.dream,
        "questions_asked": len(answered),
        "stored": {"messages": sum(len(each.messages) for each in dataset.stores), "seconds": round(seconds, 1), **stored.counts},
        "notes": list(dataset.notes),
        "left_behind": left,
        **scored(answered),
        "questions": rows_of(answered),
    }


def _dream(client: Tiercel, stored: Stored, tell: Tell) -> None:
    tell("one night of maintenance ...")
    for reason, moved in run_to_its_end(client, dry_run=False, limit=1)["by_reason"].items():
        stored.count(f"moved {reason}", int(moved))


def _answers(client: Tiercel, dataset: Dataset, stored: Stored, top_k: int, tell: Tell) -> Iterator[Answered]:
    stores = {each.name: each for each in dataset.stores}
    for number, question in enumerate(dataset.questions, start=1):
        yield ask(client, question, stores[question.store], stored, top_k=top_k)
        if number % TELL_EVERY == 0:
            tell(f"{number} of {len(dataset.questions)} questions asked")


def _embedder(status: Mapping[str, Any]) -> str:
    found = status.get("embedder")
    return str(found.get("name", found) if isinstance(found, Mapping) else found)


@contextmanager
def service(url_given: bool, tell: Tell) -> Iterator[Tiercel]:
    """The running service, or a whole one of its own that is thrown away."""
    if url_given:
        with Tiercel.local() as client:
            yield client
        return
    with tempfile.TemporaryDirectory(prefix="tiercel-eval-") as scratch:
        tell("starting a service for this run (--service uses the running one) ...")
        environment = {"TIERCEL_PORT": "0", "XDG_CONFIG_HOME": str(Path(scratch) / "config")}
        with LocalSystem(Path(scratch) / "data", environment) as system, system.connect() as client:
            yield client
