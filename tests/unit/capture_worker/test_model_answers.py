"""X1 and X2: what models write instead of JSON, through the whole drain: stored in every recoverable form, retried in the rest."""

import json

import pytest

from shared.domain.turn import CaptureState
from tests.unit.capture_worker.test_drain import bench
from tests.unit.extraction.examples import turn

FACT = "User moved to Berlin"
GOOD = json.dumps({"memories": [{"text": FACT}]})

STORED = {
    "x1 fence": (f"```json\n{GOOD}\n```", "fences"),
    "x1 fence without language": (f"```\n{GOOD}\n```", "fences"),
    "x1 prose on both sides": (f"Sure, here is what I found:\n{GOOD}\nLet me know if you need more.", "prose"),
    "x1 trailing comma": ('{"memories": [{"text": "User moved to Berlin",},]}', "commas"),
    "x1 byte order mark": ("\ufeff" + GOOD, "byte_order_mark"),
    "x1 smart quotes": ("{“memories”: [{“text”: “User moved to Berlin”}]}", "quotes"),
    "x1 NaN": ('{"memories": [{"text": "User moved to Berlin", "importance": NaN}]}', None),
    "x1 python dict": ("{'memories': [{'text': 'User moved to Berlin', 'slot': None, 'ok': True}]}", "quotes"),
    "x1 two objects": (f'{GOOD}\n{{"memories": []}}', "prose"),
    "x1 nested string": (json.dumps({"memories": json.dumps([{"text": FACT}])}), None),
    "x1 windows line ends": (GOOD.replace(" ", "\r\n", 1), None),
    "x1 full-width colon": ('{"memories"：[{"text"："User moved to Berlin"}]}', "colon"),
    "x1 half-width quotes, full-width comma": ('{"memories": [{"text": "User moved to Berlin"，"layer": "L2"}]}', "commas"),
    "x1 root array": (json.dumps([{"text": FACT}]), None),
    "x1 missing key": (json.dumps({"text": FACT}), None),
    "x1 extra keys": (json.dumps({"version": 2, "memories": [{"text": FACT, "mood": "sunny"}], "usage": {}}), None),
    "x1 truncated array": ('{"memories": [{"text": "User moved to Berlin"}, {"text": "User li', "truncated"),
    "x2 thinking with braces": ('<think>maybe {"memories":[]} hmm</think>' + GOOD, "thinking"),
    "x2 thinking without its opening tag": ('maybe {"memories": []} hmm</think>' + GOOD, "thinking"),
}
RETRIED = {
    "x1 prose alone": "I could not find anything to remember, sorry!",
    "x1 truncated in the first item": '{"memories": [{"text": "User mo',
    "x1 items without text": '{"memories": [{"category": "fact"}]}',
    "x1 null": "null",
    "x1 empty": "",
    "x2 thinking that never ends": '<think>maybe {"memories":[{"text":"User moved to Berlin"}]} and',
    "x2 thinking alone": "<think>nothing to say</think>",
    "x4 no json": "¯\\_(ツ)_/¯",
    "x7 the schema echoed": '{"type": "object", "properties": {"candidates": {"type": "array"}}}',
}


@pytest.mark.parametrize(("answer", "mend"), STORED.values(), ids=STORED)
def test_x1_x2_a_recoverable_answer_becomes_a_proposal_in_one_call_and_what_was_mended_is_counted(answer: str, mend: str | None) -> None:
    test = bench([answer])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert [proposal.candidate.text for proposal in test.proposals()] == [FACT]
    assert test.counted("tiercel_model_calls_total", schema="tiercel_extraction", result="read") == 1
    if mend is not None:
        assert test.counted("tiercel_parse_repairs_total", kind=mend) == 1


@pytest.mark.parametrize("answer", RETRIED.values(), ids=RETRIED)
def test_x1_x2_x4_x7_anything_else_is_repaired_once_then_retried_and_never_taken_for_nothing(answer: str) -> None:
    test = bench([answer])
    test.accept(turn("I moved to Berlin"))
    test.drain.drain()
    assert (test.view(1).state, test.view(1).attempts) == (CaptureState.RETRYING, 1)
    assert test.counted("tiercel_model_calls_total", schema="tiercel_extraction", result="unreadable") == 2
    repairs = [kind for (name, labels), _ in test.metrics.counts.items() if name == "tiercel_parse_repairs_total" for _, kind in labels]
    assert any(kind.startswith("repair_") for kind in repairs)
    test.again()
    test.again()
    assert test.view(1).state is CaptureState.DEAD
    assert test.doors.ledger.read("acme").imbalance == 0
