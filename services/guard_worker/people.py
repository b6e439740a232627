"""Who a stretch of speech is about, and whether a statement leaves one of them out or puts one in another's place."""

import re
from dataclasses import dataclass
from functools import lru_cache

from services.guard_worker import reading_phrases as phrases
from services.guard_worker.passages import places
from services.guard_worker.risk_words import NAME_STARTERS, SPEAKER_WORDS
from services.guard_worker.wording import amounts_in, content, proper_names
from shared.text.chinese_words import tagged_words

_NO_LETTER = r"(?![A-Za-z])"
_CHINESE_PART = re.compile("[一-鿿]")


def _person_pattern(words: str) -> re.Pattern[str]:
    latin = "|".join(word for word in words.split("|") if not _CHINESE_PART.search(word))
    chinese = "|".join(word for word in words.split("|") if _CHINESE_PART.search(word))
    return re.compile(
        "|".join(part for part in (rf"(?<![A-Za-z-])(?:{latin}){_NO_LETTER}(?!-in-law)" if latin else "", chinese) if part), re.IGNORECASE
    )


_PEOPLE = {who: _person_pattern(words) for who, words in phrases.PEOPLE.items()}
_CALLED = re.compile(phrases.CALLED)
_CAPITAL = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Za-zÀ-ɏ]+")
_CHINESE_PEOPLE = "|".join(word for words in phrases.PEOPLE.values() for word in words.split("|") if _CHINESE_PART.search(word))
_ACTING = re.compile(rf"(?<![A-Za-z])(?:i|we|im)(?![A-Za-z])|(?:我|俺|本人)们?(?!们|的|{_CHINESE_PEOPLE})", re.IGNORECASE)
_PRONOUN = re.compile(phrases.PRONOUNS, re.IGNORECASE)
_THIRD_PARTY = re.compile(phrases.THIRD_PARTIES, re.IGNORECASE)
_FIRST_PERSON = re.compile(phrases.FIRST_PERSON, re.IGNORECASE)
_USER_ACTS = re.compile(r"^\W*(?:the )?user(?!['’]s\b)\b|^\W*i\b|^\W*用户(?!的)|^\W*我(?!的|们的)", re.IGNORECASE)
_USER = re.compile(r"\b(?:the )?user\b(?!['’]s)|用户(?!的)", re.IGNORECASE)
_NAME_ACTS = re.compile(r"\s(?:is|was|has|had|told|said|says|will|can|does|did|and|wants?|got|[a-z]{3,}(?:s|ed))\b")
_BESIDE = re.compile(
    r"(?:\b(?:with|for|to|from|at|of|like|than|without|see|saw|met|visit\w*|call\w*|help\w*|take|took|bring|drive|drove|lent|gave|give|buy|bought)"
    r"\s+(?:(?:my|our|the|an?|his|her|their|some|two|three)\s+)?(?:\w+\s+)?"
    r"|(?:跟|和|与|陪|给|帮|带|替|对|向|为|找|见|比|接|送|教|照顾|看|养活)(?:我|我的|我们|一个|个)?)$",
    re.IGNORECASE,
)
_AND_I = re.compile(r"^\w*(?:\s+\w+)?\s+and i\b|^[一-鿿]?(?:和|跟|与)我", re.IGNORECASE)
_CLAUSE_BEFORE = re.compile(
    r"(?:[,，;；。.!?！？]\s*(?:and|but|while)?|\b(?:and|but|while|whereas)|而|但是?)\s*(?:我们?的?|my|our)?\s*$", re.IGNORECASE
)
_NO_VERB_AFTER = re.compile(r"\s*(?:$|[,，、;；。.!?！？'’的和跟与]|and\b)", re.IGNORECASE)
_COPULA = re.compile(
    r"\b(?:is|are|was|were|be|called|named|by|and|with|married|met|meets|knows?)\b|(?-i:['’]s (?=[A-Z]))|[是叫姓被由和跟与]|名叫|认识",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\b(?:was|were|been|being|got) (?:\w+ly )?\w+(?:ed|en)\b", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"(?:[A-Z]\w+\s+)*")
_THIRD_SUBJECT = re.compile(r"^\W*(?:the|a|an|this|that|these|those|it|he|she|they|people|many|some|most|everyone)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Person:
    """One mention: who (`mother`, or a name), and where it starts and ends."""

    who: str
    start: int
    end: int


@lru_cache(maxsize=1024)
def people_in(text: str) -> tuple[Person, ...]:
    """Relations (my sister, 老板) and names that stand for people, in order."""
    found = [Person(who, match.start(), match.end()) for who, pattern in _PEOPLE.items() for match in pattern.finditer(text)]
    found += [Person("third", match.start(), match.end()) for match in _THIRD_PARTY.finditer(text)]
    for name in proper_names(text):
        place = text.find(name)
        if name.isascii() and _NAME_ACTS.match(text, place + len(name)):
            found.append(Person(name.lower(), place, place + len(name)))
    if not text.isascii():
        found += [Person(match.group(), match.start(), match.end()) for match in _CALLED.finditer(text)]
        found += _tagged_people(text)
    return tuple(sorted(found, key=lambda person: person.start))


def leaves_out_people(statement: str, source: str, *, of_all: bool = False) -> bool | None:
    """Whether somebody who stands among the words of the statement is not in it: True, where the user does not act there.

    None: nobody is left out. Who only stands beside (with my wife) may be left out; `of_all`: whoever is named.
    """
    if _PASSIVE.search(statement) and not _PASSIVE.search(source) and _USER_ACTS.search(statement) is None:
        return None
    kept = {person.who for person in people_in(statement)}
    lowered = statement.lower()
    reach = places((*content(statement), *amounts_in(statement)), source)
    last = max(reach.values(), default=-1)
    pronouns = () if kept else tuple(Person("pronoun", match.start(), match.end()) for match in _PRONOUN.finditer(source))
    for person in sorted((*people_in(source), *pronouns), key=lambda one: one.start):
        is_kept = person.who in kept or (person.who != "third" and source[person.start : person.end].lower() in lowered)
        if is_kept or person.start > last or (not of_all and _is_beside(person, source)):
            continue
        return _acts_before(person, source) is None or (not of_all and _opens_clause(person, statement, source))
    return None


def shared_names(statement: str, source: str) -> tuple[str, ...]:
    """Names that both texts write alike; a capital at the start of a sentence counts where the other text has it too."""
    capitals = (name for name in _CAPITAL.findall(statement) if name.lower() not in NAME_STARTERS and name.lower() not in SPEAKER_WORDS)
    called = (person.who for person in people_in(statement) if not person.who.isascii())
    return tuple(
        dict.fromkeys(
            name for name in (*proper_names(statement), *capitals, *called) if name in source and name.lower() not in NAME_STARTERS
        )
    )


def changes_roles(statement: str, source: str) -> bool:
    """The user and a named other change places: I lent Tom -> Tom lent the user."""
    if _are_swapped(statement, source) or _takes_the_deed(statement, source):
        return True
    user = _USER.search(statement)
    first = _FIRST_PERSON.search(source)
    if user is None or first is None:
        return False
    for name in shared_names(statement, source):
        there, here = source.find(name), statement.find(name)
        if there >= 0 and source[there + len(name) :].startswith(("'s", "’s", "的")) is False:
            was_user_first = first.start() < there
            speaks_twice = any((match.start() < there) != was_user_first for match in _FIRST_PERSON.finditer(source))
            if not speaks_twice and was_user_first != (user.start() < here):
                return True
    return False


def _are_swapped(statement: str, source: str) -> bool:
    """Two others change places around what one does to the other: My manager fired Tom -> Tom fired the manager."""
    names = tuple(Person(name.lower(), source.find(name), source.find(name) + len(name)) for name in shared_names(statement, source))
    there = {person.who: person.start for person in (*people_in(source), *names)}
    here = {person.who: person.start for person in people_in(statement)} | {name.who: statement.lower().find(name.who) for name in names}
    both = sorted(there.keys() & here.keys(), key=lambda who: there[who])
    if len(both) != 2 or _COPULA.search(source) or _COPULA.search(statement):
        return False
    return here[both[0]] > here[both[1]]


def _takes_the_deed(statement: str, source: str) -> bool:
    """The user does what somebody else does for them: Wei approves my invoices -> the user approves Wei's invoices."""
    if _USER_ACTS.search(statement) is None or _FIRST_PERSON.search(re.sub("我们?的", "", source)) or _COPULA.search(source):
        return False
    kept = {person.who for person in people_in(statement)} | {name.lower() for name in shared_names(statement, source)}
    doer = next(iter(people_in(source)), None)
    return doer is not None and doer.who in kept and _NAME_BEFORE.fullmatch(source[: doer.start]) is not None


def names_another_subject(statement: str, sentence: str) -> bool:
    """The statement is about the user, the sentence about something else, and the user is nowhere in it."""
    return (
        _USER_ACTS.search(statement) is not None
        and _FIRST_PERSON.search(sentence) is None
        and (_THIRD_SUBJECT.search(sentence) is not None or bool(people_in(sentence)))
        and not people_in(statement)
    )


def _acts_before(person: Person, source: str) -> re.Match[str] | None:
    """The user as one who acts, before this person is named: I or 我, not 我弟弟 or my."""
    return _ACTING.search(re.sub("我们?的?$", "", source[: person.start]))


def _opens_clause(person: Person, statement: str, source: str) -> bool:
    """Somebody else is who acts in a clause of their own, whose words the statement takes over: 我喜欢徒步，我老婆喜欢露营."""
    if _CLAUSE_BEFORE.search(source[: person.start]) is None or _NO_VERB_AFTER.match(source, person.end):
        return False
    clause = re.split("[,，;；。.!?！？]", source[person.end :])[0]
    own = _CLAUSE_BEFORE.sub("", source[: person.start])
    taken = set(content(clause)) & set(content(statement))
    return bool(taken - set(content(own)))


def _is_beside(person: Person, source: str) -> bool:
    return _BESIDE.search(source[: person.start]) is not None or _AND_I.match(source[person.end :]) is not None


def _tagged_people(text: str) -> list[Person]:
    found, place = [], 0
    for word, tag in tagged_words(text):
        start = text.find(word, place)
        place = start + len(word) if start >= 0 else place
        if tag in {"nr", "nrt", "nrfg"} and len(word) > 1 and start >= 0 and not word.isascii():
            found.append(Person(word, start, start + len(word)))
    return found
