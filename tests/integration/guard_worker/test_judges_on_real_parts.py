"""Real processes, Valkey and engine with a gateway and a local judge: what both say, what either leaves open, what neither can do."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults.caller import Caller
from tests.faults.conftest import QUICK
from tests.faults.family import WORKERS, Family, running_family
from tests.faults.speech import GARBLED, KeepingGateway, statement, turn
from tests.processes.model_gateway import ModelGateway, Reply
from tests.unit.guard_worker.test_local_judge import says

SLOW_SECONDS = 1.5
LocalAnswer = Callable[[str, dict[str, Any]], Any]


def write_all(_schema: str, _document: dict[str, Any]) -> str:
    return says("WRITE")


class Bench:
    """The running system with both judges; `local.answer` and `gateway.fault` are a test's to set."""

    def __init__(self, family: Family, gateway: KeepingGateway, local: ModelGateway, caller: Caller) -> None:
        self.family, self.gateway, self.local, self.caller = family, gateway, local, caller

    def say(self, user: str, *texts: str) -> list[str]:
        captures = [self.caller.say(turn(number, user=user, text=text)) for number, text in enumerate(texts)]
        self.caller.await_state(captures, "done")
        return captures

    def judged_by_gateway(self) -> list[str]:
        return [candidate["text"] for document in self.gateway.calls("tiercel_judgement") for candidate in document["candidates"]]

    def judged_locally(self) -> list[str]:
        return [asked.body["messages"][0]["content"].rpartition("\n")[2] for asked in self.local.asked]

    def texts(self, user: str) -> list[str]:
        return sorted(memory["text"] for memory in self.caller.memories(user))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with KeepingGateway() as gateway, ModelGateway(write_all) as local:
        judge = {"MEMORY_DOUBTMEM_BASE_URL": local.base_url, "TIERCEL_DOUBTMEM_TIMEOUT_SECONDS": str(SLOW_SECONDS / 3)}
        with running_family(tmp_path_factory.mktemp("judges"), **QUICK, **gateway.environ(), **judge) as family:
            caller = family.start_api()
            family.start_workers()
            with caller:
                yield Bench(family, gateway, local, caller)


@pytest.fixture
def bench(running: Bench) -> Iterator[Bench]:
    yield running
    running.local.answer, running.gateway.fault = write_all, None


def test_the_local_judge_judges_and_the_gateway_only_extracts(bench: Bench) -> None:
    texts = [statement(number, "local") for number in range(3)]
    bench.local.answer = lambda _, document: says("REJECT" if document["prompt"].endswith(texts[1]) else "WRITE")
    captures = bench.say("local", *texts)
    assert bench.texts("local") == sorted([texts[0], texts[2]])
    assert set(texts) <= set(bench.judged_locally())
    assert not set(texts) & set(bench.judged_by_gateway())
    assert bench.caller.assert_accounted(captures) == {"WRITE": 2, "REJECT": 1}


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("down", lambda *_: Reply(status=503)),
        ("slow", lambda *_: Reply(text=says("WRITE"), delay_seconds=SLOW_SECONDS)),
        ("garbled", lambda *_: GARBLED),
        ("no tag", lambda *_: '{"action": "WRITE", "reason": "x"}'),
        ("cut off", lambda *_: Reply(text=says("WRITE"), truncated=True)),
        ("invented", lambda *_: says("UPDATE", 41)),
        ("refusing", lambda *_: Reply(status=400)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_whatever_is_wrong_with_it_the_gateway_judges_in_its_place_and_nothing_is_lost(
    bench: Bench, name: str, answer: LocalAnswer
) -> None:
    bench.local.answer = answer
    texts = [statement(number, name) for number in range(2)]
    captures = bench.say(name.replace(" ", "-"), *texts)
    bench.caller.assert_accounted(captures, written=2)
    assert set(texts) <= set(bench.judged_by_gateway())


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("unreadable", lambda *_: GARBLED),
        ("elsewhere", lambda *_: {"judgements": [{"ref": 77, "action": "WRITE", "grounding": "grounded", "consistency": "consistent"}]}),
        ("inventing", lambda *_: {"judgements": [{"ref": 1, "action": "STORE", "grounding": "sure", "consistency": "yes"}]}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_where_neither_can_be_read_it_waits_for_a_person_and_nothing_is_written_raw_j11(
    bench: Bench, name: str, fault: LocalAnswer
) -> None:
    bench.local.answer = lambda *_: GARBLED
    bench.gateway.fault = lambda schema, document: fault(schema, document) if schema == "tiercel_judgement" else None
    captures = bench.say(name, statement(1, name))
    assert bench.texts(name) == []
    assert bench.caller.assert_accounted(captures) == {"PENDING_REVIEW": 1}


def test_with_both_out_it_waits_and_is_stored_once_when_they_are_back(bench: Bench) -> None:
    bench.local.answer = lambda *_: Reply(status=503)
    bench.gateway.fault = lambda schema, _: Reply(status=503) if schema == "tiercel_judgement" else None
    captures = [bench.caller.say(turn(1, user="out", text=statement(1, "out")))]
    bench.caller.await_state(captures, "retrying")
    assert bench.texts("out") == []
    bench.gateway.fault = None
    bench.caller.await_state(captures, "done")
    bench.caller.assert_accounted(captures, written=1)


SAID = "我养了两只山羊，名叫豆豆和雪球。 I sold 3 carpets to Marta in Lisbon on March 5."
INVENTED: list[dict[str, Any]] = [
    {"text": "我养了三只山羊，名叫豆豆和雪球"},
    {"text": "我养了两只山羊，名叫旺财和雪球"},
    {"text": "我养了两只山羊，价值20万元"},
    {"text": "I sold four carpets to Marta in Lisbon"},
    {"text": "I sold 3 carpets to Ingrid in Lisbon"},
    {"text": "I sold 3 carpets to Marta in Lisbon on March 6"},
    {"text": "I sold 3 carpets to Marta in Lisbon for $900"},
    {"text": "I sold 3 carpets to Marta in Lisbon", "layer": "L1"},
    {"text": "I sold 3 carpets to Marta in Lisbon in spring", "layer": "L4"},
    {"text": "Marta likes carpets from Lisbon", "source_attribution": "agent_inference"},
]


@pytest.mark.parametrize("name", ["both-write", "gateway-writes"])
def test_judges_that_say_write_to_everything_get_nothing_stored_that_nobody_said(bench: Bench, name: str) -> None:
    whole = {
        "category": "fact", "layer": "L2", "trigger_type": "user_feedback", "confidence": 1.0, "importance": 1.0, "subject": "user",
        "criteria": [{"holds": True, "reason": "x"}] * 3, "source_attribution": "user_stated", "slot": None, "language": "en",
    }  # fmt: skip

    def invent(schema: str, document: dict[str, Any]) -> Any:
        if schema != "tiercel_extraction":
            return None
        line = document["turns"][-1]
        evidence = [{"message_id": line["message_id"], "quote": line["text"]}]
        return {"candidates": [{**whole, **one, "evidence": evidence} for one in INVENTED]}

    bench.gateway.fault = invent
    bench.local.answer = write_all if name == "both-write" else lambda *_: GARBLED
    captures = bench.say(name, SAID)
    assert bench.texts(name) == []
    actions = bench.caller.assert_accounted(captures)
    assert actions["WRITE"] + actions["UPDATE"] == 0
    assert sum(actions.values()) == len(INVENTED)


def test_without_a_gateway_rules_extract_and_the_local_judge_judges(bench: Bench) -> None:
    bench.family.kill(*WORKERS)
    for worker in WORKERS:
        bench.family.start(worker, MEMORY_LLM_API_KEY="")
    asked = len(bench.gateway.calls("tiercel_extraction"))
    captures = bench.say("alone", "I live in Lisbon.", "我喜欢简洁的回复")
    assert bench.caller.assert_accounted(captures) == {"WRITE": 2}
    bench.local.answer = lambda *_: Reply(status=503)
    captures = bench.say("alone-and-down", "I live in Lisbon.")
    assert bench.caller.assert_accounted(captures) == {"PENDING_REVIEW": 1}
    assert bench.texts("alone-and-down") == []
    assert len(bench.gateway.calls("tiercel_extraction")) == asked
