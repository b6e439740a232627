"""What a statement of an end can end: the thing that it names, of the person it is about, for the time that it names."""

from datetime import timedelta

import pytest

from services.guard_worker.ended_things import may_end
from tests.factories import NOW, make_turn
from tests.pipeline import Pipeline

ENDED = (
    ("I sold the Mazda and bought a Fiat", "I drive a Mazda"),
    ("I gave up Icelandic", "I am learning Icelandic"),
    ("I sold the Mazda in summer", "I drive a Mazda"),
    ("I stopped carrying a compass", "I always carry a compass in my backpack"),
    ("I left the Riverside clinic and work at the Hillcrest clinic now", "I work as a nurse at the Riverside clinic"),
    ("I sold my telescope", "I own a telescope"),
    ("Clara no longer plays the oboe", "Clara plays the oboe in a band"),
    ("Clara and Agnes got divorced", "Clara is married to Agnes"),
    ("Clara does not teach yoga any more", "Clara teaches yoga at the evening school"),
    ("I don't like night trains any more", "I love night trains"),
    ("我把咖啡机卖了", "我有一台咖啡机"),
    ("小雨不再拉二胡了", "小雨会拉二胡"),
    ("小雨不打羽毛球了", "小雨每周三晚上打羽毛球"),
    ("小雨把沃尔沃卖了，换成了丰田", "小雨开一辆沃尔沃"),
    ("我戒了烟", "我每天抽烟"),
    ("我放弃了吉他", "我正在学吉他"),
    ("I quit smoking", "I smoke ten cigarettes a day"),
    ("I left my job at Siemens", "I work at Siemens"),
    ("I resigned from Siemens", "I work at Siemens"),
    ("I cancelled my trip to Lisbon", "I am going on a trip to Lisbon in May"),
    ("I cancelled my Netflix subscription", "I have a Netflix subscription"),
    ("I no longer drink coffee in the evening", "I drink coffee in the evening"),
    ("My brother no longer eats fish", "My brother eats fish"),
    ("Clara changed careers and is now a pilot", "Clara works as a florist"),
)
STANDING = (
    ("I stopped at Siemens in Munich for a coffee", "I work at Siemens in Munich"),
    ("I don't drink coffee in the evening any more", "I drink coffee every morning"),
    ("I stopped drinking coffee in the evening", "I drink coffee every morning"),
    ("I sold my bike on Monday", "I swim on Mondays"),
    ("我取消了去杭州的票", "我在杭州上班"),
    ("I cancelled my trip to Lisbon", "I live in Lisbon"),
    ("My brother no longer eats fish", "I eat fish"),
    ("我弟弟不再吃鱼了", "我吃鱼"),
    ("I dropped Rex off at the vet", "I have a dog called Rex"),
    ("I left my boots in the Alps", "I ski in the Alps"),
    ("我晚上不喝咖啡了", "我每天早上喝咖啡"),
    ("我卖了杭州的房子", "我在杭州上班"),
)


@pytest.mark.parametrize(("quote", "known"), ENDED)
def test_what_is_named_as_over_may_end_what_tells_of_it(quote: str, known: str) -> None:
    assert may_end(quote, known, subject="user")


@pytest.mark.parametrize(("quote", "known"), STANDING)
def test_what_only_shares_a_place_a_day_or_a_person_with_an_end_stands(quote: str, known: str) -> None:
    assert not may_end(quote, known, subject="user")


@pytest.mark.parametrize(
    ("told", "ended", "standing"),
    [
        ("I live in Lisbon.", "I cancelled my trip to Lisbon.", True),
        ("我在杭州上班。", "我取消了去杭州的票。", True),
        ("I eat fish.", "My brother no longer eats fish.", True),
        ("I drive a Mazda.", "I sold the Mazda and bought a Fiat.", False),
        ("我有一台咖啡机。", "我把咖啡机卖了。", False),
    ],
)
def test_an_end_retires_its_thing_and_leaves_its_place(told: str, ended: str, standing: bool) -> None:
    pipeline = Pipeline()
    later = NOW + timedelta(days=3)
    pipeline.play([make_turn(told), make_turn(ended, turn_id="t2", session_id="s2", occurred_at=later)])
    texts = [memory.text for memory in pipeline.current()]
    assert (told.rstrip(".。") in texts) is standing
    assert ended.rstrip(".。") in texts
