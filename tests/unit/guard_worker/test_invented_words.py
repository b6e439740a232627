"""Things that nobody named: in any case, in any script, known to a dictionary or not; and the words of a retelling."""

import pytest

from services.guard_worker.invented_words import invented_words
from services.guard_worker.reading import Doubt
from tests.unit.guard_worker.scenes import ruled


@pytest.mark.parametrize(
    ("statement", "said", "invented"),
    [
        ("用户在乐刻健身房办了卡", "我办了张健身卡", "乐刻"),
        ("用户的公司用钉钉沟通", "我们用企业微信沟通", "钉钉"),
        ("用户早上喝瑞幸的拿铁", "我早上喝拿铁", "喝瑞幸"),
        ("用户上下班打滴滴", "我上下班打车", "滴滴"),
        ("用户对芒果过敏", "我对苹果过敏", "芒果"),
        ("用户的后端是rust", "我的后端是go", "rust"),
        ("用户对花生、牛奶过敏", "我对花生过敏", "牛奶"),
        ("The user keeps orders in mysql", "we keep orders in a database", "mysql"),
        ("The user's dog rex is old", "my dog is old", "rex"),
        ("The user drives a red Skoda", "I drive a Skoda", "red"),
        ("The user is allergic to wasp stings", "I'm allergic to bee stings", "wasp"),
        ("The user's mother-in-law moved in with them", "my cousin moved in with us", "mother-in-law"),
        ("The user's husband teaches Welsh", "my wife teaches Welsh", "husband"),
        ("The user's team uses postgres for orders", "we use mysql for orders", "postgres"),
        ("Gerald is the user's brother", "Gerald is my neighbour", "brother"),
        ("The user hurt a knee after a skiing accident", "I hurt a knee", "accident"),
    ],
)
def test_a_thing_that_no_message_names_is_found(statement: str, said: str, invented: str) -> None:
    assert invented in invented_words(statement, (said,))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("用户在乐刻健身房办了卡", "我在乐刻健身房办了张卡"),
        ("用户的妻子是护士", "我媳妇是护士"),
        ("用户的爸爸只喝五粮液", "我爸只喝五粮液"),
        ("用户租房月租3800元", "我租的房子一个月3800"),
        ("用户有高血压", "我血压高"),
        ("用户从事跨境电商行业", "我是做跨境电商的"),
        ("用户希望周报使用表格", "周报给我用表格"),
        ("The user works as a midwife in Galway", "I'm a midwife in Galway"),
        ("The user prefers dark roast coffee", "dark roast for me"),
        ("The user's children go to Hillcrest", "my kids go to Hillcrest"),
        ("The user's grandmother teaches Welsh", "my gran teaches Welsh"),
        ("The user's visa expires in June", "my visa runs out in June"),
        ("The user's spouse teaches Welsh", "my wife teaches Welsh"),
        ("用户就读于复旦大学", "我在复旦读书"),
        ("The user wants to resign", "I want to resign"),
        ("The user's PostgreSQL is slow", "my postgres is slow"),
    ],
)
def test_other_words_for_the_same_and_words_of_retelling_are_not(statement: str, said: str) -> None:
    assert invented_words(statement, (said,)) == ()


def test_what_an_assistant_named_and_the_user_took_up_is_not_invented() -> None:
    taken_up = ruled("用户的数据库是达梦", [("assistant", "那数据库就用达梦？"), ("user", "对，就这么办")], [("m2", "对，就这么办")])
    assert taken_up.decision is None
    assert Doubt.INVENTED not in taken_up.doubts


@pytest.mark.parametrize(
    ("statement", "report", "is_doubted"),
    [
        ("User lives in Gothenburg", '{"city": "Gothenburg", "temp": 4}', True),
        ("用户住在青岛", "查询结果：城市 青岛，气温 4 度", True),
        ("User is on the premium plan", "user plan: premium", False),
        ("Campaign Alpha was paused", '{"campaign": "Alpha", "status": "paused"}', False),
    ],
)
def test_of_the_user_a_tool_says_only_what_stands_in_its_report(statement: str, report: str, is_doubted: bool) -> None:
    case = ruled(statement, [("tool", report), ("user", "hm")], [("m1", report)])
    assert case.decision is None
    assert (Doubt.INVENTED in case.doubts) is is_doubted
