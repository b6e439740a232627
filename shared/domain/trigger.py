"""The eight trigger types. Free text and events are one of them; ordinary conversation is USER_FEEDBACK."""

from enum import StrEnum


class TriggerType(StrEnum):
    """Why a statement could be worth remembering."""

    USER_FEEDBACK = "user_feedback"
    STRATEGY_EXECUTION = "strategy_execution"
    ENVIRONMENT_CHANGE = "environment_change"
    RULE_UPDATE = "rule_update"
    ANOMALY_PATTERN = "anomaly_pattern"
    PERFORMANCE_OPTIMIZATION = "performance_optimization"
    CROSS_DOMAIN_CORRELATION = "cross_domain_correlation"
    PERIODIC_PATTERN = "periodic_pattern"


CRITERIA: dict[TriggerType, tuple[str, str, str]] = {
    TriggerType.USER_FEEDBACK: ("definite", "concrete", "said_by_user"),
    TriggerType.STRATEGY_EXECUTION: ("causal_chain", "target_against_actual", "conditions_of_use"),
    TriggerType.ENVIRONMENT_CHANGE: ("time_bounds", "objective_observation", "bears_on_decisions"),
    TriggerType.RULE_UPDATE: ("authoritative_source", "scope_in_force", "hard_constraint"),
    TriggerType.ANOMALY_PATTERN: ("beyond_threshold", "possible_cause", "not_one_off"),
    TriggerType.PERFORMANCE_OPTIMIZATION: ("before_and_after", "gain_beyond_noise", "one_variable"),
    TriggerType.CROSS_DOMAIN_CORRELATION: ("several_domains", "statistical_support", "confounders_excluded"),
    TriggerType.PERIODIC_PATTERN: ("whole_cycle", "repeated", "turns_into_advice"),
}
