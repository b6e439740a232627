"""Since when a statement holds, where its own words say so: "I moved last Friday", 我昨天辞职了."""

import re
from datetime import datetime

from shared.text.relative_time import time_meant

# What repeats has no day; what ends or lies before a day does not begin on it.
_NO_BEGINNING = re.compile(
    r"\b(?:every|each|usually|always|often|sometimes|until|till|before|by|used to|not|never|if|when|almost|nearly)\b|n't\b"
    r"|每|经常|总是|有时|平时|直到|之前|以前|截止|截至|为止|还没|没有|如果|的时候|差点",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:and|or|then|but)\b|然后|后来|或者?|而且|但", re.IGNORECASE)


def begins_at(statement: str, *, at: datetime, timezone: str) -> datetime | None:
    """The first moment (UTC) of the one past day that a statement of `at` names; None where it names none, or is not plain.

    What lies ahead begins when it is said: a plan is known from then on.
    """
    if _NO_BEGINNING.search(statement):
        return None
    span = time_meant(statement, at=at, timezone=timezone)
    if span is None or span.first_day != span.last_day or span.end > at:
        return None
    rest = statement.replace(span.surface, " ", 1)
    has_more = _SEVERAL.search(rest) is not None or time_meant(rest, at=at, timezone=timezone) is not None
    return None if has_more else span.start
