"""A person's answer to what the dream proposed."""

from dataclasses import replace
from datetime import timedelta

import pytest

from shared.domain.candidate import Layer
from shared.domain.memory import RetentionStage
from shared.domain.proposals import ProposalKind, proposal_id, stand_in
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope
from shared.domain.versioning import next_version
from shared.writing import point_insert
from tests.factories import ANN, NOW, make_candidate, make_plan

ACME = Scope(tenant_id="acme")


def propose(api, kind, *memory_ids, candidate=None):
    about = api.store.get(ACME, memory_ids[0]) if memory_ids else None
    review = Review(
        id=proposal_id(kind, *memory_ids),
        tenant_id="acme",
        owner=ANN,
        kind=ReviewKind.PROPOSAL,
        status=ReviewStatus.PENDING,
        reason=kind.value,
        created_at=NOW,
        text="words",
        candidate=candidate or stand_in(about),
        neighbour_ids=memory_ids,
    )
    with api.doors.plans.hold_write_lock("acme", ANN) as lock:
        plan = make_plan(f"open-{review.id}", reviews=(review,))
        api.doors.plans.record(lock, plan)
        api.doors.plans.finish(plan)
    return review.id


def answer(api, review_id, decision="approve", **fields):
    return api.post(f"/v1/reviews/{review_id}", {"decision": decision, **fields})


def test_an_approved_promotion_makes_a_template_that_keeps_its_sources(api):
    memory = api.remember(user_id="ann", labels={"brand": "A"})
    review_id = propose(api, ProposalKind.PROMOTION, memory["id"])
    shown = api.get(f"/v1/reviews/{review_id}").json()
    assert [each["text"] for each in shown["neighbours"]] == [memory["text"]]
    done = answer(api, review_id)
    assert done.status_code == 200, done.text
    template = done.json()["memory"]
    assert (template["layer"], template["version"], template["id"]) == ("L4", 2, memory["id"])
    assert {name: template[name] for name in ("text", "labels", "source")} == {name: memory[name] for name in ("text", "labels", "source")}
    assert answer(api, review_id).status_code == 409


@pytest.mark.parametrize("decision", ["reject", "approve"])
def test_an_answer_to_a_proposal_moves_no_line_of_the_ledger(api, decision):
    memory = api.remember(user_id="ann")
    before = api.get("/v1/ledger").json()
    assert answer(api, propose(api, ProposalKind.PROMOTION, memory["id"]), decision).status_code == 200
    after = api.get("/v1/ledger").json()
    assert {name: after[name] for name in ("candidates", "explicit", "imbalance")} == {
        name: before[name] for name in ("candidates", "explicit", "imbalance")
    }


def test_a_rejected_promotion_changes_nothing(api):
    memory = api.remember(user_id="ann")
    assert answer(api, propose(api, ProposalKind.PROMOTION, memory["id"]), "reject").json()["action"] == "REJECT"
    assert api.get(f"/v1/memories/{memory['id']}").json()["layer"] == "L2"


def test_what_is_no_longer_promotable_or_is_gone_is_said_so(api):
    memory = api.remember(user_id="ann")
    review_id = propose(api, ProposalKind.PROMOTION, memory["id"])
    api.post(f"/v1/memories/{memory['id']}/archive")
    assert answer(api, review_id).json()["error"]["code"] == "not_promotable"
    api.delete(f"/v1/memories/{memory['id']}")
    assert answer(api, review_id).status_code == 404


def test_an_approved_merge_archives_one_and_counts_it_with_the_other_and_can_be_taken_back(api):
    kept, gone = (
        api.remember("Ann prefers short reports on Monday morning", user_id="ann"),
        api.remember("Ann prefers short reports Monday mornings", user_id="ann"),
    )
    uses = {kept["id"]: (4, NOW - timedelta(days=3)), gone["id"]: (2, NOW - timedelta(days=1))}
    for point in api.store.points.values():
        count, at = uses[point.memory.id]
        api.store.points[point.point_id] = replace(point, memory=replace(point.memory, access_count=count, last_accessed_at=at))
    review_id = propose(api, ProposalKind.MERGE, kept["id"], gone["id"])
    assert answer(api, review_id).json()["memory"]["seen_count"] == 2
    assert (api.store.get(ACME, kept["id"]).access_count, api.store.get(ACME, kept["id"]).last_accessed_at) == (6, NOW - timedelta(days=1))
    assert api.store.get(ACME, gone["id"]).stage is RetentionStage.ARCHIVE
    assert api.store.get(ACME, kept["id"]).seen_count == 2
    refused = api.post(f"/v1/reviews/{review_id}/undo")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "proposal_answered")
    assert api.post(f"/v1/memories/{gone['id']}/restore").status_code == 200


def test_memories_that_changed_since_are_not_merged(api):
    kept, gone = (api.remember(f"Ann prefers short reports on Monday {end}", user_id="ann") for end in ("morning", "mornings"))
    review_id = propose(api, ProposalKind.MERGE, kept["id"], gone["id"])
    api.patch(f"/v1/memories/{gone['id']}", {"pinned": True, "if_version": 1})
    assert answer(api, review_id).json()["error"]["code"] == "not_mergeable"


@pytest.mark.parametrize(
    ("words", "edited"),
    [
        (
            ("Ann prefers short reports on Monday morning", "Ann prefers short reports Monday mornings"),
            "Ann prefers long talks on Friday evening",
        ),
        (("Ann pays 20 EUR for lunch on Monday", "Ann pays 20 EUR for lunch Mondays"), "Ann pays 90 EUR for lunch on Monday"),
        (("王明喜欢在周一早上看简短的报告", "王明喜欢周一早上看简短的报告"), "王明不喜欢在周一早上看简短的报告"),
    ],
)
def test_memories_whose_words_say_something_else_since_are_not_merged(api, words, edited):
    kept, gone = (api.remember(text, user_id="ann") for text in words)
    review_id = propose(api, ProposalKind.MERGE, kept["id"], gone["id"])
    assert api.patch(f"/v1/memories/{gone['id']}", {"text": edited, "if_version": 1}).status_code == 200
    refused = answer(api, review_id)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_mergeable")
    assert api.store.get(ACME, gone["id"]).stage is not RetentionStage.ARCHIVE


@pytest.mark.parametrize("by_review", [True, False])
def test_a_promotion_never_puts_a_vector_under_words_that_it_is_not_of(api, monkeypatch, by_review):
    memory = api.remember(user_id="ann")
    review_id = propose(api, ProposalKind.PROMOTION, memory["id"])
    embed = api.embedder.embed_passages

    def edited_meanwhile(texts):
        old = api.store.get(ACME, memory["id"])
        change = next_version(old, replace(old, text="Ann moved to Oslo"))
        plan = make_plan("edit", switches=change.switches, inserts=[point_insert(new, None) for new in change.inserts])
        api.store.apply(plan)
        monkeypatch.undo()
        return embed(texts)

    monkeypatch.setattr(api.embedder, "embed_passages", edited_meanwhile)
    refused = answer(api, review_id) if by_review else api.post(f"/v1/memories/{memory['id']}/promote", {})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "version_conflict")
    assert answer(api, review_id).json()["memory"]["text"] == "Ann moved to Oslo"


@pytest.mark.parametrize("text", ["办公室的空调坏了", "The build server is slow today"])
def test_an_approved_repetition_becomes_a_lasting_memory_beside_the_passing_one(api, text):
    passing = api.remember(text, user_id="ann", layer="L3", source_type="text")
    candidate = replace(make_candidate(text), layer=Layer.STRATEGY_EXP, extracted_by="dream")
    done = answer(api, propose(api, ProposalKind.REPETITION, candidate=candidate)).json()
    assert (done["action"], done["memory"]["layer"], done["memory"]["text"]) == ("WRITE", "L2", text)
    assert done["memory"]["id"] != passing["id"]
    assert done["memory"]["expires_at"] is None


def test_a_proposal_is_answered_as_it_is(api):
    review_id = propose(api, ProposalKind.PROMOTION, api.remember(user_id="ann")["id"])
    refused = answer(api, review_id, "edit", text="Ann works at Acme in Munich since 2024")
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "decision")
