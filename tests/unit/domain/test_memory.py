"""What a reader may expect of a version."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.memory import RetentionStage, Status
from tests.factories import NOW, make_memory

PAST = NOW - timedelta(seconds=1)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, Status.LIVE),
        ({"expires_at": NOW + timedelta(seconds=1)}, Status.LIVE),
        ({"expires_at": NOW}, Status.EXPIRED),
        ({"stage": RetentionStage.ARCHIVE}, Status.ARCHIVED),
        ({"stage": RetentionStage.ARCHIVE, "expires_at": PAST}, Status.ARCHIVED),
        ({"current": False, "expires_at": PAST, "stage": RetentionStage.ARCHIVE}, Status.SUPERSEDED),
    ],
)
def test_superseded_comes_before_archived_or_expired_before_live(fields: dict[str, Any], status: Status) -> None:
    assert make_memory(**fields).status(NOW) is status


def test_what_went_to_the_archive_when_it_expired_does_not_stay_expired() -> None:
    assert not make_memory(stage=RetentionStage.ARCHIVE, expires_at=PAST).is_expired(NOW)
