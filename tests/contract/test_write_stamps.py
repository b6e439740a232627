"""Write stamps and tenants' settings: the same promises on the fakes and on a real Valkey."""

import pytest

from shared.domain.scope import TENANT_OWNER, Owner, Visibility
from shared.domain.write_plan import PointInsert, SparseVector, WritePlan, WriterKind
from shared.ports.tenant_settings import RecallSwitches, TenantSettings
from tests.contract.work_doors import WorkDoors
from tests.factories import ANN, BOB, NOW, make_memory


def written(doors: WorkDoors, number: int, owner: Owner, *, kind: WriterKind = WriterKind.EXPLICIT, shown_to: Visibility) -> None:
    memory = make_memory("I like tea", memory_id=f"m{number}", owner=owner, visibility=shown_to)
    insert = PointInsert(point_id=f"p{number}", memory=memory, dense=None, sparse=SparseVector((), ()), term_ids=())
    plan = WritePlan(id=f"plan{number}", tenant_id="acme", owner=owner, writer=kind, made_at=NOW, inserts=(insert,))
    with doors.plans.hold_write_lock("acme", owner) as lock:
        doors.plans.record(lock, plan)
        doors.plans.finish(plan)


def test_a_finished_write_raises_the_stamp_of_its_owner_alone(doors: WorkDoors) -> None:
    everybody = (ANN, BOB, TENANT_OWNER)
    assert doors.stamps.read("acme", everybody) == ("", "", "")
    seen = {doors.stamps.read("acme", [ANN])}
    for number in range(3):
        written(doors, number, ANN, shown_to=Visibility.PRIVATE)
        seen.add(doors.stamps.read("acme", [ANN]))
    assert len(seen) == 4
    assert doors.stamps.read("acme", [BOB, TENANT_OWNER]) == ("", "")
    assert doors.stamps.read("other", everybody) == ("", "", "")


def test_what_the_team_sees_raises_the_stamp_of_everybody(doors: WorkDoors) -> None:
    written(doors, 1, BOB, shown_to=Visibility.TEAM)
    assert "" not in doors.stamps.read("acme", [BOB, TENANT_OWNER])
    assert doors.stamps.read("acme", [ANN]) == ("",)


def test_counting_a_use_raises_none(doors: WorkDoors) -> None:
    written(doors, 1, ANN, kind=WriterKind.REINFORCEMENT, shown_to=Visibility.PRIVATE)
    assert doors.stamps.read("acme", [ANN]) == ("",)


def test_nobody_asked_for_has_no_stamps(doors: WorkDoors) -> None:
    assert doors.stamps.read("acme", []) == ()


@pytest.mark.parametrize("switches", [RecallSwitches(), RecallSwitches(enabled=False, mmr_enabled=True)])
def test_a_tenants_settings_come_back_as_they_were_set(doors: WorkDoors, switches: RecallSwitches) -> None:
    assert doors.tenant_settings.read("acme") == TenantSettings()
    doors.tenant_settings.write("acme", TenantSettings(recall=switches))
    assert doors.tenant_settings.read("acme") == TenantSettings(recall=switches)
    assert doors.tenant_settings.read("other") == TenantSettings()
