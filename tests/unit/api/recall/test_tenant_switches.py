"""Each switch of the read path, set by a tenant for itself through the API, changes its recalls and nobody else's."""

from typing import Any

import pytest

from services.api.recall.tenant_switches import TenantSwitches
from shared.domain.errors import EmbedderUnavailable, QueueUnavailable
from shared.ports.tenant_settings import RecallSwitches, TenantSettings
from shared.settings import RecallSettings
from tests.fakes.small_doors import FakeTenantSettingsStore
from tests.unit.api.system import OTHER_KEY, ApiSystem

SWITCHES = {
    "query_expansion_enabled": "expand",
    "mmr_enabled": "mmr",
    "confidence_threshold_enabled": "confidence",
    "compression_enabled": "compress",
}
LONG = "I like jasmine tea. " + " ".join(f"Cup number {number} has to be hot." for number in range(20))


def recalled(system: ApiSystem, key: str | None = None, **fields: Any) -> dict[str, Any]:
    body = {"query": "what tea do I like?", "user_id": "ann", "explain": True, "deadline_ms": 5000, **fields}
    answer: dict[str, Any] = system.post("/v1/recall", body, **({"key": key} if key else {})).json()
    return answer


def switched(system: ApiSystem, **switches: bool | None) -> dict[str, Any]:
    answer = system.patch("/v1/admin/tenants/acme", {"recall": switches})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


@pytest.mark.parametrize(("name", "stage"), SWITCHES.items())
def test_a_stage_that_a_tenant_switched_off_is_not_in_its_list(name: str, stage: str) -> None:
    system = ApiSystem()
    assert stage in recalled(system)["explain"]["stages"]
    assert switched(system, **{name: False})["recall"][name] is False
    assert stage not in recalled(system)["explain"]["stages"]
    assert stage in recalled(system, OTHER_KEY)["explain"]["stages"]
    assert switched(system, **{name: None})["recall"][name] is None
    assert stage in recalled(system)["explain"]["stages"]


def test_a_tenant_that_switched_recall_off_gets_nothing_and_the_reason() -> None:
    system = ApiSystem()
    system.remember("I like jasmine tea", user_id="ann")
    switched(system, enabled=False)
    assert recalled(system)["empty_reason"] == "recall_disabled"
    switched(system, enabled=None, mmr_enabled=False)
    assert recalled(system)["memories"]
    assert system.get("/v1/admin/tenants/acme").json()["recall"] == {
        "enabled": None, "query_expansion_enabled": None, "mmr_enabled": False, "confidence_threshold_enabled": None,
        "compression_enabled": None,
    }  # fmt: skip


def test_a_tenant_may_have_on_what_the_deployment_has_off() -> None:
    system = ApiSystem({"TIERCEL_RECALL_ENABLED": "false"})
    system.remember("I like jasmine tea", user_id="ann")
    assert not recalled(system)["memories"]
    switched(system, enabled=True)
    assert recalled(system)["memories"]


def test_without_compression_a_memory_enters_whole() -> None:
    system = ApiSystem()
    system.remember(LONG, user_id="ann")
    assert LONG.strip() not in recalled(system)["context"]
    switched(system, compression_enabled=False)
    assert recalled(system)["context"].count("has to be hot.") == 20


def test_without_expansion_no_other_word_stands_for_one_of_the_query() -> None:
    def out(text: str) -> list[float]:
        raise EmbedderUnavailable("down")

    system = ApiSystem()
    system.remember("openclaw 架构说明", user_id="ann")
    system.embedder.embed_query = out  # type: ignore[method-assign]
    scores = [recalled(system, query="openclaw design notes", min_score=0.0)["memories"][0]["score"]]
    switched(system, query_expansion_enabled=False)
    scores.append(recalled(system, query="openclaw design notes", min_score=0.0)["memories"][0]["score"])
    assert scores[0] > scores[1]


def test_what_is_dropped_and_what_steps_back_follows_the_switches() -> None:
    system = ApiSystem({"TIERCEL_CONFIDENCE_THRESHOLD": "0.59", "TIERCEL_MMR_LAMBDA": "0.0"})
    for text in ("I like jasmine tea", "I like jasmine tea very much", "The tea of my grandmother came from Assam"):
        system.remember(text, user_id="ann")
    far = "which cheese would I like with red wine on a rainy evening?"
    assert {line["stage"] for line in recalled(system, query=far)["explain"]["dropped"]} == {"confidence"}
    diverse = [memory["text"] for memory in recalled(system, min_score=0.0)["memories"]]
    switched(system, confidence_threshold_enabled=False, mmr_enabled=False)
    assert {line["stage"] for line in recalled(system, query=far)["explain"]["dropped"]} == {"gate"}
    assert [memory["text"] for memory in recalled(system, min_score=0.0)["memories"]] != diverse


def test_only_an_operator_reaches_another_tenants_settings_and_every_change_is_audited() -> None:
    system = ApiSystem()
    system.add_key("admin-only", roles=frozenset({"admin"}))  # type: ignore[arg-type]
    body = {"recall": {"enabled": False}}
    assert system.patch("/v1/admin/tenants/other", body, key="admin-only").status_code == 403
    assert system.patch("/v1/admin/tenants/nobody", body).status_code == 404
    assert system.patch("/v1/admin/tenants/other", body).status_code == 200
    assert recalled(system, OTHER_KEY)["empty_reason"] == "recall_disabled"
    assert [entry.detail for _, entry in system.doors.audit._state.audit["other"]][-1] == {"recall.enabled": False}  # type: ignore[attr-defined]


def test_a_wrong_value_is_named() -> None:
    answer = ApiSystem().patch("/v1/admin/tenants/acme", {"recall": {"mmr_enabled": "often"}})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "recall.mmr_enabled")


def test_while_redis_is_out_what_was_known_holds() -> None:
    class Failing(FakeTenantSettingsStore):
        is_down = False

        def read(self, tenant_id: str) -> TenantSettings:
            if self.is_down:
                raise QueueUnavailable("down")
            return super().read(tenant_id)

    store = Failing()
    store.write("acme", TenantSettings(recall=RecallSwitches(mmr_enabled=False)))
    tenants = TenantSwitches(store)
    assert tenants.settings_of("acme", RecallSettings()).mmr_enabled is False
    store.is_down = True
    tenants._known["acme"] = (-100.0, tenants._known["acme"][1])
    assert tenants.settings_of("acme", RecallSettings()).mmr_enabled is False
    assert tenants.settings_of("other", RecallSettings()).mmr_enabled is True
