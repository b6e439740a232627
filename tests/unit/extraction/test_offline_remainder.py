"""Sentences of no known kind: kept by their details, and left where they only cheer, resolve, feel or point."""

import pytest

from tests.unit.extraction.test_offline_extraction import drafts, kept

TOLD = [
    "Half of the archive sits in Rotterdam",
    "Tortoise number two arrived on Friday, so the terrarium is full",
    "Certificates for the partner portal are renewed by hand every March",
    "院子里养了四箱蜜蜂",
    "老计费系统只有魏工一个人懂",
    "日志进Loki，指标进Prometheus",
]
EMPTY = [
    "I'm gonna keep going, whatever comes my way",
    "It's been tough but I'm staying determined and focused",
    "We all have unique paths",
    "Our loved ones give us strength to tackle any challenge",
    "I'm always here for you",
    "I love all the yellow leaves, it looks so cozy",
    "I love spending time with the friends I have",
    "We rock as a team",
    "Seeing the smiles of everybody was amazing",
    "Let's go for it",
    "不管怎样我都会继续努力的，什么都拦不住我",
    "创造力是我们前进的动力",
    "有些话憋在心里很久了",
]


@pytest.mark.parametrize("spoken", TOLD)
def test_a_sentence_with_details_is_kept_though_no_row_knows_it(spoken: str) -> None:
    assert kept(spoken) == [spoken]


@pytest.mark.parametrize("spoken", EMPTY)
def test_resolves_truths_warmth_and_what_is_in_view_are_not_kept(spoken: str) -> None:
    assert kept(spoken) == []


@pytest.mark.parametrize(
    ("spoken", "subject"), [("I sold 12 jars of honey to the Kestrel café", "user"), ("Half of the archive sits in Rotterdam", "project")]
)
def test_what_is_not_said_of_oneself_is_not_filed_under_the_user(spoken: str, subject: str) -> None:
    assert [draft.subject for draft in drafts(spoken)] == [subject]
