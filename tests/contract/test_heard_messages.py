"""Messages that wait for their answer: the same tests on the fake and on a real Valkey."""

import pytest

from shared.adapters.redis_heard_messages import RedisHeardMessages
from shared.ports.heard_messages import HeardMessage, HeardMessages, latest_of_each
from tests.factories import ANN, BOB, NOW
from tests.fakes.heard_messages import FakeHeardMessages


@pytest.fixture(params=["fake", "valkey"])
def heard(request: pytest.FixtureRequest) -> HeardMessages:
    return FakeHeardMessages() if request.param == "fake" else RedisHeardMessages(request.getfixturevalue("connection"))


def said(text: str, message_id: str | None = None) -> HeardMessage:
    return HeardMessage(text=text, message_id=message_id, name="Ann", at=NOW)


def test_what_is_held_comes_in_order_until_it_is_let_go(heard: HeardMessages) -> None:
    told = (said("我住在杭州", "1"), said("and I work there", "2"), said("no id"), said("no id"))
    for message in told:
        heard.hold("acme", ANN, "chat:1", message)
    assert heard.held("acme", ANN, "chat:1") == heard.held("acme", ANN, "chat:1") == told
    heard.let_go("acme", ANN, "chat:1", told)
    heard.let_go("acme", ANN, "chat:1", told)
    assert heard.held("acme", ANN, "chat:1") == ()


def test_what_came_meanwhile_stays(heard: HeardMessages) -> None:
    heard.hold("acme", ANN, "chat", said("a", "1"))
    seen = heard.held("acme", ANN, "chat")
    for message in (said("a, edited", "1"), said("no id")):
        heard.hold("acme", ANN, "chat", message)
    heard.let_go("acme", ANN, "chat", seen)
    assert heard.held("acme", ANN, "chat") == (said("a, edited", "1"), said("no id"))


def test_a_message_told_twice_counts_once_at_its_first_place_with_its_last_words() -> None:
    told = (said("a", "1"), said("b", "2"), said("a, edited", "1"), said("c"), said("c"))
    assert latest_of_each(told) == (said("a, edited", "1"), said("b", "2"), said("c"), said("c"))


def test_conversations_owners_and_tenants_never_meet(heard: HeardMessages) -> None:
    heard.hold("acme", ANN, "a:b", said("mine", "1"))
    for tenant, owner, conversation in (("other", ANN, "a:b"), ("acme", BOB, "a:b"), ("acme", ANN, "a"), ("acme", ANN, "a%3Ab")):
        heard.let_go(tenant, owner, conversation, [said("mine", "1")])
        assert heard.held(tenant, owner, conversation) == ()
    assert len(heard.held("acme", ANN, "a:b")) == 1
