"""Draining session inboxes: conservation, faults, splits, outages. Everything between the doors is real."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest

from services.capture_worker.drain import CaptureDrain
from shared.contracts.queues import GUARD_DRAIN
from shared.domain.decision import Action, Proposal
from shared.domain.errors import ModelUnavailable
from shared.domain.outage import OutagePause
from shared.domain.turn import CaptureState, Turn
from shared.extraction.capture import read_batch
from shared.ports.captures import CaptureView
from shared.ports.inboxes import InboxKind
from shared.ports.language_model import ModelRequest
from shared.settings import load_settings
from shared.writing import point_insert
from tests.contract.work_doors import WorkDoors
from tests.factories import make_memory, make_plan
from tests.fakes.language_model import CutOff, Line, ScriptedModel
from tests.fakes.learnings import FakeLearnings
from tests.fakes.memory_store import FakeMemoryStore
from tests.fakes.small_doors import FakeClock, FakeJobQueue, FakeMetrics
from tests.fakes.work import fake_doors
from tests.unit.extraction.examples import NOW, OWNER, turn


@dataclass(frozen=True, slots=True)
class Bench:
    """A drain over fakes, and what may be asked of it."""

    doors: WorkDoors
    drain: CaptureDrain
    jobs: FakeJobQueue
    metrics: FakeMetrics
    clock: FakeClock
    model: ScriptedModel | None
    store: FakeMemoryStore

    def accept(self, *turns: Turn) -> None:
        self.doors.intake.accept_many(turns)

    def view(self, number: int) -> CaptureView:
        found = self.doors.captures.view("acme", turn("", number=number).capture_id)
        assert found is not None
        return found

    def proposals(self) -> tuple[Proposal, ...]:
        lease = self.doors.inboxes.take_next(InboxKind.GUARD, worker_id="g", limit=100)
        return self.doors.captures.proposals("acme", lease.entry_ids) if lease is not None else ()

    def again(self) -> int:
        """What was deferred by 0 seconds comes back, then the next token runs."""
        self.doors.inboxes.sweep(InboxKind.CAPTURE)
        return self.drain.drain()

    def counted(self, name: str, **labels: str) -> int:
        return self.metrics.counts[name, tuple(sorted(labels.items()))]


def bench(script: list[Line] | Callable[[ModelRequest], Line] | None = None, **environ: str) -> Bench:
    doors, jobs, metrics, clock, store = fake_doors(), FakeJobQueue(), FakeMetrics(), FakeClock(NOW), FakeMemoryStore()
    model = ScriptedModel(script) if script is not None else None
    settings = load_settings({"TIERCEL_RETRY_CONTENT_SECONDS": "0,0,0", **environ})
    drain = CaptureDrain(
        inboxes=doors.inboxes, captures=doors.captures, jobs=jobs, metrics=metrics, clock=clock, store=store, model=model,
        settings=settings,
        pause=OutagePause(first_seconds=2.0, longest_seconds=300.0), worker_id="w", stopping=threading.Event(),
    )  # fmt: skip
    return Bench(doors, drain, jobs, metrics, clock, model, store)


def answer_by_turn(answers: dict[str, Line]) -> Callable[[ModelRequest], Line]:
    """A window that holds a text whose answer is no JSON cannot be read as a whole."""

    def answer(request: ModelRequest) -> Line:
        spoken = [(line["message_id"], line["text"]) for line in request.document["turns"] if not line.get("context")]
        lines = [(ref, text, answers[text]) for ref, text in spoken]
        poison = next((line for _, _, line in lines if line != "ok"), None)
        if poison is not None:
            return poison
        return {"candidates": [candidate(text, ref) for ref, text, _ in lines]}

    return answer


def candidate(text: str, ref: str = "m1", **fields: Any) -> dict[str, Any]:
    return {
        "text": text,
        "evidence": [{"message_id": ref, "quote": text}],
        "trigger_type": "user_feedback",
        "confidence": 0.9,
        "criteria": [{"holds": True, "reason": ""}] * 3,
        **fields,
    }


def test_offline_a_turn_becomes_a_proposal_and_the_guard_is_woken() -> None:
    test = bench()
    test.accept(turn("我喜欢简洁的回复", ("assistant", "好的")))
    assert test.drain.drain() == 1
    assert test.view(1).state is CaptureState.JUDGING
    (proposal,) = test.proposals()
    assert proposal.candidate.text == "我喜欢简洁的回复"
    assert proposal.candidate.extracted_by == "offline"
    assert proposal.decided is None
    assert [verdict.stage.value for verdict in proposal.verdicts] == ["classify", "value"]
    assert test.jobs.woken[GUARD_DRAIN] == 1


def test_a_turn_that_yields_nothing_is_done_and_wakes_nobody() -> None:
    test = bench()
    test.accept(turn("好的"))
    test.drain.drain()
    assert (test.view(1).state, test.view(1).reason) == (CaptureState.DONE, "nothing_to_keep")
    assert test.jobs.woken[GUARD_DRAIN] == 0


def test_what_the_value_stage_refuses_travels_to_the_guard_with_its_reason() -> None:
    test = bench()
    test.accept(turn("Maybe I prefer tea"))
    test.drain.drain()
    (proposal,) = test.proposals()
    assert proposal.decided is not None
    assert (proposal.decided.action, proposal.decided.reason) == (Action.REJECT, "tentative")


def test_one_call_reads_a_window_of_many_turns() -> None:
    texts = [f"fact number {number}" for number in range(5)]
    test = bench(answer_by_turn(dict.fromkeys(texts, "ok")))
    test.accept(*[turn(text, number=number) for number, text in enumerate(texts, 1)])
    test.drain.drain()
    assert test.model is not None
    assert len(test.model.requests) == 1
    assert [proposal.candidate.text for proposal in test.proposals()] == texts
    assert {test.view(number).state for number in range(1, 6)} == {CaptureState.JUDGING}
    assert test.counted("tiercel_model_calls_total", schema="tiercel_extraction", result="read") == 1


def test_the_sessions_context_is_kept_and_given_to_the_next_window() -> None:
    test = bench([{"candidates": []}])
    test.accept(turn(("assistant", "建议你每天跑步"), number=1))
    test.drain.drain()
    test.accept(turn("好，就这么办", number=2))
    test.drain.drain()
    assert test.model is not None
    asked = test.model.requests[1].document["turns"]
    assert [(line["text"], line.get("context", False)) for line in asked] == [("建议你每天跑步", True), ("好，就这么办", False)]
    assert [message.text for message in test.doors.captures.context("acme", OWNER, "s1")] == ["建议你每天跑步", "好，就这么办"]


def test_x7_an_unreadable_answer_is_repaired_by_one_call_with_a_larger_budget() -> None:
    test = bench(["I found one fact: they moved!", {"candidates": [candidate("I moved to Berlin")]}])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert test.model is not None
    first, repair = test.model.requests
    assert repair.max_tokens == 2 * first.max_tokens
    assert "could not be read" in repair.instructions
    assert [proposal.candidate.text for proposal in test.proposals()] == ["I moved to Berlin"]
    assert test.counted("tiercel_parse_repairs_total", kind="repair_unreadable") == 1


def test_x6_a_cut_off_answer_is_asked_for_again_more_briefly() -> None:
    test = bench([CutOff('{"candidates": [{"text": "I mo'), {"candidates": [candidate("I moved to Berlin")]}])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert len(test.proposals()) == 1
    assert test.counted("tiercel_parse_repairs_total", kind="repair_cut_off") == 1


def test_x4_after_three_attempts_the_turn_is_a_dead_letter_with_its_raw_answer() -> None:
    test = bench(["no json, call me at 13812345678"])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert (test.view(1).state, test.view(1).attempts) == (CaptureState.RETRYING, 1)
    test.again()
    assert (test.view(1).state, test.view(1).attempts) == (CaptureState.RETRYING, 2)
    test.again()
    assert (test.view(1).state, test.view(1).reason) == (CaptureState.DEAD, "unreadable")
    (raw,) = test.doors.captures._state.raw_answers.values()  # type: ignore[attr-defined]
    assert raw.startswith("no json")
    assert "13812345678" not in raw
    assert test.counted("tiercel_drain_faults_total", worker="capture", fault="content") == 3
    assert test.again() == 0


def test_the_number_of_attempts_is_the_number_of_written_intervals() -> None:
    test = bench(["nonsense"], TIERCEL_RETRY_CONTENT_SECONDS="0")
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert test.view(1).state is CaptureState.DEAD


def test_a_later_attempt_begins_with_the_repair_note_and_can_succeed() -> None:
    test = bench(["nonsense", "nonsense", {"candidates": [candidate("I moved to Berlin")]}])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    test.again()
    assert test.view(1).state is CaptureState.JUDGING
    assert test.model is not None
    assert [request.max_tokens // test.model.requests[0].max_tokens for request in test.model.requests] == [1, 2, 2]
    assert "could not be read" in test.model.requests[2].instructions


def test_only_the_guilty_turn_of_a_window_is_retried_and_buried() -> None:
    answers: dict[str, Line] = {"first fact": "ok", "poison": "¯\\_(ツ)_/¯", "third fact": "ok"}
    test = bench(answer_by_turn(answers))
    test.accept(turn("first fact", number=1), turn("poison", number=2), turn("third fact", number=3))
    test.drain.drain()
    assert [test.view(number).state for number in (1, 2, 3)] == [CaptureState.JUDGING, CaptureState.RETRYING, CaptureState.JUDGING]
    assert [proposal.candidate.text for proposal in test.proposals()] == ["first fact", "third fact"]
    test.again()
    test.again()
    assert test.view(2).state is CaptureState.DEAD
    ledger = test.doors.ledger.read("acme")
    assert (ledger.captured, ledger.turns["dead"], ledger.turns["in_flight"], ledger.imbalance) == (3, 1, 2, 0)


def test_x10_a_fault_consumes_nothing() -> None:
    test = bench(["nonsense"])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert test.proposals() == ()
    assert test.doors.captures.context("acme", OWNER, "s1") == ()
    assert test.jobs.woken[GUARD_DRAIN] == 0


def test_j11_q11_an_outage_writes_nothing_costs_no_attempt_and_obeys_retry_after() -> None:
    test = bench([ModelUnavailable("429", retry_after_seconds=40.0)])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert (test.view(1).state, test.view(1).attempts) == (CaptureState.RETRYING, 0)
    assert test.drain.pause.seconds_left(NOW) == 40.0
    assert test.proposals() == ()


def test_while_the_gateway_is_out_other_inboxes_wait_without_a_call() -> None:
    test = bench([ModelUnavailable("503")])
    test.accept(turn("a fact", number=1), turn("another fact", number=2, session_id="s2"))
    test.drain.drain()
    assert test.model is not None
    assert len(test.model.requests) == 1
    assert {test.view(number).state for number in (1, 2)} == {CaptureState.RETRYING}


def test_an_outage_of_a_day_ends_as_a_dead_letter_and_not_before() -> None:
    test = bench([ModelUnavailable("503")] * 3)
    long_ago = NOW - timedelta(hours=50)
    test.accept(replace(turn("waited for a stopped worker", number=1), received_at=long_ago))
    test.drain.drain()
    assert test.view(1).state is CaptureState.RETRYING, "only the gateway's own outage counts"
    test.clock.time = NOW + timedelta(hours=23)
    due(test)
    assert test.view(1).state is CaptureState.RETRYING
    test.clock.time = NOW + timedelta(hours=25)
    test.accept(replace(turn("a new fact", number=2), received_at=NOW + timedelta(hours=24)))
    due(test)
    assert (test.view(1).state, test.view(1).reason) == (CaptureState.DEAD, "outage")
    assert test.view(2).state is CaptureState.RETRYING


def due(test: Bench) -> None:
    """Every deferral is over."""
    for inbox in test.doors.inboxes._state.inboxes.values():  # type: ignore[attr-defined]
        inbox.until = 0.0
    test.again()


def test_a_bug_of_ours_on_one_turn_is_isolated_like_an_unreadable_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(batch: Any, *args: Any, **options: Any) -> Any:
        if any("poison" in message.text for spoken in batch.turns for message in spoken.messages):
            raise KeyError("nobody foresaw this")
        return read_batch(batch, *args, **options)

    monkeypatch.setattr("services.capture_worker.drain.read_batch", read)
    test = bench()
    test.accept(turn("I moved to Berlin", number=1), turn("poison", number=2), turn("I live in Rome", number=3))
    test.drain.drain()
    assert [test.view(number).state.value for number in (1, 2, 3)] == ["judging", "retrying", "judging"]
    for _ in range(2):
        due(test)
    assert (test.view(2).state, test.view(2).reason) == (CaptureState.DEAD, "crash")
    assert test.doors.ledger.read("acme").imbalance == 0


def test_a_process_that_ends_puts_back_what_it_has_not_read() -> None:
    test = bench([{"candidates": [candidate("I moved to Berlin")]}] * 2, TIERCEL_WINDOW_CHARACTERS="1000")
    test.accept(turn("I moved to Berlin", number=1), turn("x" * 990, number=2))
    ask = test.model.complete if test.model is not None else None

    def ask_then_stop(request: ModelRequest) -> Any:
        test.drain.stopping.set()
        return ask(request) if ask is not None else None

    test.model.complete = ask_then_stop  # type: ignore[union-attr,method-assign]
    test.drain.drain()
    assert [test.view(number).state.value for number in (1, 2)] == ["judging", "extracting"]
    again = test.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w2", limit=20)
    assert again is not None
    assert (len(again.entry_ids), again.losses) == (1, 0)


def test_a_turn_that_kills_workers_is_buried_after_five_losses() -> None:
    test = bench()
    test.accept(turn("I moved to Berlin", number=1), turn("I live in Rome", number=2))
    test.doors.inboxes._state.inboxes[next(iter(test.doors.inboxes._state.inboxes))].losses = 5  # type: ignore[attr-defined]
    test.drain.drain()
    assert (test.view(1).state, test.view(1).reason) == (CaptureState.DEAD, "crash")
    assert test.view(2).state is CaptureState.JUDGING


def test_e5_a_statement_in_the_wrong_language_is_asked_for_once_more() -> None:
    spoken = "我在杭州的阿里巴巴工作，同事叫欧阳靖"
    english = candidate("User works at Alibaba in Hangzhou with Ouyang Jing")
    english["evidence"] = [{"message_id": "m1", "quote": spoken}]
    test = bench([{"candidates": [english]}, {"candidates": [candidate(spoken)]}])
    test.accept(turn(spoken))
    test.drain.drain()
    assert test.model is not None
    assert "another language" in test.model.requests[1].instructions
    assert [proposal.candidate.text for proposal in test.proposals()] == [spoken]


def test_e5_where_the_repair_fails_too_the_guard_sees_the_statement_as_it_was() -> None:
    english = candidate("User lives in Hangzhou")
    english["evidence"] = [{"message_id": "m1", "quote": "我住在杭州"}]
    test = bench([{"candidates": [english]}, "nonsense"])
    test.accept(turn("我住在杭州"))
    test.drain.drain()
    assert [proposal.candidate.text for proposal in test.proposals()] == ["User lives in Hangzhou"]


def test_a_turn_longer_than_a_window_is_read_in_several_calls_and_committed_once() -> None:
    text = " ".join(f"Sentence {number} says a thing." for number in range(200))

    def answer(request: ModelRequest) -> Line:
        last = request.document["turns"][-1]
        return {"candidates": [candidate(last["text"][:20], last["message_id"])]}

    test = bench(answer, TIERCEL_WINDOW_CHARACTERS="1000")  # fmt: skip
    test.accept(turn(text))
    test.drain.drain()
    assert test.model is not None
    proposals = test.proposals()
    assert len(proposals) == len(test.model.requests) > 4
    assert [proposal.candidate.number for proposal in proposals] == list(range(len(proposals)))


def test_an_erased_turn_leaves_the_inbox_without_a_trace() -> None:
    test = bench()
    test.accept(turn("I moved to Berlin"))
    lease = test.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w", limit=5)
    assert lease is not None
    test.doors.captures._state.move("acme", turn("").capture_id, CaptureState.ERASED)  # type: ignore[attr-defined]
    test.drain._drain_lease(lease)
    assert test.proposals() == ()
    assert test.view(1).state is CaptureState.ERASED


def test_a_process_that_was_asked_to_end_takes_no_further_inbox() -> None:
    test = bench()
    test.accept(turn("I moved to Berlin"))
    test.drain.stopping.set()
    assert test.drain.drain() == 0
    assert test.view(1).state is CaptureState.ACCEPTED


def test_a_lost_lease_is_nobodys_fault() -> None:
    test = bench()
    test.accept(turn("I moved to Berlin"))
    taken = test.doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w", limit=5)
    assert taken is not None
    stale = replace(taken, fence=taken.fence - 1)

    class Stale:
        def take_next(self, *_: Any, **__: Any) -> Any:
            test.drain.stopping.set()
            return stale

    assert replace(test.drain, inboxes=Stale()).drain() == 1  # type: ignore[arg-type]
    assert test.proposals() == ()


@pytest.mark.parametrize("threshold", ["0.5", "0.95"])
def test_the_classify_threshold_is_a_setting_that_changes_the_outcome(threshold: str) -> None:
    test = bench([{"candidates": [candidate("I moved to Berlin", confidence=0.9)]}], TIERCEL_CLASSIFY_THRESHOLD=threshold)
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    (proposal,) = test.proposals()
    assert (proposal.decided is None) is (threshold == "0.5")


def test_the_window_setting_bounds_the_turns_of_one_call() -> None:
    test = bench([{"candidates": []}], TIERCEL_WINDOW_TURNS="2")
    test.accept(*[turn(f"fact {number}", number=number) for number in range(1, 6)])
    test.drain.drain()
    assert test.model is not None
    assert [sum(not line.get("context") for line in request.document["turns"]) for request in test.model.requests] == [2, 2, 1]


def test_what_is_remembered_already_is_shown_and_the_setting_takes_it_away() -> None:
    for most, shown in (("8", ["I live in Berlin"]), ("0", [])):
        test = bench([{"candidates": []}], TIERCEL_KNOWN_MEMORIES=most)
        memory = make_memory("I live in Berlin", owner=OWNER)
        test.store.apply(make_plan("earlier", inserts=(point_insert(memory, [1.0, 0.0]),)))
        test.accept(turn("I left Berlin for Rome"))
        test.drain.drain()
        assert test.model is not None
        assert [known["text"] for known in test.model.requests[0].document["known"]] == shown


@pytest.mark.parametrize(("most", "refused"), [("0", 0), ("3", 2), ("1", 4)])
def test_max_chunks_bounds_what_a_turn_may_write_and_the_rest_is_on_record(most: str, refused: int) -> None:
    facts = [f"fact number {number}" for number in range(5)]
    answer: list[Line] = [{"candidates": [candidate(fact, importance=number / 10) for number, fact in enumerate(facts)]}]
    test = bench(answer, TIERCEL_MAX_CHUNKS=most)
    test.accept(turn(". ".join(facts)))
    test.drain.drain()
    proposals = test.proposals()
    over = [each.candidate.text for each in proposals if each.decided is not None and each.decided.reason == "over_limit"]
    assert (len(proposals), over) == (5, facts[:refused])


def test_a_dead_turn_is_a_lesson_counted_per_reason_without_a_word_of_it() -> None:
    test = bench(["nonsense"], TIERCEL_RETRY_CONTENT_SECONDS="0")
    learnings = FakeLearnings()
    drain = replace(test.drain, learnings=learnings)
    for number, words in enumerate(("I moved to Berlin", "I moved to Munich"), 1):
        test.accept(turn(words, number=number))
        drain.drain()
    (lesson,) = learnings.all("acme")
    assert (lesson.type, lesson.source, lesson.error_type, lesson.seen) == ("error", "dead_letter", "unreadable", 2)
    assert "moved" not in repr(lesson)
