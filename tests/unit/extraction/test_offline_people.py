"""What is told of the user's people by name, and who is nobody of the user's."""

import pytest

from shared.extraction.known import Known
from shared.extraction.offline_extraction import offline_drafts
from shared.extraction.offline_people import may_name_somebody, names_in, told_of_somebody
from tests.unit.extraction.examples import turn, window

KNOWN = frozenset({"Clara", "小雨"})


def property_of(said: str, people: frozenset[str] = frozenset()) -> tuple[str | None, str | None]:
    (draft,) = offline_drafts(window(turn(said)), people)
    return draft.subject, draft.slot


@pytest.mark.parametrize(
    ("introduced", "bare"),
    [
        ("My cousin Clara lives in Oslo.", "Clara has moved from Oslo to Lisbon."),
        ("My old classmate Clara works as a plumber.", "Clara works as a florist."),
        ("Just so you know, my friend Clara drives a Volvo.", "Clara drives a Fiat."),
        ("我表弟小雨住在绍兴。", "小雨从绍兴搬到厦门了。"),
        ("我老同学小雨开一辆丰田。", "小雨开一辆大众。"),
        ("我客户小雨的生日是3月8日。", "小雨的生日是3月9日。"),
    ],
)
def test_a_person_told_of_by_the_bare_name_is_the_one_who_was_introduced(introduced: str, bare: str) -> None:
    assert property_of(introduced) == property_of(bare, KNOWN)
    assert property_of(bare, KNOWN)[1] is not None


@pytest.mark.parametrize(
    "said",
    [
        "Clara from the chess club collects stamps.", "My friend Clara was born in Dublin.", "My neighbour Clara is allergic to peanuts.",
        "我邻居陈静对牛奶过敏。", "我老师陈静收集邮票。", "我舅舅陈静每周三晚上打桥牌。",
    ],
)  # fmt: skip
def test_what_is_said_of_somebody_is_not_said_of_the_user(said: str) -> None:
    assert property_of(said)[0] in {"clara", "陈静"}


@pytest.mark.parametrize(
    "said", ["Clara no longer plays the oboe.", "Clara does not teach pottery any more.", "小雨不再拉二胡了。", "小雨不学法语了。"]
)
def test_an_end_is_heard_of_a_known_person_alone(said: str) -> None:
    assert told_of_somebody(said) is None
    (draft,) = offline_drafts(window(turn(said)), KNOWN)
    assert draft.subject in {"clara", "小雨"}


@pytest.mark.parametrize("said", ["Messi has three sons.", "Python has a new parser.", "马斯克有十二个孩子", "北京从早堵到晚。"])
def test_who_was_never_introduced_is_none_of_the_users_people(said: str) -> None:
    assert told_of_somebody(said, KNOWN) is None


def test_names_are_known_by_their_relation_or_as_somebody_remembered() -> None:
    known = (
        Known("My cousin Clara lives in Oslo", "clara", "residence", is_somebody=True),
        Known("Tobias moved to Graz", "tobias", "residence", is_somebody=True),
        Known("我表弟小雨住在绍兴"), Known("王磊从绍兴搬到洛阳了", "王磊", "residence", is_somebody=True),
        Known("My dog is old", "dog", None, is_somebody=True), Known("表弟会拉二胡", "表弟", None, is_somebody=True),
        Known("Python is slow", "python"),
    )  # fmt: skip
    assert names_in(known) == {"Clara", "Tobias", "小雨", "王磊"}


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("My cousin Clara has moved from Oslo to Lisbon", "I have moved from Oslo to Lisbon"),
        ("My cousin Clara sold the Fiat and drives a Volvo now", "I sold the Fiat and drive a Volvo now"),
        ("My sister Rosa's car is a Fiat", "My car is a Fiat"),
        ("My sister Rosa still goes to the gym", "I still go to the gym"),
        ("我表弟小雨正在学法语", "我正在学法语"),
        ("我表弟小雨的车是比亚迪", "我的车是比亚迪"),
    ],
)
def test_it_is_read_as_the_user_would_say_it(said: str, own: str) -> None:
    told = told_of_somebody(said)
    assert told is not None
    assert told.as_own == own


@pytest.mark.parametrize(
    "said", ["My sister Rosa lives in Turin and I live in Oslo", "我表弟小雨喜欢咖啡，我喜欢茶", "My sister Rosa says so"]
)
def test_what_speaks_of_the_user_too_or_is_only_reported_is_left_to_the_other_rows(said: str) -> None:
    assert told_of_somebody(said) is None


@pytest.mark.parametrize(("text", "may"), [("Clara moved", True), ("小雨搬到厦门了", True), ("i like tea", False), ("I live here", False)])
def test_what_is_remembered_is_looked_up_only_where_somebody_may_be_named(text: str, may: bool) -> None:
    assert may_name_somebody(text) is may


@pytest.mark.parametrize(
    "said",
    [
        "Not sure I told you, but I am allergic to latex.", "I don't know if I mentioned this, but I am allergic to latex.",
        "Oh and one more thing: I am allergic to latex.", "Please remember: I am allergic to latex.",
        "不知道我有没有跟你说过，我对乳胶过敏。", "还有一件事，我对乳胶过敏。", "请记住：我对乳胶过敏。",
    ],
)  # fmt: skip
def test_a_doubt_about_the_telling_is_no_doubt_of_what_is_told(said: str) -> None:
    (draft,) = offline_drafts(window(turn(said)))
    assert draft.slot is not None
    assert draft.slot.startswith("allergy:")
    assert all(criterion.holds for criterion in draft.criteria)
    assert draft.text in {"I am allergic to latex", "我对乳胶过敏"}
