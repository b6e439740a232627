"""LoCoMo's format: conversations of two speakers over many sessions, questions with the utterances they rest on.

Questions of category 5 ask for what was never said, and often about the other speaker: nothing answers them.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from tiercel.demo.locomo import ADVERSARIAL, is_locomo, session_time
from tiercel.errors import TiercelError
from tiercel.eval.dataset import Dataset, Message, Question, Store

CATEGORIES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 inference", 4: "4 single-hop", ADVERSARIAL: "5 adversarial"}
BETWEEN = timedelta(minutes=1)
"""So far apart stand two utterances of a session, of which the file knows the beginning alone."""

Corrections = Mapping[str, Sequence[str]]


def is_locomo_file(content: object) -> bool:
    """One sample or a list of them."""
    samples = content if isinstance(content, list) else [content]
    return bool(samples) and all(is_locomo(sample) for sample in samples)


def read_locomo(path: Path, content: Any, corrections: Corrections) -> Dataset:
    """`corrections` maps a question's words to the utterances that truly answer it. TiercelError where a part is missing."""
    samples = content if isinstance(content, list) else [content]
    stores: list[Store] = []
    questions: list[Question] = []
    unknown, corrected = 0, 0
    for number, sample in enumerate(samples):
        try:
            store = Store(name=str(sample["sample_id"]), messages=tuple(_messages(sample["conversation"])))
            said = {message.id for message in store.messages}
            for entry in sample.get("qa", ()):
                cited, is_corrected = _evidence(entry, corrections)
                corrected += is_corrected
                category, off_topic = int(entry["category"]), int(entry["category"]) == ADVERSARIAL
                if not off_topic and not (cited and cited <= said):
                    unknown += 1
                if off_topic or cited & said:
                    answers = frozenset[str]() if off_topic else frozenset(cited & said)
                    name = CATEGORIES.get(category, str(category))
                    questions.append(Question(store=store.name, query=str(entry["question"]), category=name, answers=answers))
        except (KeyError, TypeError, ValueError) as fault:
            line = getattr(sample, "line", 1)
            raise TiercelError(f"{path}, line {line}: sample {number} lacks or spoils a part of LoCoMo's format: {fault!r}.") from fault
        stores.append(store)
    notes = [f"{corrected} questions by corrected evidence"] if corrections else []
    notes += [f"{unknown} questions name no utterance of the file, or one that is not there"] if unknown else []
    return Dataset(name=path.stem, stores=tuple(stores), questions=tuple(questions), notes=tuple(notes))


def corrections_in(path: Path, content: Any) -> Corrections:
    """From the audit's list: {"question", "correct_evidence"}. What names no evidence corrects an answer only."""
    if not isinstance(content, list) or not all(isinstance(entry, dict) and "question" in entry for entry in content):
        raise TiercelError(f'{path} is no list of corrections: [{{"question": "...", "correct_evidence": ["D1:3"]}}] is expected.')
    return {str(entry["question"]): entry["correct_evidence"] for entry in content if entry.get("correct_evidence")}


def _messages(conversation: Mapping[str, Any]) -> Iterator[Message]:
    number = 1
    while f"session_{number}_date_time" in conversation:
        name = f"session_{number}"
        began = session_time(conversation[f"{name}_date_time"])
        for position, said in enumerate(conversation.get(name) or ()):
            if text := _words(said):
                yield Message(
                    id=str(said["dia_id"]),
                    text=text,
                    at=began + position * BETWEEN,
                    speaker=str(said["speaker"]),
                    session=name,
                    position=position,
                )
        number += 1


def _words(said: Mapping[str, Any]) -> str:
    caption = said.get("blip_caption")
    return f"{said.get('text', '')} (shows: {caption})".strip() if caption else str(said.get("text", ""))


def _evidence(entry: Mapping[str, Any], corrections: Corrections) -> tuple[set[str], bool]:
    """Some citations hold several names: `D8:6; D9:17`."""
    correct = corrections.get(str(entry["question"]))
    cited = correct if correct is not None else entry.get("evidence") or ()
    return {name for part in cited for name in str(part).replace(";", " ").replace(",", " ").split()}, correct is not None
