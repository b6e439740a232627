"""The keyword arm on the engine against two oracles: the written formula to a thousandth, and rank-bm25's own ranking."""

import math
import random
import uuid
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from shared.adapters.qdrant_store import build_qdrant_store
from shared.domain import identity
from shared.domain.candidate import Category
from shared.domain.memory import Memory
from shared.domain.relevance import HybridQuery, MemoryFilter
from shared.domain.scope import Scope, Viewer
from shared.domain.write_plan import WritePlan, WriterKind
from shared.ports.memory_store import MemoryStore
from shared.settings import StoreSettings
from shared.text.lexical import K1, B, average_length, query_terms
from shared.text.tokens import tokenize
from shared.writing import point_insert
from tests.bench.relevance_trials import read_dialogues
from tests.factories import ANN, NOW, make_memory
from tests.processes.vector_engine import EngineProcess

FIELDS = ((1.0, "text"), (2.0, "category"), (1.5, "scope"))
WORDS = ["Berlin", "茶", "喜欢", "A-4471", "jasmine", "9443", "preference", "fact", "brand_A", "服务器", "腾讯云", "likes", "the", "部署"]
TEXTS = [statement["text"] for statement in read_dialogues()["statements"]]
LABELS = [{}, {"advertiser": "brand_A"}, {"project": "服务器 Berlin"}]


@pytest.fixture(scope="module")
def store(engine: EngineProcess) -> MemoryStore:
    made = build_qdrant_store(StoreSettings(url=engine.url, api_key=engine.api_key), embedder_name="oracle", dimensions=4)
    made.prepare()
    return made


def stored(store: MemoryStore, memories: list[Memory]) -> None:
    for start in range(0, len(memories), 64):
        inserts = tuple(point_insert(memory, None) for memory in memories[start : start + 64])
        plan = WritePlan(
            id=str(uuid.uuid4()), tenant_id=memories[0].tenant_id, owner=ANN, writer=WriterKind.IMPORT, made_at=NOW, inserts=inserts
        )
        store.apply(plan)


def scores_of(store: MemoryStore, tenant_id: str, query: str, *, limit: int = 500) -> dict[str, float]:
    wanted = MemoryFilter(now=NOW, viewer=Viewer(user_id="ann"))
    hits = store.search(Scope(tenant_id=tenant_id), wanted, HybridQuery(dense=None, sparse=query_terms(query), limit=limit))
    return {hit.memory_id: hit.sparse_score for hit in hits}


def a_memory(tenant_id: str, number: int, text: str, **fields: object) -> Memory:
    memory_id = identity.memory_id(tenant_id=tenant_id, origin_id="oracle", number=number)
    return make_memory(text, memory_id=memory_id, tenant_id=tenant_id, **fields)  # type: ignore[arg-type]


def by_the_formula(memories: list[Memory], query: str) -> dict[str, float]:
    """bm25(text) + 2 bm25(category) + 1.5 bm25(scope and label values), each with the constant mean length; the engine's IDF."""
    fields = {
        memory.id: {
            "text": tokenize(memory.text),
            "category": tokenize(memory.category.value),
            "scope": tokenize(" ".join((memory.scope, *(memory.labels[key] for key in sorted(memory.labels))))),
        }
        for memory in memories
    }
    frequency = Counter(term for parts in fields.values() for term in {term for words in parts.values() for term in words})
    found = {}
    for memory in memories:
        total = 0.0
        for term in set(tokenize(query)):
            rarity = math.log((len(memories) - frequency[term] + 0.5) / (frequency[term] + 0.5) + 1)
            for weight, name in FIELDS:
                words = fields[memory.id][name]
                count, norm = words.count(term), K1 * (1 - B + B * len(words) / average_length(memory.text))
                total += weight * rarity * count * (K1 + 1) / (count + norm) if count else 0.0
        if total:
            found[memory.id] = total
    return found


documents = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.sampled_from(Category), st.sampled_from(LABELS)),
    min_size=1,
    max_size=25,
)


@settings(max_examples=25, deadline=None)
@given(documents, st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_the_engine_scores_as_the_formula_says_to_a_thousandth(
    store: MemoryStore, drawn: list[tuple[list[str], Category, dict[str, str]]], asked: list[str]
) -> None:
    tenant_id = f"t-{uuid.uuid4().hex[:8]}"
    memories = [
        a_memory(tenant_id, number, " ".join(words), category=category, labels=labels)
        for number, (words, category, labels) in enumerate(drawn)
    ]
    stored(store, memories)
    query = " ".join(asked)
    expected, found = by_the_formula(memories, query), scores_of(store, tenant_id, query)
    assert set(found) == set(expected)
    for memory_id, score in expected.items():
        assert found[memory_id] == pytest.approx(score, abs=1e-3)


def test_the_best_ten_are_those_of_rank_bm25_with_its_own_rarity_and_mean_length(store: MemoryStore) -> None:
    """Both languages, two hundred statements of dialogue; equal scores at the border count as the same."""
    tenant_id = f"t-{uuid.uuid4().hex[:8]}"
    chance = random.Random(11)
    texts = [f"{chance.choice(TEXTS)} {chance.choice(TEXTS)}" for _ in range(200)]
    memories = [a_memory(tenant_id, number, text) for number, text in enumerate(texts)]
    stored(store, memories)
    oracle = BM25Okapi([list(tokenize(text)) for text in texts], k1=K1, b=B)
    overlaps = []
    for query in chance.sample(TEXTS, 40):
        theirs = sorted(zip(oracle.get_scores(list(dict.fromkeys(tokenize(query)))), memories, strict=True), key=lambda pair: -pair[0])
        border = theirs[9][0]
        allowed = {memory.id for score, memory in theirs if score >= border - 1e-9 and score > 0}
        ours = scores_of(store, tenant_id, query, limit=10)
        overlaps.append(len(allowed & set(ours)) / min(10, len(allowed)) if allowed else 1.0)
    assert sum(overlaps) / len(overlaps) >= 0.9
