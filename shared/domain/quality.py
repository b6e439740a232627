"""The weights of the five quality dimensions, and the tables that stand in where nobody was asked (behaviour.md, quality).

importance = .30 evidence + .20 specificity + .20 novelty + .15 actionability + .15 durability, each 0..1
"""

from shared.domain.candidate import Category, Layer
from shared.domain.decision import Quality

WEIGHTS = {"evidence": 0.30, "specificity": 0.20, "novelty": 0.20, "actionability": 0.15, "durability": 0.15}
ACTIONABILITY = {Category.PREFERENCE: 0.9, Category.DECISION: 0.8, Category.FACT: 0.6, Category.ENTITY: 0.5, Category.OTHER: 0.2}
DURABILITY = {Category.PREFERENCE: 0.8, Category.DECISION: 0.7, Category.FACT: 0.8, Category.ENTITY: 0.8, Category.OTHER: 0.2}
PASSING_DURABILITY = 0.2
PLAIN_SPECIFICITY, SPECIFICITY_PER_DETAIL = 0.4, 0.2


def importance_of(quality: Quality) -> float:
    """The weighted sum, 0..1, rounded to 4 places."""
    total: float = sum(weight * getattr(quality, name) for name, weight in WEIGHTS.items())
    return round(total, 4)


def durability_of(category: Category, layer: Layer, *, wished: float | None) -> float:
    """The category's lasting, averaged with the importance that extraction or a request gave; L3 passes by nature."""
    by_nature = PASSING_DURABILITY if layer is Layer.REALTIME_ENV else DURABILITY[category]
    return by_nature if wished is None else (by_nature + min(1.0, max(0.0, wished))) / 2
