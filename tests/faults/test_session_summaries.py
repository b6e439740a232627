"""A session summed up over real processes, queue and engine: by two at once, over a killed worker, after an outage."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.faults.caller import Caller
from tests.faults.crashing_worker import CRASHED, LIVES
from tests.faults.family import Family
from tests.faults.scale import RECOVERY_SECONDS
from tests.faults.speech import KeepingGateway, gateway_down, said_in, statement, turn

TALKS = {
    "en": ["I keep the harbour plans in the blue folder.", "Nolte delivers 40 lamps for pier 7 on Thursday."],
    "zh": ["我把港口图纸放在蓝色文件夹里。", "诺尔特周四给7号码头送40盏灯。"],
}


def say(caller: Caller, user: str, texts: list[str]) -> list[str]:
    return [caller.say(turn(number, user=user, text=text)) for number, text in enumerate(texts)]


def sum_up(caller: Caller, user: str) -> dict[str, Any]:
    answer = caller.post("/v1/summarize", {"session_id": f"s-{user}", "user_id": user})
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    return found


def assert_facts_and_one_summary(caller: Caller, user: str, texts: list[str]) -> None:
    memories = caller.memories(user)
    assert Counter(memory["text"] for memory in memories) == Counter([*texts, " ".join(texts)])
    (summary,) = [memory for memory in memories if memory["category"] == "other"]
    assert (summary["subject"], summary["version"], summary["session_id"]) == ("session", 1, f"s-{user}")


@pytest.mark.parametrize("language", TALKS)
def test_d15_twenty_at_once_are_one_summary_and_each_is_told_so(caller: Caller, gateway: KeepingGateway, language: str) -> None:
    user, texts = f"flush-{language}", TALKS[language]
    captures = say(caller, user, texts)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: sum_up(caller, user), range(20)))
    assert len({answer["capture_id"] for answer in answers}) == 1
    assert Counter(answer["duplicate"] for answer in answers) == {False: 1, True: 19}
    captures.append(answers[0]["capture_id"])
    caller.await_state(captures, "done")
    caller.assert_accounted(captures, written=3)
    assert_facts_and_one_summary(caller, user, texts)
    assert [said_in(asked) for asked in gateway.calls("tiercel_session_summary") if said_in(asked)[0] == texts[0]] == [texts]
    assert sum_up(caller, user)["status"] == "done"
    later = {"en": "Mona checks pier 7 on Mondays.", "zh": "莫娜周一检查7号码头。"}[language]
    caller.say(turn(9, user=user, text=later))
    caller.await_state([sum_up(caller, user)["capture_id"]], "done")
    (summary,) = [memory for memory in caller.memories(user) if memory["category"] == "other"]
    assert (summary["version"], summary["text"]) == (2, " ".join([*texts, later]))


def test_a_worker_killed_before_and_after_the_summary_loses_nothing_and_makes_no_second_one(
    family: Family, caller: Caller, gateway: KeepingGateway
) -> None:
    user = "flush-killed"
    texts = [statement(number, user) for number in range(4)]
    with family.without_workers():
        captures = [*say(caller, user, texts), sum_up(caller, user)["capture_id"]]
        family.start("guard_worker")
        family.start("capture_worker", command=("tests.faults.crashing_worker", "capture_worker", "commit", "commit", LIVES))
        caller.await_state(captures, "done", seconds=RECOVERY_SECONDS)
        assert family.log("capture_worker").count(f"commit ended with {CRASHED}") >= 2
        caller.assert_accounted(captures, written=5)
        assert_facts_and_one_summary(caller, user, texts)
        family.kill("capture_worker", "guard_worker")
    asked = [said_in(document) for document in gateway.calls("tiercel_session_summary")]
    assert asked.count(texts) == 1
    assert sum_up(caller, user)["duplicate"] is True


def test_an_outage_keeps_the_order_and_the_summary_waits_with_its_session(caller: Caller, gateway: KeepingGateway) -> None:
    user = "flush-outage"
    texts = [statement(number, user) for number in range(2)]
    gateway.fault = gateway_down
    captures = [*say(caller, user, texts), sum_up(caller, user)["capture_id"]]
    caller.await_state(captures, "retrying")
    gateway.fault = None
    caller.await_state(captures, "done", seconds=RECOVERY_SECONDS)
    assert_facts_and_one_summary(caller, user, texts)


@pytest.mark.parametrize("kind", ["session:compact:before", "before_compaction"])
def test_a_hosts_compaction_hands_in_the_open_question_and_sums_up_behind_it(caller: Caller, kind: str) -> None:
    peer = f"flush-{kind}"
    session = f"agent:main:telegram:direct:{peer}"
    for number, text in enumerate(TALKS["zh"]):
        context = {"from": f"telegram:{peer}", "content": text, "channelId": "telegram", "accountId": "default",
                   "conversationId": f"telegram:{peer}", "messageId": str(number), "metadata": {"senderId": peer}}  # fmt: skip
        held = caller.post("/v1/openclaw/events", {"type": "message:received", "sessionKey": session, "context": context})
        assert held.json()["status"] == "held"
    with ThreadPoolExecutor(4) as pool:
        event = {"type": kind, "sessionKey": session, "context": {"sessionId": "69502dff"}}
        answers = [answer.json() for answer in pool.map(lambda _: caller.post("/v1/openclaw/events", event), range(4))]
    caller.await_quiet(seconds=30)
    last = caller.post("/v1/openclaw/events", event).json()["summary"]
    assert (last["duplicate"], last["status"], last["turns"]) == (True, "done", 1)
    assert {answer["summary"]["capture_id"] for answer in answers} == {last["capture_id"]}
    texts = Counter(memory["text"] for memory in caller.memories(f"telegram:default:{peer}"))
    assert texts == Counter([*TALKS["zh"], " ".join(TALKS["zh"])])
