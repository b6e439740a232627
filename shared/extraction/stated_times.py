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

# "On Friday" and "12月20日" may lie behind or ahead: without a past told in so many words they name no beginning.
_BEHIND = re.compile(
    r"\b(?:yesterday|last|ago|today|this|earlier)\b|\b(?:19|20)\d\d\b|昨|前天|去年|上(?:个|周|星期|礼拜|月)|之?前|今|刚", re.IGNORECASE
)
_PAST_TOLD = re.compile(
    r"\b(?:since|was|were|did|had|began|left|quit|got|went|came|became|bought|sold|took|made|met|broke|lost|won|gave|built|chose|sent|wrote)\b"
    r"|(?<!is )(?<!are )(?<!be )(?<!'s )(?<!'re )(?<!being )(?<!am )(?<!i'm )\b(?!need|speed|feed|bed\b|red\b)\w{2,}ed\b"
    r"|(?<!为)了(?!解|不|结)|过(?!去|来|年)|自从?|从.{1,8}(?:起|开始)|以来",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|going to|plan\w*|want|wants|scheduled|due|deadline|upcoming|shall|intend\w*)\b|'ll\b"
    r"|打算|计划|准备|将|要|会(?!议)|预[定计]|安排|截止",
    re.IGNORECASE,
)


def begins_at(statement: str, *, at: datetime, timezone: str) -> datetime | None:
    """The first moment (UTC) of the one past day that a statement of `at` names; None where it names none, or is not plain.

    What lies ahead begins when it is said: a plan is known from then on.
    """
    if _NO_BEGINNING.search(statement):
        return None
    span = time_meant(statement, at=at, timezone=timezone)
    if span is None or span.first_day != span.last_day or span.end > at or not _lies_behind(statement, span.surface):
        return None
    rest = statement.replace(span.surface, " ", 1)
    has_more = _SEVERAL.search(rest) is not None or time_meant(rest, at=at, timezone=timezone) is not None
    return None if has_more else span.start


def _lies_behind(statement: str, surface: str) -> bool:
    return _BEHIND.search(surface) is not None or (_PAST_TOLD.search(statement) is not None and _AHEAD.search(statement) is None)
