"""What no row of the tables knows: kept where it stands by its details, a name, a number, a time, or is told of oneself.

The tables know how people say things; nobody knows all of it. What is asked, supposed, ordered, felt, seen or only polite has been
refused before, so that what is left and is specific is mostly a statement.
"""

from shared.extraction.offline_phrases import FACT, phrase_row
from shared.extraction.offline_remainder_words import (
    ADDRESSED,
    DETAIL,
    FEELING,
    FIRST_PERSON,
    FOREIGN_SUBJECT,
    ORDERED,
    OWN_SUBJECT,
    SEEN_NOW,
)
from shared.extraction.phrase_patterns import compiled

WITH_A_DETAIL, OF_ONESELF = 2, 3
"""Words of its own that a statement needs: one with a detail, one of oneself without."""

OWN_REMAINDER = phrase_row(r".+", FACT)
REMAINDER = phrase_row(r".+", FACT, subject="project")

_DETAIL, _FEELING = compiled(*DETAIL), compiled(*FEELING)
_FIRST_PERSON, _OWN_SUBJECT = compiled(FIRST_PERSON), compiled(OWN_SUBJECT)
_REFUSED = compiled(*ADDRESSED, *ORDERED, *FOREIGN_SUBJECT, *SEEN_NOW)


def is_of_oneself(read: str) -> bool:
    """True where the speaker is who does it: "I", "we", 我."""
    return _OWN_SUBJECT.search(read) is not None


def stands_by_its_details(read: str, *, own_words: int) -> bool:
    """Whether a sentence that no row knows says enough; `own_words`: how many of its words name something."""
    if _REFUSED.search(read):
        return False
    has_detail, is_first_person = _DETAIL.search(read) is not None, _FIRST_PERSON.search(read) is not None
    if _FEELING.search(read):
        return has_detail and is_first_person and own_words >= OF_ONESELF
    return own_words >= (WITH_A_DETAIL if has_detail else OF_ONESELF) and (has_detail or is_first_person)
