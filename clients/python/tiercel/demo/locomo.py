"""LoCoMo's format: conversations of two speakers over many sessions, with questions and the utterances that answer them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import Any

from tiercel.demo.parts import Post, Question

ADVERSARIAL = 5
AGENT = "main"


def is_locomo(sample: object) -> bool:
    """True for one sample of the format."""
    return isinstance(sample, dict) and isinstance(sample.get("conversation"), dict) and "sample_id" in sample


def locomo_posts(samples: Sequence[Mapping[str, Any]]) -> tuple[Post, ...]:
    """Each exchange of two utterances is a turn of one person, `user_id` = sample id; both speakers are named."""
    return tuple(post for sample in samples for post in _sample_posts(sample))


def locomo_questions(samples: Sequence[Mapping[str, Any]]) -> tuple[Question, ...]:
    """Questions with evidence, one of each sample in turn; the file's own answer stands beside what is recalled."""
    in_turn = zip_longest(*(list(_sample_questions(sample)) for sample in samples))
    return tuple(question for row in in_turn for question in row if question is not None)


def _sample_questions(sample: Mapping[str, Any]) -> Iterator[Question]:
    turn_of = {str(entry["dia_id"]): turn_id for turn_id, _, _, pair in _exchanges(sample) for entry in pair}
    for entry in sample.get("qa", ()):
        turns = [turn_of.get(dia_id) for dia_id in entry.get("evidence") or ()]
        if entry.get("category") == ADVERSARIAL or not turns or None in turns:
            continue
        yield Question(
            query=str(entry["question"]),
            who={"user_id": str(sample["sample_id"]), "agent_id": AGENT},
            after=tuple(sorted({str(turn) for turn in turns})),
            note=f"the file's answer: {entry.get('answer')}",
        )


def session_time(text: str) -> datetime:
    """`1:56 pm on 8 May, 2023`, taken as UTC. ValueError for anything else."""
    match = re.fullmatch(r"(\d{1,2}:\d{2} [ap]m) on (\d{1,2} [A-Za-z]+, \d{4})", text.strip(), flags=re.IGNORECASE)
    if match is None:
        raise ValueError(f"not a session time: {text}")
    return datetime.strptime(f"{match[1]} {match[2]}", "%I:%M %p %d %B, %Y").replace(tzinfo=UTC)


def _sessions(sample: Mapping[str, Any]) -> Iterator[tuple[str, datetime, list[Mapping[str, Any]]]]:
    conversation = sample["conversation"]
    number = 1
    while f"session_{number}_date_time" in conversation:
        name = f"session_{number}"
        yield name, session_time(conversation[f"{name}_date_time"]), list(conversation.get(name, ()))
        number += 1


def _exchanges(sample: Mapping[str, Any]) -> Iterator[tuple[str, str, datetime, list[Mapping[str, Any]]]]:
    """Turn id, session, time and its one or two utterances."""
    for name, began, utterances in _sessions(sample):
        for start in range(0, len(utterances), 2):
            pair = utterances[start : start + 2]
            yield f"{sample['sample_id']}-{pair[0]['dia_id']}", name, began + timedelta(minutes=start), pair


def _sample_posts(sample: Mapping[str, Any]) -> Iterator[Post]:
    person = str(sample["sample_id"])
    for turn_id, session, at, pair in _exchanges(sample):
        body = {
            "turn_id": turn_id,
            "session_id": f"{person}-{session}",
            "user_id": person,
            "agent_id": AGENT,
            "occurred_at": at.isoformat(),
            "messages": [
                {"role": "user", "name": entry["speaker"], "text": _spoken(entry), "message_id": entry["dia_id"]} for entry in pair
            ],
        }
        yield Post(turn_id=turn_id, body=body)


def _spoken(utterance: Mapping[str, Any]) -> str:
    caption = utterance.get("blip_caption")
    return f"{utterance['text']} (shows: {caption})" if caption else str(utterance["text"])
