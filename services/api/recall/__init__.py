"""The read path: which few stored memories belong into the next prompt."""

from services.api.recall.answer import (
    Degraded,
    Dropped,
    EmptyReason,
    Explanation,
    RecallAnswer,
    RecalledMemory,
    RecallRequest,
    TimeRange,
)
from services.api.recall.recaller import Recaller

__all__ = [
    "Degraded",
    "Dropped",
    "EmptyReason",
    "Explanation",
    "RecallAnswer",
    "RecallRequest",
    "RecalledMemory",
    "Recaller",
    "TimeRange",
]
