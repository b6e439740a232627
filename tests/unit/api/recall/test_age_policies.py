"""L4: what age does to a recall is a setting, seen from outside."""

import json
from datetime import timedelta

import pytest

from tests.factories import NOW
from tests.unit.api.system import ApiSystem

SAID = {
    "en": ("The spare key hangs behind the oven", "The spare key hangs behind the door", "Where does the spare key hang?"),
    "zh": ("钥匙挂在门后面", "备用钥匙挂在炉子后面", "备用钥匙挂在哪里?"),
}
"""What `long` holds since 60 days; what `working` holds since 3; both fit the question alike."""


def asked(language: str, policy: str) -> list[str]:
    """What a recall under this policy hands back, best first."""
    old, young, question = SAID[language]
    api = ApiSystem(environ={"TIERCEL_FORGETTING_POLICY": policy, "TIERCEL_MMR_ENABLED": "false"})
    lines = [
        {"id": f"{stage}-key", "text": text, "user_id": "ann", "stage": stage, "observed_at": (NOW - timedelta(days=age)).isoformat()}
        for text, stage, age in ((old, "long", 60), (young, "working", 3))
    ]
    answer = api.call("POST", "/v1/import", content="\n".join(map(json.dumps, lines)))
    assert answer.json()["stored"] == 2, answer.text
    memories = api.post("/v1/recall", {"query": question, "user_id": "ann", "min_score": 0.0, "deadline_ms": 5000}).json()["memories"]
    return [memory["text"] for memory in memories]


@pytest.mark.parametrize("language", SAID)
def test_l1_bounded_only_orders_fluid_drops_what_has_faded_and_weibull_orders_by_the_stages_curve(language: str) -> None:
    old, young, _ = SAID[language]
    assert asked(language, "bounded") == [young, old], "it only orders, and relevance beats a tenth more or less"
    assert asked(language, "fluid") == [young], "60 idle days at 5 % a day leave less than the cut, however relevant"
    assert asked(language, "weibull") == [old, young], "60 days leave .456 of long, 3 days .09 of working"


MOVED = {
    "en": ("Ann lives in Berlin near the river", "Ann lives in Munich", "Does Ann live in Berlin near the river?"),
    "zh": ("安住在柏林的河边", "安住在慕尼黑", "安住在柏林的河边吗?"),
}
"""What was true, what is true now, and a question in the words of the former."""


@pytest.mark.parametrize("policy", ["bounded", "fluid", "weibull"])
@pytest.mark.parametrize("language", MOVED)
def test_l6_what_was_superseded_never_outranks_the_current_version_however_often_it_was_used(language: str, policy: str) -> None:
    old, new, question = MOVED[language]
    api = ApiSystem(environ={"TIERCEL_FORGETTING_POLICY": policy, "TIERCEL_MMR_ENABLED": "false"})
    lines = [
        {"id": "home", "text": old, "user_id": "ann", "status": "superseded", "access_count": 10_000, "stage": "long"},
        {"id": "home", "text": new, "user_id": "ann", "version": 2, "stage": "working"},
    ]
    times = {"observed_at": NOW.isoformat(), "last_accessed_at": NOW.isoformat()}
    answer = api.call("POST", "/v1/import", content="\n".join(json.dumps({**line, **times}) for line in lines))
    assert answer.json()["stored"] == 2, answer.text
    body = {"query": question, "user_id": "ann", "min_score": 0.0, "deadline_ms": 5000}
    assert [memory["text"] for memory in api.post("/v1/recall", body).json()["memories"]] == [new]
    both = api.post("/v1/recall", {**body, "include_superseded": True}).json()["memories"]
    assert [memory["text"] for memory in both] == [new, old]
    assert both[0]["score"] < both[1]["score"], "the older one fits the words better"
