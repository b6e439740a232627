"""A candidate becomes a memory."""

from datetime import timedelta

import pytest

from shared.domain import identity
from shared.domain.candidate import Layer
from shared.domain.from_candidate import memory_from_candidate
from shared.domain.memory import Memory, RetentionStage
from shared.domain.retention import entry_stage
from shared.domain.ttl import DefaultTtl
from tests.factories import NOW, make_candidate


def made(importance: float = 0.5, **fields: object) -> Memory:
    return memory_from_candidate(make_candidate(**fields), importance=importance, text_key="k", now=NOW, ttl=DefaultTtl())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("importance", "stage"),
    [(0.0, RetentionStage.WORKING), (0.5999, RetentionStage.WORKING), (0.6, RetentionStage.SHORT), (0.7999, RetentionStage.SHORT),
     (0.8, RetentionStage.LONG), (1.0, RetentionStage.LONG)],
)  # fmt: skip
def test_the_first_stage_follows_from_importance(importance: float, stage: RetentionStage) -> None:
    assert entry_stage(importance) is stage
    assert made(importance).stage is stage


def test_its_id_is_stable_and_its_trace_is_known() -> None:
    assert made().id == made(0.9).id == identity.memory_id(tenant_id="acme", origin_id="c1", number=1)
    assert made(number=2).id != made().id
    assert made().trace_id == identity.trace_id(make_candidate().id)


def test_validity_begins_when_it_was_observed_unless_the_source_says_otherwise() -> None:
    earlier = NOW - timedelta(days=9)
    assert made(observed_at=earlier).valid_from == earlier
    assert made(observed_at=earlier, valid_from=NOW, valid_to=NOW).valid_from == NOW
    assert made(valid_to=NOW).valid_to == NOW


def test_evidence_labels_and_expiry_come_with_it() -> None:
    memory = made(layer=Layer.REALTIME_ENV, labels={"project": "x"})
    assert memory.evidence == make_candidate().evidence
    assert memory.labels == {"project": "x"}
    assert memory.expires_at == NOW + timedelta(days=1)
