"""Where one sentence states several things: the pieces that stand on their own, each with the words that hang on it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shared.extraction.conversation_value import VAGUE_WORDS
from shared.extraction.offline_refusals import hedge_of, refusal_of
from shared.extraction.offline_spelling import spelled, without_quotes
from shared.text.tokens import content_words

BREAK = re.compile(
    r"[,，;；]\s*|\.{2,}\s*|…+\s*|\s+[-–—]+\s+|\s+(?=(?:and|but) (?:i|my|we|our)\b)|\s+(?=(?:btw|by the way|also),? (?:i|my|we|our)\b)|"
    r"(?=对了我|顺便说一下我|另外我|(?:而且|但是?|不过|还有|并且|然后)我)",
    re.IGNORECASE,
)
JOIN = re.compile(
    r"^(?:(?:and|but|also|plus|then|now|btw|by the way|oh|anyway|so yeah|the thing is|before i forget|just so you know|fyi|honestly|"
    r"in fact|actually|well|quick intro|而且|但是?|不过|还有|并且|然后|另外|对了|忘了说|顺便(?:说一下|说一句|说|提一下)?|其实|"
    r"说实话|老实说|哦|嗯|话说)"
    r"[,，:： ]*)+",
    re.IGNORECASE,
)
OWN_START = re.compile(
    r"(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|our)\b|本人|我|咱|家里|跟我|和我|回[答复]|叫我|以后|(?:每天|每周.?|(?:下|这)?(?:周|"
    r"星期)[一二三四五六日天]|明天|后天)[^，,。；]{4,}",
    re.IGNORECASE,
)
OPENING = re.compile(
    r"(?:i|we)(?:'ve| have|'d like| would like|'m| am)? (?:just |finally |also )*(?:made up (?:my|our) minds?|"
    r"changed (?:my|our) minds?|thought (?:about )?(?:it|this)(?: over)?|"
    r"(?:want|wanted|have|going|need|happy|glad) to (?:tell you|say|add|mention|admit|confess|announce)|must (?:say|admit)|"
    r"(?:have )?(?:good |big |great )?news)|"
    r"我(?:改(?:变)?主意了?|变卦了?|反悔了?|想好了|考虑好了|想清楚了|跟你说|告诉你|有(?:个)?(?:好)?消息)",
    re.IGNORECASE,
)
"""What only opens the next clause."""
THOUGHT = re.compile(
    r"(?:i|we)(?:'m| am|'re| are| was| were|'ve been) (?:thinking|wondering|considering)|我(?:们)?(?:正|一直|刚才?)?在(?:想|考虑|纠结)",
    re.IGNORECASE,
)
TAG = re.compile(
    r"(?:right|correct|or|isn't|aren't|don't|doesn't|didn't|haven't|wasn't|am i|do i|did i|remember|yes|no|eh|huh|true)\b|"
    r"(?:对|是|不是|没错|可以|好|行|还是|或者?|记得|你记|还记|真的|难道)",
    re.IGNORECASE,
)
PASSED_ON = re.compile(r"\b(?:tell|say|send|text|e-?mail|write|post|call|message|translate)\b|告诉|转告|发给|写|说|翻译|改", re.IGNORECASE)
ASKING = frozenset({"question", "request"})
FEW_WORDS = 2

Finds = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Piece:
    """What is kept, and the clause of it that a row knows; both verbatim."""

    text: str
    teller: str


def own_pieces(statement: str, finds: Finds) -> list[Piece]:
    """The pieces that say something by themselves, verbatim and in order; one piece or none: nothing is gained by parting it.

    `finds` tells whether a row fits. A clause that begins with nobody's word belongs to the piece before it.
    """
    pieces: list[tuple[int, int]] = []
    tellers: list[str] = []
    opened: int | None = None
    is_open = True
    for begin, end in _segments(statement):
        segment = statement[begin:end]
        if refusal_of(spelled(segment.strip())) in ASKING:
            is_open, opened = False, None
        elif _stands_alone(segment, finds):
            pieces.append((begin if opened is None else opened, end))
            tellers.append(JOIN.sub("", segment.strip()))
            is_open, opened = True, None
        elif pieces and is_open:
            pieces[-1] = (pieces[-1][0], end)
        elif not pieces and opened is None and not _is_other_matter(segment):
            opened = begin
    return [Piece(JOIN.sub("", statement[begin:end].strip()), teller) for (begin, end), teller in zip(pieces, tellers, strict=True)]


def stated_pieces(sentence: str, finds: Finds) -> list[str]:
    """What a sentence states beside its question or request: "I'm vegetarian, can you suggest a dish?".

    What is to be told or written for somebody, and what only asks to be confirmed, is no statement.
    """
    held: list[str] = []
    for begin, end in _segments(sentence):
        segment = JOIN.sub("", sentence[begin:end].strip())
        refusal = refusal_of(spelled(segment))
        if (held and TAG.match(segment)) or (refusal is not None and PASSED_ON.search(segment)):
            return []
        if refusal is not None and refusal != "request":
            return held
        if refusal is None and _stands_alone(segment, finds):
            held.append(segment)
    return held


def _segments(statement: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for found in BREAK.finditer(without_quotes(statement)):
        if found.start() > begin:
            yield begin, found.start()
        begin = found.end()
    if begin < len(statement):
        yield begin, len(statement)


def _stands_alone(segment: str, finds: Finds) -> bool:
    bare = JOIN.sub("", segment.strip())
    return OWN_START.match(spelled(bare)) is not None and hedge_of(bare) is None and not OPENING.fullmatch(bare) and finds(bare)


def _is_other_matter(segment: str) -> bool:
    """A clause of its own that no row knows: it says nothing of what follows. A short one may colour it ("I think, ...")."""
    bare = JOIN.sub("", segment.strip())
    if THOUGHT.match(spelled(bare)):
        return True
    named = [word for word in content_words(bare) if word not in VAGUE_WORDS]
    return OWN_START.match(spelled(bare)) is not None and not OPENING.fullmatch(bare) and len(named) >= FEW_WORDS
