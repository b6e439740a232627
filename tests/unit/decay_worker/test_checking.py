"""What a night measures at its end: the ledger, and the guardrails of a day."""

import pytest

from services.decay_worker.checking import check_tenant
from services.decay_worker.jobs import watch_of
from shared.domain.maintenance import MaintenanceRun
from tests.factories import NOW, minutes
from tests.unit.api.system import OTHER_KEY, ApiSystem


@pytest.fixture
def api():
    return ApiSystem()


def night(api, *, dry_run=False):
    """A run for acme, asked for and carried out."""
    api.clock.time += minutes(60)
    run = api.container.maintenance.ask(MaintenanceRun(id="r", tenant_id="acme", dry_run=dry_run, asked_at=api.clock.time))
    watch_of(api.container).carry_out()
    return api.container.maintenance.get("acme", run.id)


def fill(api):
    """Four memories of acme: one would be refused today, two repeat each other."""
    for number, text in enumerate(("HEARTBEAT_OK", "Ann likes short answers", "Ann likes short answers.", "用户住在杭州")):
        line = {"id": f"m{number}", "text": text, "user_id": "ann", "position": number, "session_id": "s"}
        assert api.post("/v1/import", line).json()["stored"] == 1
    api.remember("Bob plays the violin in Munich", key=OTHER_KEY)


def test_a_real_run_measures_the_day_and_a_dry_run_does_not(api):
    fill(api)
    assert night(api, dry_run=True).check is None
    assert api.container.maintenance.last_checks() == {}
    check = night(api).check
    assert (check.live, check.ledger_imbalance, check.reject_rate) == (4, 0, None)
    assert (check.junk_rate, check.duplicate_rate, check.growth_rate) == (0.25, 0.5, None)
    assert api.container.maintenance.last_checks() == {"acme": check}
    shown = api.get("/v1/admin/maintenance/r").json()["check"]
    assert (shown["junk_rate"], shown["ledger_imbalance"], shown["at"]) == (0.25, 0, "2026-11-30T11:00:00Z")


def test_what_nobody_lost_but_the_ledger_is_an_error_in_the_log(api, caplog):
    api.doors.ledger._state.ledgers["acme"]["captured"] += 2
    assert night(api).check.ledger_imbalance == 2
    assert "ledger.imbalanced tenant=acme imbalance=2" in caplog.text


def test_turns_that_move_while_they_are_counted_are_counted_again(api):
    class Moving:
        def __init__(self):
            self.left = 2

        def read(self, tenant_id):
            self.left -= 1
            return api.doors.ledger.read(tenant_id) if self.left < 0 else type("Seen", (), {"imbalance": 1})

    assert check_tenant(api.store, api.doors.audit, Moving(), "acme", now=NOW).ledger_imbalance == 0


@pytest.mark.parametrize(("token", "label"), [("", "*"), ("scrape-me", "acme")])
def test_the_last_nights_rates_are_gauges(token, label):
    api = ApiSystem({"TIERCEL_METRICS_TOKEN": token} if token else {})
    assert "tiercel_guardrail_rate{" not in api.get("/metrics", key=token or None).text
    fill(api)
    night(api)
    text = api.get("/metrics", key=token or None).text
    assert f'tiercel_guardrail_rate{{tenant="{label}",rate="junk"}} 0.25' in text
    assert f'tiercel_guardrail_rate{{tenant="{label}",rate="duplicate"}} 0.5' in text
    assert 'rate="reject"' not in text, "nothing was judged"
