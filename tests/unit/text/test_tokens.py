"""Text as terms: both languages, numbers, identifiers."""

import pytest

from shared.text.tokens import content_words, stem, tokenize


@pytest.mark.parametrize("query", ["腾讯云", "云国内", "部署"])
def test_e6_a_chinese_query_shares_terms_with_its_memory(query: str) -> None:
    assert set(tokenize(query)) & set(tokenize("用户服务器部署在腾讯云国内节点"))


def test_e6_a_mixed_text_keeps_both_languages() -> None:
    assert {"每日", "复盘", "cron", "备份"} <= set(tokenize("每日复盘 cron 备份"))


def test_a_question_finds_the_preference_by_its_words() -> None:
    assert set(tokenize("用户的沟通风格是什么")) & set(tokenize("用户偏好简洁的回复风格")) >= {"用户", "风格"}


def test_latin_words_are_folded_and_stemmed_and_stop_words_dropped() -> None:
    assert tokenize("The Cafés were running memories") == ("cafe", "run", "memori")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("my_snake_case", {"my_snake_case", "snake", "case"}),
        ("fooBarBaz", {"foobarbaz", "foo", "bar", "baz"}),
        ("HTTPServer", {"httpserver", "http", "server"}),
        ("kebab-case-name", {"kebab-case-name", "kebab", "case", "name"}),
        ("os.path.join", {"os.path.join", "os", "path", "join"}),
        ("C++ and C#", {"c++", "c#"}),
        ("gpt-4o", {"gpt-4o", "gpt"}),
    ],
)
def test_an_identifier_is_found_whole_and_in_parts(text: str, terms: set[str]) -> None:
    assert terms <= set(tokenize(text))


def test_numbers_are_terms_by_value_and_dates_with_their_parts() -> None:
    assert tokenize("1.5M") == tokenize("1,500,000") == tokenize("150万") == ("1500000",)
    assert {"2026-03-01", "2026", "2026-03", "--03-01"} <= set(tokenize("on 2026-03-01"))
    assert set(tokenize("3月1日")) <= set(tokenize("2026年3月1日"))


def test_content_words_keep_order_and_form() -> None:
    assert content_words("Ann likes 3 cups of green tea") == ("ann", "likes", "3", "cups", "green", "tea")
    assert content_words("用户喜欢腾讯云的服务器") == ("用户", "喜欢", "腾讯", "云", "服务器")


def test_only_words_of_the_latin_alphabet_are_stemmed() -> None:
    assert stem("running") == "run"
    assert stem("привет") == "привет"
    assert stem("abc123") == "abc123"


def test_a_term_never_exceeds_64_characters() -> None:
    assert all(len(term) <= 64 for term in tokenize("x" * 500 + " " + "a_" * 200 + " " + "9" * 300))
