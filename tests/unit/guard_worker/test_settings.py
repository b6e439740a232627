"""Each setting of the guard changes what becomes of a candidate."""

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.candidate import Attribution, Category, Layer
from shared.domain.memory import Memory
from shared.ports.language_model import ModelRequest
from shared.writing import point_insert
from tests.factories import NOW, make_plan
from tests.fakes.language_model import ScriptedModel
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import proposed, stored
from tests.unit.guard_worker.test_drain import always_write


def rig_of(*known: Memory, **environ: str) -> Rig:
    rig = Rig(environ=environ)
    inserts = tuple(point_insert(memory, rig.embedder.embed_passages([memory.text])[0]) for memory in known)
    rig.store.apply(make_plan("earlier", inserts=inserts))
    return rig


def decided(rig: Rig, text: str, **fields: object) -> tuple[str, str]:
    """(action, reason) of one candidate."""
    turn = rig.propose(proposed(text, **fields))
    rig.drain().drain()
    (outcome,) = rig.outcomes(turn)
    return outcome.action.value, outcome.reason


def correct_all(request: ModelRequest) -> dict[str, Any]:
    """A judge that takes every candidate for a correction of the neighbour with its slot."""
    answer = always_write(request)
    for judgement, candidate in zip(answer["judgements"], request.document["candidates"], strict=True):
        (target,) = [near["ref"] for near in request.document["neighbours"] if near["slot"] == candidate["slot"]]
        judgement |= {"action": "UPDATE", "consistency": "contradicts", "target_ref": target}
    return answer


@pytest.mark.parametrize(("threshold", "action"), [("0.35", "WRITE"), ("0.99", "REJECT")])
def test_importance_threshold(threshold: str, action: str) -> None:
    assert decided(rig_of(TIERCEL_IMPORTANCE_THRESHOLD=threshold), "I own two cats")[0] == action


@pytest.mark.parametrize(("similarity", "action"), [("0.7", "PENDING_REVIEW"), ("1.0", "WRITE")])
def test_neighbour_similarity(similarity: str, action: str) -> None:
    rig = rig_of(stored("I own two cats and also one dog", slot="pets"), TIERCEL_NEIGHBOUR_SIMILARITY=similarity)
    assert decided(rig, "I own one dog and two cats")[0] == action


@pytest.mark.parametrize(("similarity", "action"), [("0.5", "NOOP"), ("1.0", "PENDING_REVIEW")])
def test_dedup_similarity(similarity: str, action: str) -> None:
    rig = rig_of(stored("I really like green tea"), TIERCEL_DEDUP_SIMILARITY=similarity)
    assert decided(rig, "I like green tea")[0] == action


@pytest.mark.parametrize(("window", "calls"), [("1", 3), ("40", 1)])
def test_window_candidates(window: str, calls: int) -> None:
    rig = rig_of(TIERCEL_WINDOW_CANDIDATES=window)
    rig.judge = judge = ScriptedModel(always_write)
    rig.propose(proposed("I own two cats"), proposed("I live in Berlin"), proposed("My sister plays chess"))
    rig.drain().drain()
    assert len(judge.requests) == calls


@pytest.mark.parametrize(("seconds", "expires"), [("3600", timedelta(hours=1)), ("0", None)])
def test_realtime_ttl_seconds(seconds: str, expires: timedelta | None) -> None:
    rig = rig_of(TIERCEL_REALTIME_TTL_SECONDS=seconds)
    assert decided(rig, "I am in Hamburg until Friday", layer=Layer.REALTIME_ENV)[0] == "WRITE"
    assert rig.current()[0].expires_at == (None if expires is None else NOW + expires)


@pytest.mark.parametrize(("seconds", "expires"), [("7200", timedelta(hours=2)), ("0", None)])
def test_other_ttl_seconds(seconds: str, expires: timedelta | None) -> None:
    rig = rig_of(TIERCEL_OTHER_TTL_SECONDS=seconds)
    assert decided(rig, "I own two cats and three canaries in Berlin", category=Category.OTHER)[0] == "WRITE"
    assert rig.current()[0].expires_at == (None if expires is None else NOW + expires)


@pytest.mark.parametrize(("limit", "changed"), [("0", 0), ("1", 1), ("3", 2)])
def test_max_retired_per_batch(limit: str, changed: int) -> None:
    known = [stored("I live in Berlin", "mem-1", slot="residence"), stored("I drive a Volvo", "mem-2", slot="car")]
    rig = rig_of(*known, TIERCEL_MAX_RETIRED_PER_BATCH=limit)
    rig.judge = ScriptedModel(correct_all)
    later = NOW + timedelta(hours=1)
    rig.propose(
        proposed("I live in Hamburg", at=later, slot="residence", attribution=Attribution.USER_STATED),
        proposed("I drive a Skoda", at=later, slot="car", attribution=Attribution.USER_STATED),
    )
    rig.drain().drain()
    assert len([memory for memory in rig.current() if memory.version == 2]) == changed
