"""How good an explicit statement is, measured without a model. The person's own words are their evidence."""

import re

from shared.domain.candidate import Category, Layer
from shared.domain.decision import Quality
from shared.domain.quality import ACTIONABILITY, PLAIN_SPECIFICITY, SPECIFICITY_PER_DETAIL, durability_of

DETAIL = re.compile(r"\d+(?:[.,:]\d+)*|(?<![.!?。！？]\s)(?<!^)\b[A-Z][\w-]+|《[^》]+》|[A-Za-z]+(?=[一-鿿])|(?<=[一-鿿])[A-Za-z]+")
"""Numbers, names inside a sentence, titles, Latin names in Chinese text."""


def explicit_quality(text: str, category: Category, layer: Layer, *, wished_importance: float | None) -> Quality:
    """A wish for importance feeds durability and nothing else. Exact duplicates never get here, so it is news."""
    details = {detail.casefold() for detail in DETAIL.findall(text)}
    return Quality(
        evidence=1.0,
        specificity=min(1.0, PLAIN_SPECIFICITY + SPECIFICITY_PER_DETAIL * len(details)),
        novelty=1.0,
        actionability=ACTIONABILITY[category],
        durability=durability_of(category, layer, wished=wished_importance),
    )
