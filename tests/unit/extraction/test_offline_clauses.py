"""Several statements in one sentence, and a statement beside a question."""

import pytest

from shared.extraction.offline_extraction import offline_drafts, stated_beside
from tests.unit.extraction.examples import turn, window


def texts(message: str) -> list[str]:
    return [draft.text for draft in offline_drafts(window(turn(message)))]


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("my name's Luca and I prefer to be addressed informally", ["my name's Luca", "I prefer to be addressed informally"]),
        ("I'm vegetarian, can you suggest a recipe", ["I'm vegetarian"]),
        ("I live in Berlin, what's the weather?", ["I live in Berlin"]),
        ("I no longer work at Acme, I work at Globex now", ["I no longer work at Acme, I work at Globex now"]),
        ("我叫路远,跟我说话随意点就行", ["我叫路远", "跟我说话随意点就行"]),
        ("我住在杭州,附近有什么好吃的?", ["我住在杭州"]),
        ("我拿到西门子的offer了,周一入职", ["我拿到西门子的offer了,周一入职"]),
    ],
)
def test_each_statement_of_a_sentence_is_kept_in_its_own_words(message: str, kept: list[str]) -> None:
    assert texts(message) == kept


@pytest.mark.parametrize(
    "message",
    [
        "I live in Berlin, right?",
        "我住在利兹,对吧",
        "Tell my boss I'm sick, I have a fever",
        "so my favourite food is sushi or what",
        "我喜欢茶还是咖啡",
    ],
)
def test_what_asks_to_be_confirmed_or_is_passed_on_states_nothing(message: str) -> None:
    assert texts(message) == []


def test_a_question_alone_states_nothing_beside_itself() -> None:
    assert stated_beside("Do I like tea, or coffee?") == []
    assert stated_beside("I'm vegetarian, what can I eat here?") == ["I'm vegetarian"]
