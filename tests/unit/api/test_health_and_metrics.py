from dataclasses import replace
from typing import Any

import pytest

from shared.domain.errors import EmbedderUnavailable, QueueUnavailable, StoreUnavailable
from tests.unit.api.route_calls import TURN
from tests.unit.api.system import ACME_KEY, OTHER_KEY, ApiSystem


def test_a_healthy_system_is_ready(api: ApiSystem) -> None:
    answer = api.get("/readyz", key=None)
    assert answer.status_code == 200
    assert all(check["ok"] for check in answer.json()["checks"].values())


@pytest.mark.parametrize(
    ("change", "check"),
    [
        ({"reachable": False}, "redis"),
        ({"eviction_policy": "allkeys-lru"}, "eviction_policy"),
        ({"live_workers": {}}, "workers:tiercel-capture"),
        ({"oldest_pending_seconds": 4000.0}, "oldest_pending_seconds"),
    ],
)
def test_q4_readiness_names_what_is_wrong_while_liveness_stays(api: ApiSystem, change: dict[str, Any], check: str) -> None:
    api.jobs.answer = replace(api.jobs.answer, **change)
    answer = api.get("/readyz", key=None)
    assert (answer.status_code, answer.json()["ready"]) == (503, False)
    failed = answer.json()["checks"][check]
    assert not failed["ok"]
    assert failed["remedy"]
    assert api.get("/healthz", key=None).status_code == 200


@pytest.mark.parametrize(("change", "check"), [({"aof_enabled": False}, "append_only"), ({"model_waits_seconds": 40.0}, "model")])
def test_what_only_slows_or_endangers_is_named_and_the_process_stays_ready(api: ApiSystem, change: dict[str, Any], check: str) -> None:
    api.jobs.answer = replace(api.jobs.answer, **change)
    answer = api.get("/readyz", key=None)
    assert answer.status_code == 200
    failed = answer.json()["checks"][check]
    assert (failed["ok"], failed["advisory"]) == (False, True)
    assert failed["remedy"]


def test_an_embedder_that_fails_is_named_and_asked_again(api: ApiSystem) -> None:
    answer = api.embedder.embed_query

    def down(_: str) -> list[float]:
        raise EmbedderUnavailable("refused")

    api.embedder.embed_query = down  # type: ignore[method-assign]
    assert not api.get("/readyz", key=None).json()["checks"]["embedder"]["ok"]
    api.embedder.embed_query = answer  # type: ignore[method-assign]
    assert api.get("/readyz", key=None).json()["checks"]["embedder"]["ok"]


def test_an_engine_that_does_not_answer_is_named(api: ApiSystem) -> None:
    def down() -> str:
        raise StoreUnavailable("refused")

    api.store.boot_id = down  # type: ignore[method-assign]
    assert not api.get("/readyz", key=None).json()["checks"]["engine"]["ok"]


def test_a_long_wait_is_fine_where_the_setting_allows_it() -> None:
    api = ApiSystem({"TIERCEL_READY_MAX_PENDING_SECONDS": "0"})
    api.jobs.answer = replace(api.jobs.answer, oldest_pending_seconds=1e6)
    assert api.get("/readyz", key=None).status_code == 200


def test_metrics_count_requests_by_template_and_export_the_ledger(api: ApiSystem) -> None:
    api.post("/v1/turns", TURN)
    api.get("/v1/memories/some-id")
    api.get("/v1/nowhere")
    counted = {dict(labels)["route"] for name, labels in api.metrics.counts if name == "tiercel_http_requests_total"}
    assert counted == {"/v1/turns", "/v1/memories/{memory_id}", "unmatched"}
    text = api.get("/metrics", key=None).text
    assert 'tiercel_ledger_turns{tenant="*",state="accepted"} 1' in text
    assert 'tiercel_ledger_imbalance{tenant="*"} 0' in text
    assert "tiercel_redis_up 1" in text
    assert "tiercel_queue_oldest_pending_seconds 0" in text


def test_t5_tenants_are_told_apart_only_to_who_has_the_metrics_token() -> None:
    api = ApiSystem({"TIERCEL_METRICS_TOKEN": "scrape-me"})
    open_to_all = ApiSystem()
    for system in (api, open_to_all):
        for key in (ACME_KEY, OTHER_KEY):
            system.post("/v1/turns", TURN, key=key)
    named = api.get("/metrics", key="scrape-me").text
    assert 'tiercel_ledger_turns{tenant="acme",state="accepted"} 1' in named
    assert 'tiercel_ledger_imbalance{tenant="other"} 0' in named
    summed = open_to_all.get("/metrics", key=None).text
    assert 'tiercel_ledger_turns{tenant="*",state="accepted"} 2' in summed
    assert "acme" not in summed


def test_metrics_say_when_redis_is_down(api: ApiSystem) -> None:
    api.jobs.answer = replace(api.jobs.answer, reachable=False)
    text = api.get("/metrics", key=None).text
    assert "tiercel_redis_up 0" in text
    assert "tiercel_ledger" not in text


def test_metrics_survive_a_ledger_that_cannot_be_read(api: ApiSystem) -> None:
    def down(_: str) -> None:
        raise QueueUnavailable("gone")

    api.doors.ledger.read = down  # type: ignore[method-assign,assignment]
    assert "tiercel_ledger_up 0" in api.get("/metrics", key=None).text


def test_metrics_take_a_token_of_their_own() -> None:
    api = ApiSystem({"TIERCEL_METRICS_TOKEN": "scrape-me"})
    assert api.get("/metrics", key=None).status_code == 401
    assert api.get("/metrics").status_code == 401
    assert api.get("/metrics", key="scrape-me").status_code == 200


def test_faults_of_the_parts_have_their_own_answers(api: ApiSystem) -> None:
    def down(*_: object, **__: object) -> None:
        raise StoreUnavailable("connection refused at 10.0.0.1 with key abc")

    api.store.get = down  # type: ignore[assignment,method-assign]
    answer = api.get("/v1/memories/x")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_unavailable")
    assert "10.0.0.1" not in answer.text
    assert "Retry-After" in answer.headers


def test_the_ledger_balances_in_its_answer(api: ApiSystem) -> None:
    api.post("/v1/turns", TURN)
    api.post("/v1/turns", {**TURN, "turn_id": "t2", "trigger": "cron"})
    body = api.get("/v1/ledger").json()
    assert (body["captured"], body["turns"]["skipped"], body["turns"]["in_flight"], body["imbalance"]) == (2, 1, 1, 0)


def test_status_names_modes_thresholds_and_counts(api: ApiSystem) -> None:
    api.remember(user_id="ann")
    body = api.get("/v1/status").json()
    assert (body["llm"]["mode"], body["embedder"]["name"], body["thresholds"]["min_score"]) == ("offline", "hashing", 0.6)
    assert (body["memories"]["total"], body["memories"]["by_layer"]) == (1, {"L2": 1})
    assert body["system"]["append_fsync"] == "always"
    assert (body["llm"]["local_judge"], body["llm"]["fact_checks"]) == (None, "off")
