"""Which sentences of a message are the speaker's own word: not the text to translate, the part that is played, what a page says.

A frame is opened by one sentence and holds for others: the grammar of those others gives no sign of it.
"""

import re
from enum import StrEnum

from shared.extraction.offline_frame_phrases import (
    FOLLOWING_TEXT,
    LABELS,
    OFF_THE_RECORD,
    OPINION_ON_TEXT,
    PLAY,
    QUOTED_PAGE,
    SUPPOSED,
    WORK_ON_TEXT,
    WRITING,
)
from shared.extraction.offline_phrases import REMEMBER, TELLING
from shared.extraction.offline_spelling import spelled
from shared.extraction.phrase_patterns import compiled
from shared.text.chunking import sentences
from shared.text.code_patterns import CODE_LINE, STRONG_MARK

_WORK, _OPINION, _PLAY = compiled(*WORK_ON_TEXT, *WRITING), compiled(*OPINION_ON_TEXT), compiled(*PLAY)
_OFF_THE_RECORD = compiled(*OFF_THE_RECORD)
_SUPPOSED, _PAGE, _FOLLOWING = compiled(*SUPPOSED), compiled(*QUOTED_PAGE, *LABELS), compiled(*FOLLOWING_TEXT)
_POINTS_BACK = compiled(r"\b(?:this|that|it|these|above)\b", r"(?:上面|上述|这)")
_HOLDS_ITS_TEXT = re.compile(r"[:：][^:：]*\w|[\"“「『]")
_PROSE_END = ".!?。！？"


class Reach(StrEnum):
    """How far the frame that a sentence opens goes."""

    NONE = "none"
    LINE = "line"  # the rest of its line
    REST = "rest"  # all that follows in the message
    ALL = "all"  # what came before as well


def own_sentences(text: str) -> tuple[str, ...]:
    """The sentences that are the speaker's own, in their order."""
    kept: list[str] = []
    for line in _prose_lines(text):
        reach = Reach.NONE
        for sentence in sentences(line):
            reach = _reach_of(spelled(sentence))
            if reach is not Reach.NONE:
                break
            kept.append(sentence)
        if reach is Reach.ALL:
            return ()
        if reach is Reach.REST:
            return tuple(kept)
    return tuple(kept)


def _reach_of(sentence: str) -> Reach:
    if _OFF_THE_RECORD.search(sentence):
        return Reach.ALL
    if _OPINION.search(sentence) and not _HOLDS_ITS_TEXT.search(sentence):
        return Reach.ALL
    if _WORK.search(sentence):
        points_back = _POINTS_BACK.search(sentence) and not _FOLLOWING.search(sentence) and not _HOLDS_ITS_TEXT.search(sentence)
        return Reach.ALL if points_back else Reach.REST
    if _PLAY.search(sentence):
        return Reach.REST
    told = TELLING.sub("", REMEMBER.sub("", sentence))  # "Please remember: ..." is no head of somebody's text
    return Reach.LINE if _SUPPOSED.search(sentence) or _PAGE.search(told) else Reach.NONE


def _prose_lines(text: str) -> list[str]:
    """Lines without those of code, and without the bare lines beside them: those are its comments."""
    lines = [line for line in text.split("\n") if line.strip()]
    is_code = [_is_code(line) for line in lines]
    return [
        line
        for place, line in enumerate(lines)
        if not is_code[place] and not (any(is_code[max(0, place - 1) : place + 2]) and line.rstrip()[-1] not in _PROSE_END + ":：")
    ]


def _is_code(line: str) -> bool:
    if line.rstrip()[-1] in _PROSE_END or CODE_LINE.match(line[:2000]) is None:
        return False
    return "=" in line or STRONG_MARK.search(line[:2000]) is not None
