"""What is known beside a candidate, however far it lies."""

from datetime import timedelta
from typing import Any

from services.guard_worker.writing import merged
from shared.domain.scope import owner_scope
from shared.domain.write_plan import PointSwitch
from shared.text.property_key import property_key
from shared.writing import point_insert
from tests.factories import ANN, NOW, make_plan
from tests.fakes.language_model import ScriptedModel
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import proposed, stored

NEARER = tuple(stored(f"User moved house in summer {year}", f"near-{year}", slot=f"summer {year}") for year in range(2001, 2016))
HOME = stored("Berlin Kreuzberg", "home", slot="residence")


def put(rig: Rig, *memories: Any) -> None:
    inserts = tuple(point_insert(memory, rig.embedder.embed_passages([memory.text])[0]) for memory in memories)
    rig.store.apply(make_plan("earlier", inserts=inserts))


def contradicting(request: Any) -> dict[str, Any]:
    """A judge that finds the memory about Berlin among those it is shown."""
    refs = [neighbour["ref"] for neighbour in request.document["neighbours"] if "Berlin" in neighbour["text"]]
    quality = dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 0.8)
    entry = {
        "ref": 1, "action": "UPDATE", "source_attribution": "user_stated", "grounding": "grounded", "consistency": "contradicts",
        "target_ref": refs[0], "quality": quality, "reason": "moved",
    }  # fmt: skip
    return {"judgements": [entry]}


def test_a_memory_of_the_same_slot_beyond_the_nearest_ones_is_found_offline() -> None:
    rig = Rig()
    put(rig, *NEARER, HOME)
    turn = rig.propose(proposed("User moved house in summer to Hamburg", slot="Residence", at=NOW + timedelta(hours=1)))
    rig.drain().drain()
    (outcome,) = rig.outcomes(turn)
    review = rig.doors.reviews.get(owner_scope("acme", ANN), outcome.review_id or "")
    assert (outcome.action.value, outcome.reason) == ("PENDING_REVIEW", "offline_same_slot")
    assert review is not None
    assert review.proposed is not None
    assert (review.proposed.action.value, review.proposed.target_id) == ("UPDATE", "home")


def test_the_judge_is_shown_it_and_it_becomes_a_new_version() -> None:
    rig = Rig(judge=ScriptedModel(contradicting))
    put(rig, *NEARER, HOME)
    turn = rig.propose(proposed("User moved house in summer to Hamburg", slot="Residence", at=NOW + timedelta(hours=1)))
    rig.drain().drain()
    assert [(outcome.action.value, outcome.memory_id) for outcome in rig.outcomes(turn)] == [("UPDATE", "home")]


def test_one_that_was_written_after_the_comparison_still_counts() -> None:
    rig = Rig()
    turn = rig.propose(proposed("User lives in Hamburg", slot="residence", at=NOW + timedelta(hours=1)))
    real = rig.store.neighbours

    def late(*args: Any, **kwargs: Any) -> Any:
        found = real(*args, **kwargs)
        seen = rig.store.current(owner_scope("acme", ANN), properties=[property_key("user", "residence") or ""])
        original = rig.store.current

        def meanwhile(*inner: Any, **wanted: Any) -> Any:
            if wanted.get("memory_ids") is None and not wanted.get("text_keys"):
                answer = original(*inner, **wanted)
                put(rig, HOME)
                return answer
            return original(*inner, **wanted)

        assert seen == ()
        rig.store.current = meanwhile  # type: ignore[method-assign]
        return found

    rig.store.neighbours = late  # type: ignore[method-assign]
    rig.drain().drain()
    assert [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)] == [("PENDING_REVIEW", "offline_same_slot")]


def test_of_two_switches_of_one_point_the_later_word_on_a_time_wins() -> None:
    sets = PointSwitch(point_id="p", expires_at=NOW, seen_count=2)
    clears = PointSwitch(point_id="p", clears=("expires_at",))
    (cleared,) = merged([sets, clears])
    (kept,) = merged([clears, sets])
    assert (cleared.expires_at, cleared.clears, cleared.seen_count) == (None, ("expires_at",), 2)
    assert (kept.expires_at, kept.clears, kept.seen_count) == (NOW, (), 2)


def test_what_is_said_to_be_over_is_found_by_its_words_beyond_the_nearest_ones() -> None:
    rig = Rig()
    nearest = tuple(stored(f"I sold a kayak in summer {year}", f"near-{year}", slot=f"summer {year}") for year in range(2001, 2016))
    put(rig, *nearest, stored("I drive a Mazda", "mazda", slot="car"))
    turn = rig.propose(proposed("I sold the Mazda", at=NOW + timedelta(hours=1)))
    rig.drain().drain()
    assert [(outcome.action.value, outcome.memory_id) for outcome in rig.outcomes(turn)] == [("UPDATE", "mazda")]
