"""What an erased memory rests on is kept no longer by its session, so that no later summary tells of it again."""

from collections.abc import Iterable

from shared.domain.memory import Memory
from shared.domain.session_summary import KeptTurn
from shared.ports.session_words import SessionWords


def drop_kept_words(words: SessionWords, versions: Iterable[Memory]) -> None:
    """Drop the turns that these versions came from or cite. Raises QueueUnavailable."""
    for version in versions:
        if version.session_id is None:
            continue
        kept = words.kept(version.tenant_id, version.owner, version.session_id)
        gone = [turn.capture_id for turn in kept if _is_cited(turn, version)]
        if gone:
            words.drop(version.tenant_id, version.owner, version.session_id, gone)


def _is_cited(turn: KeptTurn, version: Memory) -> bool:
    cited = any(evidence.message_id.startswith(f"{turn.turn_id}/") for evidence in version.evidence)
    return cited or turn.capture_id == version.capture_id
