"""The whole flow of one token over fakes."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from services.guard_worker.outage import has_outlasted, wait_seconds
from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action, Decision, GuardStage, Proposal, Verdict
from shared.domain.errors import EmbedderUnavailable, ModelUnavailable, StoreUnavailable
from shared.domain.review import ReviewStatus
from shared.domain.scope import owner_scope
from shared.domain.write_plan import WriterKind
from shared.ports.inboxes import InboxKind
from shared.settings import load_settings
from shared.writing import point_insert
from tests.factories import ANN, NOW, make_plan
from tests.fakes.language_model import ScriptedModel
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import proposed, stored


def always_write(request: Any) -> dict[str, Any]:
    """A judge that says WRITE to everything."""
    entry = {
        "action": "WRITE", "source_attribution": "user_stated", "grounding": "grounded", "consistency": "consistent", "target_ref": None,
        "quality": dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 1.0), "reason": "fine",
    }  # fmt: skip
    return {"judgements": [{**entry, "ref": candidate["ref"]} for candidate in request.document["candidates"]]}


def put(rig: Rig, *memories: Any) -> None:
    """Store memories as an earlier writer left them."""
    inserts = tuple(point_insert(memory, rig.embedder.embed_passages([memory.text])[0]) for memory in memories)
    rig.store.apply(make_plan("earlier", inserts=inserts))


def test_an_empty_inbox_is_not_drained() -> None:
    assert Rig().drain().drain_one() is False


def test_plain_words_become_a_memory_with_outcome_trace_ledger_and_audit() -> None:
    rig = Rig()
    turn = rig.propose(proposed("我喜欢简洁的回复"))
    assert rig.drain().drain() == 1
    (memory,) = rig.current()
    (outcome,) = rig.outcomes(turn)
    assert (outcome.action, outcome.memory_id, outcome.reason) == (Action.WRITE, memory.id, "new")
    assert (memory.text, memory.version, memory.changed_by) == ("我喜欢简洁的回复", 1, "guard")
    trace = rig.trace_of(outcome)
    assert [verdict.stage for verdict in trace.verdicts] == [
        GuardStage.RULES, GuardStage.JUDGE, GuardStage.LAYER, GuardStage.CONFLICT, GuardStage.QUALITY
    ]  # fmt: skip
    assert trace.candidate["text"] == memory.text
    assert rig.balance() | {"written": 1, "in_flight": 0} == rig.balance()
    lines = rig.doors.audit.lines("acme", limit=10)
    assert [(line.action, line.actor) for line in lines] == [("guard.write", "guard")]
    assert memory.text not in str(lines)


def test_everything_proposed_is_settled_and_traced_also_what_the_value_stage_refused() -> None:
    rig = Rig()
    refused = Proposal(
        candidate=proposed("今天好累"),
        verdicts=(Verdict(stage=GuardStage.VALUE, said="REJECT", reason="concrete"),),
        decided=Decision(action=Action.REJECT, stage=GuardStage.VALUE, reason="value"),
    )
    turn = rig.propose(proposed("I own two cats"), proposed("I own 9 dogs", [("user", "I own dogs")]), proposals=[refused])
    rig.drain().drain()
    assert [(outcome.action.value, outcome.stage.value) for outcome in rig.outcomes(turn)] == [
        ("WRITE", "writing"), ("REJECT", "rules"), ("REJECT", "value")
    ]  # fmt: skip
    assert len(rig.store.traces) == 3
    assert rig.trace_of(rig.outcomes(turn)[2]).verdicts[0].reason == "concrete"
    assert rig.balance()["rejected"] == 2


def test_what_the_rules_refuse_costs_no_embedding_and_no_model_call() -> None:
    model = ScriptedModel(always_write)
    rig = Rig(judge=model)
    rig.propose(proposed("I own 9 dogs", [("user", "I own dogs")]))
    rig.drain().drain()
    assert (rig.embedder.batches, model.requests) == ([], [])


def test_a_batch_costs_one_embedding_call_and_one_judge_call() -> None:
    model = ScriptedModel(always_write)
    rig = Rig(judge=model)
    rig.propose(*(proposed(f"I own {n} {thing}") for n, thing in enumerate(["cats", "boats", "trees", "books"], start=2)))
    rig.drain().drain()
    assert [len(batch) for batch in rig.embedder.batches] == [4]
    assert [len(request.document["candidates"]) for request in model.requests] == [4]
    assert len(rig.current()) == 4


@pytest.mark.parametrize(
    ("candidate", "action"),
    [
        (proposed("All replies must be signed", layer=Layer.CORE_RULES), "PENDING_REVIEW"),
        (proposed("All replies must be signed", layer=Layer.CORE_RULES, attribution=Attribution.HUMAN_CONFIG), "PENDING_REVIEW"),
        (proposed("All replies must be signed", layer=Layer.SKILL_TEMPLATE), "REJECT"),
        (proposed("每天跑步5公里", [("assistant", "建议你每天跑步5公里"), ("user", "再说吧")], [("m1", "每天跑步5公里")]), "REJECT"),
        (proposed("User is a vegetarian", [("user", "User had tofu")], attribution=Attribution.AGENT_INFERENCE), "REJECT"),
        (proposed("I own 9 dogs", [("user", "I own dogs")]), "REJECT"),
        (proposed("I live in Paris", [("user", "I live in Berlin")]), "REJECT"),
        (proposed("I move on 2027-02-03", [("user", "I move next Friday")]), "REJECT"),
        (proposed("I live in Berlin", cites=[]), "REJECT"),
    ],
)
def test_a_judge_that_always_says_write_stores_none_of_these(candidate: Any, action: str) -> None:
    rig = Rig(judge=ScriptedModel(always_write))
    turn = rig.propose(candidate)
    rig.drain().drain()
    assert rig.actions(turn) == [action]
    assert rig.current() == []


def test_an_unsure_candidate_waits_in_review_with_what_approving_would_do() -> None:
    rig = Rig()
    known = stored("I live in Berlin", slot="home")
    put(rig, known)
    turn = rig.propose(proposed("I live in Munich", slot="home"))
    rig.drain().drain()
    (outcome,) = rig.outcomes(turn)
    review = rig.doors.reviews.get(owner_scope("acme", ANN), outcome.review_id or "")
    assert review is not None
    assert (review.status, review.reason, review.neighbour_ids) == (ReviewStatus.PENDING, "offline_same_slot", (known.id,))
    assert review.proposed is not None
    assert (review.proposed.action, review.proposed.target_id) == (Action.UPDATE, known.id)
    assert review.proposed.importance is not None
    assert review.quality is not None
    assert (outcome.memory_id, [memory.text for memory in rig.current()]) == (None, ["I live in Berlin"])
    assert rig.balance()["review"] == 1


def test_d4_d12_the_same_statement_again_is_a_noop_and_counted() -> None:
    rig = Rig()
    rig.propose(proposed("I own two cats"), turn_id="t1")
    rig.drain().drain()
    turn = rig.propose(proposed("I own two cats."), turn_id="t2")
    rig.drain().drain()
    assert rig.actions(turn) == ["NOOP"]
    assert [(memory.text, memory.seen_count) for memory in rig.current()] == [("I own two cats", 2)]


def test_an_update_keeps_the_old_version_in_the_history() -> None:
    rig = Rig(judge=ScriptedModel(_contradicting))
    known = stored("I live in Berlin", slot="home")
    put(rig, known)
    rig.propose(proposed("I live in Munich", slot="home", at=NOW + timedelta(hours=1)))
    rig.drain().drain()
    history = rig.store.history(owner_scope("acme", ANN), known.id)
    assert [(memory.version, memory.text, memory.current) for memory in history] == [
        (1, "I live in Berlin", False),
        (2, "I live in Munich", True),
    ]
    assert history[0].valid_to == history[1].valid_from
    assert history[1].trace_id in rig.store.traces


def _contradicting(request: Any) -> dict[str, Any]:
    answer = always_write(request)
    for entry in answer["judgements"]:
        entry.update(action="UPDATE", consistency="contradicts", target_ref="n1")
    return answer


@pytest.mark.parametrize("broken", ["embedder", "judge", "store"])
def test_j11_an_outage_defers_the_inbox_and_writes_nothing(broken: str) -> None:
    rig = Rig(judge=ScriptedModel([ModelUnavailable("429", retry_after_seconds=7)]) if broken == "judge" else None)
    if broken == "embedder":
        rig.embedder.fails_on = frozenset({"I own two cats"})
    if broken == "store":
        rig.store.neighbours = _unavailable  # type: ignore[method-assign]
    turn = rig.propose(proposed("I own two cats"))
    assert rig.drain().drain_one() is True
    assert (rig.actions(turn), rig.current(), rig.balance()["in_flight"]) == ([], [], 1)
    assert rig.doors.inboxes.ready_count(InboxKind.GUARD) == 0
    view = rig.doors.captures.view("acme", turn.capture_id)
    assert view is not None
    assert view.state.value == "retrying"


def _unavailable(*args: Any, **kwargs: Any) -> Any:
    raise StoreUnavailable("down")


def test_a_judge_that_is_away_beyond_the_outage_limit_leaves_its_candidates_to_a_person() -> None:
    rig = Rig(judge=ScriptedModel([ModelUnavailable("503")]), environ={"TIERCEL_RETRY_OUTAGE_HOURS": "0.0001"})
    turn = rig.propose(proposed("I own two cats"), proposed("I own 9 dogs", [("user", "I own dogs")]))
    lease = rig.doors.inboxes.take_next(InboxKind.GUARD, worker_id="w0", limit=10)
    assert lease is not None
    rig.doors.inboxes.defer(lease, seconds=0.0, attempts=3)
    rig.doors.inboxes.sweep(InboxKind.GUARD)
    rig.drain().drain()
    assert [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)] == [
        ("PENDING_REVIEW", "judge_unavailable"), ("REJECT", "unsupported_number")
    ]  # fmt: skip


def test_neighbours_that_changed_meanwhile_are_gathered_and_judged_again_once() -> None:
    rig = Rig()
    known = stored("I live in Berlin", slot="home")
    put(rig, known)
    changes = iter(range(2, 9))

    def meddling(request: Any) -> dict[str, Any]:
        version = next(changes)
        newer = replace(known, version=version, text=["", "", "I live in Hamburg", "I live in Bremen", "I live in Kiel"][version])
        rig.store.points = {}
        rig.store.apply(make_plan(f"other-{version}", inserts=(point_insert(newer, rig.embedder.embed_passages([known.text])[0]),)))
        return _contradicting(request)

    model = ScriptedModel(meddling)
    rig.judge = model
    turn = rig.propose(proposed("I live in Munich", slot="home", at=NOW + timedelta(hours=1)))
    rig.drain().drain()
    assert len(model.requests) == 2
    assert [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)] == [("PENDING_REVIEW", "slot_unclear")]


def test_a_lost_lease_leaves_everything_to_whoever_holds_it_now() -> None:
    rig = Rig()
    turn = rig.propose(proposed("I own two cats"))

    def slowly(*args: Any, **kwargs: Any) -> Any:
        _make_ready(rig)
        assert rig.doors.inboxes.take_next(InboxKind.GUARD, worker_id="w2", limit=10) is not None
        return type(rig.store).neighbours(rig.store, *args, **kwargs)

    rig.store.neighbours = slowly  # type: ignore[method-assign]
    assert rig.drain().drain_one() is True
    assert (rig.actions(turn), rig.current(), rig.balance()["in_flight"]) == ([], [], 1)


@pytest.mark.parametrize("faults", [1, 3])
def test_a_crash_after_the_plan_was_recorded_applies_it_and_never_asks_the_model_again(faults: int) -> None:
    model = ScriptedModel(always_write)
    rig = Rig(judge=model)
    turn = rig.propose(proposed("I own two cats"), proposed("I own 9 dogs", [("user", "I own dogs")]))
    rig.store.apply_faults = [StoreUnavailable("killed") for _ in range(faults)]
    for _ in range(faults + 1):
        rig.drain().drain_one()
        _make_ready(rig)
    assert len(model.requests) == 1
    assert rig.actions(turn) == ["WRITE", "REJECT"]
    assert [memory.seen_count for memory in rig.current()] == [1]
    assert rig.balance()["in_flight"] == 0


def _make_ready(rig: Rig) -> None:
    for inbox in rig.doors.inboxes._state.inboxes.values():  # type: ignore[attr-defined]
        inbox.until = 0.0
    rig.doors.inboxes.sweep(InboxKind.GUARD)


def test_q2_a_candidate_that_crashes_the_guard_blocks_nobody_and_ends_with_a_person() -> None:
    rig = Rig()
    real = rig.embedder.embed_passages

    def poisoned(texts: Any) -> Any:
        if "I own 2 snakes" in texts:
            raise ZeroDivisionError
        return real(texts)

    rig.embedder.embed_passages = poisoned  # type: ignore[method-assign]
    turn = rig.propose(proposed("I own 2 snakes"), proposed("I own two cats"), proposed("我住在杭州"))
    for _ in range(8):
        rig.drain().drain()
        _make_ready(rig)
    assert [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)] == [
        ("PENDING_REVIEW", "crash"), ("WRITE", "new"), ("WRITE", "new")
    ]  # fmt: skip
    review = rig.doors.reviews.get(owner_scope("acme", ANN), rig.outcomes(turn)[0].review_id or "")
    assert review is not None
    assert (review.quality, review.candidate is not None) == (None, True)
    assert rig.balance()["in_flight"] == 0


def test_a_candidate_that_kills_workers_is_tried_alone_and_then_left_to_a_person() -> None:
    rig = Rig()
    turn = rig.propose(proposed("I own two cats"), proposed("我住在杭州"))
    for _ in range(5):
        assert rig.doors.inboxes.take_next(InboxKind.GUARD, worker_id="killed", limit=10) is not None
        _make_ready(rig)
    rig.drain().drain()
    _make_ready(rig)
    rig.drain().drain()
    assert [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)] == [("PENDING_REVIEW", "crash"), ("WRITE", "new")]
    assert rig.balance()["in_flight"] == 0


def test_plans_of_the_guard_say_so() -> None:
    rig = Rig()
    rig.propose(proposed("I own two cats"))
    rig.drain().drain()
    (plan,) = rig.doors.plans.recent(since=NOW - timedelta(minutes=1))
    assert (plan.writer, len(plan.inserts), plan.inserts[0].dense is not None) == (WriterKind.GUARD, 1, True)


def test_waiting_grows_to_its_limit_and_obeys_retry_after() -> None:
    retry = load_settings({}).retry
    waits = [wait_seconds(attempts, retry, retry_after_seconds=None) for attempts in (0, 3, 60)]
    assert 2 <= waits[0] <= 2.5
    assert 16 <= waits[1] <= 20
    assert 300 <= waits[2] <= 375
    assert wait_seconds(0, retry, retry_after_seconds=60) >= 60
    assert not has_outlasted(0, None, NOW, retry)
    assert not has_outlasted(100, None, NOW, retry)
    assert has_outlasted(400, None, NOW, retry)


def test_faults_name_themselves_in_the_metrics() -> None:
    rig = Rig()
    rig.embedder.fails_on = frozenset({"I own two cats"})
    rig.propose(proposed("I own two cats"))
    rig.drain().drain_one()
    assert EmbedderUnavailable.code in str(vars(rig.metrics))
