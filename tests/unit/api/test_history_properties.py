"""Guard and people at work on one person's memories in any order: histories stay dense and disjoint, and the ledger balances."""

import itertools
from collections import defaultdict
from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.decision import Outcome
from shared.domain.history import was_ever_valid
from shared.domain.memory import Memory
from tests.factories import make_turn
from tests.unit.api.test_undo import Both
from tests.unit.guard_worker.scenes import proposed

CITIES = ("Berlin", "Munich", "Hamburg", "Paris", "Oslo")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), st.sampled_from(CITIES), st.integers(0, 5)),
        st.tuples(st.just("undo"), st.integers(0, 9), st.sampled_from([None, "review", "reject"])),
        st.tuples(st.just("restore"), st.one_of(st.none(), st.integers(1, 9)), st.none()),
        st.tuples(st.sampled_from(["patch", "correct"]), st.sampled_from(CITIES), st.none()),
        st.tuples(st.sampled_from(["archive", "approve", "sample"]), st.integers(0, 3), st.none()),
    ),
    max_size=14,
)


class Life:
    """What happens, step after step; refusals are as good as deeds."""

    def __init__(self) -> None:
        self.both = Both()
        self.outcomes: list[Outcome] = []

    def take(self, step: tuple[str, Any, Any]) -> None:
        what, first, second = step
        self.both.tick()
        api = self.both.api
        if what == "say":
            self._say(first, minutes_late=3 * second)
            return
        memory_ids = sorted({point.memory.id for point in api.store.points.values()})
        target = f"/v1/memories/{memory_ids[0]}" if memory_ids else "/v1/memories/none"
        if what == "undo" and self.outcomes:
            trace_id = self.outcomes[first % len(self.outcomes)].trace_id
            answer = api.post(f"/v1/traces/{trace_id}/undo", {"then": second})
        elif what == "restore":
            answer = api.post(f"{target}/restore", {"version": first})
        elif what == "patch":
            version = next((point.memory.version for point in api.store.points.values() if point.memory.current), 1)
            answer = api.patch(target, {"text": f"I live in {first} now", "if_version": version})
        elif what == "correct":
            answer = api.post(f"{target}/feedback", {"verdict": "correct", "text": f"I live in {first} again"})
        elif what == "archive":
            answer = api.post(f"{target}/archive")
        elif what == "approve":
            pending = api.get("/v1/reviews?status=pending&kind=candidate").json()["items"]
            decision = {"decision": "reject" if first == 0 else "approve"}
            answer = api.post(f"/v1/reviews/{pending[first % len(pending)]['id']}", decision) if pending else None
        else:
            drawn = api.post("/v1/reviews/sample", {"n": 1}).json()["items"]
            decision = {"decision": "reject" if first % 2 else "approve"}
            answer = api.post(f"/v1/reviews/{drawn[0]['id']}", decision) if drawn else None
        assert answer is None or answer.status_code in {200, 404, 409}, answer.text

    def _say(self, city: str, *, minutes_late: int) -> None:
        at = self.both.api.clock.time - timedelta(minutes=minutes_late)
        turn = make_turn(f"I live in {city}", turn_id=f"t{len(self.outcomes)}", occurred_at=at, received_at=at)
        candidate = proposed(f"I live in {city}", at=at - timedelta(minutes=1), observed_at=at, slot="residence")
        self.both.pipeline.propose(turn, candidate)
        self.outcomes += self.both.pipeline.outcomes(turn)

    def check(self) -> None:
        histories: dict[str, list[Memory]] = defaultdict(list)
        for point in self.both.api.store.points.values():
            histories[point.memory.id].append(point.memory)
        for versions in histories.values():
            assert sorted(version.version for version in versions) == list(range(1, len(versions) + 1))
            assert [version.current for version in versions].count(True) <= 1
            valid = sorted(filter(was_ever_valid, versions), key=lambda version: version.valid_from)
            assert all(old.valid_to is not None and old.valid_to <= new.valid_from for old, new in itertools.pairwise(valid))
            assert all(version.valid_to is None or version.valid_to >= version.valid_from for version in versions)
        counts = self.both.counts()
        assert counts.get("in_flight", 0) == 0
        assert sum(counts.values()) == len(self.outcomes)


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_whatever_guard_and_people_do_histories_stay_dense_and_disjoint_and_the_ledger_balances(steps: list[tuple[str, Any, Any]]) -> None:
    life = Life()
    for step in steps:
        life.take(step)
        life.check()
