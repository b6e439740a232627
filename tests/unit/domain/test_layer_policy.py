"""Who may write which layer: every cell of the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action
from shared.domain.layer_policy import AUTHORITIES, may_overwrite, rule_on_layer


@pytest.mark.parametrize("attribution", list(Attribution))
def test_core_rules_are_written_by_authority_only(attribution: Attribution) -> None:
    ruling = rule_on_layer(layer=Layer.CORE_RULES, attribution=attribution, has_source=True, has_conditions=True)
    is_allowed = attribution in {Attribution.HUMAN_CONFIG, Attribution.RULE_UPDATE}
    assert (ruling.is_open, ruling.reason) == ((True, "layer_open") if is_allowed else (False, "layer_l1"))
    assert ruling.action is (Action.WRITE if is_allowed else Action.PENDING_REVIEW)
    assert may_overwrite(layer=Layer.CORE_RULES, attribution=attribution) is is_allowed


@pytest.mark.parametrize(("has_source", "has_conditions"), [(True, False), (False, True), (False, False)])
def test_experience_needs_source_and_conditions(has_source: bool, has_conditions: bool) -> None:
    ruling = rule_on_layer(
        layer=Layer.STRATEGY_EXP, attribution=Attribution.USER_STATED, has_source=has_source, has_conditions=has_conditions
    )
    assert (ruling.action, ruling.reason) == (Action.PENDING_REVIEW, "layer_l2")


def test_experience_with_both_is_open() -> None:
    assert rule_on_layer(layer=Layer.STRATEGY_EXP, attribution=Attribution.USER_STATED, has_source=True, has_conditions=True).is_open


@pytest.mark.parametrize("attribution", list(Attribution))
def test_the_passing_present_needs_a_source_that_saw_it(attribution: Attribution) -> None:
    ruling = rule_on_layer(layer=Layer.REALTIME_ENV, attribution=attribution, has_source=True, has_conditions=False)
    blind = {Attribution.ASSISTANT_SUGGESTION, Attribution.AGENT_INFERENCE}
    assert ruling.is_open is (attribution not in blind)
    assert ruling.reason == ("layer_l3_source" if attribution in blind else "layer_open")
    assert not rule_on_layer(layer=Layer.REALTIME_ENV, attribution=attribution, has_source=False, has_conditions=True).is_open


@given(st.sampled_from(list(Attribution)), st.booleans(), st.booleans())
def test_templates_come_by_promotion_only(attribution: Attribution, has_source: bool, has_conditions: bool) -> None:
    ruling = rule_on_layer(layer=Layer.SKILL_TEMPLATE, attribution=attribution, has_source=has_source, has_conditions=has_conditions)
    assert (ruling.action, ruling.reason) == (Action.REJECT, "layer_l4_external")


@given(st.sampled_from([layer for layer in Layer if layer is not Layer.CORE_RULES]), st.sampled_from(list(Attribution)))
def test_other_layers_may_be_overwritten(layer: Layer, attribution: Attribution) -> None:
    assert may_overwrite(layer=layer, attribution=attribution)
    assert frozenset({Attribution.HUMAN_CONFIG, Attribution.RULE_UPDATE}) == AUTHORITIES
