"""Whether a candidate may still be shown now that its full version was read: it may have changed since it was found."""

from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import MemoryFilter


def no_longer_wanted(memory: Memory, wanted: MemoryFilter) -> str | None:
    """Why it may not be shown, or None.

    What has expired comes back from the archive only to those who asked for the archive, not where it stands in for
    what is missing.
    """
    if not memory.current and not wanted.include_superseded and wanted.as_of is None:
        return "superseded"
    has_passed = memory.expires_at is not None and memory.expires_at <= wanted.now
    if memory.is_expired(wanted.now) or (has_passed and not wanted.include_archived):
        return "expired"
    if memory.stage is RetentionStage.ARCHIVE and not wanted.include_archived and RetentionStage.ARCHIVE not in (wanted.stages or ()):
        return "archived"
    return None
