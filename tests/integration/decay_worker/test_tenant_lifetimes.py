"""L4: what a tenant says about how long its memories live holds for it alone, through every path that writes one."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.candidate import Category, Layer
from tests.factories import NOW, make_candidate, make_turn
from tests.passing_days import PassingDays
from tests.unit.api.system import ACME_KEY, OTHER_KEY

KEYS = {"acme": ACME_KEY, "other": OTHER_KEY}
HOUR = timedelta(hours=1)
INSTANT = timedelta(microseconds=1)
BEYOND_ANY_DEFAULT = timedelta(days=31)
KINDS = {
    "realtime_ttl_seconds": (Layer.REALTIME_ENV, Category.FACT, timedelta(days=1)),
    "other_ttl_seconds": (Layer.STRATEGY_EXP, Category.OTHER, timedelta(days=30)),
    "ttl_seconds": (Layer.STRATEGY_EXP, Category.FACT, None),
}
"""Which memories each setting is about, and how long they live where nobody has set anything."""

Write = Callable[[PassingDays, str, str, Layer, Category], None]


def through_the_guard(days: PassingDays, tenant: str, text: str, layer: Layer, category: Category) -> None:
    now = days.system.clock.now()
    turn = make_turn(text, tenant_id=tenant, turn_id=text, occurred_at=now)
    days.pipeline.propose(turn, make_candidate(text, layer=layer, category=category, observed_at=now, subject="office"))


def by_hand(days: PassingDays, tenant: str, text: str, layer: Layer, category: Category) -> None:
    days.system.remember(text, key=KEYS[tenant], user_id="ann", layer=layer.value, category=category.value)


def by_import(days: PassingDays, tenant: str, text: str, layer: Layer, category: Category) -> None:
    line = f'{{"text":"{text}","user_id":"ann","layer":"{layer.value}","category":"{category.value}"}}'
    answer = days.system.call("POST", "/v1/import", key=KEYS[tenant], content=line, headers={"Content-Type": "application/x-ndjson"})
    assert answer.json()["stored"] == 1, answer.text


def shows(days: PassingDays, tenant: str) -> int:
    """How many memories the tenant lists now."""
    total: int = days.system.get("/v1/memories", key=KEYS[tenant], params={"user_id": "ann"}).json()["total"]
    return total


def sets(days: PassingDays, **own: Any) -> None:
    answer = days.system.patch("/v1/admin/tenants/acme", {"forgetting": own})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("setting", KINDS)
@pytest.mark.parametrize(
    ("write", "text"),
    [
        (through_the_guard, "The build server stands in room 12"),
        (through_the_guard, "构建服务器放在十二号房间"),
        (by_hand, "构建服务器放在十二号房间"),
        (by_import, "The build server stands in room 12"),
    ],
)
def test_l4_a_tenants_own_lifetime_ends_in_its_second_and_another_tenants_does_not(setting: str, write: Write, text: str) -> None:
    layer, category, default = KINDS[setting]
    days = PassingDays()
    sets(days, **{setting: 3600})
    for tenant in KEYS:
        write(days, tenant, text, layer, category)
    days.system.clock.time = NOW + HOUR - INSTANT
    assert (shows(days, "acme"), shows(days, "other")) == (1, 1)
    days.system.clock.time = NOW + HOUR
    assert (shows(days, "acme"), shows(days, "other")) == (0, 1)
    days.system.clock.time = NOW + (default or BEYOND_ANY_DEFAULT)
    assert shows(days, "other") == (0 if default else 1)


@pytest.mark.parametrize("write", [through_the_guard, by_hand, by_import])
def test_l4_nought_is_for_ever_and_null_is_the_deployments_again(write: Write) -> None:
    days = PassingDays()
    kept = ["The lamp in the hall is broken", "Anton plays chess on Thursdays", "The build server stands in room 12"]
    usual = ["The lift smells of paint", "Maria waters the ficus", "Our parcels go to the bakery"]
    for value, texts in ((0, kept), (None, usual)):
        sets(days, **dict.fromkeys(KINDS, value))
        for text, (layer, category, _) in zip(texts, KINDS.values(), strict=True):
            write(days, "acme", text, layer, category)
    assert shows(days, "acme") == len(kept + usual)
    days.system.clock.time = NOW + BEYOND_ANY_DEFAULT
    left = {item["text"] for item in days.system.get("/v1/memories", params={"user_id": "ann"}).json()["items"]}
    assert left == {*kept, usual[-1]}, "what was written under 0 stays whatever is set later"


@pytest.mark.parametrize("setting", KINDS)
def test_l4_a_setting_is_about_its_own_kind_and_a_memorys_own_time_beats_it(setting: str) -> None:
    days = PassingDays()
    sets(days, **{setting: 3600})
    for name, (layer, category, _) in KINDS.items():
        days.system.remember(f"The key of {name} is in the drawer", user_id="ann", layer=layer.value, category=category.value)
    layer, category, _ = KINDS[setting]
    own = {"layer": layer.value, "category": category.value, "user_id": "ann"}
    days.system.remember("The lamp in the hall is broken", ttl_seconds=7200, **own)
    days.system.clock.time = NOW + HOUR
    left = {item["text"] for item in days.system.get("/v1/memories", params={"user_id": "ann"}).json()["items"]}
    assert left == {f"The key of {name} is in the drawer" for name in KINDS if name != setting} | {"The lamp in the hall is broken"}
