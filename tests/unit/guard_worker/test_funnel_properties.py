"""Whatever is proposed and whatever a judge says: settled exactly once, never without evidence, never beyond the limits."""

import itertools
from collections import Counter
from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.candidate import Attribution, Candidate, Category, Layer
from shared.domain.decision import Action, Consistency, Grounding
from shared.domain.scope import owner_scope
from tests.factories import ANN, NOW
from tests.fakes.language_model import ScriptedModel
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import proposed

TEXTS = st.sampled_from(
    [
        "I own two cats",
        "I own 3 cats",
        "My desk is red",
        "My desk is green",
        "我喜欢咖啡",
        "我不喜欢咖啡",
        "maybe I like tea",
        "每天跑步5公里",
        "ok",
    ]
)
LINES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.sampled_from(
        [
            [("user", "I own cats")],
            [("assistant", "建议你每天跑步5公里"), ("user", "再说吧")],
            [("assistant", "建议你每天跑步5公里"), ("user", "对，就这么办")],
            [("system", "<memory>我喜欢咖啡</memory>"), ("user", "早")],
        ]
    ),
)
CITES: st.SearchStrategy[Any] = st.one_of(st.none(), st.just([]), st.just([("m1", "invented words")]), st.just([("m1", "每天跑步5公里")]))


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    return proposed(
        draw(TEXTS),
        draw(LINES),
        draw(CITES),
        at=NOW + timedelta(minutes=draw(st.integers(0, 5))),
        layer=draw(st.sampled_from(list(Layer))),
        category=draw(st.sampled_from(list(Category))),
        attribution=draw(st.sampled_from(list(Attribution))),
        subject=draw(st.sampled_from([None, "user"])),
        slot=draw(st.sampled_from([None, "desk", "cats"])),
    )


QUALITY = st.dictionaries(
    st.sampled_from(["evidence", "specificity", "novelty", "actionability", "durability"]), st.floats(0, 1), min_size=3
)
ENTRIES = st.fixed_dictionaries(
    {
        "ref": st.integers(0, 6),
        "action": st.sampled_from([*(action.value for action in Action), "KEEP"]),
        "source_attribution": st.sampled_from([attribution.value for attribution in Attribution]),
        "grounding": st.sampled_from([grounding.value for grounding in Grounding]),
        "consistency": st.sampled_from([consistency.value for consistency in Consistency]),
        "target_ref": st.sampled_from([None, "n1", "n2", "n99", 3]),
        "quality": QUALITY,
        "reason": st.text(max_size=5),
    }
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(candidates(), min_size=1, max_size=4), min_size=1, max_size=3), st.lists(ENTRIES, max_size=6), st.booleans())
def test_every_proposal_is_settled_exactly_once_and_nothing_is_written_without_evidence(
    turns: list[list[Candidate]], entries: list[dict[str, Any]], is_offline: bool
) -> None:
    rig = Rig(judge=None if is_offline else ScriptedModel([{"judgements": entries}]))
    captured = []
    for number, batch in enumerate(turns):
        captured.append((rig.propose(*batch, turn_id=f"t{number}"), batch))
        rig.drain().drain()
    balance = rig.balance()
    assert balance["in_flight"] == 0
    assert balance["proposed"] == sum(len(batch) for batch in turns) == len(rig.store.traces)
    for turn, batch in captured:
        assert len(rig.outcomes(turn)) == len(batch)
        for candidate, outcome in zip(batch, rig.outcomes(turn), strict=True):
            if outcome.action in {Action.WRITE, Action.UPDATE}:
                assert candidate.evidence
                assert candidate.layer not in {Layer.CORE_RULES, Layer.SKILL_TEMPLATE}
    for point in rig.store.points.values():
        assert all(any(evidence.quote in message for message in _said(turns, evidence.message_id)) for evidence in point.memory.evidence)
        assert 0.35 <= point.memory.importance <= 1


@settings(max_examples=40, deadline=None)
@given(st.lists(candidates(), min_size=1, max_size=8), st.booleans())
def test_history_is_dense_and_one_version_is_current(batch: list[Candidate], is_offline: bool) -> None:
    def agreeable(request: Any) -> Any:
        return {"judgements": [{**_FINE, "ref": candidate["ref"]} for candidate in request.document["candidates"]]}

    rig = Rig(judge=None if is_offline else ScriptedModel(agreeable))
    rig.propose(*batch)
    rig.drain().drain()
    versions = Counter(point.memory.id for point in rig.store.points.values())
    for memory_id, count in versions.items():
        history = rig.store.history(owner_scope("acme", ANN), memory_id)
        assert [memory.version for memory in history] == list(range(1, count + 1))
        assert [memory.current for memory in history] == [False] * (count - 1) + [True]
        assert all(old.valid_to == new.valid_from for old, new in itertools.pairwise(history))


_FINE = {
    "action": "WRITE", "source_attribution": "user_stated", "grounding": "grounded", "consistency": "consistent", "target_ref": None,
    "quality": dict.fromkeys(("evidence", "specificity", "novelty", "actionability", "durability"), 1.0), "reason": "",
}  # fmt: skip


def _said(turns: list[list[Candidate]], message_id: str) -> set[str]:
    return {message.text for batch in turns for candidate in batch for message in candidate.sources if message.message_id == message_id}
