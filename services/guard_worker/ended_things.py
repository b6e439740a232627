"""What it is that a statement says to be over, so that a memory which only shares a place or a day with it stands. Pure.

"I cancelled my trip to Lisbon" ends the trip and not "I live in Lisbon"; 我取消了去杭州的票 ends the ticket.
"""

import re
from collections.abc import Iterator

from services.guard_worker.change_words import REPLACES
from services.guard_worker.wording import amounts_in, content
from shared.extraction.offline_people_phrases import PERSON, ZH_PERSON

_CLAUSE = re.compile(r"[,.;!?，。；！？]|\b(?:and|but|because|so that|so|when|after|before|then)\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:stopped|quit|gave up|given up|sold|cancell?ed|dropped(?: out of)?|left|resigned(?: from)?|retired from|got rid of)\b"
    r"(?P<thing>.*)",
    re.IGNORECASE,
)
_VERB_ZH = re.compile(r"(?P<before>.*?)(?:卖了?掉?|退了?[出掉]?|戒了?掉?|放弃了?|取消了?|停了?掉?)(?P<thing>.*)")
_DOING = re.compile(r"\s*\w{2,}ing\b", re.IGNORECASE)
_ABOUT_WHERE = re.compile(r"^.*\boff\b|\b(?:in|on|at|to|for|from|with|by|into|during|near|until|about)\b", re.IGNORECASE)
_HELD_AT = re.compile(
    r"\b(?:job|position|post|role|work|place|member(?:ship)?|subscription|contract|account|lessons?|class(?:es)?|course|training|career)\b",
    re.IGNORECASE,
)
_PART_OF_TIME = re.compile(
    r"\b(?:morning|noon|afternoon|evening|night|weekday|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|fall|winter)s?\b"
    r"|早上|上午|中午|下午|晚上|夜里|平时|周[一二三四五六日天末]|星期[一二三四五六日天]|春天|夏天|秋天|冬天",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(rf"\b(?:my|our) (?:\w+ )?(?:{PERSON})\b|我(?:们|家)?的?(?:{ZH_PERSON})", re.IGNORECASE)
_REPLACED = re.compile("|".join(REPLACES), re.IGNORECASE)


def may_end(quote: str, known: str, *, subject: str | None) -> bool:
    """Whether what the quote says to be over can be what the memory tells.

    False where it is another person's, holds for a part of the time that the memory does not name, or where the thing that was sold,
    left or given up is named and nothing in the memory is called like it.
    """
    if subject == "user" and is_of_somebody_else(quote, known):
        return False
    if _REPLACED.search(quote):
        return True
    things = list(_things(quote))
    if things and not any(_is_called(thing, known) for thing in things):
        return False
    is_habit = not things or any(_DOING.match(thing) for thing in things)
    return not (is_habit and _parts_of_time(quote) - _parts_of_time(known))


def is_of_somebody_else(said: str, known: str) -> bool:
    """True where it is told of the user's brother, friend or boss, and the known words name no such person."""
    return _SOMEBODY.match(said.lstrip()) is not None and _SOMEBODY.search(known) is None


def _parts_of_time(text: str) -> set[str]:
    return {part.lower().rstrip("s") for part in _PART_OF_TIME.findall(text)}


def _things(quote: str) -> Iterator[str]:
    """What was sold, left or given up, without where and when."""
    for clause in _CLAUSE.split(quote):
        if (match := _VERB.search(clause)) is not None:
            thing = match["thing"]
            is_whole = _DOING.match(thing) is not None or _HELD_AT.search(thing) is not None
            yield thing if is_whole else _ABOUT_WHERE.split(thing, maxsplit=1)[0]
        elif (match := _VERB_ZH.search(clause)) is not None:
            thing = match["thing"].strip(" 了")
            before = match["before"].rpartition("把")[2]
            yield (thing or before).rpartition("的")[2]


def _is_called(thing: str, known: str) -> bool:
    words = (*content(_PART_OF_TIME.sub(" ", known)), *amounts_in(known))
    named = {*content(thing), *amounts_in(thing)}
    is_inside = bool(thing) and not thing.isascii() and thing in known
    return is_inside or any(word in named or (not word.isascii() and word in thing) for word in words)
