"""What is remembered already is shown by small numbers: the owner's, near to the words, few, without any id."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.errors import StoreUnavailable
from shared.domain.memory import Memory
from shared.domain.scope import Owner, OwnerKind
from shared.extraction.known import SHOWN_CHARACTERS, words_of
from shared.extraction.recollection import Recollection
from shared.writing import point_insert
from tests.factories import make_memory, make_plan
from tests.fakes.memory_store import FakeMemoryStore
from tests.unit.extraction.examples import NOW, OWNER, said, turn, window


def store_of(*memories: Memory) -> FakeMemoryStore:
    store = FakeMemoryStore()
    for memory in memories:
        plan = make_plan("earlier", owner=memory.owner, tenant_id=memory.tenant_id, inserts=(point_insert(memory, [1.0, 0.0]),))
        store.apply(plan)
    return store


def memory(text: str, number: int = 1, owner: Owner = OWNER, **fields: Any) -> Memory:
    return make_memory(text, memory_id=f"mem-{number}", owner=owner, **{"text_key": f"key-{number}", **fields})


def near(store: FakeMemoryStore, *spoken: Any, most: int = 8, context: Sequence[Any] = ()) -> list[str]:
    return [known.text for known in Recollection(store, most=most).near(window(turn(*spoken), context=tuple(context)), NOW)]


@pytest.mark.parametrize(
    ("stored", "said_now"),
    [("I moved to Berlin", "Berlin is cold today"), ("我在腾讯云上部署服务器", "腾讯云又涨价了"), ("朋友叫欧阳靖", "欧阳靖来了")],
)
def test_a_memory_that_shares_words_with_the_window_is_found(stored: str, said_now: str) -> None:
    store = store_of(memory(stored), memory("Something else entirely", 2), memory("完全无关", 3))
    assert near(store, said_now) == [stored]


def test_only_the_owners_live_current_memories_are_seen() -> None:
    bob, chat = Owner(OwnerKind.USER, "bob"), Owner(OwnerKind.CHAT, "42")
    store = store_of(
        memory("Berlin of bob", 1, owner=bob), memory("Berlin of a chat", 2, owner=chat), memory("Berlin elsewhere", 3, tenant_id="other"),
        memory("Berlin long gone", 4, expires_at=NOW - timedelta(days=1)), memory("Berlin before", 5, current=False),
        memory("Berlin now", 6),
    )  # fmt: skip
    assert near(store, "Berlin") == ["Berlin now"]


def test_there_are_few_of_them_and_none_is_long() -> None:
    store = store_of(*[memory(f"Berlin {number} " + "x" * 500, number) for number in range(1, 20)])
    found = near(store, "Berlin", most=5)
    assert (len(found), {len(text) for text in found}) == (5, {SHOWN_CHARACTERS})


def test_none_are_asked_for_where_the_setting_says_so_or_nothing_is_said() -> None:
    store = store_of(memory("I moved to Berlin"))
    assert near(store, "Berlin", most=0) == []
    assert near(store, ("assistant", "")) == []


def test_what_it_is_about_is_shown_so_that_a_correction_names_the_same() -> None:
    store = store_of(memory("I live in Berlin", subject="user", slot="residence"))
    (known,) = Recollection(store, most=8).near(window(turn("I left Berlin")), NOW)
    assert (known.subject, known.slot) == ("user", "residence")


def test_context_and_system_text_look_nothing_up() -> None:
    seen = window(turn(("system", "Berlin rules"), "hello there"), context=(said("user", "Berlin"),))
    assert words_of(seen) == "hello there"


def test_an_engine_that_is_away_costs_nothing_but_the_help(monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_of(memory("I moved to Berlin"))

    def search(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable("away")

    monkeypatch.setattr(store, "search", search)
    assert near(store, "Berlin") == []
