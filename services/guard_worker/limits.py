"""The thresholds in force for one batch, as plain values: stage files see no settings."""

from dataclasses import dataclass, field
from datetime import datetime

from shared.domain.ttl import DefaultTtl


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Similarities are calibrated, 0..1. `max_retired`: distinct stored memories that one batch may supersede."""

    now: datetime
    embedder: str
    neighbour_similarity: float = 0.8
    dedup_similarity: float = 0.95
    importance_threshold: float = 0.35
    max_retired: int = 3
    ttl: DefaultTtl = field(default_factory=DefaultTtl)
