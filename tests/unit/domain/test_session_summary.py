"""Which turns are summed up together, and what names their summary."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import Role
from shared.domain.scope import Visibility
from shared.domain.session_summary import KeptTurn, by_readers, is_summary, is_summary_slot, slot_of, summary_turn, unsaid_turn
from shared.domain.turn import TurnMessage
from tests.factories import ANN, BOB, NOW

TEXTS = st.sampled_from(["我住在杭州", "I live in Rome", "ok", "a/b"])
READERS = st.tuples(st.sampled_from(Visibility), st.sampled_from([None, "main"]), st.sampled_from([{}, {"a": "b"}, {"a": "c"}]))


def kept(number: int, *texts: str, ttl: int | None = None, **fields: object) -> KeptTurn:
    messages = tuple(TurnMessage(message_id=f"m{place}", role=Role.USER, text=text) for place, text in enumerate(texts, 1))
    turn = KeptTurn(
        capture_id=f"c{number}", turn_id=f"t{number}", visibility=Visibility.PRIVATE, messages=messages, at=NOW + timedelta(minutes=number),
        ttl_seconds=ttl,
    )  # fmt: skip
    return replace(turn, **fields)  # type: ignore[arg-type]


@given(st.lists(st.tuples(READERS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=12))
def test_every_word_is_in_one_circle_in_order_and_no_circle_has_two_kinds_of_readers(
    said: list[tuple[tuple[Visibility, str | None, dict[str, str]], list[str]]],
) -> None:
    turns = [
        kept(number, *texts, visibility=visibility, agent_id=agent, labels=labels, chat_id=f"chat-{number % 2}")
        for number, ((visibility, agent, labels), texts) in enumerate(said)
    ]
    circles = by_readers(turns)
    assert Counter(turn.capture_id for circle in circles for turn in circle) == Counter(turn.capture_id for turn in turns)
    for circle in circles:
        assert list(circle) == sorted(circle, key=lambda turn: turn.at)
        made = summary_turn("acme", ANN, "s1", circle, now=NOW)
        for turn in circle:
            assert (turn.visibility, turn.agent_id, dict(turn.labels)) == (made.visibility, made.agent_id, dict(made.labels))
            assert turn.visibility is not Visibility.CHAT or turn.chat_id == made.chat_id
        assert [message.text for message in made.messages] == [message.text for turn in circle for message in turn.messages]
        assert len({message.message_id for message in made.messages}) == len(made.messages)
        assert is_summary(made)
    assert circles[0][-1].at == max(turn.at for turn in turns)
    slots = [slot_of(summary_turn("acme", ANN, "s1", circle, now=NOW)) for circle in circles]
    assert len(set(slots)) == len(slots)
    assert all(is_summary_slot(slot) and len(slot) <= 100 for slot in slots)


def test_the_same_words_are_the_same_turn_whenever_they_are_asked_for_and_other_words_are_not() -> None:
    turns = [kept(1, "a", "b"), kept(2, "c")]
    one = summary_turn("acme", ANN, "s1", turns, now=NOW)
    assert summary_turn("acme", ANN, "s1", turns, now=NOW + timedelta(hours=1)).capture_id == one.capture_id
    others = (
        summary_turn("acme", ANN, "s1", turns[:1], now=NOW),
        summary_turn("acme", ANN, "s2", turns, now=NOW),
        summary_turn("acme", BOB, "s1", turns, now=NOW),
        summary_turn("other", ANN, "s1", turns, now=NOW),
        unsaid_turn("acme", ANN, "s1", "session_summary:off", now=NOW),
        unsaid_turn("acme", ANN, "s1", "session_summary:offline", now=NOW),
    )
    assert len({one.capture_id, *(turn.capture_id for turn in others)}) == 1 + len(others)


def test_summaries_share_a_slot_as_long_as_they_begin_with_the_same_words() -> None:
    turns = [kept(1, "a"), kept(2, "b"), kept(3, "c")]
    slots = [slot_of(summary_turn("acme", ANN, "s1", part, now=NOW)) for part in (turns[:1], turns[:2], turns, turns[1:])]
    assert slots[0] == slots[1] == slots[2] != slots[3]


def test_it_is_as_old_as_its_newest_message_and_lives_as_long_as_the_shortest_life() -> None:
    turns = [kept(1, "a", ttl=3600), kept(2, "b", ttl=0), kept(3, "c", ttl=60), kept(4, "d")]
    made = summary_turn("acme", ANN, "s1", turns, now=NOW + timedelta(days=1))
    assert (made.occurred_at, made.ttl_seconds) == (turns[-1].at, 60)
    assert summary_turn("acme", ANN, "s1", turns[1:2], now=NOW).ttl_seconds is None
