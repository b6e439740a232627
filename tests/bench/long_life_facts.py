"""What is true in the life of one invented user, and when: facts that are told, told again, changed and ended, drawn by a seed."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).with_name("data")
NEVER = "-"
KNOWN_ROWS, UNSEEN_ROWS = "long_life_facts.tsv", "long_life_facts_unseen.tsv"
NAMES = {
    "en": ("Clara", "Tobias", "Ingrid", "Marco", "Yasmin", "Oskar", "Priya", "Lennart", "Fatima", "Gustav", "Helena", "Ivan", "Judith",
           "Kenji", "Lucia", "Mateo", "Nadia", "Olga", "Pavel", "Rosa", "Anton", "Beatrix", "Carlos", "Dora", "Emil", "Frieda"),
    "zh": ("小雨", "陈静", "王磊", "李娜", "张伟", "刘洋", "赵敏", "孙强", "周婷", "吴刚", "郑爽", "冯涛", "何丽", "许峰", "邓洁", "曹阳",
           "彭飞", "曾莉", "萧然", "田甜", "老周", "阿梅", "董浩", "杨柳", "马超", "林芳"),
}  # fmt: skip
RELATIONS = {
    "en": ("my friend", "my colleague", "my neighbour", "my cousin", "my client", "my sister", "my uncle", "my old classmate"),
    "zh": ("我朋友", "我同事", "我邻居", "我表弟", "我客户", "我姐姐", "我舅舅", "我老同学"),
}
PARTS = {
    "en": ("Falcon", "Heron", "Osprey", "Kestrel", "Merlin", "Condor", "Plover", "Curlew"),
    "zh": ("订单", "支付", "库存", "会员", "物流", "报表", "搜索", "风控"),
}
CHANGED, ENDED = 0.2, 0.25
"""Shares of the facts that can change or end, of which this is told some day."""
SOONEST, LATEST = 10, 90
"""Days from a fact to its change."""
ENDS = re.compile(
    r"no longer|any ?more|stopped|gave up|quit|sold|closed|divorced|used to|不再|不.{1,8}了|戒|卖了|关了|离婚", re.IGNORECASE
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A saying of a fact: what holds from then on. `ends`: its value holds no more."""

    day: int
    text: str
    value: str
    ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A property of somebody: `name` '' for the user. `told` in the order of time; `again` says the last of it in other words."""

    language: str
    name: str
    again: str
    question: str
    told: tuple[Said, ...] = ()

    def as_of(self, day: int) -> Said | None:
        """What was told last until then; None before it was told."""
        return next((said for said in reversed(self.told) if said.day <= day), None)

    def is_in(self, text: str, day: int) -> bool:
        """True where a memory says what is true on this day."""
        said = self.as_of(day)
        return said is not None and self._names(text, said.value) and (not said.ends or ENDS.search(text) is not None)

    def is_outdated_in(self, text: str, day: int) -> bool:
        """True where it says what was true before and is not: the old value as it was told, without the new one."""
        said = self.as_of(day)
        if said is None or self.is_in(text, day):
            return False
        earlier = [old for old in self.told if old.day <= day]
        return any(self._names(text, old.value) for old in earlier) and ENDS.search(text) is None

    def is_ever_in(self, text: str) -> bool:
        """True where it says any of it."""
        return any(self._names(text, said.value) for said in self.told)

    def restated(self, day: int) -> str:
        """The truth of the day in other words; '' where it has ended."""
        said = self.as_of(day)
        return "" if said is None or said.ends else _sentence(self.again.replace("{v}", said.value))

    def asked(self, day: int) -> str:
        """The question about it."""
        said = self.as_of(day)
        return self.question.replace("{v}", said.value if said is not None else "")

    def _names(self, text: str, value: str) -> bool:
        lowered, other = text.lower(), {name for names in (*NAMES.values(), *PARTS.values()) for name in names} - {self.name}
        is_of_another = not self.name and any(name.lower() in lowered for name in other)
        return self.name.lower() in lowered and _holds(lowered, value.lower()) and not is_of_another


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(value)}(?![a-z0-9])", text) is not None if value.isascii() else value in text


def facts_of(days: int, seed: int = 1, rows: str = KNOWN_ROWS) -> tuple[Fact, ...]:
    """One for each day, in the order of their days; some are told as changed or ended on a later one. `rows`: the file they are of."""
    generator = random.Random(seed)
    drawn = list(_open_facts(_rows(rows), generator))
    generator.shuffle(drawn)
    return tuple(_lived(row, first, day, days, generator) for day, (row, first) in enumerate(drawn[:days]))


@dataclass(frozen=True, slots=True)
class _Row:
    language: str
    kind: str
    said: str
    again: str
    question: str
    change: str
    end: str
    values: tuple[str, ...]


def _rows(name: str = KNOWN_ROWS) -> Iterator[_Row]:
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            language, kind, said, again, question, change, end, values = line.split("\t")
            yield _Row(language, kind, said, again, question, change, end, tuple(values.split("|")))


def _open_facts(rows: Iterable[_Row], generator: random.Random) -> Iterator[tuple[_Row, tuple[str, str, str]]]:
    """Each row with (name, who, value) of what may be told first. A self row in one of the two languages only, where there is one."""
    relation = {name: generator.choice(RELATIONS[language]) for language, names in NAMES.items() for name in names}
    taken: set[str] = set()
    for row in rows:
        if row.kind == "many":
            yield from ((row, ("", "", value)) for value in row.values)
        elif row.kind == "one":
            if row.question not in taken and not (row.language == "zh" and row.said.startswith("我住在")):
                yield row, ("", "", generator.choice(row.values))
        else:
            names = PARTS[row.language] if row.kind == "work" else NAMES[row.language]
            for name in generator.sample(names, 9 if row.kind == "person" else 5):
                yield row, (name, _who(relation.get(name, ""), name, row.language), generator.choice(row.values))


def _who(relation: str, name: str, language: str) -> str:
    return f"{relation}{name}" if language == "zh" else f"{relation} {name}".strip()


def _lived(row: _Row, first: tuple[str, str, str], day: int, days: int, generator: random.Random) -> Fact:
    name, who, value = first

    def filled(template: str, now: str, before: str = "") -> str:
        return _sentence(template.replace("{who}", who).replace("{n}", name).replace("{v}", now).replace("{w}", before))

    told = [Said(day=day, text=filled(row.said, value), value=value)]
    later = day + generator.randint(SOONEST, LATEST)
    if row.change != NEVER and later < days and generator.random() < CHANGED * 2:
        new = generator.choice([other for other in row.values if other != value])
        told.append(Said(day=later, text=filled(row.change, new, value), value=new))
    elif row.end != NEVER and later < days and generator.random() < ENDED * 2:
        told.append(Said(day=later, text=filled(row.end, value), value=value, ends=True))
    return Fact(
        language=row.language, name=name, again=row.again.replace("{n}", name), question=row.question.replace("{n}", name), told=tuple(told)
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def sayings_by_day(facts: Sequence[Fact]) -> dict[int, list[tuple[Fact, Said]]]:
    """What is told anew on each day."""
    found: dict[int, list[tuple[Fact, Said]]] = {}
    for fact in facts:
        for said in fact.told:
            found.setdefault(said.day, []).append((fact, said))
    return found
