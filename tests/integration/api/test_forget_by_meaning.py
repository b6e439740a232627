"""What a query takes away, with the real embedder: only what it names, however little there is to choose from."""

import pytest

from shared.adapters.embedders import build_embedder
from shared.settings import load_settings
from tests.fakes.small_doors import FakeMetrics
from tests.unit.api.system import ApiSystem

STORED = (
    "用户喜欢简洁的回复风格",
    "季度预算会议在三楼召开",
    "用户每天早上喝绿茶",
    "Ann works at Acme in Berlin since 2024",
    "Ann prefers short reports",
)


@pytest.fixture(scope="module")
def api():
    system = ApiSystem(embedder=build_embedder(load_settings({"TIERCEL_LLM_MODE": "offline"}).embedder, FakeMetrics()))
    for text in STORED:
        system.remember(text, user_id="ann")
    return system


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("回复风格", {STORED[0]}),
        ("用户喜欢简洁的回复风格", {STORED[0]}),
        ("绿茶", {STORED[2]}),
        ("where does Ann work", {STORED[3]}),
        ("short reports", {STORED[4]}),
        ("bananas on the moon", set()),
        ("火星上的香蕉", set()),
    ],
)
def test_l6_a_query_takes_what_it_names_and_nothing_that_is_merely_alike(api, query, meant):
    listed = api.post("/v1/forget", {"query": query, "user_id": "ann", "dry_run": True}).json()["items"]
    assert {item["text"] for item in listed} == meant
