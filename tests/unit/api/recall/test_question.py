"""What is really asked, with the session's last queries in mind."""

import pytest

from services.api.recall.question import ask, leans_back
from services.api.recall.script_forms import TO_SIMPLIFIED, other_script
from services.api.recall.synonyms import SYNONYMS, read_synonyms


@pytest.mark.parametrize(
    "query", ["那它的架构呢", "它多少钱？", "这个怎么用", "What about its price?", "And the second one?", "Why?", "多少钱呢"]
)
def test_a_query_that_points_back_is_recognised(query: str) -> None:
    assert leans_back(query)


@pytest.mark.parametrize(
    "query", ["我喜欢喝什么茶？", "which database does billing use?", "用户服务器部署在哪里", "when is my dentist appointment"]
)
def test_a_query_that_stands_alone_is_left_alone(query: str) -> None:
    assert not leans_back(query)
    assert ask(query, ("openclaw 底层原理",)) == ask(query, ())


def test_a_follow_up_inherits_the_topic_with_less_weight() -> None:
    question = ask("那它的架构呢", ("openclaw 底层原理",))
    weights = {term.surface: term.weight for term in question.terms}
    assert weights["架构"] == 1.0
    assert 0 < weights["openclaw"] < 1.0
    assert question.asked == "openclaw 底层原理\n那它的架构呢"


def test_only_the_newest_earlier_query_with_content_is_inherited() -> None:
    terms = {term.surface for term in ask("what about its price?", ("ok", "the Lisbon flight", "my gym")).terms}
    assert {"lisbon", "flight"} <= terms
    assert "gym" not in terms


def test_asking_the_same_again_inherits_nothing_from_itself() -> None:
    assert ask("那它的架构呢", ("那它的架构呢",)).asked == "那它的架构呢"


def test_a_secret_in_a_query_goes_nowhere() -> None:
    question = ask("why does the key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD fail?", ())
    assert "abcdefghijkl" not in question.asked
    assert not any("abcdefghijkl" in term.surface for term in question.terms)


def test_pairs_across_two_chinese_words_count_less() -> None:
    weights = {term.surface: term.importance for term in ask("用户的沟通风格是什么", ()).terms}
    assert weights["沟通"] == weights["风格"] == 1.0
    assert weights["通风"] < 0.5


def test_synonyms_work_in_both_directions_and_languages() -> None:
    table = read_synonyms(["# comment", "", "沟通\t回复\treply"])
    assert set(table["沟通"]) == {"回复", "repli"}
    assert "沟通" in table["repli"]
    assert "回复" in SYNONYMS["沟通"]


@pytest.mark.parametrize(
    ("written", "other"), [("騰訊雲", "腾讯云"), ("資料庫", "资料库"), ("伺服器部署", "伺服器部署"), ("头发", "頭發"), ("發票", "发票")]
)
def test_a_word_is_known_in_the_other_chinese_script(written: str, other: str) -> None:
    assert (other in other_script(written)) is (written != other)


def test_each_pair_of_scripts_is_two_different_characters_and_leads_one_way() -> None:
    assert len(TO_SIMPLIFIED) > 500
    assert not TO_SIMPLIFIED.keys() & set(TO_SIMPLIFIED.values())
    assert other_script("tea") == other_script("茶") == ()


def test_the_keyword_query_is_strictly_rising_and_prefers_own_words() -> None:
    sparse = ask("我喜欢什么茶", ()).sparse
    assert list(sparse.indices) == sorted(set(sparse.indices))
    assert max(sparse.values) == 1.0
