"""400 days of one user's turns after field report J1: each day a boot prompt, a new true fact, an old one again, its echo, small talk."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from shared.domain.turn import Turn
from tests.unit.guard_worker.test_thirty_days import BOOT, SMALL_TALK, turn_of

NAMES = ("Clara", "Tobias", "Ingrid", "Marco", "Yasmin", "Oskar", "Priya", "Lennart", "Fatima", "Gustav",
         "Helena", "Ivan", "Judith", "Kenji", "Lucia", "Mateo", "Nadia", "Olga", "Pavel", "Rosa")  # fmt: skip
NAMES_ZH = ("小雨", "陈静", "王磊", "李娜", "张伟", "刘洋", "赵敏", "孙强", "周婷", "吴刚",
            "郑爽", "冯涛", "何丽", "许峰", "邓洁", "曹阳", "彭飞", "曾莉", "萧然", "田甜")  # fmt: skip
TEMPLATES = (
    ("My friend {} lives in {}.", "Where does {} live?", ("Lisbon", "Oslo", "Graz", "Turin", "Malmö")),
    ("My colleague {} works on the {} project.", "Which project does {} work on?", ("Falcon", "Heron", "Osprey", "Kestrel", "Merlin")),
    ("My neighbour {} is allergic to {}.", "What is {} allergic to?", ("peanuts", "pollen", "shellfish", "milk", "wool")),
    ("My cousin {} plays the {}.", "Which instrument does {} play?", ("cello", "oboe", "harp", "drums", "flute")),
    ("My client {} prefers {}.", "What does {} prefer?", ("phone calls", "short emails", "video meetings", "letters", "spreadsheets")),
    ("{} is my dentist's assistant and drives a {}.", "What does {} drive?", ("Volvo", "Fiat", "Skoda", "Toyota", "Honda")),
    ("{} from the chess club collects {}.", "What does {} collect?", ("stamps", "coins", "maps", "clocks", "postcards")),
    ("My former teacher {} was born in {}.", "Where was {} born?", ("Dublin", "Prague", "Seville", "Tampere", "Nantes")),
    ("{} studies {} at the university.", "What does {} study?", ("physics", "law", "history", "medicine", "geology")),
    ("My tennis partner {} has a dog called {}.", "What is {}'s dog called?", ("Bruno", "Waldi", "Pixel", "Rufus", "Nero")),
)
TEMPLATES_ZH = (
    ("我朋友{}住在{}。", "{}住在哪里?", ("绍兴", "厦门", "成都", "昆明", "青岛")),
    ("我同事{}负责{}项目。", "{}负责哪个项目?", ("银河", "北斗", "昆仑", "长江", "泰山")),
    ("我邻居{}对{}过敏。", "{}对什么过敏?", ("花生", "花粉", "海鲜", "牛奶", "羊毛")),
    ("我表弟{}会拉{}。", "{}会拉什么?", ("二胡", "小提琴", "大提琴", "手风琴", "马头琴")),
    ("我客户{}喜欢喝{}。", "{}喜欢喝什么?", ("乌龙茶", "普洱茶", "咖啡", "豆浆", "龙井茶")),
    ("我室友{}开一辆{}。", "{}开什么车?", ("比亚迪", "沃尔沃", "丰田", "吉利", "大众")),
    ("我老师{}收集{}。", "{}收集什么?", ("邮票", "硬币", "地图", "钟表", "明信片")),
    ("我同学{}毕业于{}。", "{}毕业于哪里?", ("武汉大学", "复旦大学", "南京大学", "浙江大学", "中山大学")),
    ("我侄子{}正在学{}。", "{}正在学什么?", ("法语", "德语", "日语", "葡萄牙语", "俄语")),
    ("我球友{}养了一只叫{}的猫。", "{}的猫叫什么?", ("团子", "汤圆", "芝麻", "可乐", "饭饭")),
)


@dataclass(frozen=True, slots=True)
class Fact:
    """What the user says once as true, a question about it, and the word that answers it beside the name."""

    text: str
    question: str
    name: str
    answer: str

    def is_in(self, text: str) -> bool:
        """A memory that says it names both."""
        return self.name in text and self.answer in text


def true_facts(days: int) -> tuple[Fact, ...]:
    """One a day, English and Chinese by turns; each name has ten of them, no two the same property."""
    return tuple(_fact(day) for day in range(days))


def turns_of(day: int, facts: tuple[Fact, ...]) -> Iterator[Turn]:
    """The four turns of a day."""
    fact, old = facts[day], facts[max(0, day - 3)]
    yield turn_of([("system", BOOT), ("user", BOOT), ("assistant", "Good morning.")], day, 0)
    yield turn_of([("user", fact.text), ("assistant", f"As you said: {fact.text}")], day, 1)
    yield turn_of([("user", old.text), ("assistant", "You told me before.")], day, 2)
    yield turn_of([("system", f"<memory id=m1>{old.text}</memory>"), ("user", SMALL_TALK[day % len(SMALL_TALK)])], day, 3)


def _fact(day: int) -> Fact:
    names, templates = ((NAMES, TEMPLATES), (NAMES_ZH, TEMPLATES_ZH))[day % 2]
    number = day // 2
    place, row = number % len(names), number // len(names) % len(templates)
    said, asked, answers = templates[row]
    answer = answers[(place + row) % len(answers)]
    return Fact(said.format(names[place], answer), asked.format(names[place]), names[place], answer)


NIGHT = timedelta(hours=20)
"""From a day's first turn to the morning after: the night lies between."""
