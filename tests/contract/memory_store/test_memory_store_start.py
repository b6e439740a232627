"""Starting: making what is missing, refusing what does not fit, and a restart in the middle."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shared.adapters.qdrant_store import build_qdrant_store
from shared.domain.errors import DimensionMismatch, SettingsInvalid, StoreUnavailable
from shared.domain.scope import Viewer
from shared.ports.memory_store import MemoryStore
from shared.settings import StoreSettings
from tests.contract.memory_store.samples import (
    DIMENSIONS,
    EVERYTHING,
    LIVE,
    fresh_tenant,
    hybrid,
    insert,
    memory,
    plan,
    scope_of,
    trace,
)
from tests.processes.vector_engine import EngineProcess, open_engine


@pytest.fixture(params=["embedded", "server"])
def settings(request: pytest.FixtureRequest) -> StoreSettings:
    """How to reach an engine."""
    if request.param == "server":
        found: StoreSettings = request.getfixturevalue("server_settings")
        return found
    process: EngineProcess = request.getfixturevalue("engine_process")
    return StoreSettings(url=process.url, api_key=process.api_key)


def store_on(settings: StoreSettings, prefix: str, *, embedder_name: str = "contract", dimensions: int = DIMENSIONS) -> MemoryStore:
    return build_qdrant_store(settings, embedder_name=embedder_name, dimensions=dimensions, prefix=prefix)


def fresh_prefix() -> str:
    return f"start-{uuid.uuid4().hex[:8]}-"


def test_preparing_again_or_from_several_processes_at_once_keeps_everything(settings: StoreSettings) -> None:
    prefix, tenant = fresh_prefix(), fresh_tenant()
    stores = [store_on(settings, prefix) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(store.prepare) for store in stores]:
            done.result()
    stores[0].apply(plan(tenant, insert(memory(tenant))))
    stores[1].prepare()
    assert [store.count(scope_of(tenant), LIVE) for store in stores] == [1] * 4


@pytest.mark.parametrize("changed", [{"dimensions": DIMENSIONS * 2}, {"embedder_name": "other/model:2"}])
def test_another_embedder_is_refused_naming_the_variable_and_the_remedy(settings: StoreSettings, changed: dict[str, int | str]) -> None:
    prefix = fresh_prefix()
    store_on(settings, prefix).prepare()
    with pytest.raises(DimensionMismatch, match=r"TIERCEL_EMBEDDER.*back to the model"):
        store_on(settings, prefix, **changed).prepare()  # type: ignore[arg-type]


def test_a_store_that_was_never_prepared_is_unavailable(settings: StoreSettings) -> None:
    with pytest.raises(StoreUnavailable, match="prepares it"):
        store_on(settings, fresh_prefix()).count(scope_of("t"), LIVE)


def test_a_wrong_key_is_refused_naming_the_variable(engine_process: EngineProcess) -> None:
    with pytest.raises(SettingsInvalid, match="QDRANT_API_KEY"):
        store_on(StoreSettings(url=engine_process.url, api_key="wrong"), "").prepare()


def test_an_engine_killed_in_the_middle_loses_nothing_and_the_plan_can_be_applied_again(tmp_path: Path) -> None:
    tenant = fresh_tenant()
    written, late = memory(tenant, "我住在柏林"), memory(tenant, "I like tea")
    first, second = plan(tenant, insert(written), traces=(trace(tenant),)), plan(tenant, insert(late))
    before = open_engine(tmp_path / "engine")
    store = store_on(StoreSettings(url=before.url, api_key=before.api_key), "")
    store.prepare()
    boot = store.boot_id()
    assert boot == store.boot_id() != ""
    store.apply(first)

    before.kill()
    with pytest.raises(StoreUnavailable):
        store.apply(second)
    with pytest.raises(StoreUnavailable):
        store.search(scope_of(tenant), LIVE, hybrid("tea"))

    after = open_engine(tmp_path / "engine", api_key=before.api_key)
    try:
        store = store_on(StoreSettings(url=after.url, api_key=after.api_key), "")
        store.prepare()
        assert store.boot_id() != boot
        for again in (first, second, first, second):
            store.apply(again)
        assert {one.text for one in store.list(scope_of(tenant), EVERYTHING, limit=10).items} == {"我住在柏林", "I like tea"}
        assert store.get_trace(scope_of(tenant), trace(tenant).id) == trace(tenant)
    finally:
        after.stop()


def test_a_recall_after_the_owner_was_erased_finds_nothing(store: MemoryStore) -> None:
    tenant = fresh_tenant()
    stored = memory(tenant)
    store.apply(plan(tenant, insert(stored)))
    store.apply(plan(tenant, deleted_memory_ids=(stored.id,)))
    wanted = EVERYTHING.__class__(now=EVERYTHING.now, viewer=Viewer(user_id="ann"))
    assert store.search(scope_of(tenant), wanted, hybrid("Berlin")) == ()
