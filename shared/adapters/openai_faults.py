"""How faults of the `openai` client become ours: what kind it was and how long the gateway asks to wait."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import openai

LONGEST_WAIT_SECONDS = 3600.0
# The gateway understood and refuses this very request: the same request again cannot help.
REFUSED_STATUS = frozenset({400, 409, 413, 415, 422})


def is_refusal(fault: openai.APIError) -> bool:
    """True where the request itself is at fault (too long, an unknown parameter), not the gateway."""
    return isinstance(fault, openai.APIStatusError) and fault.status_code in REFUSED_STATUS


def retry_after_seconds(fault: openai.APIError) -> float | None:
    """What the answer's Retry-After asks for (seconds or an HTTP date), at most an hour, or None."""
    if not isinstance(fault, openai.APIStatusError):
        return None
    return wait_from_headers(fault.response.headers, now=datetime.now(UTC))


def wait_from_headers(headers: Mapping[str, str], *, now: datetime) -> float | None:
    """Seconds to wait by `retry-after-ms` or `retry-after`; None where neither can be read."""
    milliseconds = headers.get("retry-after-ms")
    if milliseconds is not None and _is_number(milliseconds):
        return _clamped(float(milliseconds) / 1000.0)
    written = headers.get("retry-after")
    if written is None:
        return None
    if _is_number(written):
        return _clamped(float(written))
    try:
        until = parsedate_to_datetime(written)
    except ValueError:
        return None
    aware = until if until.tzinfo is not None else until.replace(tzinfo=UTC)
    return _clamped((aware - now).total_seconds())


def describe(fault: openai.APIError) -> str:
    """Kind and status, without the answer's body: a gateway may echo the request in it."""
    if isinstance(fault, openai.APIStatusError):
        return f"the gateway answered {fault.status_code}"
    if isinstance(fault, openai.APITimeoutError):
        return "the gateway did not answer in time"
    return "the gateway cannot be reached"


def complaint_of(fault: openai.APIError) -> str:
    """What the gateway complains about: its message and the parameter it names. For reading only, never for logs."""
    return f"{fault.message} {fault.param or ''}"


def _is_number(text: str) -> bool:
    return text.strip().replace(".", "", 1).isdigit()


def _clamped(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST_WAIT_SECONDS)
