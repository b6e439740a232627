"""Which messages one extraction sees."""

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import SourceMessage
from shared.domain.session_summary import SUMMARY
from shared.domain.trigger import TriggerType
from shared.extraction.windows import batches, next_context
from tests.unit.extraction.examples import said, turn


def test_several_turns_share_one_window_with_references_that_are_unique() -> None:
    (only,) = batches([turn("a", ("assistant", "b")), turn("c", number=2)], (said("user", "before"),), characters=1000, context_messages=6)
    (window,) = only.windows
    assert [(line.ref, line.message.text, line.turn is None) for line in window.lines] == [
        ("m1", "before", True),
        ("m2", "a", False),
        ("m3", "b", False),
        ("m4", "c", False),
    ]
    assert [line.position for line in window.lines] == [None, 0, 1, 2]


def test_turns_over_the_budget_go_to_the_next_window_with_the_former_as_context() -> None:
    first, second = batches([turn("a" * 600), turn("b" * 600, number=2)], (), characters=1000, context_messages=6)
    assert [len(made.turns) for made in (first, second)] == [1, 1]
    assert [line.message.text[:1] for line in second.windows[0].lines] == ["a", "b"]
    assert second.windows[0].lines[0].message.message_id == "t1/h0", "ids of another turn are qualified"


def test_a_turn_longer_than_a_window_is_spread_and_nothing_is_dropped_e4() -> None:
    text = "".join(f"第{number}句说了一件事情。" for number in range(3000))
    (only,) = batches([turn(text)], (), characters=2000, context_messages=6)
    assert len(only.windows) > 10
    parts = [line.message.text for window in only.windows for line in window.lines]
    assert "".join(parts) == text
    assert all(len(part) <= 2000 for part in parts)
    assert {line.message.message_id for window in only.windows for line in window.lines} == {"h0"}


def test_events_and_ingested_texts_stand_alone() -> None:
    turns = [
        turn("a"),
        turn(("tool", "b"), number=2, trigger_hint=TriggerType.ANOMALY_PATTERN),
        turn("c", number=3, ingested=True),
        turn("d", number=4),
        turn("e", number=5),
    ]
    made = batches(turns, (), characters=1000, context_messages=6)
    assert [[found.turn_id for found in one.turns] for one in made] == [["t1"], ["t2"], ["t3"], ["t4", "t5"]]


def test_a_summary_stands_alone_in_one_window_without_context_and_is_none_for_what_follows() -> None:
    told_again = turn("a" * 900, ("assistant", "b" * 900), "c" * 900, number=2, trigger=SUMMARY)
    made = batches([turn("x"), told_again, turn("y", number=3)], (said("user", "old"),), characters=1000, context_messages=6)
    assert [[found.turn_id for found in one.turns] for one in made] == [["t1"], ["t2"], ["t3"]]
    (window,) = made[1].windows
    assert [(line.ref, line.message.text[0], line.turn is None) for line in window.lines] == [
        ("m1", "a", False),
        ("m2", "b", False),
        ("m3", "c", False),
    ]
    assert [line.message.text for line in made[2].windows[0].lines] == ["old", "x", "y"]
    assert next_context((said("user", "old"),), [told_again], limit=6) == (said("user", "old"),)


def test_context_is_the_last_messages_of_user_and_assistant_alone() -> None:
    after = next_context((said("user", "old"),), [turn("a", ("system", "prompt"), ("tool", "log"), ("assistant", "b"))], limit=2)
    assert [message.text for message in after] == ["a", "b"]
    assert all(message.is_context for message in after)


def test_no_context_where_the_setting_is_0() -> None:
    assert next_context((said("user", "old"),), [turn("a")], limit=0) == ()
    (only,) = batches([turn("a")], (said("user", "old"),), characters=1000, context_messages=0)
    assert [line.message.text for line in only.windows[0].lines] == ["a"]


@given(st.lists(st.lists(st.text(min_size=1, max_size=400).filter(str.strip), min_size=1, max_size=4), min_size=1, max_size=8))
def test_every_word_of_every_turn_is_seen_exactly_once_in_order(spoken: list[list[str]]) -> None:
    turns = [turn(*texts, number=number) for number, texts in enumerate(spoken, 1)]
    made = batches(turns, (), characters=1000, context_messages=6)
    assert [found.turn_id for one in made for found in one.turns] == [found.turn_id for found in turns]
    seen = [line.message.text for one in made for window in one.windows for line in window.lines if line.turn is not None]
    assert "".join("".join(seen).split()) == "".join("".join(text for texts in spoken for text in texts).split())


def test_positions_go_on_through_the_session_whatever_is_extracted_together() -> None:
    turns = [turn("a", ("assistant", "b")), turn("c", ("tool", "log"), ("assistant", "d"), number=2), turn("e", number=3)]
    together = [line.position for window in batches(turns, (), characters=1000, context_messages=6)[0].windows for line in window.lines]
    context: tuple[SourceMessage, ...] = ()
    singly: list[int | None] = []
    for one in turns:
        (batch,) = batches([one], context, characters=1000, context_messages=2)
        singly += [line.position for line in batch.windows[0].lines if line.turn is not None]
        context = next_context(context, [one], limit=2)
    assert together == singly == [0, 1, 2, 3, 3, 4], "what a tool said shares the number of what follows it"
