"""When a memory stops being visible by itself. Counted from the moment of writing; 0 seconds = never."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.candidate import Category, Layer


@dataclass(frozen=True, slots=True)
class DefaultTtl:
    """Seconds to live where a writer gives none: L3, category `other`, and the rest of L2. Core rules and skills (L1, L4) stay."""

    realtime_seconds: int = 86_400
    other_seconds: int = 2_592_000
    durable_seconds: int = 0


def ttl_seconds(layer: Layer, category: Category, defaults: DefaultTtl) -> int:
    """The default for this layer and category. 0 = never."""
    if layer is Layer.REALTIME_ENV:
        return defaults.realtime_seconds
    if category is Category.OTHER:
        return defaults.other_seconds
    return defaults.durable_seconds if layer is Layer.STRATEGY_EXP else 0


def expiry(*, layer: Layer, category: Category, asked_seconds: int | None, now: datetime, defaults: DefaultTtl) -> datetime | None:
    """The moment from which it is invisible, or None. What the writer asked for beats the default; 0 = never."""
    seconds = ttl_seconds(layer, category, defaults) if asked_seconds is None else asked_seconds
    return now + timedelta(seconds=seconds) if seconds > 0 else None
