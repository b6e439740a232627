"""Numbers that have the right value and the wrong unit, period, bound or half of the day."""

import pytest

from services.guard_worker.clock_times import clock_times, disputed_times, told_otherwise
from services.guard_worker.measures import loses_bound, unlike_measures
from services.guard_worker.relative_times import unlike_days
from services.guard_worker.shares import unlike_shares


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("User runs 10 miles every Sunday", "I run 10 kilometres every Sunday."),
        ("User takes 5 g daily", "I take 5 mg of it daily."),
        ("The TTL is 30 minutes", "The TTL is 30 seconds."),
        ("The rent is 900 dollars", "The rent is 900 pounds."),
        ("The fee is €40", "The fee is $40."),
        ("User pays $80 a week", "I pay $80 a month."),
        ("The budget is over 20k", "Our budget is under 20k."),
        ("No fewer than 2 ads per day", "No more than 2 ads per day."),
        ("每天最少投两条广告", "每天最多投两条广告。"),
        ("At most 3 reviewers", "At least 3 reviewers must approve."),
        ("Delivery takes 5 days", "We need 5 to 7 days for delivery."),
        ("用户每天走8里", "我每天走8公里。"),
        ("预算是5万元", "预算是5万美元。"),
        ("用户体重130公斤", "我体重130斤。"),
        ("用户一年花300元", "我一个月花300元。"),
        ("成本在50元以上", "成本控制在50元以内。"),
        ("最多要两个人审批", "至少要两个人审批。"),
        ("发货要3天", "发货要3到5天。"),
    ],
)
def test_another_unit_period_or_bound_is_another_number(statement: str, source: str) -> None:
    assert unlike_measures(statement, (source,))


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("User runs 10 km every Sunday", "I run 10 kilometres every Sunday."),
        ("User weighs 82 kg", "I weigh 82 kilos."),
        ("The rent is £900", "The rent is 900 pounds."),
        ("The budget is 15,000", "The budget is 15k per month."),
        ("Delivery takes 5 to 7 days", "We need 5-7 days for delivery."),
        ("At least 3 reviewers must approve", "We need a minimum of 3 reviewers."),
        ("用户每天走8公里", "我每天走8千米，每周走2次。"),
        ("成本控制在800元以内", "每条视频成本控制在800块以内。"),
        ("团队有12人", "团队一共12个人。"),
        ("3 cats and 2 dogs", "I have 2 dogs and 3 cats."),
    ],
)
def test_the_same_measure_in_other_words_agrees(statement: str, source: str) -> None:
    assert unlike_measures(statement, (source,)) == ()


@pytest.mark.parametrize(
    ("statement", "source", "loses"),
    [
        ("500 orders a day", "more than 500 orders a day", True),
        ("more than 500 orders a day", "over 500 orders a day", False),
        ("每天1000单", "每天超过1000单", True),
        ("每天1000单", "每天1000单", False),
    ],
)
def test_a_dropped_bound_is_seen(statement: str, source: str, *, loses: bool) -> None:
    assert loses_bound(statement, (source,)) is loses


@pytest.mark.parametrize(
    ("told", "written", "agree"),
    [
        ("half past seven", "7:30", True),
        ("quarter to four", "3:45", True),
        ("a quarter past nine", "9:15", True),
        ("18:05", "6:05 pm", True),
        ("下午三点半", "15:30", True),
        ("早上八点一刻", "8:15", True),
        ("晚上九点", "21:00", True),
        ("at seven pm", "7 am", False),
        ("下午三点半", "3:30 am", False),
        ("half past nine", "9:00", False),
        ("quarter to four", "4:15", False),
    ],
)
def test_times_of_day_agree_by_their_value(told: str, written: str, *, agree: bool) -> None:
    assert clock_times(told)[0].agrees(clock_times(written)[0]) is agree


def test_amounts_told_in_words_support_their_digits() -> None:
    assert told_otherwise("Shift starts at 7:30", ("7:30", "7", "30"), ("It starts at half past seven.",)) == ()
    assert told_otherwise("50% of revenue", ("50%",), ("Half of our revenue",)) == ()
    assert told_otherwise("身高1.82米", ("1.82",), ("身高一米八二",)) == ()
    assert told_otherwise("Shift starts at 7:45", ("7:45",), ("It starts at half past seven.",)) == ("7:45",)
    assert told_otherwise("30% of revenue", ("30%",), ("Half of our revenue",)) == ("30%",)


def test_the_other_half_of_the_day_is_disputed() -> None:
    assert disputed_times("The call is at 7 am", ("The call is at 7 pm.",)) == ("7 am",)
    assert disputed_times("会议在上午9点整", ("会议在晚上9点整。",))
    assert disputed_times("The call is at 7 pm", ("The call is at 19:00.",)) == ()


@pytest.mark.parametrize(
    ("statement", "source", "unlike"),
    [
        ("Half of the revenue is from ads", "A third of our revenue is from ads.", True),
        ("一半的用户来自广东", "三分之一的用户来自广东。", True),
        ("Half of the revenue is from ads", "50% of our revenue is from ads.", False),
        ("三成的用户来自广东", "30%的用户来自广东。", False),
        ("The class starts at half past six", "The class starts at half past six.", False),
    ],
)
def test_a_share_in_words_needs_its_value(statement: str, source: str, *, unlike: bool) -> None:
    assert bool(unlike_shares(statement, (source,))) is unlike


@pytest.mark.parametrize(
    ("statement", "source", "has_time_words", "unlike"),
    [
        ("User's vacation starts on Tuesday", "My vacation starts on Monday.", True, True),
        ("The contract ends in May", "The contract ends in March.", True, True),
        ("用户周二开始休年假", "我周一开始休年假。", True, True),
        ("The meeting is on Friday", "We have a meeting.", False, True),
        ("The meeting is on Tuesday", "The meeting is tomorrow.", True, False),
        ("The flight is in December", "The flight is on Dec 3.", True, False),
        ("用户周二开会", "我星期二开会。", True, False),
        ("The company sold 2,400 units last year", "We sold 2,400 units last month.", True, True),
        ("去年卖了2400件", "上个月卖了2400件。", True, True),
        ("User moved last year", "I moved to Bonn last year.", True, False),
    ],
)
def test_weekdays_and_months_need_their_names_or_words_that_mean_them(
    statement: str, source: str, *, has_time_words: bool, unlike: bool
) -> None:
    assert bool(unlike_days(statement, (source,), has_time_words=has_time_words)) is unlike
