"""Messages that wait for their answer: the same tests on the fake and on a real Valkey."""

import pytest

from shared.adapters.redis_heard_messages import RedisHeardMessages
from shared.ports.heard_messages import HeardMessage, HeardMessages
from tests.factories import ANN, BOB, NOW
from tests.fakes.heard_messages import FakeHeardMessages


@pytest.fixture(params=["fake", "valkey"])
def heard(request: pytest.FixtureRequest) -> HeardMessages:
    return FakeHeardMessages() if request.param == "fake" else RedisHeardMessages(request.getfixturevalue("connection"))


def said(text: str, message_id: str | None = None) -> HeardMessage:
    return HeardMessage(text=text, message_id=message_id, name="Ann", at=NOW)


def test_what_is_held_is_taken_once_and_in_order(heard: HeardMessages) -> None:
    for message in (said("我住在杭州", "1"), said("and I work there", "2"), said("no id"), said("no id")):
        heard.hold("acme", ANN, "chat:1", message)
    taken = heard.take("acme", ANN, "chat:1")
    assert taken == (said("我住在杭州", "1"), said("and I work there", "2"), said("no id"), said("no id"))
    assert heard.take("acme", ANN, "chat:1") == ()


def test_a_message_told_twice_counts_once(heard: HeardMessages) -> None:
    for message in (said("a", "1"), said("b", "2"), said("a, edited", "1")):
        heard.hold("acme", ANN, "chat", message)
    assert heard.take("acme", ANN, "chat") == (said("a, edited", "1"), said("b", "2"))


def test_conversations_owners_and_tenants_never_meet(heard: HeardMessages) -> None:
    heard.hold("acme", ANN, "a:b", said("mine", "1"))
    for tenant, owner, conversation in (("other", ANN, "a:b"), ("acme", BOB, "a:b"), ("acme", ANN, "a"), ("acme", ANN, "a%3Ab")):
        assert heard.take(tenant, owner, conversation) == ()
    assert len(heard.take("acme", ANN, "a:b")) == 1
