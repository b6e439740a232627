"""A model that cites a proposal from the messages before and forgets the user's answer to it: the answer is added.

Small models do. Without it the statement would rest on context alone; whether the answer accepts the proposal is the guard's to say.
"""

from collections.abc import Sequence

from shared.domain.candidate import Role
from shared.extraction.offline_confirmation import ASSENT, leaves_it
from shared.extraction.references import Cited
from shared.extraction.windows import Window


def with_answer(cited: Sequence[Cited], window: Window) -> tuple[Cited, ...]:
    """The same words, and behind an assistant's last message before the window the user's first one, where that answers it."""
    own = next((place for place, line in enumerate(window.lines) if line.turn is not None), 0)
    if not cited or not own or any(item.line.turn is not None for item in cited):
        return tuple(cited)
    proposal, answer = window.lines[own - 1], window.lines[own]
    is_cited = any(item.line.ref == proposal.ref for item in cited)
    is_answer = answer.message.role is Role.USER and (ASSENT.match(answer.message.text) is not None or leaves_it(answer.message.text))
    if proposal.message.role is not Role.ASSISTANT or not is_cited or not is_answer:
        return tuple(cited)
    return (*cited, Cited(answer, answer.message.text))
