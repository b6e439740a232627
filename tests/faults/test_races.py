"""The same thing at the same time from many sides: one effect."""

import signal
from concurrent.futures import ThreadPoolExecutor

from tests.faults.caller import Caller
from tests.faults.family import Family
from tests.faults.scale import PARALLEL_TURNS
from tests.faults.speech import statement, turn


def test_d1_fifty_identical_turns_at_once_are_one_capture_and_one_memory(caller: Caller) -> None:
    captures = caller.say_all([turn(1, user="d1")] * 50, threads=50)
    assert len(set(captures)) == 1
    caller.await_state(captures[:1], "done")
    caller.assert_accounted(captures, written=1)
    caller.assert_stored_once("d1", [statement(1, "d1")])


def test_d1_the_same_words_under_fifty_ids_are_fifty_captures_and_one_memory(caller: Caller) -> None:
    captures = caller.say_all([turn(2, user="d1b", turn_id=f"x{number}") for number in range(50)], threads=50)
    assert len(set(captures)) == 50
    caller.await_state(captures, "done")
    actions = caller.assert_accounted(captures)
    assert (actions["WRITE"], actions["NOOP"]) == (1, 49)
    caller.assert_stored_once("d1b", [statement(2, "d1b")])


def test_q14_the_same_turn_on_a_second_process_and_after_a_restart_is_the_same_capture(family: Family, caller: Caller) -> None:
    body = turn(3, user="q14")
    first = caller.say(body)
    caller.await_state([first], "done")
    caller.assert_accounted([first], written=1)
    before = caller.ledger()
    with family.start_api("api#2") as second:
        assert second.say(body) == first
    family.stop("api#2")
    family.kill("capture_worker", "guard_worker")
    family.valkey.kill()
    family.valkey.start()
    family.start_workers()
    assert caller.say(body) == first
    after = caller.ledger()
    assert (after["captured"], after["candidates"]["proposed"]) == (before["captured"], before["candidates"]["proposed"])
    caller.assert_stored_once("q14", [statement(3, "q14")])


def test_d15_many_different_turns_of_one_person_at_once_are_all_stored(caller: Caller) -> None:
    captures = caller.say_all([turn(number, user="d15", session=f"s{number % 25}") for number in range(PARALLEL_TURNS)], threads=40)
    caller.await_quiet(seconds=90)
    caller.assert_accounted(captures, written=PARALLEL_TURNS)
    caller.assert_stored_once("d15", [statement(number, "d15") for number in range(PARALLEL_TURNS)])


def test_twenty_contradicting_edits_at_once_leave_one_current_version_and_a_dense_history(caller: Caller) -> None:
    made = caller.post("/v1/memories", {"text": "I keep the spare key under the blue flower pot", "user_id": "edits"})
    memory = made.json()["memory"]
    path = f"/v1/memories/{memory['id']}"

    def edit(number: int) -> int:
        text = f"I keep the spare key in drawer {number} of the hall cupboard"
        if number % 3 == 0:
            return caller.http.patch(path, json={"text": text, "if_version": 1}).status_code
        if number % 3 == 1:
            return caller.post(f"{path}/feedback", {"verdict": "correct", "text": text}).status_code
        return caller.post("/v1/turns", turn(number, user="edits", text=text)).status_code

    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(edit, range(20)))
    caller.await_quiet(seconds=30)
    patched = [status for number, status in enumerate(statuses) if number % 3 == 0]
    assert set(patched) <= {200, 409}
    assert patched.count(200) <= 1
    assert {status for number, status in enumerate(statuses) if number % 3 == 1} == {200}
    history = caller.get(f"{path}/history")["items"]
    assert [version["version"] for version in history] == list(range(1, len(history) + 1))
    assert [version["status"] for version in history] == ["superseded"] * (len(history) - 1) + ["live"]
    made_by_edits = len(history) - 1 - patched.count(200) - 7
    assert 0 <= made_by_edits <= 6, "each accepted edit is one version; a turn is rebased on what it finds, or says nothing new"
    assert caller.ledger()["imbalance"] == 0


def test_a_review_is_answered_once_however_many_answer_it(family: Family, caller: Caller) -> None:
    writer = caller.post("/v1/admin/keys", {"roles": ["writer"]}).json()["key"]
    rule = {"text": "Never spend more than 700 EUR a day on shoes", "layer": "L1", "user_id": "rev"}
    held = caller.http.post("/v1/memories", json=rule, headers={"Authorization": f"Bearer {writer}"})
    assert held.status_code == 202, held.text
    path = f"/v1/reviews/{held.json()['review_id']}"

    def answer(number: int) -> int:
        side = caller if number % 2 else second
        return side.post(path, {"decision": "approve" if number % 3 else "reject"}).status_code

    with family.start_api("api#2") as second, ThreadPoolExecutor(20) as pool:
        statuses = sorted(pool.map(answer, range(20)))
    family.stop("api#2")
    assert statuses == [200] + [409] * 19
    status = caller.get(path)["status"]
    assert len(caller.memories("rev")) == (status == "approved")
    review_id = held.json()["review_id"]
    answers = [
        line
        for action in ("review.approve", "review.reject")
        for line in caller.get("/v1/audit", limit=500, action=action)["items"]
        if review_id in line["subject_ids"]
    ]
    assert len(answers) == 1
    explicit = caller.ledger()["explicit"]
    assert min(explicit.values()) >= 0, explicit


def test_d3_a_memory_deleted_while_it_is_being_changed_leaves_nothing_behind(family: Family, caller: Caller) -> None:
    for number in range(6):
        user = f"d3-{number}"
        memory = caller.post("/v1/memories", {"text": statement(number, user), "user_id": user}).json()["memory"]
        path = f"/v1/memories/{memory['id']}"
        with ThreadPoolExecutor(8) as pool:
            corrections = [
                pool.submit(caller.post, f"{path}/feedback", {"verdict": "correct", "text": f"I sold thing {number} for {step} EUR"})
                for step in range(6)
            ]
            deleted = pool.submit(caller.http.delete, path)
            turns = pool.submit(caller.say, turn(number, user=user, text=statement(number, user)))
        assert deleted.result().status_code == 204
        assert {correction.result().status_code for correction in corrections} <= {200, 404, 409}
        caller.await_state([turns.result()], "done")
        assert caller.http.get(path).status_code == 404
        assert caller.http.get(f"{path}/history").status_code == 404
        assert all(found["id"] != memory["id"] and found["text"] for found in caller.memories(user))
    assert caller.ledger()["imbalance"] == 0


def test_workers_that_were_stopped_read_the_same_session_id_of_two_tenants(family: Family, caller: Caller) -> None:
    caller.post("/v1/admin/tenants", {"tenant_id": "two"})
    key = caller.post("/v1/admin/keys", {"tenant_id": "two", "roles": ["reader", "writer"]}).json()["key"]
    family.send(signal.SIGSTOP, "capture_worker", "guard_worker")
    with Caller(str(caller.http.base_url), key) as other:
        mine = [caller.say(turn(number, user="same", session="same")) for number in range(5)]
        theirs = [other.say(turn(number, user="same", session="same")) for number in range(5)]
        assert not set(mine) & set(theirs)
        family.send(signal.SIGCONT, "capture_worker", "guard_worker")
        for side, captures in ((caller, mine), (other, theirs)):
            side.await_state(captures, "done")
            side.assert_accounted(captures, written=5)
            side.assert_stored_once("same", [statement(number, "same") for number in range(5)])
