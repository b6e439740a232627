"""How important an explicit statement is: the five dimensions, measured without a model (behaviour.md, quality).

importance = .30 evidence + .20 specificity + .20 novelty + .15 actionability + .15 durability
"""

import re

from shared.domain.candidate import Category
from shared.domain.decision import Quality

WEIGHTS = {"evidence": 0.30, "specificity": 0.20, "novelty": 0.20, "actionability": 0.15, "durability": 0.15}
ACTIONABILITY = {Category.DECISION: 0.8, Category.PREFERENCE: 0.8, Category.FACT: 0.6, Category.ENTITY: 0.5, Category.OTHER: 0.3}
DURABILITY = {Category.PREFERENCE: 0.8, Category.ENTITY: 0.8, Category.FACT: 0.7, Category.DECISION: 0.7, Category.OTHER: 0.3}
SPECIFIC = re.compile(r"\d+|(?<![.!?。！？]\s)(?<!^)\b[A-Z][\w-]+|《[^》]+》|[A-Za-z]+(?=[一-鿿])")
SPECIFIC_ENOUGH = 3


def explicit_quality(text: str, category: Category, *, wished_importance: float | None) -> Quality:
    """The person's own words are their evidence; a wish feeds durability and nothing else."""
    return Quality(
        evidence=1.0,
        specificity=min(1.0, 0.4 + 0.6 * len(SPECIFIC.findall(text)) / SPECIFIC_ENOUGH),
        novelty=1.0,
        actionability=ACTIONABILITY[category],
        durability=DURABILITY[category] if wished_importance is None else wished_importance,
    )


def importance_of(quality: Quality) -> float:
    """The weighted sum, 0..1, rounded to six digits."""
    total: float = sum(weight * getattr(quality, name) for name, weight in WEIGHTS.items())
    return round(total, 6)
