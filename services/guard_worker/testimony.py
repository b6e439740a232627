"""What the source messages say of a candidate: which quotes stand in them, and who spoke."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from services.guard_worker.speech_acts import holds_recalled_memories, is_question, spoken_sentences
from shared.domain.candidate import Attribution, Candidate, Evidence, Role, SourceMessage
from shared.extraction.offline_extraction import stated_beside
from shared.text.normalise import canonical

_ELLIPSES = ("...", "…", "……")


@dataclass(frozen=True, slots=True, kw_only=True)
class Testimony:
    """The cited messages, in the order of the source, and the quotes that could not be found in them."""

    cited: tuple[SourceMessage, ...]
    quotes: tuple[str, ...]
    unfound: tuple[Evidence, ...]

    def by(self, *roles: Role) -> tuple[SourceMessage, ...]:
        """Cited messages of these roles."""
        return tuple(message for message in self.cited if message.role in roles)

    @property
    def witnesses(self) -> tuple[str, ...]:
        """What users stated (questions left out) and tools reported; recalled memories are no evidence."""
        spoken = [stated(message) for message in self.by(Role.USER) if not holds_recalled_memories(message.text)]
        reported = [message.text for message in self.by(Role.TOOL) if not holds_recalled_memories(message.text)]
        return tuple(text for text in (*spoken, *reported) if text)


def hear(candidate: Candidate) -> Testimony:
    """Look every quote up in its message. A quote with an ellipsis is found where all its pieces are."""
    messages = {message.message_id: message for message in candidate.sources}
    found = [evidence for evidence in candidate.evidence if _stands_in(evidence, messages)]
    cited_ids = {evidence.message_id for evidence in found}
    return Testimony(
        cited=tuple(message for message in candidate.sources if message.message_id in cited_ids),
        quotes=tuple(evidence.quote for evidence in found),
        unfound=tuple(evidence for evidence in candidate.evidence if evidence not in found),
    )


def stated(message: SourceMessage) -> str:
    """A message without its questions: a question states nothing, but a statement may stand before it in one sentence."""
    told = (stated_beside(sentence) if is_question(sentence) else [sentence] for sentence in spoken_sentences(message.text))
    return " ".join(piece for pieces in told for piece in pieces)


def event_data(candidate: Candidate, testimony: Testimony) -> tuple[str, ...]:
    """The event's own data as text: evidence only where a tool or system reported it, never where a model read it."""
    is_event = bool(testimony.cited) and all(message.role is Role.TOOL for message in testimony.cited)
    if not candidate.data or not (is_event or candidate.attribution is Attribution.SYSTEM_EVENT):
        return ()
    text = json.dumps(candidate.data, ensure_ascii=False, default=str)
    return (text, text.replace("_", " "))


def speaker_names(candidate: Candidate) -> tuple[str, ...]:
    """Names that the host gave for who spoke: they need no quote."""
    named = (candidate.speaker, candidate.user_id, *(message.name for message in candidate.sources))
    return tuple(name for name in named if name)


def newest_position(candidate: Candidate) -> int:
    """Where the newest cited message stands in the candidate's sources; -1 where none is cited."""
    cited_ids = {evidence.message_id for evidence in candidate.evidence}
    return max((index for index, message in enumerate(candidate.sources) if message.message_id in cited_ids), default=-1)


def _stands_in(evidence: Evidence, messages: dict[str, SourceMessage]) -> bool:
    message = messages.get(evidence.message_id)
    if message is None:
        return False
    text = canonical(message.text)
    pieces = [canonical(piece) for piece in _split_at_ellipses(evidence.quote)]
    wanted = [piece for piece in pieces if piece]
    return bool(wanted) and all(piece in text for piece in wanted)


def _split_at_ellipses(quote: str) -> Iterable[str]:
    for mark in _ELLIPSES:
        quote = quote.replace(mark, "\n")
    return quote.split("\n")
