"""POST /v1/summarize: what a session keeps becomes one memory through the queue, the model and the guard."""

from dataclasses import replace
from typing import Any

import pytest

from shared.domain.session_summary import summary_turn
from tests.factories import ANN, minutes
from tests.unit.api.talk import MORE, TALK, Talk, candidate, sums_up


@pytest.mark.parametrize("language", TALK)
def test_the_waiting_turns_are_read_first_and_then_one_summary_is_written_through_the_guard(talk: Talk, language: str) -> None:
    talk.say(*TALK[language])
    done = talk.sum_up()
    assert (done["status"], done["duplicate"], done["turns"]) == ("accepted", False, 2)
    outcome = talk.outcome(done)
    assert outcome["action"] == "WRITE"
    evidence = talk.get(f"/v1/traces/{outcome['trace_id']}").json()["candidate"]["evidence"]
    assert [each["quote"] for each in evidence] == TALK[language]
    assert [request.schema_name for request in talk.model.requests] == [
        "tiercel_extraction", "tiercel_session_summary", "tiercel_judgement",
    ]  # fmt: skip
    (summary,) = talk.summaries()
    assert (summary["category"], summary["layer"], summary["subject"], summary["session_id"]) == ("other", "L2", "session", "s1")
    assert summary["text"] == "; ".join(TALK[language])
    assert summary["expires_at"] is not None, "a month, as all that is `other`"
    assert talk.imbalance() == 0


@pytest.mark.parametrize("language", TALK)
def test_d15_two_at_once_make_one_row_for_the_same_words_and_both_are_told_so(talk: Talk, language: str) -> None:
    talk.say(*TALK[language])
    first, second = talk.sum_up(), talk.sum_up()
    assert (first["duplicate"], second["duplicate"]) == (False, True)
    assert first["capture_id"] == second["capture_id"]
    talk.drain()
    third = talk.sum_up()
    assert (third["duplicate"], third["status"]) == (True, "done")
    talk.drain()
    assert len(talk.summaries()) == len(talk.asked()) == 1


def test_d15_one_that_saw_less_and_comes_last_changes_nothing(talk: Talk) -> None:
    talk.say(TALK["en"][0])
    (first,) = talk.doors.session_words.kept("acme", ANN, "s1")
    talk.clock.time += minutes(1)
    talk.say(TALK["en"][1])
    talk.outcome(talk.sum_up())
    late = summary_turn("acme", ANN, "s1", [first], now=talk.clock.time)
    talk.doors.intake.accept(late)
    talk.drain()
    (outcome,) = talk.get(f"/v1/captures/{late.capture_id}").json()["outcomes"]
    assert (outcome["action"], outcome["reason"]) == ("NOOP", "told_already")
    (summary,) = talk.summaries()
    assert (summary["text"], summary["version"]) == ("; ".join(TALK["en"]), 1)


@pytest.mark.parametrize("consistency", ["consistent", "refines", "unknown"])
@pytest.mark.parametrize("language", TALK)
def test_a_later_summary_that_holds_more_is_a_new_version_of_the_earlier_one(talk: Talk, language: str, consistency: str) -> None:
    talk.say(*TALK[language])
    talk.outcome(talk.sum_up())
    (before,) = talk.summaries()
    talk.clock.time += minutes(5)
    talk.say(MORE[language])
    talk.consistency = consistency
    talk.outcome(talk.sum_up())
    (after,) = talk.summaries()
    assert (after["id"], after["version"]) == (before["id"], before["version"] + 1)
    assert MORE[language] in after["text"]
    versions = talk.get(f"/v1/memories/{after['id']}/history").json()["items"]
    assert sorted(version["text"] for version in versions) == sorted([before["text"], after["text"]])


@pytest.mark.parametrize(
    ("environ", "reason"),
    [
        ({"TIERCEL_LLM_MODE": "offline"}, "session_summary:offline"),
        ({"TIERCEL_SESSION_WORDS_SECONDS": "0"}, "session_summary:off"),
        ({"TIERCEL_CAPTURE_ENABLED": "false"}, "capture_disabled"),
        ({}, "session_summary:nothing_said"),
    ],
    ids=["offline", "off", "capture off", "unknown session"],
)
def test_where_there_is_nothing_to_sum_up_the_answer_says_why_and_nothing_is_made_up(environ: dict[str, str], reason: str) -> None:
    talk = Talk(**environ)
    talk.say(*TALK["en"], session="s1" if environ else "s2")
    first, again = talk.sum_up(), talk.sum_up()
    assert (first["status"], first["reason"], first["summaries"]) == ("skipped", reason, [])
    assert (again["duplicate"], again["capture_id"]) == (True, first["capture_id"])
    assert talk.get(f"/v1/captures/{first['capture_id']}").json()["status"] == "skipped"
    assert talk.asked() == talk.summaries() == []
    assert talk.imbalance() == 0


def test_a_skipped_summary_is_no_duplicate_of_one_that_can_be_made_later(talk: Talk) -> None:
    assert talk.sum_up()["status"] == "skipped"
    talk.say(*TALK["en"])
    assert talk.outcome(talk.sum_up())["action"] == "WRITE"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I moved to Lisbon in May 2024; the budget is 80 lamps", "unsupported_number"),
        ("我2024年5月搬到里斯本;港口项目要90盏灯", "unsupported_number"),
        ("I moved to Lisbon in May 2019 for the harbour project", "unsupported_number"),
        ("I moved to Lisbon for the harbour project with Theodora", "unsupported"),
        ("我和欧阳靖搬到里斯本做港口项目", "unsupported"),
    ],
)
def test_what_no_turn_says_is_refused(talk: Talk, text: str, reason: str) -> None:
    talk.say(*TALK["en" if text.isascii() else "zh"])
    talk.summary = lambda document: candidate(text, document["turns"])
    outcome = talk.outcome(talk.sum_up())
    assert (outcome["action"], outcome["reason"]) == ("REJECT", reason)
    assert talk.summaries() == []


def test_an_assistants_words_count_only_where_the_user_accepted_them(talk: Talk) -> None:
    offer = {"role": "assistant", "text": "I suggest you order the harbour lamps from Nolte on Thursday"}
    for number, reply in enumerate(("Let me think about that", "Yes, let's do that")):
        session = f"s{number}"
        body = {"session_id": session, "user_id": "ann", "messages": [offer, {"role": "user", "text": reply}]}
        talk.post("/v1/turns", {**body, "messages": [{"role": "user", "text": TALK["en"][0]}, *body["messages"]]})
    talk.summary = lambda document: candidate(
        "I moved to Lisbon in May 2024. I order the harbour lamps from Nolte on Thursday", document["turns"]
    )
    outcomes = [talk.outcome(talk.sum_up(session)) for session in ("s0", "s1")]
    assert [outcome["action"] for outcome in outcomes] == ["REJECT", "WRITE"], outcomes


@pytest.mark.parametrize(
    "extra",
    [{"category": "preference", "layer": "L3"}, {"layer": "L1", "trigger_type": "rule_update"}, {"valid_to": "2030-01-01T00:00:00Z"}],
)
def test_whatever_a_model_calls_it_a_summary_is_one_lasting_memory_of_the_kind_other(talk: Talk, extra: dict[str, Any]) -> None:
    talk.say(*TALK["en"])
    talk.summary = lambda document: [{**sums_up(document), **extra}, candidate("A second one", document["turns"])]
    assert talk.outcome(talk.sum_up())["action"] == "WRITE"
    (summary,) = talk.memories()
    assert (summary["category"], summary["layer"], summary["valid_to"]) == ("other", "L2", None)


def test_nothing_worth_telling_makes_no_memory(talk: Talk) -> None:
    talk.say(*TALK["en"])
    talk.summary = lambda _: []
    done = talk.sum_up()
    talk.drain()
    assert talk.get(f"/v1/captures/{done['capture_id']}").json()["status"] == "done"
    assert talk.memories() == []


def test_a_long_session_is_summed_up_in_one_call_from_its_newest_words_and_stands_beside_what_it_no_longer_holds() -> None:
    talk = Talk(TIERCEL_WINDOW_CHARACTERS="1000")
    texts = [f"Pier {number} of the harbour gets {number + 3} lamps from Nolte " + "and more light " * 200 for number in range(12)]
    talk.summary = lambda document: candidate(document["turns"][-1]["text"][:44], document["turns"][-1:])
    talk.say(*texts[:4])
    talk.outcome(talk.sum_up())
    talk.clock.time += minutes(5)
    talk.say(*texts[4:])
    talk.outcome(talk.sum_up())
    first, second = talk.asked()
    assert (len(first["turns"]), len(second["turns"])) == (4, 7)
    assert [line["text"][:7] for line in second["turns"]] == [text[:7] for text in texts[5:]]
    assert sum(len(line["text"]) for line in second["turns"]) <= 24_000
    assert len(talk.summaries()) == 2


def test_a_model_that_went_away_makes_no_summary_of_what_was_asked_before(talk: Talk) -> None:
    talk.say(*TALK["en"])
    done = talk.sum_up()
    talk.container = replace(talk.container, extractor=None)
    talk.drain()
    assert talk.get(f"/v1/captures/{done['capture_id']}").json()["outcomes"] == []


def test_it_is_counted(talk: Talk) -> None:
    talk.say(*TALK["en"])
    talk.sum_up()
    talk.sum_up()
    talk.sum_up("s2")
    counted = {labels[0][1]: n for (name, labels), n in talk.metrics.counts.items() if name == "tiercel_session_summaries_total"}
    assert counted == {"accepted": 1, "duplicate": 1, "skipped": 1}


def test_a_new_version_is_taken_back_by_its_trace_and_the_earlier_summary_stands_again(talk: Talk) -> None:
    talk.say(*TALK["en"])
    talk.outcome(talk.sum_up())
    (before,) = talk.summaries()
    talk.clock.time += minutes(5)
    talk.say(MORE["en"])
    outcome = talk.outcome(talk.sum_up())
    assert talk.post(f"/v1/traces/{outcome['trace_id']}/undo", {"then": "reject"}).status_code == 200
    (now,) = talk.summaries()
    assert (now["id"], now["text"]) == (before["id"], before["text"])


def test_the_judge_is_told_what_a_summary_is_and_sees_only_its_earlier_version_beside_it(talk: Talk) -> None:
    talk.facts = lambda document: [candidate(document["turns"][-1]["text"], document["turns"][-1:])]
    talk.say(*TALK["en"])
    talk.outcome(talk.sum_up())
    talk.clock.time += minutes(5)
    talk.say(MORE["en"])
    talk.drain()
    talk.outcome(talk.sum_up())
    judged = [request for request in talk.model.requests if request.schema_name == "tiercel_judgement"]
    *_, fact, summary = judged
    assert ("sums up a conversation" in fact.instructions, "sums up a conversation" in summary.instructions) == (False, True)
    assert [neighbour["subject"] for neighbour in summary.document["neighbours"]] == ["session"]
    assert "session" not in [neighbour["subject"] for neighbour in fact.document["neighbours"]]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("If I get the visa I will move to Genoa", "The user moved to Genoa."),
        ("如果拿到签证，我就搬到里斯本", "用户搬到里斯本。"),
    ],
)
def test_each_sentence_is_read_against_the_words_and_what_is_in_doubt_waits_for_a_person(talk: Talk, said: str, text: str) -> None:
    first = TALK["en" if said.isascii() else "zh"][1]
    talk.say(first, said)
    talk.summary = lambda document: candidate(f"{first}. {text}", document["turns"])
    outcome = talk.outcome(talk.sum_up())
    assert (outcome["action"], outcome["reason"]) == ("PENDING_REVIEW", "reading_disputed")
    assert talk.summaries() == []
    assert talk.post(f"/v1/reviews/{outcome['review_id']}", {"decision": "approve"}).status_code == 200
    (summary,) = talk.summaries()
    assert (summary["category"], summary["expires_at"] is None) == ("other", False)


def test_a_summary_in_other_words_is_kept_where_the_turns_carry_it_and_one_wrong_name_refuses_all(talk: Talk) -> None:
    said = ["I move from Porto to Berlin on 3 March 2027", "My budget is 1,400 euros a month", "My cat Miso comes along"]
    talk.say(*said)
    told = "The user moves from Porto to Berlin on 3 March 2027. The budget is 1,400 euros a month. The user's cat Miso comes along."
    talk.summary = lambda document: candidate(told, document["turns"])
    assert talk.outcome(talk.sum_up())["action"] == "WRITE"
    wrong = told.replace("Berlin on 3 March", "Bern on 3 March")
    talk.say("Good night")
    talk.summary = lambda document: candidate(wrong, document["turns"])
    assert talk.outcome(talk.sum_up())["action"] == "REJECT"
    (summary,) = talk.summaries()
    assert (summary["text"], summary["version"]) == (told, 1)


def test_a_chinese_summary_in_other_words_than_its_turns_is_kept_where_they_carry_it(talk: Talk) -> None:
    talk.say("我们的项目用PostgreSQL,部署在腾讯云国内节点。", "每天凌晨3点做备份,保留14天。", "放在COS上海桶。李雷负责,不是韩梅梅。")
    told = "项目使用PostgreSQL,部署在腾讯云国内节点。每天凌晨3点备份,保留14天,备份放在COS上海桶,由李雷负责,不是韩梅梅。"
    talk.summary = lambda document: candidate(told, document["turns"])
    assert talk.outcome(talk.sum_up())["action"] == "WRITE"
    talk.say("好的")
    talk.summary = lambda document: candidate(told.replace("不是韩梅梅", "不是王芳"), document["turns"])
    assert talk.outcome(talk.sum_up())["action"] == "REJECT"
