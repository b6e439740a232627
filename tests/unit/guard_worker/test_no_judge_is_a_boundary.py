"""Judges that say WRITE to everything, the gateway's and a local one: what rules and layers refuse is stored by neither.

The invented part is a number, an amount, a share, a date or a name in many forms of both languages, which the user did
not say: it is in nothing, or only in what an assistant, a system message or a recalled memory says.
"""

import itertools
from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from shared.domain.candidate import Attribution, Candidate, Category, Layer
from tests.fakes.language_model import ScriptedModel
from tests.fakes.text_model import ScriptedTextModel
from tests.fakes.verifier import ScriptedVerifier
from tests.unit.guard_worker.other_words import OTHERWISE
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import Line, proposed
from tests.unit.guard_worker.test_drain import always_write
from tests.unit.guard_worker.test_local_judge import says

JUDGES: dict[str, Callable[[], Rig]] = {
    "gateway": lambda: Rig(judge=ScriptedModel(always_write), verifier=ScriptedVerifier()),
    "local": lambda: Rig(local=ScriptedTextModel([says("WRITE")])),
}
EVERY_JUDGE = pytest.mark.parametrize("judge", list(JUDGES))
QUICKLY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

WORDS = {2: "two", 3: "three", 7: "seven", 12: "twelve", 20: "twenty", 40: "forty"}
HAN = {2: "两", 3: "三", 7: "七", 12: "十二", 20: "二十", 40: "四十"}
ENGLISH_FORMS: tuple[Callable[[int], str], ...] = (
    lambda n: f"I have {n} goats",
    lambda n: f"I have {WORDS[n]} goats",
    lambda n: f"My goats cost me ${n},000",
    lambda n: f"My goats cost me {n}k euros",
    lambda n: f"My farm is worth {n}.5 million euros",
    lambda n: f"My farm is worth {WORDS[n]} million euros",
    lambda n: f"My goats give {n}% more milk",
    lambda n: f"My goats give {WORDS[n]} percent more milk",
    lambda n: f"My goats arrive at the farm on March {min(n, 28)}, 2027",
    lambda n: f"My goats arrive at the farm on 2027-{min(n, 12):02d}-05",
)
CHINESE_FORMS: tuple[Callable[[int], str], ...] = (
    lambda n: f"我养了{n}只山羊",
    lambda n: f"我养了{HAN[n]}只山羊",
    lambda n: f"我的农场值{n}万元",
    lambda n: f"我的农场值{HAN[n].replace('两', '二')}亿元",
    lambda n: f"我的山羊花了{n}000元",
    lambda n: f"我的山羊产奶多了{n}%",
    lambda n: f"我的山羊产奶多了百分之{HAN[n].replace('两', '二')}",
    lambda n: f"我的山羊{min(n, 12)}月5日到农场",
    lambda n: f"我的山羊2027年3月{min(n, 28)}日到农场",
)
BARE = {True: "I have goats on my farm and they give milk, cost euros and arrive", False: "我的农场养了山羊，产奶，花了钱，会到农场"}
NAMES = (
    ("I live in {}", ("Berlin", "Lisbon", "Nairobi")),
    ("My sister is called {}", ("Marta", "Ingrid", "Yusuf")),
    ("I work at {} as a cook", ("Siemens", "Globex", "Zalando")),
    ("我住在{}", ("杭州", "昆明", "哈尔滨")),
    ("我的同事叫{}", ("欧阳靖", "王小明", "李娜")),
    ("我在{}工作", ("阿里巴巴", "华为", "腾讯")),
    ("我毕业于{}", ("清华大学", "南开大学", "山东理工")),
    ("我最喜欢的歌手是{}", ("周杰伦", "邓丽君", "王菲")),
    ("我的猫叫{}", ("豆豆", "雪球", "旺财")),
    ("我下周去{}出差", ("成都", "西安", "乌鲁木齐")),
    ("我家在{}", ("广州", "青岛", "贵阳")),
    ("My favourite singer is {}", ("Adele", "Shakira", "Sting")),
    ("My cat {} sleeps all day", ("Misty", "Simba", "Felix")),
    ("I drive a {}", ("Volvo", "Skoda", "Toyota")),
    ("I fly to {} next week", ("Oslo", "Lima", "Kyoto")),
)
ELSEWHERE: dict[str, Callable[[str], Sequence[Line]]] = {
    "nowhere": lambda _: (),
    "assistant": lambda text: (("assistant", text),),
    "system": lambda text: (("system", text),),
    "recalled": lambda text: (("system", f"<memory>{text}</memory>"),),
    "recalled by the assistant": lambda text: (("assistant", f"As I remember: <memory>{text}</memory>"),),
}


def stored_by(judge: str, candidate: Candidate) -> list[str]:
    """The texts that are stored of one candidate. Whatever happens to it, it is accounted for."""
    rig = JUDGES[judge]()
    rig.propose(candidate)
    rig.drain().drain()
    assert rig.balance()["in_flight"] == 0
    return [memory.text for memory in rig.current()]


def claimed(text: str, said: str, where: str) -> Candidate:
    """A candidate that cites what the user said, which is something else; its text stands elsewhere, in an earlier line."""
    before = list(ELSEWHERE[where](text))
    return proposed(text, [*before, ("user", said)], [(f"m{len(before) + 1}", said)], context=len(before))


@EVERY_JUDGE
@QUICKLY
@given(st.data())
def test_no_number_amount_share_or_date_is_stored_that_the_user_did_not_say(judge: str, data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(ENGLISH_FORMS + CHINESE_FORMS))
    true, invented = data.draw(st.permutations(sorted(WORDS)).map(lambda numbers: numbers[:2]))
    text = form(invented)
    said = data.draw(st.sampled_from([form(true), BARE[text.isascii()]]))
    assume(said != text)
    where = data.draw(st.sampled_from(sorted(ELSEWHERE)))
    assert stored_by(judge, claimed(text, said, where)) == []


@EVERY_JUDGE
@pytest.mark.parametrize("form", ENGLISH_FORMS + CHINESE_FORMS)
def test_the_same_forms_are_stored_where_the_user_said_them(judge: str, form: Callable[[int], str]) -> None:
    assert stored_by(judge, proposed(form(7))) == [form(7)]


@EVERY_JUDGE
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I moved to the farm in March 2026", "I moved to the farm on March 15, 2026"),
        ("I moved to the farm in March", "I moved to the farm on March 15"),
        ("I moved to the farm last year", "I moved to the farm on 2025-05-02"),
        ("I moved to the farm last month", "I moved to the farm on 2026-10-07"),
        ("I moved to the farm on March 15", "I moved to the farm on March 15, 1999"),
        ("I moved to the farm on March 15, 2026", "I moved to the farm on March 16, 2026"),
        ("我2026年3月搬到农场", "我2026年3月15日搬到农场"),
        ("我去年搬到农场", "我2025年5月2日搬到农场"),
        ("我上个月搬到农场", "我10月7日搬到农场"),
        ("我3月15日搬到农场", "我1999年3月15日搬到农场"),
        ("我2026年3月15日搬到农场", "我2026年3月16日搬到农场"),
    ],
)
def test_no_date_is_stored_that_says_more_than_the_user_said(judge: str, said: str, text: str) -> None:
    assert stored_by(judge, claimed(text, said, "nowhere")) == []


@EVERY_JUDGE
@pytest.mark.parametrize(("said", "text"), OTHERWISE)
def test_no_count_measure_time_or_order_is_stored_that_the_user_said_otherwise(judge: str, said: str, text: str) -> None:
    assert stored_by(judge, claimed(text, said, "nowhere")) == []
    assert stored_by(judge, claimed(text, said, "assistant")) == []


@EVERY_JUDGE
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I moved to the farm yesterday", "I moved to the farm on 2026-11-29"),
        ("I moved to the farm on March 15", "I moved to the farm on March 15, 2026"),
        ("I moved to the farm on March 15, 2026", "I moved to the farm in March 2026"),
        ("I move to the farm next Friday", "I move to the farm on 2026-12-04"),
        ("我昨天搬到农场", "我2026年11月29日搬到农场"),
        ("我3月15日搬到农场", "我2026年3月15日搬到农场"),
        ("我去年搬到农场", "我2025年搬到农场"),
    ],
)
def test_a_date_that_the_user_said_in_other_words_is(judge: str, said: str, text: str) -> None:
    assert stored_by(judge, claimed(text, said, "nowhere")) == [text]


@EVERY_JUDGE
@pytest.mark.parametrize("where", sorted(ELSEWHERE))
@pytest.mark.parametrize(("frame", "names"), NAMES)
def test_no_name_is_stored_that_the_user_did_not_say(judge: str, frame: str, names: Sequence[str], where: str) -> None:
    for true, invented in itertools.permutations(names, 2):
        assert stored_by(judge, claimed(frame.format(invented), frame.format(true), where)) == []


@EVERY_JUDGE
@pytest.mark.parametrize(("frame", "names"), NAMES)
def test_the_same_names_are_stored_where_the_user_said_them(judge: str, frame: str, names: Sequence[str]) -> None:
    for name in names:
        assert stored_by(judge, proposed(frame.format(name))) == [frame.format(name)]


@EVERY_JUDGE
@pytest.mark.parametrize("text", ["I have two goats", "我养了两只山羊"])
@pytest.mark.parametrize("layer", [Layer.CORE_RULES, Layer.SKILL_TEMPLATE])
@pytest.mark.parametrize("attribution", list(Attribution))
def test_no_l1_and_no_l4_is_stored_whoever_it_is_attributed_to(judge: str, text: str, layer: Layer, attribution: Attribution) -> None:
    assert stored_by(judge, proposed(text, layer=layer, attribution=attribution)) == []


@EVERY_JUDGE
@pytest.mark.parametrize("text", ["I have two goats", "我养了两只山羊"])
@pytest.mark.parametrize("layer", [Layer.CORE_RULES, Layer.STRATEGY_EXP])
def test_no_inference_gets_into_l1_or_l2(judge: str, text: str, layer: Layer) -> None:
    assert stored_by(judge, proposed(text, layer=layer, attribution=Attribution.AGENT_INFERENCE)) == []


SUGGESTIONS = (
    ("建议你每天跑步5公里", "用户每天跑步5公里", ("再说吧", "我考虑一下", "不用了", "今天天气不错", "为什么？", "我不喜欢跑步")),
    ("推荐你用PostgreSQL", "用户用PostgreSQL", ("再看看", "算了", "它快吗？", "我先问问同事")),
    ("You should use PostgreSQL for this", "User uses PostgreSQL", ("let me think about it", "no thanks", "why?", "hm, maybe later")),
    ("I recommend running 5 km every day", "User runs 5 km every day", ("I'd rather not", "what about my knee?", "nice weather today")),
    ("Rust is better for you", "User prefers Rust", ("is it?", "I will ask my team first")),
)


@EVERY_JUDGE
@pytest.mark.parametrize(("advice", "text", "replies"), SUGGESTIONS)
def test_no_suggestion_is_stored_that_nobody_confirmed_j5_j6(judge: str, advice: str, text: str, replies: Sequence[str]) -> None:
    for reply, attribution in itertools.product((*replies, ""), (Attribution.USER_STATED, Attribution.USER_CONFIRMED)):
        lines = [("assistant", advice), *([("user", reply)] if reply else [])]
        every_way = [[("m1", advice)], [("m1", advice), ("m2", reply)], [("m2", reply)]] if reply else [[("m1", advice)]]
        for cites in every_way:
            candidate = proposed(text, lines, cites, attribution=attribution, category=Category.PREFERENCE)
            assert stored_by(judge, candidate) == [], (reply, cites)


@EVERY_JUDGE
@pytest.mark.parametrize(
    ("advice", "reply", "text"),
    [
        ("建议你每天跑步5公里", "对，就这么办", "用户每天跑步5公里"),
        ("You should use PostgreSQL for this", "yes, do that", "User uses PostgreSQL for this"),
    ],
)
def test_a_confirmed_one_is(judge: str, advice: str, reply: str, text: str) -> None:
    candidate = proposed(text, [("assistant", advice), ("user", reply)], [("m1", advice), ("m2", reply)], category=Category.DECISION)
    assert stored_by(judge, candidate) == [text]


@EVERY_JUDGE
@pytest.mark.parametrize(
    ("first", "second"), [("I live in Berlin", "I live in Hamburg"), ("我住在杭州", "我住在苏州"), ("我养了3只山羊", "我养了5只山羊")]
)
def test_no_second_value_of_a_slot_stands_beside_the_first_d6(judge: str, first: str, second: str) -> None:
    rig = JUDGES[judge]()
    for number, text in enumerate((first, second)):
        rig.propose(proposed(text, slot="the one"), turn_id=f"t{number}")
        rig.drain().drain()
    assert len(rig.current()) == 1
