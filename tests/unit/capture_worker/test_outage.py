"""How long a gateway that does not answer is left alone."""

from datetime import UTC, datetime, timedelta

from shared.domain.outage import JITTER_SHARE, OutagePause, jittered

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def test_the_pause_doubles_up_to_its_longest_and_ends_with_success() -> None:
    pause = OutagePause(first_seconds=2.0, longest_seconds=10.0)
    left = []
    for _ in range(5):
        pause.failed(NOW, retry_after_seconds=None)
        left.append(pause.seconds_left(NOW))
    assert left == [2.0, 4.0, 8.0, 10.0, 10.0]
    assert pause.seconds_left(NOW + timedelta(seconds=11)) == 0.0
    pause.succeeded()
    assert pause.seconds_left(NOW) == 0.0
    pause.failed(NOW, retry_after_seconds=None)
    assert pause.seconds_left(NOW) == 2.0


def test_retry_after_is_obeyed_where_it_is_longer() -> None:
    pause = OutagePause(first_seconds=2.0, longest_seconds=10.0)
    pause.failed(NOW, retry_after_seconds=60.0)
    assert pause.seconds_left(NOW) == 60.0


def test_jitter_is_never_earlier_and_at_most_a_quarter_later() -> None:
    waits = [jittered(8.0) for _ in range(200)]
    assert 8.0 <= min(waits) < max(waits) <= 8.0 * (1 + JITTER_SHARE)
