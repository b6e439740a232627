"""The local judge first; the gateway for just those it gives no word on; never a write because nobody could be asked."""

import json
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action
from shared.domain.errors import ContentFault, ModelUnavailable
from shared.ports.inboxes import InboxKind
from shared.ports.language_model import ModelAnswer
from shared.ports.text_model import TextRequest
from tests.factories import NOW
from tests.fakes.language_model import CutOff, ScriptedModel
from tests.fakes.text_model import Line, ScriptedTextModel
from tests.unit.guard_worker.rig import Rig
from tests.unit.guard_worker.scenes import proposed, stored
from tests.unit.guard_worker.test_drain import always_write, put

CATS, BERLIN, CHESS = "I own two cats", "我住在杭州", "My sister plays chess"
REQUIRED = {"TIERCEL_LLM_MODE": "required", "MEMORY_DOUBTMEM_BASE_URL": "http://127.0.0.1:8005/v1"}


def says(action: str, target: int | None = None) -> str:
    fields: dict[str, Any] = {"action": action, **({"target": target} if target else {}), "reason": "because"}
    return f"<doubt-check>who said it?</doubt-check>\n{json.dumps(fields)}"


def on(text: str, line: Line, *, otherwise: str = "WRITE") -> Callable[[str], Line]:
    """This line where the candidate is `text`, else a plain word."""
    return lambda prompt: line if prompt.endswith(text) else says(otherwise)


def decided(rig: Rig, *texts: str, **fields: Any) -> list[tuple[str, str]]:
    turn = rig.propose(*(proposed(text, **fields) for text in texts))
    rig.drain().drain()
    return [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)]


def counted(rig: Rig, name: str, **labels: str) -> int:
    return sum(amount for (found, given), amount in rig.metrics.counts.items() if found == name and labels.items() <= dict(given).items())


def test_one_candidate_a_call_and_the_gateway_is_not_asked() -> None:
    local, gateway = ScriptedTextModel(on(BERLIN, says("REJECT"))), ScriptedModel(always_write)
    rig = Rig(judge=gateway, local=local)
    assert decided(rig, CATS, BERLIN, CHESS) == [("WRITE", "new"), ("REJECT", "unsupported"), ("WRITE", "new")]
    assert (len(local.prompts), gateway.requests) == (3, [])
    assert counted(rig, "tiercel_model_calls_total", schema="doubtmem", result="read") == 3
    assert counted(rig, "tiercel_model_tokens_total", schema="doubtmem") > 0
    assert counted(rig, "tiercel_judge_fallbacks_total") == 0


def test_attribution_stays_that_of_the_rules_and_quality_is_measured_and_the_trace_says_so() -> None:
    rig = Rig(local=ScriptedTextModel([says("WRITE")]))
    turn = rig.propose(proposed(CATS, attribution=Attribution.USER_STATED))
    rig.drain().drain()
    (memory,) = rig.current()
    assert memory.attribution is Attribution.USER_STATED
    seen = {verdict.stage.value: verdict.seen for verdict in rig.trace_of(rig.outcomes(turn)[0]).verdicts}
    assert (seen["judge"]["said_by"], seen["judge"]["words"]) == ("local", "because")
    assert seen["quality"]["said_by"] == "measured"


def test_an_update_supersedes_the_memory_of_its_number() -> None:
    rig = Rig(local=ScriptedTextModel([says("UPDATE", 1)]))
    put(rig, stored("I live in Berlin", slot="home"))
    assert decided(rig, "I live in Hamburg", slot="home", at=NOW + timedelta(hours=1)) == [("UPDATE", "supersedes")]


def test_what_the_rules_refuse_and_what_is_said_again_is_put_to_no_judge() -> None:
    local = ScriptedTextModel([says("WRITE")])
    rig = Rig(local=local)
    put(rig, stored(CATS))
    turn = rig.propose(proposed("I own 9 dogs", [("user", "I own dogs")]), proposed(CATS))
    rig.drain().drain()
    assert [outcome.action for outcome in rig.outcomes(turn)] == [Action.REJECT, Action.NOOP]
    assert local.prompts == []


def test_it_cannot_open_what_a_layer_keeps_shut() -> None:
    rig = Rig(local=ScriptedTextModel([says("WRITE")]))
    assert decided(rig, CATS, layer=Layer.CORE_RULES) == [("PENDING_REVIEW", "layer_l1")]
    assert rig.current() == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (ModelUnavailable("out"), "local_judge_unavailable"),
        (ContentFault("too long", raw=""), "local_judge_refused"),
        (CutOff("<doubt-check>who"), "local_judge_malformed"),
        ('{"action": "WRITE", "reason": "no tag"}', "local_judge_malformed"),
        (says("WRITE") + says("WRITE"), "local_judge_malformed"),
        (says("UPDATE", 7), "local_judge_malformed"),
        ("", "local_judge_malformed"),
        ("\x00\ufffd garbled", "local_judge_malformed"),
    ],
    ids=["down", "refused", "cut off", "no tag", "two answers", "invented target", "empty", "garbled"],
)
def test_what_it_gives_no_word_on_goes_to_the_gateway_and_nothing_else_does(line: Line, reason: str) -> None:
    gateway = ScriptedModel(always_write)
    rig = Rig(judge=gateway, local=ScriptedTextModel(on(CHESS, line, otherwise="REJECT")), environ={"TIERCEL_DOUBTMEM_PARALLEL": "1"})
    assert decided(rig, CATS, BERLIN, CHESS) == [("REJECT", "unsupported"), ("REJECT", "unsupported"), ("WRITE", "new")]
    (request,) = gateway.requests
    assert [candidate["text"] for candidate in request.document["candidates"]] == [CHESS]
    assert counted(rig, "tiercel_judge_fallbacks_total", reason=reason, to="gateway") == 1
    assert rig.balance()["in_flight"] == 0


@pytest.mark.parametrize("line", [ModelUnavailable("out"), "garbled", says("UPDATE", 9)], ids=["down", "garbled", "invented"])
def test_without_a_gateway_it_waits_in_review_and_is_never_written_anyway_j11(line: Line) -> None:
    rig = Rig(local=ScriptedTextModel([line]))
    (one, two) = decided(rig, CATS, BERLIN)
    assert (one[0], two[0]) == ("PENDING_REVIEW", "PENDING_REVIEW")
    assert one[1].startswith("local_judge_")
    assert (rig.current(), rig.balance()["review"], rig.balance()["in_flight"]) == ([], 2, 0)
    assert counted(rig, "tiercel_judge_fallbacks_total", to="review") == 2


def test_in_required_mode_its_outage_is_waited_for_and_loses_nothing() -> None:
    lines: list[Line] = [ModelUnavailable("out"), says("WRITE")]
    rig = Rig(local=ScriptedTextModel(lines), environ=REQUIRED)
    turn = rig.propose(proposed(CATS))
    rig.drain().drain()
    assert (rig.outcomes(turn), rig.balance()["in_flight"]) == ((), 1)
    assert counted(rig, "tiercel_judge_fallbacks_total", to="retry") == 1
    _after(rig, seconds=600)
    assert [outcome.action for outcome in rig.outcomes(turn)] == [Action.WRITE]


def test_in_required_mode_an_outage_beyond_the_limit_ends_with_a_person() -> None:
    rig = Rig(local=ScriptedTextModel([ModelUnavailable("out")]), environ={**REQUIRED, "TIERCEL_RETRY_OUTAGE_HOURS": "1"})
    turn = rig.propose(proposed(CATS))
    rig.drain().drain()
    _after(rig, seconds=2 * 3600)
    assert [(outcome.action.value, outcome.reason) for outcome in rig.outcomes(turn)] == [("PENDING_REVIEW", "local_judge_unavailable")]


def test_in_required_mode_an_answer_that_cannot_be_read_ends_with_a_person_at_once() -> None:
    rig = Rig(local=ScriptedTextModel(["garbled"]), environ=REQUIRED)
    assert decided(rig, CATS) == [("PENDING_REVIEW", "local_judge_malformed")]


def test_after_an_outage_it_is_left_alone_and_then_asked_again() -> None:
    lines: list[Line] = [ModelUnavailable("out"), says("WRITE")]
    local, gateway = ScriptedTextModel(lines), ScriptedModel(always_write)
    rig = Rig(judge=gateway, local=local)
    for number, text in enumerate([CATS, CHESS, "I moved to Berlin"]):
        rig.propose(proposed(text), turn_id=f"t{number}")
        rig.drain().drain()
        rig.clock.time += timedelta(seconds=number * 60)
    assert (len(local.prompts), len(gateway.requests)) == (2, 2)
    assert counted(rig, "tiercel_judge_fallbacks_total", reason="local_judge_resting") == 1
    assert len(rig.current()) == 3


def test_one_outage_spares_the_rest_of_the_batch() -> None:
    local = ScriptedTextModel([ModelUnavailable("out")])
    rig = Rig(judge=ScriptedModel(always_write), local=local, environ={"TIERCEL_DOUBTMEM_PARALLEL": "1"})
    decided(rig, *(f"I own {number} cats" for number in range(2, 12)))
    assert len(local.prompts) == 1


def test_with_both_judges_out_nothing_is_decided_and_nothing_is_lost() -> None:
    rig = Rig(judge=ScriptedModel([ModelUnavailable("out")]), local=ScriptedTextModel(["garbled"]))
    assert decided(rig, CATS) == []
    assert (rig.current(), rig.balance()["in_flight"]) == ([], 1)


def test_while_the_gateway_rests_the_local_judge_goes_on() -> None:
    gateway = ScriptedModel([ModelUnavailable("out")])
    rig = Rig(judge=gateway, local=ScriptedTextModel(on(CHESS, "garbled")))
    drain = rig.drain()
    waiting = rig.propose(proposed(CHESS), turn_id="t1")
    drain.drain()
    assert drain.pause.seconds_left(rig.clock.now()) > 0
    _make_ready(rig)
    drain.drain()
    assert (len(gateway.requests), rig.outcomes(waiting)) == (1, ()), "a gateway that rests is not asked, and its wait not begun anew"
    rig.clock.time += timedelta(hours=30)
    _make_ready(rig)
    drain.drain()
    assert [outcome.reason for outcome in rig.outcomes(waiting)] == ["judge_unavailable"]
    other = rig.propose(proposed(CATS), turn_id="t2")
    drain.drain()
    assert [outcome.action for outcome in rig.outcomes(other)] == [Action.WRITE]


class SlowModel:
    """Takes its time, and knows how many ask it at once."""

    def __init__(self, seconds: float) -> None:
        self.name, self._seconds, self._lock = "slow", seconds, threading.Lock()
        self.at_once = self.most = self.calls = 0

    def complete(self, request: TextRequest) -> ModelAnswer:
        with self._lock:
            self.calls += 1
            self.at_once += 1
            self.most = max(self.most, self.at_once)
        time.sleep(self._seconds)
        with self._lock:
            self.at_once -= 1
        return ModelAnswer(text=says("WRITE"), cut_off=False, prompt_tokens=1, completion_tokens=request.max_tokens, model="slow")


@pytest.mark.parametrize("parallel", [1, 3])
def test_so_many_are_asked_at_a_time(parallel: int) -> None:
    slow = SlowModel(0.03)
    decided(Rig(local=slow, environ={"TIERCEL_DOUBTMEM_PARALLEL": str(parallel)}), CATS, BERLIN, CHESS)
    assert (slow.calls, slow.most) == (3, parallel)


@pytest.mark.parametrize(("seconds", "asked"), [("0.01", 1), ("60", 3)])
def test_after_the_deadline_of_a_batch_the_rest_falls_back(seconds: str, asked: int) -> None:
    slow, gateway = SlowModel(0.05), ScriptedModel(always_write)
    rig = Rig(judge=gateway, local=slow, environ={"TIERCEL_DOUBTMEM_PARALLEL": "1", "TIERCEL_DOUBTMEM_DEADLINE_SECONDS": seconds})
    assert decided(rig, CATS, BERLIN, CHESS) == [("WRITE", "new")] * 3
    assert slow.calls == asked
    assert counted(rig, "tiercel_judge_fallbacks_total", reason="local_judge_out_of_time", to="gateway") == 3 - asked


def test_an_answer_gets_as_much_room_as_the_setting_says() -> None:
    rig = Rig(local=SlowModel(0.0), environ={"TIERCEL_DOUBTMEM_MAX_TOKENS": "77"})
    decided(rig, CATS)
    assert counted(rig, "tiercel_model_tokens_total", schema="doubtmem", direction="completion") == 77


def _make_ready(rig: Rig) -> None:
    for inbox in rig.doors.inboxes._state.inboxes.values():  # type: ignore[attr-defined]
        inbox.until = 0.0
    rig.doors.inboxes.sweep(InboxKind.GUARD)


def _after(rig: Rig, *, seconds: int) -> None:
    """The inbox drained again after so long."""
    rig.clock.time += timedelta(seconds=seconds)
    _make_ready(rig)
    rig.drain().drain()
