"""How long a child that died waits for its restart."""

WAITS_SECONDS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
STEADY_AFTER_SECONDS = 60.0


def restart_wait(deaths_in_a_row: int) -> float:
    """Seconds before the restart after the n-th death in a row (n >= 1)."""
    return WAITS_SECONDS[min(deaths_in_a_row, len(WAITS_SECONDS)) - 1]


def deaths_in_a_row(before: int, *, lived_seconds: float) -> int:
    """Counts this death; a child that had been steady starts the count again."""
    return 1 if lived_seconds >= STEADY_AFTER_SECONDS else before + 1
