"""Records older than they are kept: the same tests on the fakes and on a real Valkey."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from shared.domain.decision import Action
from shared.domain.maintenance import RecordKind
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope
from shared.domain.write_plan import AuditEntry, WritePlan
from shared.ports.captures import ConsumedTurn
from shared.ports.inboxes import InboxKind, Lease
from tests.contract.test_queue_doors import propose, take
from tests.contract.work_doors import WorkDoors
from tests.factories import ANN, NOW, make_plan, make_settlement, make_turn

ACME = Scope(tenant_id="acme")
LONG_AGO = datetime.now(UTC) - timedelta(days=1)
SOON = datetime.now(UTC) + timedelta(days=1)


def both(doors: WorkDoors, kind: RecordKind, before: datetime) -> int:
    """What a dry run counts is what a real one removes, and then nothing is left."""
    counted = doors.old_records.count("acme", kind, before=before)
    assert doors.old_records.remove("acme", kind, before=before) == counted
    assert doors.old_records.count("acme", kind, before=before) == 0
    assert doors.ledger.read("acme").imbalance == 0
    return counted


def settle(doors: WorkDoors, lease: Lease, *actions: Action) -> str:
    """The guard's word on each candidate of the lease; their capture."""
    candidates = [proposal.candidate for proposal in doors.captures.proposals("acme", lease.entry_ids)]
    settlements = tuple(make_settlement(candidate, action) for candidate, action in zip(candidates, actions, strict=True))
    finish(doors, make_plan("settle", settlements=settlements))
    return candidates[0].capture_id


def finish(doors: WorkDoors, plan: WritePlan) -> None:
    with doors.plans.hold_write_lock("acme", ANN) as lock:
        doors.plans.record(lock, plan)
        doors.plans.finish(plan)


def test_closed_captures_go_with_their_candidates_and_the_ledger_stays_in_balance(doors: WorkDoors) -> None:
    lease = propose(doors, "one", "two")
    assert both(doors, RecordKind.CAPTURES, SOON) == 0, "nobody has judged it yet"
    capture = settle(doors, lease, Action.WRITE, Action.REJECT)
    assert both(doors, RecordKind.CAPTURES, LONG_AGO) == 0, "not old"
    before = doors.ledger.read("acme")
    assert both(doors, RecordKind.CAPTURES, SOON) == 1
    after = doors.ledger.read("acme")
    assert (after.captured, after.turns, after.candidates) == (before.captured, before.turns, before.candidates)
    assert doors.captures.view("acme", capture) is None
    assert not doors.intake.accept(make_turn()).duplicate, "known no longer"


def test_a_capture_whose_candidate_waits_for_a_person_stays(doors: WorkDoors) -> None:
    lease = propose(doors, "one")
    capture = settle(doors, lease, Action.PENDING_REVIEW)
    assert both(doors, RecordKind.CAPTURES, SOON) == 0
    assert doors.captures.view("acme", capture) is not None


def test_a_dead_letter_goes_and_then_its_capture(doors: WorkDoors) -> None:
    receipt = doors.intake.accept(make_turn())
    doors.captures.bury(take(doors), receipt.capture_id, reason="unreadable", raw="{")
    assert both(doors, RecordKind.DEAD_LETTERS, LONG_AGO) == 0
    assert both(doors, RecordKind.CAPTURES, SOON) == 0, "its letter can still be replayed"
    assert both(doors, RecordKind.DEAD_LETTERS, SOON) == 1
    assert doors.dead_letters.list("acme", limit=5).total == 0
    assert not doors.dead_letters.replay("acme", receipt.capture_id, audit=AuditEntry(action="turn.replay", actor="key:1"))
    assert both(doors, RecordKind.CAPTURES, SOON) == 1


def test_answered_reviews_go_by_the_time_of_their_answer_and_open_ones_stay(doors: WorkDoors) -> None:
    opened = NOW - timedelta(days=500)
    waiting = Review(
        id="waits", tenant_id="acme", owner=ANN, kind=ReviewKind.CANDIDATE, status=ReviewStatus.PENDING, reason="x", created_at=opened,
        text="t",
    )  # fmt: skip
    old = replace(waiting, id="old", status=ReviewStatus.REJECTED, answered_at=NOW - timedelta(days=400))
    late = replace(waiting, id="late", status=ReviewStatus.APPROVED, answered_at=NOW - timedelta(days=3))
    finish(doors, make_plan("reviews", reviews=(waiting, old, late)))
    assert both(doors, RecordKind.REVIEWS, NOW - timedelta(days=365)) == 1
    page = doors.reviews.list(ACME, status=None, kind=None, limit=5)
    assert {review.id for review in page.items} == {"waits", "late"}


@pytest.mark.parametrize("kind", [kind for kind in RecordKind if kind is not RecordKind.TRACES])
def test_an_empty_tenant_has_no_old_records(doors: WorkDoors, kind: RecordKind) -> None:
    assert both(doors, kind, SOON) == 0


def test_many_captures_go_in_one_call_and_another_tenants_stay(doors: WorkDoors) -> None:
    for number in range(30):
        doors.intake.accept(make_turn(f"note {number}", turn_id=f"t{number}"))
    his = doors.intake.accept(make_turn(tenant_id="other"))
    while lease := doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w1", limit=20):
        doors.captures.begin_extraction(lease)
        doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=each, proposals=()) for each in lease.entry_ids], [])
        doors.inboxes.release(lease)
    assert both(doors, RecordKind.CAPTURES, SOON) == 30
    assert doors.captures.view("other", his.capture_id) is not None
