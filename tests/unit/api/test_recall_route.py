from tests.unit.api.route_calls import TURN
from tests.unit.api.system import ApiSystem
from tests.unit.api.test_memories import MEMORY_FIELDS

QUESTION = {"query": "Where does Ann work, at Acme in Berlin?", "user_id": "ann"}


def test_a_stored_memory_is_recalled_as_the_one_memory_object(api: ApiSystem) -> None:
    stored = api.remember("Ann works at Acme in Berlin since 2024", user_id="ann")
    answer = api.post("/v1/recall", {**QUESTION, "min_score": 0.0})
    assert answer.status_code == 200
    body = answer.json()
    assert {"recall_id", "context", "memories", "took_ms", "degraded", "empty_reason"} <= set(body)
    (memory,) = body["memories"]
    assert memory["id"] == stored["id"]
    assert memory["scope"] == stored["scope"]
    assert set(memory) >= MEMORY_FIELDS
    assert 0 <= memory["score"] <= 1
    assert memory["match"]


def test_a_turn_of_a_moment_ago_is_recalled_as_pending(api: ApiSystem) -> None:
    api.post("/v1/turns", {**TURN, "messages": [{"role": "user", "text": "Ann works at Acme in Berlin since 2024"}]})
    (memory,) = api.post("/v1/recall", QUESTION).json()["memories"]
    assert memory["pending"] is True
    assert "Acme" in memory["text"]


def test_nothing_is_recalled_of_other_people_or_by_keys_of_others(api: ApiSystem) -> None:
    api.remember("Ann works at Acme in Berlin since 2024", user_id="ann")
    assert api.post("/v1/recall", {**QUESTION, "user_id": "bob", "min_score": 0.0}).json()["memories"] == []
    api.add_key("bob-only", user_ids=frozenset({"bob"}))
    assert api.post("/v1/recall", QUESTION, key="bob-only").status_code == 403
    assert api.post("/v1/recall", {"query": QUESTION["query"], "min_score": 0.0}, key="bob-only").json()["memories"] == []


def test_a_key_of_one_user_recalls_as_that_user(api: ApiSystem) -> None:
    stored = api.remember("Ann works at Acme in Berlin since 2024", user_id="ann")
    api.add_key("ann-only", user_ids=frozenset({"ann"}))
    memories = api.post("/v1/recall", {"query": QUESTION["query"], "min_score": 0.0}, key="ann-only").json()["memories"]
    assert [memory["id"] for memory in memories] == [stored["id"]]


def test_recall_can_be_switched_off() -> None:
    off = ApiSystem({"TIERCEL_RECALL_ENABLED": "false"})
    off.remember("Ann works at Acme in Berlin since 2024", user_id="ann")
    body = off.post("/v1/recall", {**QUESTION, "min_score": 0.0}).json()
    assert (body["memories"], body["empty_reason"]) == ([], "recall_disabled")


def test_explain_lists_what_was_dropped_and_why(api: ApiSystem) -> None:
    api.remember("Ann works at Acme in Berlin since 2024", user_id="ann")
    body = api.post("/v1/recall", {"query": "quantum chromodynamics lattice", "user_id": "ann", "explain": True}).json()
    assert body["memories"] == []
    assert body["empty_reason"]
    assert "dropped" in body["explain"]
