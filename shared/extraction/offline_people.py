"""What is told of somebody by name is read as if the user told it of themselves: whatever is known to be said of one can be said of both.

Whose name it is must be certain: it stands behind what the person is to the user (my cousin Clara, 我表弟小雨), or it
did so in something that is remembered. London and Messi are nobody of the user's.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from shared.extraction.known import Known
from shared.extraction.offline_people_phrases import ADVERBS, CAME_FROM, PERSON, WHICH, ZH_GOES_ON, ZH_NO_NAME, ZH_PERSON, ZH_WHICH
from shared.extraction.offline_persons import THE_ONLY_ONE
from shared.text.verb_forms import BASE_FORMS

_NAME = r"(?P<name>(?-i:[A-ZÀ-Þ][\w-]*[a-zß-ÿ])(?: (?-i:[A-ZÀ-Þ])[\w-]*[a-zß-ÿ])?)"
_NAME_ZH = rf"(?P<name>{ZH_NO_NAME}(?:[一-鿿]{{2,3}}?|[A-Z][a-z]+))"
_INTRODUCED = re.compile(rf"^(?:my|our) {WHICH}(?P<kin>{PERSON}) {_NAME}(?=['’]s |s['’] | )(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_KNOWN_FROM = re.compile(rf"^{_NAME}{CAME_FROM}(?P<rest> (?:[a-z]+(?:s|ed)|has|is|was)\b.+)", re.IGNORECASE | re.DOTALL)
_INTRODUCED_ZH = re.compile(
    rf"^(?:我|我们|咱|俺)(?:家)?的?{ZH_WHICH}(?P<kin>{ZH_PERSON}){_NAME_ZH}{ZH_GOES_ON}(?P<rest>.+)",
    re.DOTALL,
)
_MENTIONED = re.compile(rf"\b(?:my|our) {WHICH}(?:{PERSON}) {_NAME}", re.IGNORECASE)
_MENTIONED_ZH = re.compile(rf"(?:我|我们|咱|俺)(?:家)?的?{ZH_WHICH}(?:{ZH_PERSON}){_NAME_ZH}{ZH_GOES_ON}")
_PAIR = re.compile(r" and [A-Z]\w+ (?=(?:have |has )?(?:got|broke|split)\b)")
_RELATION = re.compile(f"{ZH_WHICH}{ZH_PERSON}")
_VERB = re.compile(rf"^(?P<adverbs>(?:{ADVERBS} )*)(?P<verb>[A-Za-z]+)(?P<denied>n['’]t)?(?![\w'’])", re.IGNORECASE)
_SECOND_VERB = re.compile(
    rf"\b(?P<join>and|but) (?P<adverbs>(?:{ADVERBS} )*)(?P<verb>[a-z]+s)\b(?! [a-z]+ing\b)"
    r"(?= (?:a|an|the|in|at|as|on|to|now|for|with|[A-Z]))"
)
_BESIDE = re.compile(
    r"(?:[,;] ?(?:and |but |while )?| and | but | while )(?:i|i['’]m|my|we|our)\b|[,，;；](?:而|但是?|不过)?(?:我|咱)", re.IGNORECASE
)
_MAY_BEGIN = re.compile(rf"\b(?!(?:I|My|We|Our)\b)[A-ZÀ-Þ][\w-]*[a-zß-ÿ](?:['’]s)? [a-z]|[一-鿿]{{2}}{ZH_GOES_ON}")
_FIRST_PERSON = {"is": "am", "was": "was", "has": "have", "does": "do", "goes": "go"}
_NO_VERBS = frozenset({"this", "his", "its", "thus", "perhaps", "and", "or", "who", "which", "says", "thinks", "claims", "told", "said"})


@dataclass(frozen=True, slots=True)
class OfSomebody:
    """A statement about one person: what it would be in the user's own mouth, and whom it is about."""

    as_own: str
    subject: str


def may_name_somebody(text: str) -> bool:
    """True where a sentence begins with what may be somebody's name: worth a look at what is remembered."""
    return _MAY_BEGIN.search(text) is not None


def names_in(known: Iterable[Known]) -> frozenset[str]:
    """Names of the user's people in what is remembered."""
    names: set[str] = set()
    for one in known:
        for pattern in (_MENTIONED, _MENTIONED_ZH):
            names.update(match["name"] for match in pattern.finditer(one.text))
        if (met := _KNOWN_FROM.match(one.text)) is not None:
            names.add(met["name"])
        if one.is_somebody and one.subject is not None:
            names.update(_as_written(one.subject, one.text))
    return frozenset(names)


def _as_written(subject: str, text: str) -> Iterable[str]:
    """The name of whom a memory is about, as it opens the text: what is written small or is a relation (wife, 表弟) is no name."""
    name = text[: len(subject)]
    is_name = name.lower() == subject and name[0] != name[0].lower() if subject.isascii() else name == subject and len(subject) in {2, 3}
    return (name,) if is_name and not _RELATION.fullmatch(subject) else ()


def told_of_somebody(statement: str, people: frozenset[str] = frozenset()) -> OfSomebody | None:
    """None where it is not about one of the user's people alone. `people`: who may be called by the bare name."""
    if _BESIDE.search(statement) is not None:
        return None
    found = _INTRODUCED.match(statement) or _INTRODUCED_ZH.match(statement)
    if found is not None:
        kin = found["kin"].lower()
        return _read(kin if kin in THE_ONLY_ONE else found["name"].lower(), found["rest"])
    met = _KNOWN_FROM.match(statement)
    if met is not None:
        return _read(met["name"].lower(), met["rest"])
    name = next((name for name in sorted(people, key=len, reverse=True) if statement.startswith(name)), None)
    return _read(name.lower(), statement[len(name) :]) if name is not None else None


def _read(subject: str, rest: str) -> OfSomebody | None:
    if not subject.isascii() or not rest.lstrip(" '’s").isascii():
        own = _own_chinese(rest) if not rest[:1].isascii() or rest[:1].isdigit() else None
        if own is not None:
            return OfSomebody(own, subject)
    own = _own_english(rest)
    return OfSomebody(own, subject) if own is not None else None


def _own_chinese(rest: str) -> str | None:
    return f"我{rest}" if re.match(ZH_GOES_ON, rest) else None


def _own_english(rest: str) -> str | None:
    if (owned := re.match(r"(?:['’]s|s['’]) (?=\w)", rest)) is not None:
        return f"My {rest[owned.end() :]}"
    if (pair := _PAIR.match(rest)) is not None:
        return f"I{pair.group()}{rest[pair.end() :]}"
    if not rest.startswith(" "):
        return None
    verb = _VERB.match(rest[1:])
    if verb is None or verb["verb"].lower() in _NO_VERBS:
        return None
    tail = _SECOND_VERB.sub(lambda found: f"{found['join']} {found['adverbs']}{_base(found['verb'])}", rest[1 + verb.end() :])
    return f"I {verb['adverbs']}{_base(verb['verb'])}{verb['denied'] or ''}{tail}"


def _base(verb: str) -> str:
    """Plays -> play; an irregular or past form stays: both are said in the first person too."""
    lowered = verb.lower()
    if lowered in _FIRST_PERSON:
        return _FIRST_PERSON[lowered]
    if not lowered.endswith("s") or lowered.endswith("ss"):
        return lowered
    if lowered in BASE_FORMS:
        return BASE_FORMS[lowered]
    if lowered.endswith("ies") and len(lowered) > 4:
        return lowered[:-3] + "y"
    return lowered[:-2] if lowered.endswith(("ches", "shes", "sses", "xes", "zes")) else lowered[:-1]
