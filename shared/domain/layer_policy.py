"""Who may write which layer. Outranks every model; guard and explicit writes obey the same rules."""

from dataclasses import dataclass

from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action

AUTHORITIES = frozenset({Attribution.HUMAN_CONFIG, Attribution.RULE_UPDATE})
"""Given by the server from the key, never by a model or a body."""

USERS_OWN = frozenset({Attribution.USER_STATED, Attribution.USER_CONFIRMED})

REALTIME_SOURCES = AUTHORITIES | USERS_OWN | {Attribution.TOOL_OBSERVATION, Attribution.SYSTEM_EVENT}
"""In conversation the user's own words are the source of a statement about the passing present."""


@dataclass(frozen=True, slots=True)
class LayerRuling:
    """`action` is WRITE where the layer lets it through, else what becomes of it; `reason` names the rule."""

    action: Action
    reason: str

    @property
    def is_open(self) -> bool:
        """True where the layer lets the statement through."""
        return self.action is Action.WRITE


OPEN = LayerRuling(Action.WRITE, "layer_open")


def rule_on_layer(*, layer: Layer, attribution: Attribution, has_source: bool, has_conditions: bool) -> LayerRuling:
    """L1 by authority only; L2 with source and conditions of use; L3 with a source; L4 by promotion only.

    For conversation `has_source` is evidence and `has_conditions` a subject; an explicit request is both.
    A missing observation time or TTL of L3 is filled in, not refused (shared.domain.ttl).
    """
    match layer:
        case Layer.CORE_RULES:
            is_open, otherwise = attribution in AUTHORITIES, LayerRuling(Action.PENDING_REVIEW, "layer_l1")
        case Layer.STRATEGY_EXP:
            is_open, otherwise = has_source and has_conditions, LayerRuling(Action.PENDING_REVIEW, "layer_l2")
        case Layer.REALTIME_ENV:
            is_open = has_source and attribution in REALTIME_SOURCES
            otherwise = LayerRuling(Action.REJECT, "layer_l3_source")
        case Layer.SKILL_TEMPLATE:
            is_open, otherwise = False, LayerRuling(Action.REJECT, "layer_l4_external")
    return OPEN if is_open else otherwise


def may_overwrite(*, layer: Layer, attribution: Attribution) -> bool:
    """A core rule is never overwritten by a machine: only by who may write one."""
    return layer is not Layer.CORE_RULES or attribution in AUTHORITIES
