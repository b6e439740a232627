"""What the `data` of a structured event must hold, by trigger type. Fields that are not listed are kept all the same."""

from collections.abc import Mapping
from typing import Any

from shared.domain.trigger import TriggerType

# A strategy without its target and its result teaches nothing; the other types state everything in their summary.
REQUIRED: Mapping[TriggerType, tuple[str, ...]] = {
    TriggerType.STRATEGY_EXECUTION: ("strategy_used", "target_metric", "actual_metric"),
}


def missing_field(event_type: TriggerType, data: Mapping[str, Any]) -> str | None:
    """The first required field that is absent, null or empty; None where all are there."""
    return next((name for name in REQUIRED.get(event_type, ()) if data.get(name) in (None, "")), None)
