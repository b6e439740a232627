"""The words of a statement that carry its content, and which of them a source does not hold.

What is read from one text is remembered for a while: a batch asks for the same few texts many times.
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from services.guard_worker.risk_words import CALENDAR_WORDS, NAME_STARTERS, SPEAKER_WORDS
from services.guard_worker.speech_acts import spoken_sentences
from shared.text.chinese_words import tagged_words
from shared.text.dates import dates_in
from shared.text.negation import negated_words
from shared.text.normalise import canonical
from shared.text.numbers import numbers_in
from shared.text.tokens import content_words, stem
from shared.text.verb_forms import BASE_FORMS

_LATIN_TOKEN = re.compile(r"(?<![A-Za-z0-9.])[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:[-'’&.][A-Za-zÀ-ɏ0-9]+)*")
_CODE_NAME = re.compile(r"(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{3,}|[a-z]+[A-Z]\w*")
_OPENS_A_NAME = re.compile(r"^(?:is|was|has|had|works?|lives?|said|likes?|wants?|prefers?|administers?|manages?|owns?|joined|moved|and)$")
_CHINESE_NAME_TAGS = frozenset({"nr", "nrt", "nrfg", "ns", "nt", "nz"})
_FRAMED_NAME = re.compile(
    r"(?:住在|搬到了?|来自|位于|毕业于|就职于|任职于|名叫|叫做|名字是|定居在?|老家在|出生[在于])([一-鿿]{2,6}?)"
    r"(?=$|[，。,.、；;！!\s的和与了上下里市省区县]|工作|上班|附近|很|已经)"
    r"|在(?!早|晚|夜|白天|上午|下午|周|星期|家|公司|单位|办公室|学校|线上|网上|外地|国外|海外|那|这|哪|一|同)([一-鿿]{2,6}?)"
    r"(?=工作|上班|任职|就职|实习|读书|上学|念书|读研)"
    r"|(?<![大喊尖吼鸣呼名])叫(?!做|我|你|他|她|它|人|了|着|过|外卖|车|醒|停|苦|好)([一-鿿]{2,6}?)(?=$|[，。,.、；;！!\s的和与])"
)
"""What stands here names a place, a person or an organisation, whatever a tagger makes of it."""

_SHORTEST_SHARED_START = 5
_LONG_END = 3
_NAME_ENDS = frozenset({"", "s", "a", "e", "y", "an", "ian", "ans", "ese", "ish", "ia", "js", "ql"})
"""Ends that one name has in several forms."""
_SURNAME = re.compile(r"(?<![同百老贵])姓([一-鿿]{1,2}?)(?=$|[，。,.、；;！!\s的是])")
_TITLE = re.compile("《([^《》]{1,40})》")
_SPEAKER = re.compile("^(?:用户|本人)的?")
_PLACE_ENDS = "人省市县区镇村州"
_ORGANISATION = re.compile("(?:大学|学院|公司|集团|医院|银行|科技|股份|中学|小学)$")
_REMEMBERED = 2048


@lru_cache(maxsize=_REMEMBERED)
def content(text: str) -> tuple[str, ...]:
    """Stemmed content words in order; numbers, dates and the names of the speaker are left out."""
    counted = frozenset(amounts_in(text))
    return tuple(base(word) for word in content_words(text) if word not in counted and word not in SPEAKER_WORDS)


def base(word: str) -> str:
    """The stem of a lower-case word, one for all forms of an irregular verb: went and goes are go."""
    return stem(BASE_FORMS.get(word, word))


@lru_cache(maxsize=_REMEMBERED)
def amounts_in(text: str) -> tuple[str, ...]:
    """Numbers by value, then dates in normal form."""
    return (*(mention.value for mention in numbers_in(text)), *(mention.value for mention in dates_in(text)))


def missing_words(statement: str, sources: Iterable[str]) -> tuple[str, ...]:
    """Content words of a statement that no source holds, in order."""
    stems, squeezed = _known("\n".join(sources))
    return tuple(word for word in content(statement) if word not in stems and (word.isascii() or word not in squeezed))


def coverage(statement: str, sources: Iterable[str]) -> float:
    """Share of the statement's content words that the sources hold, 0..1; 1 for a statement without content words."""
    words = content(statement)
    return 1.0 if not words else 1 - len(missing_words(statement, sources)) / len(words)


@lru_cache(maxsize=_REMEMBERED)
def proper_names(text: str) -> tuple[str, ...]:
    """Names of people, places, organisations and products, as written."""
    return (*_latin_names(text), *_chinese_names(text))


def missing_names(statement: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Names in a statement that no source holds; Postgres supports PostgreSQL."""
    known = canonical(" ".join(sources))
    missing = [name for name in proper_names(statement) if not _holds(known, canonical(name))]
    given = (_SPEAKER.sub("", match[1] or match[2] or match[3]) for match in _FRAMED_NAME.finditer(statement))
    framed = (name for name in given if len(name) > 1 and not _shares_a_pair(name, known))
    surnames = (match[1] for match in _SURNAME.finditer(statement) if match[1] not in known)
    return tuple(dict.fromkeys((*missing, *framed, *surnames)))


def same_words(one: str, other: str) -> bool:
    """True where two texts say the same words in the same order and deny the same of them. Numbers count apart."""
    return content(one) == content(other) and _denied(one) == _denied(other)


def same_frame(one: str, other: str) -> bool:
    """True where two texts differ in nothing but numbers, dates and negation."""
    first, second = frozenset(content(one)), frozenset(content(other))
    shared = first & second
    return bool(shared) and (first == second or (len(shared) >= 2 and shared in (first, second)))


def same_amounts(one: str, other: str) -> bool:
    """True where both texts name the same numbers (by value) and dates."""
    return sorted(amounts_in(one)) == sorted(amounts_in(other))


def is_same_but_for_digits(one: str, other: str) -> bool:
    """True where two texts differ only in how they write their numbers: 1,500 and 1.5k, 1万 and 10000."""
    return _by_value(one) == _by_value(other)


def same_denials(one: str, other: str) -> bool:
    """True where both texts deny the same words: 喜欢苹果不喜欢香蕉 and 喜欢香蕉不喜欢苹果 do not."""
    return _denied(one) == _denied(other)


@lru_cache(maxsize=_REMEMBERED)
def _by_value(text: str) -> str:
    for mention in reversed(numbers_in(text)):
        text = f"{text[: mention.start]} {mention.value} {text[mention.end :]}"
    return canonical(text)


def _shares_a_pair(name: str, known: str) -> bool:
    """True where two neighbouring characters of it stand in the source: 市中心 is supported by 市区中心."""
    return any(name[index : index + 2] in known for index in range(len(name) - 1))


@lru_cache(maxsize=_REMEMBERED)
def _denied(text: str) -> frozenset[str]:
    return frozenset(word for words in negated_words(text) for word in (content(words) or ("",)))


@lru_cache(maxsize=_REMEMBERED)
def _known(joined: str) -> tuple[frozenset[str], str]:
    return frozenset(base(word) for word in content_words(joined)), canonical(joined)


def _holds(known: str, name: str) -> bool:
    """The name itself, or a word that shares its first letters; 山东 holds 山东人."""
    if len(name) > 2 and name[-1] in _PLACE_ENDS:
        name = name[:-1]
    name = without_kind(name)
    return not name or name in known or (name.isascii() and len(name) > _SHORTEST_SHARED_START and _is_another_form(name, known))


def without_kind(name: str) -> str:
    """复旦 of 复旦大学; a name that is nothing else stays whole."""
    plain = _ORGANISATION.sub("", name)
    return plain if len(plain) > 1 else name


def _is_another_form(name: str, known: str) -> bool:
    """A word of the source that is the same but for its end: Postgres and PostgreSQL, Germany and German, not Xiaoyu and Xiaoyun."""
    for match in re.finditer(rf"{re.escape(name[:_SHORTEST_SHARED_START])}[a-z0-9]*", known):
        shared = _shared_start(name, match.group())
        ends = (name[len(shared) :], match.group()[len(shared) :])
        is_longer = "" in ends and max(map(len, ends)) >= _LONG_END
        if is_longer or all(end in _NAME_ENDS or (end == "n" and shared.endswith("a")) for end in ends):
            return True
    return False


def _shared_start(one: str, other: str) -> str:
    pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in pairs)


def _latin_names(text: str) -> Iterable[str]:
    for sentence in spoken_sentences(text):
        tokens = [match.group() for match in _LATIN_TOKEN.finditer(sentence)]
        starts_with_latin = sentence[:1].isascii()
        for index, token in enumerate(tokens):
            bare = re.sub(r"['’](?:s|m|re|ve|d|ll|t)$", "", token)
            following = tokens[index + 1] if index + 1 < len(tokens) else ""
            if _CODE_NAME.fullmatch(bare) or _is_name(bare, token, following, is_first=index == 0 and starts_with_latin):
                yield bare


def _is_name(bare: str, token: str, following: str, *, is_first: bool) -> bool:
    """A capital inside a sentence; at its start only where what follows shows that it is a name."""
    lowered = bare.lower()
    if not bare[:1].isupper() or lowered in CALENDAR_WORDS or lowered in SPEAKER_WORDS or lowered == "i":
        return False
    if not is_first:
        return True
    if lowered in NAME_STARTERS or lowered.endswith("ly"):
        return False
    return following[:1].isupper() or token != bare or _OPENS_A_NAME.match(following) is not None


def _chinese_names(text: str) -> Iterable[str]:
    if text.isascii():
        return
    yield from _TITLE.findall(text)
    for word, tag in tagged_words(text):
        if tag in _CHINESE_NAME_TAGS and len(word) > 1 and not word.isascii():
            yield word
