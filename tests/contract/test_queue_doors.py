"""Intake, inboxes, captures, plans and ledger: the same tests on the fakes and on a real Valkey."""

import threading
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.candidate import Role, SourceMessage
from shared.domain.decision import Action
from shared.domain.errors import LeaseLost, LockBusy, QueueFull
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Owner, OwnerKind, Scope
from shared.domain.turn import CaptureState
from shared.domain.write_plan import AuditEntry
from shared.ports.captures import ConsumedTurn
from shared.ports.inboxes import InboxKind, Lease
from tests.contract.work_doors import WorkDoors
from tests.factories import ANN, BOB, NOW, make_candidate, make_plan, make_proposal, make_settlement, make_turn

REPLAY = AuditEntry(action="turn.replay", actor="key:1", reason="request")


def take(doors: WorkDoors, kind: InboxKind = InboxKind.CAPTURE, limit: int = 20) -> Lease:
    lease = doors.inboxes.take_next(kind, worker_id="w1", limit=limit)
    assert lease is not None
    return lease


def propose(doors: WorkDoors, *texts: str) -> Lease:
    """One turn accepted, extracted into one proposal per text; the guard's lease on them."""
    receipt = doors.intake.accept(make_turn())
    lease = take(doors)
    doors.captures.begin_extraction(lease)
    proposals = tuple(make_proposal(text, capture_id=receipt.capture_id, number=number) for number, text in enumerate(texts, 1))
    doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=receipt.capture_id, proposals=proposals)], [])
    doors.inboxes.release(lease)
    return take(doors, InboxKind.GUARD)


def test_an_accepted_turn_stands_in_its_inbox_and_in_the_ledger(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn())
    assert (receipt.state, receipt.duplicate) == (CaptureState.ACCEPTED, False)
    assert take(doors).entry_ids == (receipt.capture_id,)
    ledger = doors.ledger.read("acme")
    assert (ledger.captured, ledger.turns["in_flight"], ledger.imbalance) == (1, 1, 0)


def test_the_same_turn_again_is_a_duplicate_without_a_second_effect(doors: WorkDoors) -> None:
    first = doors.intake.accept(make_turn())
    again = doors.intake.accept(make_turn("other words under the same id"))
    assert (again.duplicate, again.capture_id) == (True, first.capture_id)
    assert doors.captures.turns("acme", [first.capture_id])[0].messages[0].text == "I moved to Berlin last month."
    ledger = doors.ledger.read("acme")
    assert (ledger.captured, ledger.turns["duplicates"], ledger.turns["conflicting"]) == (1, 1, 1)


def test_without_any_id_the_same_content_is_a_replay_of_the_first(doors: WorkDoors) -> None:
    first = doors.intake.accept(make_turn(turn_id="derived-1", replay_key="same-content"))
    again = doors.intake.accept(make_turn(turn_id="derived-2", replay_key="same-content"))
    assert (again.duplicate, again.capture_id) == (True, first.capture_id)


def test_a_full_queue_says_when_to_come_back_and_stores_nothing(doors: WorkDoors) -> None:
    for number in range(50):
        doors.intake.accept(make_turn(turn_id=f"t{number}"))
    with pytest.raises(QueueFull) as refusal:
        doors.intake.accept(make_turn(turn_id="one too many"))
    assert refusal.value.retry_after_seconds
    assert (doors.ledger.read("acme").captured, doors.ledger.read("acme").imbalance) == (50, 0)


def test_a_skipped_turn_counts_once_and_can_be_read_only_where_kept(doors: WorkDoors) -> None:
    kept = doors.intake.skip(make_turn(turn_id="k"), reason="harmful:weapons", keep=True)
    gone = doors.intake.skip(make_turn(turn_id="g"), reason="trigger:heartbeat", keep=False)
    assert doors.intake.skip(make_turn(turn_id="k"), reason="harmful:weapons", keep=True).duplicate
    view = doors.captures.view("acme", kept.capture_id)
    assert view is not None
    assert (view.state, view.reason) == (CaptureState.SKIPPED, "harmful:weapons")
    assert doors.captures.view("acme", gone.capture_id) is None
    ledger = doors.ledger.read("acme")
    assert (ledger.captured, ledger.turns["skipped"], ledger.imbalance) == (2, 2, 0)


def test_a_capture_tells_whose_agents_and_labels_it_is_to_the_end(doors: WorkDoors) -> None:
    kept = doors.intake.skip(make_turn(turn_id="k", agent_id="main", labels={"p": "x"}), reason="empty", keep=True)
    taken = doors.intake.accept(make_turn(turn_id="t", agent_id="main", labels={"p": "x"}))
    doors.captures.commit_extraction(take(doors), [ConsumedTurn(capture_id=taken.capture_id, proposals=())], ())
    for receipt in (kept, taken):
        view = doors.captures.view("acme", receipt.capture_id)
        assert view is not None
        assert (view.agent_id, view.labels) == ("main", {"p": "x"})


def test_a_leased_inbox_is_not_given_twice_and_keeps_what_arrives_meanwhile(doors: WorkDoors) -> None:
    doors.intake.accept(make_turn(turn_id="t1"))
    lease = take(doors)
    doors.intake.accept(make_turn(turn_id="t2"))
    assert doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w2", limit=20) is None
    assert doors.inboxes.release(lease) is True
    assert len(take(doors).entry_ids) == 2


def test_tenants_take_turns_whatever_the_backlog_of_one(doors: WorkDoors) -> None:
    for number in range(5):
        doors.intake.accept(make_turn(turn_id="t", tenant_id="busy", session_id=f"s{number}"))
    doors.intake.accept(make_turn(tenant_id="quiet"))
    assert [take(doors).tenant_id for _ in range(3)].index("quiet") <= 1


def test_a_lost_worker_gives_its_inbox_back_and_its_fence_is_void(doors: WorkDoors) -> None:
    doors.intake.accept(make_turn())
    lost = take(doors)
    time.sleep(0.5)
    assert doors.inboxes.sweep(InboxKind.CAPTURE) == 1
    again = take(doors)
    assert (again.entry_ids, again.losses) == (lost.entry_ids, 1)
    assert again.fence > lost.fence
    for attempt in (
        lambda: doors.inboxes.release(lost),
        lambda: doors.inboxes.renew(lost),
        lambda: doors.captures.begin_extraction(lost),
        lambda: doors.captures.commit_extraction(lost, [], []),
        lambda: doors.captures.bury(lost, lost.entry_ids[0], reason="x", raw=""),
    ):
        with pytest.raises(LeaseLost):
            attempt()


def test_a_renewed_lease_is_not_swept(doors: WorkDoors) -> None:
    doors.intake.accept(make_turn())
    lease = take(doors)
    for _ in range(3):
        time.sleep(0.2)
        doors.inboxes.renew(lease)
    assert doors.inboxes.sweep(InboxKind.CAPTURE) == 0


def test_a_deferred_inbox_shows_its_turns_as_retrying_and_comes_back(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn())
    doors.inboxes.defer(take(doors), seconds=0.1, attempts=2, failing_since=NOW)
    view = doors.captures.view("acme", receipt.capture_id)
    assert view is not None
    assert (view.state, view.attempts) == (CaptureState.RETRYING, 2)
    assert doors.inboxes.sweep(InboxKind.CAPTURE) == 0
    time.sleep(0.15)
    assert doors.inboxes.sweep(InboxKind.CAPTURE) == 1
    again = take(doors)
    assert (again.attempts, again.failing_since) == (2, NOW)
    doors.inboxes.release(again)
    assert take(doors).failing_since is None, "the outage is over"


def test_losses_in_a_row_are_counted_per_item(doors: WorkDoors) -> None:
    for name in ("first", "second"):
        doors.intake.accept(make_turn(turn_id=name))
    take(doors)
    time.sleep(0.5)
    doors.inboxes.sweep(InboxKind.CAPTURE)
    lease = take(doors)
    assert lease.losses == 1
    doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=lease.entry_ids[0], proposals=())], [])
    time.sleep(0.5)
    doors.inboxes.sweep(InboxKind.CAPTURE)
    again = take(doors)
    assert (again.entry_ids, again.losses) == (lease.entry_ids[1:], 1)


def test_an_entry_set_aside_blocks_nobody(doors: WorkDoors) -> None:
    poison = doors.intake.accept(make_turn(turn_id="poison")).capture_id
    good = doors.intake.accept(make_turn(turn_id="good")).capture_id
    lease = take(doors)
    doors.inboxes.set_aside(lease, [poison], seconds=0.1, attempts=1)
    assert doors.inboxes.release(lease) is True
    assert take(doors).entry_ids == (good,)
    time.sleep(0.15)
    doors.inboxes.sweep(InboxKind.CAPTURE)
    aside = take(doors)
    assert (aside.entry_ids, aside.attempts) == ((poison,), 1)
    assert doors.ledger.read("acme").imbalance == 0


def test_a_turn_that_yields_nothing_is_done(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn("ok thanks"))
    lease = take(doors)
    doors.captures.begin_extraction(lease)
    context = [SourceMessage(message_id="m1", role=Role.USER, text="ok thanks", at=NOW)]
    doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=receipt.capture_id, proposals=())], context)
    assert doors.inboxes.release(lease) is False
    view = doors.captures.view("acme", receipt.capture_id)
    assert view is not None
    assert (view.state, view.reason) == (CaptureState.DONE, "nothing_to_keep")
    assert doors.captures.context("acme", ANN, "s1") == tuple(context)
    assert doors.captures.context("acme", BOB, "s1") == ()
    assert doors.captures.turns("acme", [receipt.capture_id]) == ()


def test_committing_an_extraction_twice_proposes_once(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn())
    lease = take(doors)
    consumed = [ConsumedTurn(capture_id=receipt.capture_id, proposals=(make_proposal(capture_id=receipt.capture_id),))]
    doors.captures.commit_extraction(lease, consumed, [])
    doors.captures.commit_extraction(lease, consumed, [])
    ledger = doors.ledger.read("acme")
    assert (ledger.candidates["proposed"], ledger.candidates["in_flight"], ledger.imbalance) == (1, 1, 0)
    assert doors.captures.proposals("acme", take(doors, InboxKind.GUARD).entry_ids)[0].candidate.text == "I moved to Berlin last month."


def test_a_finished_plan_settles_each_candidate_once(doors: WorkDoors) -> None:
    lease = propose(doors, "first", "second")
    candidates = [proposal.candidate for proposal in doors.captures.proposals("acme", lease.entry_ids)]
    plan = make_plan(
        settlements=(make_settlement(candidates[0]), make_settlement(candidates[1], Action.REJECT, memory_id=None)),
        audit=(AuditEntry(action="memory.written", actor="guard", subject_ids=("mem-1",)),),
    )
    with doors.plans.hold_write_lock("acme", ANN) as lock:
        doors.plans.record(lock, plan, lease)
        assert doors.plans.unfinished("acme", ANN) == (plan,)
        doors.plans.finish(plan, lease)
        doors.plans.finish(plan, lease)
    assert doors.plans.unfinished("acme", ANN) == ()
    assert doors.inboxes.release(lease) is False
    view = doors.captures.view("acme", candidates[0].capture_id)
    assert view is not None
    assert view.state is CaptureState.DONE
    assert [(outcome.text, outcome.action) for outcome in view.outcomes] == [("first", Action.WRITE), ("second", Action.REJECT)]
    ledger = doors.ledger.read("acme")
    assert (ledger.candidates["written"], ledger.candidates["rejected"], ledger.candidates["in_flight"]) == (1, 1, 0)
    assert (ledger.turns["done"], ledger.imbalance) == (1, 0)
    assert len(doors.audit.lines("acme", limit=10)) == 1
    assert doors.audit.verify("acme").valid


def test_a_lock_taken_later_has_the_higher_fence_also_for_one_that_waited_first(doors: WorkDoors) -> None:
    fences: list[int] = []

    def write(seconds: float) -> None:
        with doors.plans.hold_write_lock("acme", ANN) as lock:
            time.sleep(seconds)
            doors.plans.keep(lock)
            fences.append(lock.fence)

    waiting = [threading.Thread(target=write, args=(0.02,)) for _ in range(5)]
    for thread in waiting:
        thread.start()
    for thread in waiting:
        thread.join()
    with doors.plans.hold_write_lock("acme", BOB) as lock:
        assert fences == sorted(set(fences))
        assert lock.fence > fences[-1]
    with pytest.raises(LockBusy):
        doors.plans.keep(lock)


def test_a_plan_is_not_recorded_under_a_lost_lease(doors: WorkDoors) -> None:
    lease = propose(doors, "first")
    time.sleep(0.5)
    doors.inboxes.sweep(InboxKind.GUARD)
    with doors.plans.hold_write_lock("acme", ANN) as lock, pytest.raises(LeaseLost):
        doors.plans.record(lock, make_plan(), lease)
    assert doors.plans.unfinished("acme", ANN) == ()


def test_a_review_is_opened_by_a_plan_and_moves_its_candidate_when_answered(doors: WorkDoors) -> None:
    lease = propose(doors, "unsure")
    candidate = doors.captures.proposals("acme", lease.entry_ids)[0].candidate
    review = Review(
        id="r1", tenant_id="acme", owner=ANN, kind=ReviewKind.CANDIDATE, status=ReviewStatus.PENDING, reason="offline",
        created_at=NOW, text="unsure", candidate=candidate,
    )  # fmt: skip
    opened = make_plan("p1", settlements=(make_settlement(candidate, Action.PENDING_REVIEW, memory_id=None),), reviews=(review,))
    answered = make_plan("p2", settlements=(make_settlement(candidate),), answered_review=_approved(review))
    for plan in (opened, answered):
        with doors.plans.hold_write_lock("acme", ANN) as lock:
            doors.plans.record(lock, plan)
            doors.plans.finish(plan)
        if plan is opened:
            assert doors.ledger.read("acme").candidates["review"] == 1
            assert doors.reviews.list(Scope(tenant_id="acme"), status=ReviewStatus.PENDING, kind=None, limit=10).total == 1
    assert doors.reviews.list(Scope(tenant_id="acme"), status=ReviewStatus.PENDING, kind=None, limit=10).total == 0
    kept = doors.reviews.get(Scope(tenant_id="acme"), "r1")
    assert kept is not None
    assert kept.status is ReviewStatus.APPROVED
    assert doors.reviews.get(Scope(tenant_id="other"), "r1") is None
    assert doors.reviews.get(Scope(tenant_id="acme", user_ids=frozenset({"bob"})), "r1") is None
    assert doors.reviews.get(Scope(tenant_id="acme", agent_ids=frozenset()), "r1") is None
    assert doors.reviews.get(Scope(tenant_id="acme", labels={"p": "x"}), "r1") is None
    ledger = doors.ledger.read("acme")
    assert (ledger.candidates["written"], ledger.candidates["review"], ledger.imbalance) == (1, 0, 0)


def test_a_final_word_is_taken_back_once_per_plan_and_only_from_an_end(doors: WorkDoors) -> None:
    lease = propose(doors, "first", "second")
    first, second = (proposal.candidate for proposal in doors.captures.proposals("acme", lease.entry_ids))
    kept = make_plan("p1", settlements=(make_settlement(first),))
    back = replace(make_settlement(first, Action.REJECT, memory_id=None), undoes=True)
    again = replace(make_settlement(first, Action.PENDING_REVIEW, memory_id=None), undoes=True)
    early = replace(make_settlement(second, Action.REJECT, memory_id=None), undoes=False)
    for plan in (kept, make_plan("p2", settlements=(back,)), make_plan("p3", settlements=(again, early))):
        with doors.plans.hold_write_lock("acme", ANN) as lock:
            doors.plans.record(lock, plan)
            doors.plans.finish(plan)
            doors.plans.finish(kept)
            doors.plans.finish(plan)
    ledger = doors.ledger.read("acme")
    assert {name: n for name, n in ledger.candidates.items() if n} == {"proposed": 2, "review": 1, "rejected": 1}
    assert ledger.imbalance == 0
    view = doors.captures.view("acme", first.capture_id)
    assert view is not None
    assert [outcome.action for outcome in view.outcomes] == [Action.PENDING_REVIEW, Action.REJECT]


def test_a_taken_back_word_of_a_candidate_that_is_gone_makes_nothing(doors: WorkDoors) -> None:
    unknown = replace(make_settlement(make_candidate(capture_id="unknown"), Action.REJECT, memory_id=None), undoes=True)
    plan = make_plan("p1", settlements=(unknown,))
    with doors.plans.hold_write_lock("acme", ANN) as lock:
        doors.plans.record(lock, plan)
        doors.plans.finish(plan)
    assert doors.captures.view("acme", "unknown") is None
    assert doors.ledger.read("acme").imbalance == 0


def _approved(review: Review) -> Review:
    return replace(review, status=ReviewStatus.APPROVED, answered_at=NOW, answered_by="key:1", memory_id="mem-1")


def test_a_dead_letter_leaves_the_inbox_and_stays_in_the_ledger(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn())
    doors.captures.bury(take(doors), receipt.capture_id, reason="content", raw="{garbled")
    view = doors.captures.view("acme", receipt.capture_id)
    assert view is not None
    assert (view.state, view.error) == (CaptureState.DEAD, "content")
    ledger = doors.ledger.read("acme")
    assert (ledger.turns["dead"], ledger.turns["in_flight"], ledger.imbalance) == (1, 0, 0)


def test_a_replayed_dead_letter_keeps_its_identity(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn())
    lease = take(doors)
    doors.captures.bury(lease, receipt.capture_id, reason="content", raw="{garbled")
    doors.inboxes.release(lease)
    letters = doors.dead_letters.list("acme", limit=10)
    assert [(letter.capture_id, letter.reason, letter.raw) for letter in letters.items] == [(receipt.capture_id, "content", "{garbled")]
    assert doors.dead_letters.replay("acme", receipt.capture_id, audit=REPLAY) is True
    assert doors.dead_letters.replay("acme", receipt.capture_id, audit=REPLAY) is False
    assert doors.dead_letters.replay("other", receipt.capture_id, audit=REPLAY) is False
    assert take(doors).entry_ids == (receipt.capture_id,)
    assert doors.captures.turns("acme", [receipt.capture_id])[0].messages[0].text == "I moved to Berlin last month."
    ledger = doors.ledger.read("acme")
    assert (ledger.captured, ledger.turns["dead"], ledger.turns["in_flight"], ledger.imbalance) == (1, 0, 1, 0)
    assert doors.dead_letters.list("acme", limit=10).total == 0
    assert [line.action for line in doors.audit.lines("acme", limit=10)] == [REPLAY.action], "one replay, one line"


def test_pending_turns_are_those_of_the_owner_newest_first(doors: WorkDoors) -> None:
    doors.intake.accept(make_turn("first", turn_id="t1"))
    time.sleep(0.01)
    doors.intake.accept(make_turn("second", turn_id="t2", session_id="s2"))
    doors.intake.accept(make_turn("of bob", turn_id="t3", owner=BOB))
    doors.intake.accept(make_turn("of another tenant", turn_id="t4", tenant_id="other"))
    assert [turn.messages[0].text for turn in doors.captures.pending("acme", ANN, limit=10)] == ["second", "first"]
    assert len(doors.captures.pending("acme", ANN, limit=1)) == 1


def test_ids_that_look_like_key_separators_never_meet(doors: WorkDoors) -> None:
    doors.intake.accept(make_turn("a", tenant_id="a:b", owner=Owner(OwnerKind.USER, "c")))
    doors.intake.accept(make_turn("b", tenant_id="a", owner=Owner(OwnerKind.USER, "b:user:c")))
    assert doors.ledger.read("a:b").captured == 1
    assert [turn.messages[0].text for turn in doors.captures.pending("a:b", Owner(OwnerKind.USER, "c"), limit=9)] == ["a"]


def test_a_candidate_that_was_never_proposed_cannot_be_settled(doors: WorkDoors) -> None:
    plan = make_plan(settlements=(make_settlement(make_candidate(capture_id="unknown")),))
    with doors.plans.hold_write_lock("acme", ANN) as lock:
        doors.plans.record(lock, plan)
        doors.plans.finish(plan)
    assert (doors.ledger.read("acme").candidates["written"], doors.ledger.read("acme").imbalance) == (0, 0)


def test_a_quarantined_turn_is_released_once_under_its_old_identity(doors: WorkDoors) -> None:
    turn = make_turn(quarantine="injection:override", redactions={"email": 2})
    doors.intake.accept(turn)
    lease = take(doors)
    doors.captures.begin_extraction(lease)
    assert not doors.intake.release(turn), "it is still on its way"
    doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=turn.capture_id, proposals=())], [])
    doors.inboxes.release(lease)
    freed = replace(turn, quarantine=None)
    assert [doors.intake.release(freed) for _ in range(2)] == [True, False]
    view = doors.captures.view("acme", turn.capture_id)
    assert view is not None
    assert (view.state, view.redactions) == (CaptureState.ACCEPTED, {"email": 2})
    assert doors.captures.turns("acme", take(doors).entry_ids) == (freed,)
    ledger = doors.ledger.read("acme")
    assert (ledger.captured, ledger.turns["in_flight"], ledger.imbalance) == (1, 1, 0)
    assert doors.intake.accept(turn).duplicate


def test_recent_plans_come_in_the_order_of_recording_and_those_recorded_later_can_be_asked_for(doors: WorkDoors) -> None:
    since = NOW - timedelta(minutes=1)
    for name in ("p1", "p2", "p3"):
        plan = make_plan(name)
        with doors.plans.hold_write_lock("acme", ANN) as lock:
            doors.plans.record(lock, plan)
        doors.plans.finish(plan)
    assert [plan.id for plan in doors.plans.recent(since=since)] == ["p1", "p2", "p3"]
    assert [plan.id for plan in doors.plans.recent(since=since, after="p1")] == ["p2", "p3"]
    assert doors.plans.recent(since=since, after="p3") == ()


def test_a_discarded_plan_is_forgotten_and_its_candidate_stays_in_flight(doors: WorkDoors) -> None:
    lease = propose(doors, "I own two cats")
    plan = make_plan("p1", settlements=(make_settlement(doors.captures.proposals("acme", lease.entry_ids)[0].candidate),))
    with doors.plans.hold_write_lock("acme", ANN) as lock:
        doors.plans.record(lock, plan, lease)
    for _ in range(2):
        doors.plans.discard(plan)
    assert doors.plans.unfinished("acme", ANN) == ()
    assert doors.plans.recent(since=NOW - timedelta(minutes=1)) == ()
    assert doors.ledger.read("acme").candidates["in_flight"] == 1
    assert doors.ledger.read("acme").imbalance == 0
