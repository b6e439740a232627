"""When a memory stops being visible by itself."""

from datetime import timedelta

import pytest

from shared.domain.candidate import Category, Layer
from shared.domain.ttl import DefaultTtl, expiry
from tests.factories import NOW

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("layer", "category", "asked", "lives"),
    [
        (Layer.REALTIME_ENV, Category.FACT, None, DAY),
        (Layer.REALTIME_ENV, Category.OTHER, None, DAY),
        (Layer.STRATEGY_EXP, Category.OTHER, None, 30 * DAY),
        (Layer.STRATEGY_EXP, Category.FACT, None, None),
        (Layer.STRATEGY_EXP, Category.PREFERENCE, None, None),
        (Layer.CORE_RULES, Category.DECISION, None, None),
        (Layer.STRATEGY_EXP, Category.FACT, 60, timedelta(minutes=1)),
        (Layer.REALTIME_ENV, Category.FACT, 60, timedelta(minutes=1)),
        (Layer.REALTIME_ENV, Category.FACT, 0, None),
    ],
)
def test_the_default_depends_on_layer_and_category_and_a_request_beats_it(
    layer: Layer, category: Category, asked: int | None, lives: timedelta | None
) -> None:
    ends = expiry(layer=layer, category=category, asked_seconds=asked, now=NOW, defaults=DefaultTtl())
    assert ends == (None if lives is None else NOW + lives)


def test_changing_the_defaults_changes_the_outcome_and_zero_is_never() -> None:
    defaults = DefaultTtl(realtime_seconds=0, other_seconds=10)
    assert expiry(layer=Layer.REALTIME_ENV, category=Category.FACT, asked_seconds=None, now=NOW, defaults=defaults) is None
    for layer in (Layer.CORE_RULES, Layer.SKILL_TEMPLATE):
        blanket = DefaultTtl(durable_seconds=10)
        assert expiry(layer=layer, category=Category.FACT, asked_seconds=None, now=NOW, defaults=blanket) is None, "no blanket reaches it"
    assert expiry(layer=Layer.STRATEGY_EXP, category=Category.OTHER, asked_seconds=None, now=NOW, defaults=defaults) == NOW + timedelta(
        seconds=10
    )
