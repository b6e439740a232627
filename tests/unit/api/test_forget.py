"""POST /v1/forget: what is meant goes, nothing else, and a dry run says it before."""

import pytest

from shared.ports.key_ring import KeyRole
from tests.unit.api.system import OTHER_KEY

WORDS = {"zh": "用户喜欢简洁的回复风格", "en": "Ann works at Acme in Berlin since 2024"}


def forget(api, status=200, **body):
    answer = api.post("/v1/forget", body)
    assert answer.status_code == status, answer.text
    return answer.json()


def outcomes(answer):
    return {item["id"]: item["outcome"] for item in answer["items"]}


OTHER = {"zh": "季度预算会议在三楼召开", "en": "The quarterly budget meeting is on the third floor"}


@pytest.mark.parametrize(("text", "unlike"), [(WORDS[each], OTHER[each]) for each in WORDS], ids=WORDS)
def test_a_query_archives_what_fits_and_a_dry_run_lists_just_that(api, text, unlike):
    meant = api.remember(text, user_id="ann")
    other = api.remember(unlike, user_id="ann")
    dry = forget(api, query=text, user_id="ann", dry_run=True)
    assert outcomes(dry) == {meant["id"]: "would_be_archived"}
    assert dry["archived"] == 0
    done = forget(api, query=text, user_id="ann")
    assert ({item["id"] for item in done["items"]}, done["archived"], done["erased"]) == ({meant["id"]}, 1, 0)
    assert all(item["score"] >= 0.6 for item in done["items"])
    assert {item["id"]: item["stage"] for item in api.get("/v1/memories?user_id=ann").json()["items"]}.keys() == {other["id"]}
    assert api.post(f"/v1/memories/{meant['id']}/restore").status_code == 200


def test_l6_a_query_never_takes_what_is_below_the_minimum(api):
    api.remember(WORDS["en"], user_id="ann")
    assert forget(api, query="bananas on the moon", user_id="ann")["matched"] == 0
    assert forget(api, query=WORDS["en"], user_id="ann", min_score=1.0)["matched"] == 0


def test_a_query_without_a_user_takes_nobodys_only(api):
    anns, teams = api.remember(WORDS["en"], user_id="ann"), api.remember(f"{WORDS['en']}.")
    assert set(outcomes(forget(api, query=WORDS["en"], min_score=0.1, dry_run=True))) == {teams["id"]}
    assert set(outcomes(forget(api, query=WORDS["en"], user_id="ann", min_score=0.1, dry_run=True))) == {anns["id"]}


def test_what_is_to_be_forgotten_is_not_counted_as_used(api):
    api.remember(WORDS["en"], user_id="ann")
    forget(api, query=WORDS["en"], user_id="ann", min_score=0.1, dry_run=True)
    assert api.doors.recall_log.take(limit=9) == ()


def test_ids_and_a_filter_erase_for_good(api):
    first, second, third = (api.remember(f"Ann met partner number {n} in Berlin", user_id="ann") for n in (1, 2, 3))
    gone = forget(api, ids=[first["id"], "unknown", first["id"]], mode="erase")
    assert (outcomes(gone), gone["matched"], gone["erased"]) == ({first["id"]: "erased"}, 1, 1)
    api.post(f"/v1/memories/{second['id']}/archive")
    assert forget(api, filter={"q": "partner number"}, user_id="ann")["items"][0]["id"] == third["id"]
    assert forget(api, filter={"q": "partner number"}, user_id="ann", mode="erase")["erased"] == 2
    assert api.get("/v1/export").text.count("partner number") == 0


def test_a_key_forgets_only_what_is_its_own(api):
    anns = api.remember(WORDS["en"], user_id="ann")
    api.add_key("bobs", user_ids=frozenset({"bob"}), roles=frozenset(KeyRole))
    for key in ("bobs", OTHER_KEY):
        assert api.post("/v1/forget", {"ids": [anns["id"]]}, key=key).json()["matched"] == 0
    assert api.post("/v1/forget", {"query": "Acme", "user_id": "ann"}, key="bobs").status_code == 403


@pytest.mark.parametrize("mode", ["archive", "erase"])
def test_a_user_agent_or_label_beside_the_ids_narrows_them(api, mode):
    mine = {"user_id": "ann", "agent_id": "main", "labels": {"project": "x"}}
    anns = api.remember(WORDS["zh"], **mine)
    for field, other in (("user_id", "bob"), ("agent_id", "ads"), ("labels", {"project": "y"})):
        assert forget(api, ids=[anns["id"]], mode=mode, **{**mine, field: other})["matched"] == 0, field
    assert api.get(f"/v1/memories/{anns['id']}").json()["stage"] != "archive"
    assert forget(api, ids=[anns["id"]], mode=mode, **mine)["matched"] == 1


def test_an_empty_filter_is_named_as_it_was_sent(api):
    assert forget(api, 422, filter={})["error"]["field"] == "filter"


@pytest.mark.parametrize(
    "body", [{}, {"query": "x", "ids": ["a"]}, {"filter": {}}, {"query": "x", "mode": "burn"}, {"query": "x", "min_score": 2}, {"ids": []}]
)
def test_what_is_not_clearly_asked_for_is_refused(api, body):
    assert forget(api, 422, **body)["error"]["field"]


def test_what_a_key_may_not_move_is_kept_and_says_why(api):
    rule = api.remember("Never bid above 3 EUR for brand A", layer="L1")
    archived = api.remember(WORDS["zh"], user_id="ann")
    api.post(f"/v1/memories/{archived['id']}/archive")
    api.add_key("writes", roles=frozenset({KeyRole.WRITER}))
    api.add_key("governs", roles=frozenset({KeyRole.WRITER}), authority=True)
    kept = {"archive": {"role_denied", "already_archived"}, "erase": {"role_denied"}}
    for mode, reasons in kept.items():
        answer = api.post("/v1/forget", {"ids": [rule["id"], archived["id"]], "mode": mode}, key="writes").json()
        assert {item["reason"] for item in answer["items"] if item["outcome"] == "kept"} == reasons
    assert api.delete(f"/v1/memories/{rule['id']}", key="writes").status_code == 403
    assert api.get(f"/v1/memories/{rule['id']}").status_code == 200
    assert api.delete(f"/v1/memories/{rule['id']}", key="governs").status_code == 204
