"""POST /v1/admin/maintenance: asked of the decay worker, awaited, paged, one run of a kind at a time."""

from dataclasses import replace

import pytest

from services.api.explicit_plan import Written
from services.decay_worker.jobs import watch_of
from shared.contracts.queues import DECAY_SWEEP
from shared.domain.decision import Action
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.scope import Scope
from shared.ports.captures import ConsumedTurn
from shared.ports.inboxes import InboxKind
from shared.ports.key_ring import KeyRole
from tests.factories import ANN, NOW, make_plan, minutes
from tests.unit.api.system import OTHER_KEY, ApiSystem

URL = "/v1/admin/maintenance"
ACME = Scope(tenant_id="acme")


@pytest.fixture
def api():
    return ApiSystem()


def dream(api, *, dry_run=False, **request):
    """Asked, carried out, read."""
    run_id = api.post(f"{URL}?wait_seconds=0", {"dry_run": dry_run}, **request).json()["run_id"]
    watch_of(api.container).carry_out()
    answer = api.get(f"{URL}/{run_id}", **request)
    assert answer.status_code == 200, answer.text
    return answer.json()


def later(api, days):
    api.clock.time += minutes(days * 24 * 60)


def test_a_dry_run_lists_what_the_real_run_then_does(api):
    gone, kept = api.remember("Ann likes short answers", ttl_seconds=60), api.remember("Ann works at Acme in Berlin since 2024")
    later(api, 1)
    expected = [{"id": gone["id"], "from": gone["stage"], "to": "archive", "reason": "expired"}]
    dry = dream(api, dry_run=True)
    assert (dry["moves"], dry["total"], dry["moved"], dry["dry_run"]) == (expected, 1, 0, True)
    real = dream(api)
    assert (real["moves"], real["total"], real["moved"], real["left"]) == (expected, 1, 1, 0)
    assert dream(api)["moves"] == []
    assert api.get(f"/v1/memories/{gone['id']}").json()["stage"] == "archive"
    assert api.get(f"/v1/memories/{kept['id']}").json()["status"] == "live"


def test_a_real_run_does_what_a_dry_run_listed_and_what_is_still_true_of_it(api):
    first, second, third = (api.remember(text, ttl_seconds=60) for text in ("Ann likes short answers", "安喜欢绿茶", "Ann owns two cats"))
    later(api, 1)
    dry = dream(api, dry_run=True)
    soon = api.remember("Ann works at Acme in Berlin since 2024", ttl_seconds=60)
    later(api, 1)
    api.delete(f"/v1/memories/{third['id']}")
    asked = api.post(f"{URL}?wait_seconds=0", {"as_listed": dry["run_id"]})
    watch_of(api.container).carry_out()
    real = api.get(f"{URL}/{asked.json()['run_id']}").json()
    assert (real["moves"], real["began_at"], real["dry_run"]) == (dry["moves"], dry["began_at"], False)
    assert (api.store.get(ACME, first["id"]).stage, api.store.get(ACME, second["id"]).stage) == ("archive", "archive")
    assert api.store.get(ACME, soon["id"]).stage == soon["stage"]


def test_only_a_dry_run_that_has_ended_is_a_list_and_one_real_run_is_under_way_at_a_time(api):
    dry = dream(api, dry_run=True)["run_id"]
    real = dream(api)["run_id"]
    assert api.post(URL, {"as_listed": "unknown"}).status_code == 404
    assert api.post(URL, {"as_listed": dry}, key=OTHER_KEY).status_code == 404
    for body in ({"as_listed": real}, {"as_listed": dry, "dry_run": True}):
        assert api.post(URL, body).json()["error"]["field"] == "as_listed"
    first, again = (api.post(f"{URL}?wait_seconds=0", {"as_listed": dry}).json() for _ in range(2))
    assert (first["run_id"], again["joined"]) == (again["run_id"], True)
    watch_of(api.container).carry_out()
    api.post(f"{URL}?wait_seconds=0", {})
    assert api.post(URL, {"as_listed": dry}).json()["error"]["code"] == "run_under_way"


def test_d16_a_run_that_is_asked_for_twice_is_one_run(api):
    first, second = (api.post(f"{URL}?wait_seconds=0", {}) for _ in range(2))
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json()["run_id"] == second.json()["run_id"]
    assert [answer.json()["joined"] for answer in (first, second)] == [False, True]
    assert api.post(f"{URL}?wait_seconds=0", {"dry_run": True}).json()["joined"] is False
    assert api.jobs.woken[DECAY_SWEEP] == 3


def test_a_long_list_is_paged_and_its_number_exact(api):
    for number in range(7):
        api.remember(f"Ann has {number + 2} bicycles in her cellar", ttl_seconds=1, idempotency_key=f"k{number}")
    later(api, 1)
    run_id = dream(api, dry_run=True)["run_id"]
    read, cursor = [], None
    while True:
        page = api.get(f"{URL}/{run_id}", params={"limit": 3, **({"cursor": cursor} if cursor else {})}).json()
        assert page["total"] == 7
        read += page["moves"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert len({move["id"] for move in read}) == len(read) == 7


def test_a_tenant_sees_and_moves_its_own_memories_only(api):
    mine, his = api.remember(ttl_seconds=1), api.remember(ttl_seconds=1, key=OTHER_KEY)
    later(api, 1)
    run = dream(api)
    assert [move["id"] for move in run["moves"]] == [mine["id"]]
    assert api.get(f"{URL}/{run['run_id']}", key=OTHER_KEY).status_code == 404
    assert [move["id"] for move in dream(api, key=OTHER_KEY)["moves"]] == [his["id"]]


@pytest.mark.parametrize("cursor", ["-1", "x", "9" * 20])
def test_a_cursor_of_something_else_is_refused_by_name(api, cursor):
    answer = api.get(f"{URL}/any", params={"cursor": cursor})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "cursor")


def test_a_key_that_is_narrowed_does_not_run_maintenance_of_the_whole_tenant(api):
    api.add_key("narrow", roles=frozenset({KeyRole.ADMIN}), user_ids=("ann",))
    assert api.post(f"{URL}?wait_seconds=0", {}, key="narrow").status_code == 403


def test_a_restored_memory_is_not_archived_again_by_the_next_run(api):
    memory = api.remember("Ann likes short answers", ttl_seconds=60)
    later(api, 500)
    dream(api)
    assert api.post(f"/v1/memories/{memory['id']}/restore", {}).json()["memory"]["status"] == "live"
    assert dream(api)["moves"] == []
    restored = api.get(f"/v1/memories/{memory['id']}").json()
    assert (restored["status"], restored["expires_at"]) == ("live", None)


@pytest.mark.parametrize(
    ("path", "body", "archived"),
    [
        (None, None, True),
        ("", {"importance": 0.4, "if_version": 1}, False),
        ("", {"text": "Ann likes very short answers", "if_version": 1}, False),
        ("/feedback", {"verdict": "confirm"}, False),
        ("/feedback", {"verdict": "helpful"}, False),
        ("/feedback", {"verdict": "correct", "text": "Ann likes very short answers"}, False),
        ("/feedback", {"verdict": "deny"}, True),
        ("/feedback", {"verdict": "harmful"}, True),
    ],
)
def test_what_a_person_changed_or_confirmed_lately_is_not_idle(api, path, body, archived):
    memory = api.remember("Ann likes short answers", user_id="ann")
    later(api, 375)
    if path is not None:
        answer = api.call("POST" if path else "PATCH", f"/v1/memories/{memory['id']}{path}", json=body)
        assert answer.status_code == 200, answer.text
        shown = answer.json().get("memory", answer.json())
        assert (shown["last_accessed_at"], shown["access_count"]) == (None if archived else "2027-12-10T09:00:00Z", 0)
    later(api, 10)
    assert ["archive" for move in dream(api)["moves"] if move["to"] == "archive"] == ["archive"] * archived


def test_earlier_words_that_a_person_brought_back_are_not_idle(api):
    restored, undone = (api.remember(text, user_id="ann") for text in ("Ann likes short answers", "Bob plays the violin in Munich"))
    later(api, 1)
    api.patch(f"/v1/memories/{restored['id']}", {"text": "Ann likes long answers", "if_version": 1})
    later(api, 374)
    assert api.post(f"/v1/memories/{restored['id']}/restore", {"version": 1}).status_code == 200
    assert api.post(f"/v1/traces/{undone['trace_id']}/undo").status_code == 200
    assert api.post(f"/v1/memories/{undone['id']}/restore").status_code == 200
    later(api, 10)
    assert [move for move in dream(api)["moves"] if move["to"] == "archive"] == []


@pytest.mark.parametrize("runs", [1, 100])
def test_l2_importance_fades_by_its_idle_days_however_often_maintenance_runs_and_what_is_stored_stays(api, runs):
    api.post("/v1/import", {"id": "m", "text": "Ann likes short answers", "importance": 0.7})
    later(api, 10)
    for _ in range(runs):
        dream(api)
    memory = api.get("/v1/memories/m").json()
    assert memory["importance"] == 0.7
    assert memory["forgetting"]["scores"]["importance_now"] == pytest.approx(0.41912, abs=5e-6)


@pytest.mark.parametrize("text", ["# Keys\n\nThe spare key hangs in the hall.\n", "# 钥匙\n\n备用钥匙挂在走廊里。\n"])
def test_l4_a_blanket_lifetime_is_that_of_imported_files_too(text):
    api = ApiSystem(environ={"TIERCEL_TTL_SECONDS": "3600"})
    assert api.post("/v1/import/markdown", {"files": [{"path": "a.md", "content": text}]}).json()["chunks"] == 1
    later(api, 1)
    assert [move["reason"] for move in dream(api)["moves"]] == ["expired"]


@pytest.mark.parametrize(
    ("own", "moves"),
    [({}, []), ({"capacity": 1}, ["capacity"]), ({"capacity": 0}, []), ({"ttl_seconds": 3600}, ["expired", "expired"])],
)
def test_a_tenants_own_capacity_and_lifetimes_beat_the_deployments(api, own, moves):
    answer = api.patch("/v1/admin/tenants/acme", {"forgetting": own})
    assert answer.json()["forgetting"] == {
        **dict.fromkeys(("timezone", "capacity", "ttl_seconds", "realtime_ttl_seconds", "other_ttl_seconds")),
        **own,
    }
    api.remember("Ann likes short answers")
    api.remember("Bob plays the violin in Munich")
    later(api, 1)
    assert [move["reason"] for move in dream(api, dry_run=True)["moves"]] == moves


@pytest.mark.parametrize(
    ("field", "value"),
    [("timezone", "Mars"), ("capacity", -1), ("ttl_seconds", -1), ("realtime_ttl_seconds", -5), ("other_ttl_seconds", -1)],
)
def test_a_tenant_setting_that_cannot_be_is_refused_by_name(api, field, value):
    answer = api.patch("/v1/admin/tenants/acme", {"forgetting": {field: value}})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, f"forgetting.{field}")


def test_a_negative_lifetime_of_a_memory_is_refused_by_name(api):
    answer = api.post("/v1/memories", {"text": "Ann works at Acme", "ttl_seconds": -1})
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, "ttl_seconds")


@pytest.mark.parametrize(
    ("variable", "value", "category", "days"),
    [
        ("TIERCEL_TTL_SECONDS", "3600", "fact", 1),
        ("TIERCEL_OTHER_TTL_SECONDS", "3600", "other", 1),
        ("TIERCEL_FORGETTING_RATE", "5", "fact", 5),
        ("TIERCEL_ARCHIVE_BELOW", "1", "fact", 1),
        ("TIERCEL_DEMOTE_AFTER_DAYS", "1", "fact", 2),
        ("TIERCEL_TENANT_CAPACITY", "1", "fact", 1),
    ],
)
def test_l4_a_setting_changes_what_a_run_does(variable, value, category, days):
    moved = []
    for environ in ({}, {variable: value}):
        api = ApiSystem(environ=environ)
        for text in ("Ann likes short answers", "Bob plays the violin in Munich"):
            api.remember(text, category=category, importance=0.9)
        later(api, days)
        moved.append(bool(dream(api, dry_run=True)["moves"]))
    assert moved == [False, True]


@pytest.mark.parametrize(
    ("environ", "used", "days"),
    [
        ({"TIERCEL_FORGETTING_BOOST": "0"}, 1, 60),
        ({"TIERCEL_FORGETTING_BOOST_CAP": "0.01"}, 1, 60),
    ],
)
def test_l4_what_use_adds_is_a_setting(environ, used, days):
    moved = []
    for given in ({}, environ):
        api = ApiSystem(environ={"TIERCEL_OTHER_TTL_SECONDS": "0", **given})
        memory = api.remember("Ann likes short answers", category="other")
        for point in api.store.points.values():
            api.store.points[point.point_id] = replace(point, memory=replace(point.memory, access_count=used))
        later(api, days)
        moved.append([move["to"] for move in dream(api, dry_run=True)["moves"] if move["id"] == memory["id"]])
    assert [("archive" in moves) for moves in moved] == [False, True]


@pytest.mark.parametrize(
    ("environ", "category", "expected"),
    [
        ({}, "other", ["archive", "deleted"]),
        ({}, "fact", ["archive"]),
        ({"TIERCEL_DELETE_AFTER_DAYS": "0"}, "other", ["archive"]),
        ({"TIERCEL_DELETE_DURABLE": "true"}, "fact", ["archive", "deleted"]),
        ({"TIERCEL_ARCHIVE_MIN_IDLE_DAYS": "5000"}, "fact", []),
    ],
)
def test_l4_whether_and_when_the_archive_ends_is_a_setting(environ, category, expected):
    api = ApiSystem(environ={"TIERCEL_OTHER_TTL_SECONDS": "0", **environ})
    api.remember("Ann likes short answers", category=category)
    ends = []
    for days in (400, 119, 2):
        later(api, days)
        ends += [move["to"] for move in dream(api)["moves"] if move["to"] in {"archive", "deleted"}]
    assert ends == expected


def records(api, **request):
    return {cut["kind"]: cut["count"] for cut in dream(api, **request)["records"]}


def test_old_records_are_counted_by_a_dry_run_removed_by_a_real_one_and_counted_as_removed(api):
    memory = api.remember()
    later(api, 91)
    assert records(api, dry_run=True)["traces"] == 1
    assert api.get(f"/v1/traces/{memory['trace_id']}").status_code == 200
    assert records(api)["traces"] == 1
    assert api.get(f"/v1/traces/{memory['trace_id']}").status_code == 404
    assert records(api)["traces"] == 0
    assert api.metrics.counts["tiercel_records_removed_total", (("kind", "traces"),)] == 1
    assert api.get(f"/v1/memories/{memory['id']}").status_code == 200


@pytest.mark.parametrize(
    ("variable", "kind", "days"),
    [
        ("TIERCEL_KEEP_TRACES_DAYS", "traces", 90),
        ("TIERCEL_KEEP_CAPTURES_DAYS", "captures", 30),
        ("TIERCEL_KEEP_REVIEWS_DAYS", "reviews", 365),
        ("TIERCEL_KEEP_DEAD_LETTERS_DAYS", "dead_letters", 30),
    ],
)
def test_how_long_records_are_kept_is_a_setting_and_nought_is_for_ever(variable, kind, days):
    found = []
    for environ in ({}, {variable: str(days * 2)}, {variable: "0"}):
        api = ApiSystem(environ=environ)
        fill_with_records(api)
        later(api, days + 2)
        found.append(records(api, dry_run=True).get(kind, "kept"))
    assert found == [1, 0, "kept"]


def test_a_real_run_removes_no_record_that_a_dry_run_did_not_list():
    api = ApiSystem()
    fill_with_records(api)
    later(api, 400)
    listed = records(api, dry_run=True)
    assert (listed["captures"], listed["dead_letters"]) == (1, 1), "the letter holds its own capture back"
    assert records(api) == listed
    assert records(api)["captures"] == 1, "it goes in the next run"


def fill_with_records(api):
    """One trace, one finished capture, one dead letter, one answered review."""
    api.remember()
    for turn in ("done", "dead"):
        api.post(
            "/v1/turns", {"turn_id": turn, "session_id": turn, "user_id": "ann", "messages": [{"role": "user", "text": f"{turn} it is"}]}
        )
        lease = api.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w1", limit=1)
        if turn == "dead":
            api.doors.captures.bury(lease, lease.entry_ids[0], reason="unreadable", raw="{")
        else:
            api.doors.captures.begin_extraction(lease)
            api.doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=lease.entry_ids[0], proposals=())], [])
    review = Review(
        id="r1", tenant_id="acme", owner=ANN, kind=ReviewKind.CANDIDATE, status=ReviewStatus.REJECTED, reason="x", created_at=NOW, text="t",
        answered_at=NOW,
    )  # fmt: skip
    plan = make_plan("answered", reviews=(review,))
    api.container.writer.write("acme", ANN, lambda _: Written(action=Action.REJECT, plan=plan))
