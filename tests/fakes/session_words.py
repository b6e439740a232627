"""SessionWords over the fake queue's state, which FakeTurnIntake fills."""

from collections.abc import Sequence

from shared.domain.scope import Owner
from shared.domain.session_summary import KeptTurn
from shared.domain.turn import Turn
from shared.extraction.kept_words import kept_words, length_of
from tests.fakes.queue_state import QueueState


def keep_words(state: QueueState, turn: Turn, *, characters: int) -> None:
    """What a session keeps of an accepted turn, the oldest falling out beyond so many characters."""
    kept = kept_words(turn, most_characters=characters)
    if kept is not None:
        held = state.words[turn.tenant_id, turn.owner, turn.session_id or ""]
        held.append(kept)
        while sum(map(length_of, held)) > characters:
            del held[0]


class FakeSessionWords:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def kept(self, tenant_id: str, owner: Owner, session_id: str) -> tuple[KeptTurn, ...]:
        return tuple(self._state.words.get((tenant_id, owner, session_id), ()))

    def owners(self, tenant_id: str, session_id: str) -> tuple[Owner, ...]:
        wanted = (tenant_id, session_id)
        found = [owner for (tenant, owner, session), kept in self._state.words.items() if kept and (tenant, session) == wanted]
        return tuple(sorted(found, key=lambda owner: owner.key))

    def drop(self, tenant_id: str, owner: Owner, session_id: str, capture_ids: Sequence[str]) -> None:
        held = self._state.words[tenant_id, owner, session_id]
        held[:] = [kept for kept in held if kept.capture_id not in capture_ids]
