"""What the dream lays before a person: found once, listed by the dry run, never laid before anybody twice."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.decay_worker.proposer import Proposer
from services.decay_worker.proposing import Gathered, plan_proposals
from shared.contracts.records import to_plain
from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action, Decision, GuardStage, Trace
from shared.domain.memory import RetentionStage
from shared.domain.proposals import is_promotable
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope
from shared.writing import point_insert
from tests.factories import ANN, BOB, NOW, make_candidate, make_memory, make_plan
from tests.fakes.embedder import HashingEmbedder
from tests.unit.decay_worker.night import Bedroom

ACME = Scope(tenant_id="acme")
OLD = {"created_at": NOW - timedelta(days=8), "observed_at": NOW - timedelta(days=8), "last_accessed_at": NOW}
GOOD = {**OLD, "reliability": 0.8, "seen_count": 3, "access_count": 5, "stage": RetentionStage.SHORT}


def house(*memories, traces=(), reviews=(), by_itself=False):
    made = Bedroom()
    embedder = HashingEmbedder()
    made.night = replace(
        made.night,
        proposer=Proposer(store=made.store, writer=made.writer, reviews=made.doors.reviews, embedder=embedder, by_itself=by_itself),
    )
    for number, memory in enumerate(memories):
        insert = point_insert(memory, embedder.embed_passages([memory.text])[0])
        made.store.apply(make_plan(f"put-{number}", owner=memory.owner, inserts=(insert,)))
    for number, trace in enumerate(traces):
        made.store.apply(make_plan(f"trace-{number}", owner=trace.owner, traces=(trace,)))
    for number, review in enumerate(reviews):
        with made.doors.plans.hold_write_lock("acme", review.owner) as lock:
            plan = make_plan(f"review-{number}", owner=review.owner, reviews=(review,))
            made.doors.plans.record(lock, plan)
            made.doors.plans.finish(plan)
    return made


def proposals(made, *, dry_run=False):
    made.dream(dry_run=dry_run)
    run = made.runs.runs[f"run-{made._number}"]
    return [(each.kind.value, each.memory_ids) for each in run.proposals], run


def pending(made):
    return made.doors.reviews.list(ACME, status=ReviewStatus.PENDING, kind=ReviewKind.PROPOSAL, limit=100).items


def passing(text, day, *, owner=ANN, **fields):
    capture = f"c-{text}-{day}"
    candidate = make_candidate(text, capture_id=capture, layer=Layer.REALTIME_ENV, owner=owner, **fields)
    decision = Decision(action=Action.WRITE, stage=GuardStage.WRITING, reason="new")
    return Trace(
        id=f"trace-{capture}", tenant_id="acme", owner=owner, capture_id=capture, candidate_id=candidate.id, text=text, verdicts=(),
        decision=decision, at=NOW - timedelta(days=day), candidate=to_plain(candidate),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, True),
        ({"reliability": 0.79}, False),
        ({"seen_count": 2}, False),
        ({"access_count": 4}, False),
        ({"created_at": NOW - timedelta(days=7)}, True),
        ({"created_at": NOW - timedelta(days=7) + timedelta(seconds=1)}, False),
        ({"attribution": Attribution.ASSISTANT_SUGGESTION}, False),
        ({"attribution": Attribution.AGENT_INFERENCE}, False),
        ({"layer": Layer.REALTIME_ENV}, False),
        ({"layer": Layer.SKILL_TEMPLATE}, False),
        ({"stage": RetentionStage.ARCHIVE}, False),
        ({"expires_at": NOW}, False),
    ],
)
def test_l4_only_what_is_grounded_reliable_supported_used_and_old_becomes_a_template(changes, expected):
    assert is_promotable(make_memory(**{**GOOD, **changes}), NOW, has_open_conflict=False) is expected
    assert not is_promotable(make_memory(**{**GOOD, **changes}), NOW, has_open_conflict=True)


def test_l4_a_promotion_waits_for_a_person_and_is_proposed_once():
    made = house(make_memory(**GOOD))
    listed, dry = proposals(made, dry_run=True)
    assert listed == [("promotion", ("mem-1",))]
    assert (dry.proposed, pending(made)) == (0, ())
    assert proposals(made)[0] == listed
    (review,) = pending(made)
    assert made.state()["mem-1"].layer is Layer.STRATEGY_EXP
    assert make_memory().text not in repr(review), "an erased memory leaves no words in a review"
    assert proposals(made)[0] == []


@pytest.mark.parametrize(("has_vector", "expected"), [(True, [("merge", ("m-1", "m-2"))]), (False, [])])
def test_memories_are_compared_by_the_vectors_that_they_were_stored_with(has_vector, expected):
    text = "The trash container at the market hall is emptied every Tuesday."
    made = house(make_memory(text, memory_id="m-1"))
    other = make_memory(f"{text[:-1]} morning.", memory_id="m-2")
    vector = made.night.proposer.embedder.embed_passages([other.text])[0] if has_vector else None
    made.store.apply(make_plan("put-other", owner=other.owner, inserts=(point_insert(other, vector),)))
    embedded = len(made.night.proposer.embedder.batches)
    assert proposals(made)[0] == expected
    assert len(made.night.proposer.embedder.batches) == embedded, "no vector is computed twice"


def test_a_rejected_proposal_is_not_made_again():
    review = plan_proposals("acme", Gathered(used=[make_memory(**GOOD)]), now=NOW, by_itself=False)[0].review
    made = house(make_memory(**GOOD), reviews=[replace(review, status=ReviewStatus.REJECTED)])
    assert proposals(made)[0] == []


def test_what_goes_in_the_same_run_is_not_proposed():
    weak, strong = make_memory(**GOOD, memory_id="weak", importance=0.1), make_memory(**GOOD, memory_id="strong", importance=0.9)
    crowded = house(weak, strong)
    crowded.night = replace(crowded.night, capacity=1)
    assert proposals(crowded)[0] == [("promotion", ("strong",))]
    assert set(crowded.state()) == {"strong"}


def test_an_open_conflict_holds_a_promotion_back():
    about = Review(
        id="r1", tenant_id="acme", owner=ANN, kind=ReviewKind.CANDIDATE, status=ReviewStatus.PENDING, reason="conflict", created_at=NOW,
        text="x", candidate=make_candidate(), neighbour_ids=("mem-1",),
    )  # fmt: skip
    assert proposals(house(make_memory(**GOOD), reviews=[about]))[0] == []


def test_with_auto_promotion_the_template_keeps_its_words_and_sources_and_a_promotion_taken_back_stays_so():
    before = make_memory(**GOOD, labels={"brand": "A"}, evidence=make_candidate().evidence)
    made = house(before, by_itself=True)
    _, run = proposals(made)
    assert (run.proposed, run.proposals[0].by_itself) == (1, True)
    template = made.state()["mem-1"]
    assert (template.layer, template.version) == (Layer.SKILL_TEMPLATE, 2)
    kept = ("text", "evidence", "labels", "visibility", "attribution", "created_at", "access_count", "seen_count", "reliability")
    assert [getattr(template, name) for name in kept] == [getattr(before, name) for name in kept]
    assert pending(made) == ()
    assert proposals(house(before, reviews=made.doors.reviews.list(ACME, status=None, kind=None, limit=9).items, by_itself=True))[0] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann prefers short reports on Monday morning", "Ann prefers short reports Monday mornings"),
        ("用户喜欢喝绿茶，早上喝", "用户喜欢早上喝绿茶"),
    ],
)
def test_two_that_say_nearly_the_same_are_proposed_as_one(one, other):
    made = house(make_memory(one, memory_id="a", access_count=2), make_memory(other, memory_id="b"))
    listed, run = proposals(made)
    assert (listed, run.proposed) == ([("merge", ("a", "b"))], 1)
    assert {memory.stage.value for memory in made.state().values()} == {"working"}
    assert proposals(made)[0] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"owner": BOB},
        {"layer": Layer.REALTIME_ENV},
        {"labels": {"brand": "B"}},
        {"agent_id": "main"},
        {"pinned": True},
        {"stage": RetentionStage.ARCHIVE},
        {"speaker": "Bob"},
        {"valid_from": NOW - timedelta(days=9), "valid_to": NOW - timedelta(days=1)},
    ],
)
def test_memories_of_other_readers_kinds_or_times_are_not_proposed_as_one(changes):
    words = "Ann prefers short reports on Monday morning"
    made = house(make_memory(words, memory_id="a"), make_memory(f"{words}.", memory_id="b", **changes))
    assert proposals(made)[0] == []


@pytest.mark.parametrize("text", ["办公室的空调坏了", "The build server is slow today"])
def test_what_was_said_on_three_days_is_proposed_as_lasting(text):
    twice = [passing(text, day) for day in (1, 2, 2)]
    assert proposals(house(traces=twice))[0] == []
    made = house(traces=[*twice, passing(text, 5)])
    assert proposals(made)[0] == [("repetition", ())]
    (review,) = pending(made)
    assert (review.text, review.candidate.layer) == (text, Layer.STRATEGY_EXP)
    assert proposals(made)[0] == []


def test_what_different_people_said_or_what_is_long_ago_is_no_repetition():
    others = [passing("The build server is slow today", day, owner=owner) for day, owner in ((1, ANN), (2, BOB), (3, ANN))]
    assert proposals(house(traces=[*others, passing("The build server is slow today", 31)]))[0] == []


@given(st.permutations([make_memory(f"Ann prefers short reports on Monday morning{end}", memory_id=f"m{end}") for end in ("", ".", "!")]))
def test_the_order_in_which_memories_are_met_changes_no_proposal(order):
    pairs = [(one, other) for one in order for other in order if one.id != other.id]
    found = plan_proposals("acme", Gathered(pairs=pairs), now=NOW, by_itself=False)
    assert [each.listed.memory_ids for each in found] == [("m", "m!")]


def test_a_killed_run_makes_the_rest_of_its_list_and_nothing_twice():
    made = house(make_memory(**GOOD), make_memory(**{**GOOD, "text_key": "other"}, memory_id="mem-2", owner=BOB))
    listed, run = proposals(made, dry_run=True)
    assert len(listed) == 2
    proposer = made.night.proposer
    assert proposer.make("acme", run.proposals[:1], now=NOW) == 1
    assert proposer.make("acme", run.proposals, now=NOW) == 2, "with the one that was made before the kill"
    assert len(pending(made)) == 2
