"""Who really stands behind a candidate, by the roles of the messages it rests on. A model's claim never raises it."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.guard_worker.case import Case
from services.guard_worker.speech_acts import (
    Reply,
    clauses,
    holds_recalled_memories,
    is_of_itself,
    is_question,
    is_restatement,
    is_suggestion,
    is_told_of_them,
    reply_of,
    spoken_sentences,
)
from services.guard_worker.testimony import Testimony, event_data, stated
from services.guard_worker.wording import content, coverage, missing_names, missing_words
from shared.domain.candidate import Attribution, Candidate, Role, SourceMessage
from shared.domain.layer_policy import AUTHORITIES
from shared.text.numbers import unsupported_numbers

_FROM_TOOLS = frozenset({Attribution.TOOL_OBSERVATION, Attribution.SYSTEM_EVENT})
_OWN_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who stands behind it, or why nobody does (`refusal`). `support` are the texts that may carry it.

    `is_certain` is False where the user only acknowledged, or answered a question in few words.
    """

    attribution: Attribution
    support: tuple[str, ...] = ()
    refusal: str | None = None
    is_certain: bool = True


def trace_origin(case: Case, testimony: Testimony) -> Origin:
    """User's own words, a tool's report, or an assistant's words with the user's reply to them."""
    candidate = case.candidate
    own = (*testimony.witnesses, *event_data(candidate, testimony))
    if candidate.attribution in AUTHORITIES and candidate.authority:
        return Origin(attribution=candidate.attribution, support=own or tuple(message.text for message in testimony.cited))
    spoken_by = _assistant_behind(candidate, testimony, own)
    if spoken_by is not None:
        return _with_reply(candidate, spoken_by, own)
    if not own:
        return Origin(attribution=candidate.attribution, refusal=_why_nobody(testimony))
    if _is_echo(candidate, own):
        return Origin(attribution=candidate.attribution, support=own, refusal="recall_echo")
    return Origin(attribution=_first_hand(candidate, testimony), support=own)


def _first_hand(candidate: Candidate, testimony: Testimony) -> Attribution:
    """What the roles allow; an inference stays one."""
    if candidate.attribution is Attribution.AGENT_INFERENCE:
        return Attribution.AGENT_INFERENCE
    if testimony.by(Role.USER):
        return Attribution.USER_STATED
    return candidate.attribution if candidate.attribution in _FROM_TOOLS else Attribution.TOOL_OBSERVATION


def _why_nobody(testimony: Testimony) -> str:
    if any(holds_recalled_memories(message.text) for message in testimony.cited):
        return "recall_echo"
    return "system_content" if testimony.by(Role.SYSTEM) else "unsupported"


def _is_echo(candidate: Candidate, own: Sequence[str]) -> bool:
    """The words stand in a block of recalled memories and not in what was cited."""
    recalled = [message.text for message in candidate.sources if holds_recalled_memories(message.text)]
    return bool(recalled) and coverage(candidate.text, own) < _OWN_SHARE <= coverage(candidate.text, recalled)


def _repeats_recalled(candidate: Candidate, own: Sequence[str]) -> bool:
    """All of it stands in a block of recalled memories, and the user's own words hold less than half: a yes adds nothing."""
    recalled = [message.text for message in candidate.sources if holds_recalled_memories(message.text)]
    return bool(recalled) and not missing_words(candidate.text, recalled) and coverage(candidate.text, own) < _OWN_SHARE


def _assistant_behind(candidate: Candidate, testimony: Testimony, own: Sequence[str]) -> SourceMessage | None:
    """The assistant message that a candidate really rests on, cited or not; None where user or tool carry it.

    Of several that carry it alike the confirmed one counts: assistants say a suggestion again once it was taken up.
    """
    cited = testimony.by(Role.ASSISTANT)
    if cited and not own:
        return cited[-1]
    lacking = _lacking(candidate, own)
    if lacking == (0, 0):
        return None
    is_mostly_theirs = coverage(candidate.text, own) < _OWN_SHARE
    spoken = [message for message in candidate.sources if message.role is Role.ASSISTANT]
    left = {message.message_id: _lacking(candidate, (*own, message.text)) for message in spoken}
    givers = [
        message
        for message in reversed(spoken)
        if left[message.message_id][0] < lacking[0] or (is_mostly_theirs and left[message.message_id][1] < lacking[1])
    ]
    best = min((left[message.message_id] for message in givers), default=None)
    equals = [message for message in givers if left[message.message_id] == best]
    return next((message for message in equals if _is_taken_up(candidate, message)), equals[0] if equals else None)


def _lacking(candidate: Candidate, support: Sequence[str]) -> tuple[int, int]:
    """How many names and numbers, and how many content words, these texts do not hold."""
    hard = (*missing_names(candidate.text, support), *unsupported_numbers(candidate.text, tuple(support)))
    return len(hard), len(missing_words(candidate.text, support))


def _is_taken_up(candidate: Candidate, spoken: SourceMessage) -> bool:
    reply = _reply_to(candidate, spoken)
    return reply is not None and reply_of(reply.text) is Reply.CONFIRMS


def _with_reply(candidate: Candidate, spoken: SourceMessage, own: Sequence[str]) -> Origin:
    """An assistant's words count only with the user's confirmation in the same or the next turn."""
    reply = _reply_to(candidate, spoken)
    carriers = _carriers(candidate, spoken)
    if _repeats_recalled(candidate, own) or (
        carriers and all(is_restatement(sentence) and not is_question(sentence) for sentence in carriers)
    ):
        return Origin(attribution=Attribution.ASSISTANT_SUGGESTION, support=(*own, spoken.text), refusal="recall_echo")
    if reply is not None:
        support = (*own, spoken.text, reply.text)
        manner = reply_of(reply.text)
        if _can_be_taken_up(carriers, spoken, manner):
            return Origin(attribution=Attribution.USER_CONFIRMED, support=support, is_certain=manner is Reply.CONFIRMS)
        if _is_answer(candidate, spoken, reply):
            return Origin(attribution=Attribution.USER_STATED, support=support, is_certain=False)
    if candidate.attribution is Attribution.AGENT_INFERENCE:
        return Origin(attribution=Attribution.AGENT_INFERENCE, support=(*own, spoken.text), refusal="inference")
    reason = "recall_echo" if is_restatement(spoken.text) else "unconfirmed_assistant"
    return Origin(attribution=Attribution.ASSISTANT_SUGGESTION, support=(*own, spoken.text), refusal=reason)


def _carriers(candidate: Candidate, spoken: SourceMessage) -> tuple[str, ...]:
    """The clauses of an assistant's message that hold words of the candidate, with how their sentence ends."""
    words = len(content(candidate.text))
    return tuple(
        f"{clause}{sentence[-1:] if sentence[-1:] in '?？' else ''}"
        for sentence in spoken_sentences(spoken.text)
        for clause in clauses(sentence)
        if len(missing_words(candidate.text, (clause,))) < words
    )


def _can_be_taken_up(carriers: Sequence[str], spoken: SourceMessage, manner: Reply) -> bool:
    """A confirmation takes up whatever was put to the user or told of them; a bare "ok" only a suggestion."""
    if manner is Reply.ANSWERS_OTHERWISE or (carriers and all(is_of_itself(clause) for clause in carriers)):
        return False
    if manner is Reply.ACKNOWLEDGES and carriers and all(is_told_of_them(clause) for clause in carriers):
        return False
    return manner is Reply.CONFIRMS or is_suggestion(spoken.text)


def _reply_to(candidate: Candidate, spoken: SourceMessage) -> SourceMessage | None:
    """The user's next message after it."""
    behind = candidate.sources[candidate.sources.index(spoken) + 1 :]
    return next((message for message in behind if message.role is Role.USER), None)


def _is_answer(candidate: Candidate, spoken: SourceMessage, reply: SourceMessage) -> bool:
    """What is your favourite food? - Sushi. The question lends its words, the answer its content."""
    if not any(is_question(sentence) for sentence in spoken_sentences(spoken.text)):
        return False
    answer = (stated(reply),)
    without, lent = (spoken.text,), (spoken.text, *answer)
    adds_words = len(missing_words(candidate.text, lent)) < len(missing_words(candidate.text, without))
    adds_numbers = len(unsupported_numbers(candidate.text, lent)) < len(unsupported_numbers(candidate.text, without))
    picks_one = coverage(candidate.text, answer) > 0 and not missing_words(reply.text, without)
    return adds_words or adds_numbers or picks_one
