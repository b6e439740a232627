"""Things that a statement names and nobody in its messages did: a brand, a colour, an accident, 芒果, mysql.

Names are held to the evidence by the rules. This looks at all else that names a thing, whatever its case and whatever
a dictionary knows of it: a judge that lets it pass is not enough to store it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from services.guard_worker import paraphrase_words as words
from services.guard_worker.reading_phrases import PEOPLE
from services.guard_worker.wording import base, missing_words, without_kind
from shared.text.chinese_words import tagged_words
from shared.text.normalise import canonical
from shared.text.tokens import stem

_TOLD = words.MADE_OF_THE_TELLING | {base(word) for word in words.MADE_OF_THE_TELLING if word.isascii()}
_SAME = tuple(re.compile(pattern, re.IGNORECASE) for pattern in words.OTHER_WORDS)
_ONE_PERSON = ("mother", "father", "parents", "wife", "husband", "partner", "ex", "son", "daughter", "child", "sister", "brother", "boss")
"""Relations whose words mean one another; a cousin is no mother-in-law, although both are relatives."""
_RELATIONS = tuple(re.compile(rf"(?<![A-Za-z])(?:{PEOPLE[who]})(?![A-Za-z])", re.IGNORECASE) for who in _ONE_PERSON)
_LATIN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:-in-law)?")
_CHINESE = re.compile("[一-鿿]")
_ACTS = frozenset({
    "user", "who", "which", "also", "not", "never", "now", "currently", "cannot", "can", "will", "would", "should", "must", "does",
    "doesn", "don", "they", "he", "she", "it", "we", "i",
})  # fmt: skip
"""What stands behind these is done and not named."""
_WANTING = frozenset({
    "want", "wants", "like", "likes", "love", "loves", "prefer", "prefers", "plan", "plans", "need", "needs", "hope", "hopes", "able", "has", "have",
    "going", "likely", "used", "asked", "decided", "trying", "tries", "learning", "willing", "told", "how", "order", "intends", "wishes", "user", "not",
    "assistant",
})  # fmt: skip
"""`to` behind these opens what is done, behind any other word it leads to a thing."""
_SUBJECT = re.compile(r"^(?:the )?user['’]s (?:[a-z-]*[a-rt-z] ){1,2}$", re.IGNORECASE)
"""Behind "The user's visa" stands what it does: expires."""
_DONE = ("ing", "ed", "ly")
_SHORTEST_DEED = 5
_THING_TAGS = ("n", "l", "i", "j", "vn", "an", "z", "a")
"""Tags of Chinese words that name a thing or a trait; an unknown brand gets nearly any of them."""
_TAKES_A_THING = frozenset(
    {"用", "使用", "喝", "吃", "买", "打", "开", "玩", "读", "养", "去", "喜欢", "讨厌", "从", "在", "点", "坐", "骑"}
)
"""What stands behind these is a thing, whatever a tagger makes of 钉钉 or 滴滴."""
_LONGEST_SHARED_START = 5


@lru_cache(maxsize=1024)
def invented_words(statement: str, messages: tuple[str, ...]) -> tuple[str, ...]:
    """Nouns, traits and Latin words that stand in no message, in other words neither, and are no words of retelling."""
    missing = frozenset(missing_words(statement, messages))
    if not missing:
        return ()
    said = canonical("\n".join(messages))
    things = _chinese_things(statement, missing) if _CHINESE.search(statement) else _english_things(statement, missing)
    return tuple(dict.fromkeys(word for word in things if not _is_carried(word, said)))


def _chinese_things(statement: str, missing: frozenset[str]) -> Iterator[str]:
    """Words that name things, two single characters in a row (a word no dictionary knows), and every Latin word: here it is a name."""
    before = ""
    for word, tag in tagged_words(statement):
        is_thing = tag.startswith(_THING_TAGS) or before in _TAKES_A_THING
        is_single = len(word) == 1
        if word not in _TOLD and word in missing and (not is_single or tag == "n" or before in missing) and (is_thing or is_single):
            yield before + word if is_single and len(before) == 1 and before in missing else word
        before = word
    yield from (word for word in _LATIN.findall(statement) if base(word.lower()) in missing)


def _english_things(statement: str, missing: frozenset[str]) -> Iterator[str]:
    """Every missing word that is not what somebody does: without a dictionary the place tells a noun from a verb."""
    before = earlier = ""
    for match in _LATIN.finditer(statement):
        word = match.group().lower()
        follows_subject = word.endswith("s") and _SUBJECT.search(statement[: match.start()]) is not None
        is_deed = (
            before in _ACTS
            or follows_subject
            or (before == "to" and earlier in _WANTING)
            or (len(word) >= _SHORTEST_DEED and word.endswith(_DONE))
        )
        if base(word) in missing and not is_deed and word not in _TOLD and base(word) not in _TOLD:
            yield word
        before, earlier = word, before


def _is_carried(word: str, said: str) -> bool:
    """Its characters or its start stand in the source, or the same thing does by another name."""
    if not word.isascii():
        if all(character in said for character in without_kind(word.removesuffix("于"))):
            return True
    elif len(word) > _LONGEST_SHARED_START and re.search(rf"\b{re.escape(stem(word)[:_LONGEST_SHARED_START])}", said):
        return True
    return _is_said_otherwise(word, said, (*_RELATIONS, *_SAME))


def _is_said_otherwise(word: str, said: str, kinds: Sequence[re.Pattern[str]]) -> bool:
    return any(kind.search(said) for kind in kinds if kind.fullmatch(word))
