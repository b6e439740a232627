"""Where somebody lives now: told as a move, it replaces what was known, in both languages; told of a friend, it is the friend's."""

import pytest

from tests.factories import make_turn
from tests.pipeline import Pipeline
from tests.unit.extraction.test_offline_extraction import drafts


@pytest.mark.parametrize(
    ("known", "moved"),
    [
        ("我住在北京", "我搬家了，现在住在兰州"),
        ("我住在北京", "我刚搬了家，在兰州安宁区"),
        ("我住在北京", "我已经不在北京了，现在在兰州"),
        ("我住在北京", "我回老家兰州定居了"),
        ("I live in York", "I've moved, I'm in Leeds now"),
        ("I live in York", "We moved house, now living in Leeds"),
        ("I live in York", "My new address is 4 Mill Lane, Leeds"),
        ("I live in York", "I'm no longer in York, I'm in Leeds now"),
    ],
)
def test_a_move_replaces_the_home_that_was_known(known: str, moved: str) -> None:
    pipeline = Pipeline()
    pipeline.play([make_turn(known, turn_id="t1"), make_turn(moved, turn_id="t2")])
    assert [memory.text for memory in pipeline.current()] == [moved]


@pytest.mark.parametrize("said", ["我搬家累坏了", "We moved the sofa", "I'm in a meeting now"])
def test_moving_things_and_being_somewhere_is_no_home(said: str) -> None:
    assert all(draft.slot != "residence" for draft in drafts(said))


def test_a_friend_by_name_lives_where_the_user_says() -> None:
    (draft,) = drafts("My friend Tobias lives in Graz and teaches chemistry there.")
    assert (draft.text, draft.subject, draft.slot) == (
        "My friend Tobias lives in Graz and teaches chemistry there",
        "tobias",
        "residence",
    )


@pytest.mark.parametrize(
    ("advice", "answer"),
    [
        ("I recommend Postgres for storage. Also Redis for the cache.", "Yes, let's do that"),
        ("我建议用Postgres存数据。另外缓存用Redis。", "好的，就这么办"),
    ],
)
def test_a_yes_to_two_pieces_of_advice_confirms_neither(advice: str, answer: str) -> None:
    assert drafts(("assistant", advice), ("user", answer)) == ()
