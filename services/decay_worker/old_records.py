"""Which records are older than they are kept, in which order they go: pure."""

from datetime import datetime, timedelta

from shared.domain.maintenance import RecordKind
from shared.settings_forgetting import RecordSettings


def cut_times(settings: RecordSettings, now: datetime) -> tuple[tuple[RecordKind, datetime], ...]:
    """Each kind that is not kept for ever and the time before which it goes.

    Captures before dead letters: what a letter held back when the list was made goes in the next run, not unlisted in this one.
    """
    days = {
        RecordKind.CAPTURES: settings.captures_days,
        RecordKind.DEAD_LETTERS: settings.dead_letters_days,
        RecordKind.REVIEWS: settings.reviews_days,
        RecordKind.TRACES: settings.traces_days,
        RecordKind.AUDIT: settings.audit_days,
    }
    return tuple((kind, now - timedelta(days=kept)) for kind, kept in days.items() if kept > 0)
