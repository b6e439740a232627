"""Numbers and dates by value, whatever way they are written."""

from decimal import Decimal

import pytest
from hypothesis import given, strategies

from shared.text.dates import dates_agree, dates_in
from shared.text.numbers import numbers_in, unsupported_numbers
from shared.text.numerals import chinese_value


@pytest.mark.parametrize("text", ["1.5M", "1,500,000", "150万", "一百五十万", "1.5 million", "1500000", "１５０万", "1500k"])
def test_one_number_has_one_value(text: str) -> None:
    assert [mention.value for mention in numbers_in(text)] == ["1500000"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("三万五", ["35000"]),
        ("一千零五", ["1005"]),
        ("two hundred and five", ["205"]),
        ("five years at Google", ["5"]),
        ("提升了百分之三十，也就是 30%", ["30%", "30%"]),
        ("三个苹果", ["3"]),
        ("一年半", ["1"]),
        ("15kg in GPT-4 on iPhone 15", ["15", "15"]),
        ("version 1.2.3", ["1.2.3"]),
        ("-5 degrees, 3-5 goals", ["-5", "3", "5"]),
        ("三明治 万一 一个 四川 十分重要 one of them", []),
        ("2亿", ["200000000"]),
    ],
)
def test_numbers_are_found_and_words_are_not(text: str, values: list[str]) -> None:
    assert [mention.value for mention in numbers_in(text)] == values


def test_a_mention_knows_its_words_and_its_place() -> None:
    (mention,) = numbers_in("预算150万元")
    assert (mention.surface, mention.start, mention.end, mention.number) == ("150万", 2, 6, Decimal(1500000))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2026-03-01", "2026-03-01"),
        ("2026/3/1", "2026-03-01"),
        ("2026年3月1日", "2026-03-01"),
        ("二〇二六年三月一日", "2026-03-01"),
        ("March 1, 2026", "2026-03-01"),
        ("1st of March 2026", "2026-03-01"),
        ("3月5日", "--03-05"),
        ("三月十五号", "--03-15"),
        ("March 5", "--03-05"),
        ("2025年3月", "2025-03"),
        ("in March 2024", "2024-03"),
        ("2019年", "2019"),
    ],
)
def test_a_date_has_one_normal_form(text: str, value: str) -> None:
    assert [mention.value for mention in dates_in(text)] == [value]
    assert numbers_in(text) == ()


@pytest.mark.parametrize(
    ("text", "values"), [("30 February 2026", []), ("2026-13-01", []), ("13月40日", []), ("may I come", []), ("四月三十一日", [])]
)
def test_a_day_that_does_not_exist_is_no_date(text: str, values: list[str]) -> None:
    assert [mention.value for mention in dates_in(text)] == values


def test_dates_agree_in_the_parts_that_both_name() -> None:
    assert dates_agree("2026-03-05", "--03-05")
    assert dates_agree("2026-03-05", "2026")
    assert not dates_agree("2026-03-05", "--03-06")


def test_numbers_and_dates_without_support_are_named() -> None:
    assert unsupported_numbers("Revenue was 150万 on 3月5日, 7 people", ["1.5M revenue on 2026-03-05"]) == ("7",)
    assert unsupported_numbers("6 years at Google", ["5 years at Google"]) == ("6",)
    assert unsupported_numbers("since 2019", ["一直从2019年3月开始"]) == ()
    assert unsupported_numbers("on 2026-03-06", ["on 2026-03-05"]) == ("2026-03-06",)


@given(strategies.integers(min_value=0, max_value=99_999_999))
def test_a_chinese_numeral_reads_back_as_its_number(number: int) -> None:
    assert chinese_value(_spelled(number)) == number


def _spelled(number: int) -> str:
    if number >= 10_000:
        rest = number % 10_000
        return _spelled(number // 10_000) + "万" + ("" if rest == 0 else ("零" if rest < 1000 else "") + _spelled(rest))
    digits = "零一二三四五六七八九"
    if number == 0:
        return "零"
    spelled, gap = "", False
    for step, word in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, step)
        if digit:
            spelled += ("零" if gap and spelled else "") + digits[digit] + word
            gap = False
        else:
            gap = True
    return spelled
