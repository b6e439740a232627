"""What is said to be over ends the memory that told of it, with a judge and without one."""

from dataclasses import replace
from datetime import timedelta

import pytest

from services.guard_worker.renounced import is_renounced
from tests.factories import NOW
from tests.unit.guard_worker.scenes import action_of, beside, judged, ruled, settle, stored

EARLIER = NOW - timedelta(days=40)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I drive a Mazda", "I sold the Mazda and bought a Fiat"),
        ("I am learning Icelandic", "I gave up Icelandic"),
        ("I always carry a compass in my backpack", "I stopped carrying a compass"),
        ("My gym is Basecamp", "I switched from Basecamp to Ironworks"),
        ("我有一台咖啡机", "我把咖啡机卖了"),
        ("我正在学法语", "我改学德语了，不学法语了"),
    ],
)
@pytest.mark.parametrize("is_offline", [True, False])
def test_d5_what_is_said_to_be_over_is_superseded_without_a_slot(known: str, said: str, *, is_offline: bool) -> None:
    memory = stored(known, observed_at=EARLIER)
    case = beside(ruled(said), (memory, 0.5))
    decided = settle(case if is_offline else replace(case, judgement=judged()), known=[memory], is_offline=is_offline)[0][0]
    assert action_of(decided) == ("UPDATE", "supersedes")


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I bought a compass in Bergen", "I stopped carrying a compass"),
        ("I visited Lisbon", "I sold my house in Lisbon"),
        ("I love the old trams of Lisbon", "I moved away, I left Lisbon"),
        ("我去过敦煌", "我不去敦煌了"),
        ("The logs of Curlew are kept for 65 days", "The logs of Heron are now kept for 45 days instead of 65"),
        ("I am learning Icelandic", "I am learning Icelandic grammar"),
        ("I am learning Icelandic", "I will give up Icelandic next year"),
    ],
)
def test_what_was_in_the_past_another_matter_or_not_over_yet_stays(known: str, said: str) -> None:
    memory = stored(known, observed_at=EARLIER)
    decided = settle(beside(ruled(said), (memory, 0.5)), known=[memory], is_offline=True)[0][0]
    assert action_of(decided)[0] != "UPDATE"


def test_neither_another_person_nor_one_of_several_nor_what_was_said_later_is_ended() -> None:
    case = ruled("I gave up peanuts")
    assert is_renounced(case, stored("I eat peanuts", observed_at=EARLIER))
    assert not is_renounced(case, stored("Clara eats peanuts", subject="clara", observed_at=EARLIER))
    assert not is_renounced(case, stored("I am allergic to peanuts", slot="allergy:peanuts", observed_at=EARLIER))
    assert not is_renounced(case, stored("I eat peanuts", observed_at=NOW + timedelta(days=1)))
