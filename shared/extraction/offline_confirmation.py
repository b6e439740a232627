"""An assistant's suggestion that the user answers in the next message: taken up, it counts; put off, the guard refuses it."""

import re

from shared.domain.candidate import Attribution, Category, Layer, Role
from shared.domain.trigger import TriggerType
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.drafts import Draft
from shared.extraction.offline_slots import slot_of, subject_of
from shared.extraction.references import Cited
from shared.extraction.windows import Line
from shared.text.chunking import sentences, weighted_length
from shared.text.language import language_of

CONFIDENCE = 0.8
IMPORTANCE = 0.6
LONGEST_ADVICE = 200
"""Weighted characters: a yes to a whole lecture decides nothing."""

SUGGESTS = re.compile(
    (
        r"\b(?:you (?:should|could|might want to)|i(?:'d| would)? (?:suggest|"
        r"recommend)(?: that)?(?: you)?|how about|let's|we (?:should|could))\s+|(?:我?建议你?们?|"
        r"推荐你?们?|你可以|不妨|可以考虑|要不要?|我们可以)"
    ),
    re.IGNORECASE,
)
ANOTHER = re.compile(
    (
        r"(?:also|another|alternatively|or|plus|besides|in addition|additionally|furthermore|second(?:ly)?|on top of (?:that|it)|and)\b|"
        r"另外|此外|或者?|还(?:可以|能|有)|也(?:可以|能)|同时|其次|再(?:就是|说|加)|除此之外|第二"
    ),
    re.IGNORECASE,
)
"""What is put beside a suggestion, in whatever words."""
CONFIRMS = re.compile(
    (
        r"^(?:yes|yep|yeah|sure|ok(?:ay)?|agreed|deal|great|perfect|sounds good|"
        r"good idea)[,.! ]+(?:please )?(?:let's|do (?:that|it|so)|(?:i|we)(?:'ll| will) (?:do|use|take|go with|start|switch)\b|"
        r"go (?:ahead|with|for)|that works|start|from)\b|^(?:let's do (?:that|it)|do that|go ahead|i'll do that|sounds good|agreed|deal)\b|"
        r"^(?:好|好的|行|可以|对|嗯|没问题|同意|成)[，,。！! ]*(?:就这么|就按|就这样|就用|就定|从|"
        r"我(?:就|来)(?:这么|这样|按|照|用|选|定)|那就|听你的|照你|开始|按你)|^(?:就这么(?:办|定|做)|听你的|按你说的|同意|"
        r"没问题，)"
    ),
    re.IGNORECASE,
)
PUTS_OFF = re.compile(
    (
        r"再说|再看|再想|考虑|算了|不用|不了|不要|以后吧|改天|\b(?:later|not (?:now|sure)|maybe|"
        r"let me think|no|don't|but)\b|[?？]"
    ),
    re.IGNORECASE,
)
LEAVES_IT = re.compile(
    (
        r"(?:(?:no|nah|hmm+|well|thanks?(?: you)?)[,.! ]+)*(?:not (?:now|today|yet|for now)|maybe (?:later|another time|"
        r"some other time)|(?:perhaps )?(?:some other|another) time|later|no,? thanks?(?: you)?|i(?:'ll| will) (?:come back to "
        r"(?:that|it|this)|think about (?:it|that)|see|pass)(?: later| another time| some other time| first)?|let me think"
        r"(?: about (?:it|that))?|i'd rather not|never mind)[ .!]*|"
        r"(?:嗯+|哦+|好吧|谢谢)?[，, ]?(?:以后|改天|下次|过几天|到时候?)?(?:再说|再看|再议|再想想|再考虑|考虑一下|考虑考虑|想想|"
        r"看情况|先不用|不用|不必|算了|不要|先不)(?:吧|了|看|一下)?(?:[，, ]?谢谢)?[。.！! ]*"
    ),
    re.IGNORECASE,
)
"""An answer that is nothing but a putting off."""

ASSENT = re.compile(
    (
        r"^(?:yes|yep|yeah|sure|ok(?:ay)?|agreed|deal|great|perfect|sounds good|good idea|"
        r"let's do (?:that|it)|do that|go ahead|i'll do that|好的?|行|可以|对|嗯|没问题|同意|成|"
        r"就这么(?:办|定|做)(?:吧)?|听你的|按你说的(?:办|做)?)[，,。.！! ]*"
    ),
    re.IGNORECASE,
)
TRAILING = " \t\n。.!！;；,，、~…"


def answered_draft(before: Line | None, line: Line) -> Draft | None:
    """A decision in the assistant's words plus the user's own conditions, or None. Both messages are cited.

    A suggestion that the user puts off is proposed as the assistant's own, so that its refusal is on record.
    """
    if before is None or before.message.role is not Role.ASSISTANT:
        return None
    answer = _straight(line.message.text)
    is_taken_up = CONFIRMS.search(answer) is not None and not PUTS_OFF.search(answer)
    if not is_taken_up and not leaves_it(answer):
        return None
    suggestions = [sentence for sentence in sentences(before.message.text) if SUGGESTS.search(_straight(sentence))]
    others = [sentence for sentence in sentences(before.message.text) if ANOTHER.match(_straight(sentence))]
    if len(suggestions) != 1 or set(others) - set(suggestions):
        return None  # nobody could say which of several was meant
    text = _advice(suggestions[0])
    if weighted_length(text) > LONGEST_ADVICE:
        return None
    if not is_taken_up:
        return _draft(text, suggestions[0], before, line, Attribution.ASSISTANT_SUGGESTION)
    own_words = _conditions(line.message.text)
    comma = "，" if language_of(text) == "zh" else ", "
    statement = f"{text}{comma}{own_words}" if own_words else text
    return _draft(statement, suggestions[0], before, line, Attribution.USER_CONFIRMED)


def leaves_it(answer: str) -> bool:
    """True for an answer that is nothing but a putting off: "maybe later", 再说吧."""
    return LEAVES_IT.fullmatch(_straight(answer)) is not None


def _straight(text: str) -> str:
    return text.replace("’", "'").strip()


def _advice(suggestion: str) -> str:
    """What is suggested, without the words of suggesting."""
    start = SUGGESTS.search(_straight(suggestion))
    return suggestion[start.end() if start is not None else 0 :].strip(TRAILING + "?？吗吧")


def _draft(statement: str, suggestion: str, before: Line, line: Line, attribution: Attribution) -> Draft:
    return Draft(
        text=statement,
        cited=(Cited(before, suggestion), Cited(line, line.message.text.strip())),
        trigger_type=TriggerType.USER_FEEDBACK,
        confidence=CONFIDENCE,
        criteria=measure_conversation(statement, said_by_user=True),
        category=Category.DECISION,
        layer=Layer.STRATEGY_EXP,
        importance=IMPORTANCE,
        language=language_of(statement),
        attribution=attribution,
        subject=subject_of("user", "", straight=statement, category=Category.DECISION),
        slot=slot_of("choice:{about}", "", statement=statement),
    )


def _conditions(answer: str) -> str:
    """What the user adds to the assent ("好，从明天开始跑" -> 从明天开始跑)."""
    rest = ASSENT.sub("", ASSENT.sub("", answer.strip())).strip(TRAILING)
    return rest if len(rest) > 3 else ""
