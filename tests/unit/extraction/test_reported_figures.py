"""`data` of a candidate: kept where the words carry it, with its quotes as evidence; dropped and counted where they do not."""

from typing import Any

import pytest

from shared.domain.trigger import TriggerType
from shared.extraction.drafts import Draft, candidate_of
from shared.extraction.extraction import drafts_from
from tests.unit.extraction.examples import said, turn, window

TEXT = "CTR of brand_A fell from 2.1% to 1.4% on 3 March; 转化率下降了三成，预算是150万。"
ITEM = {
    "text": "CTR of brand_A fell from 2.1% to 1.4%",
    "evidence": [{"message_id": "m1", "quote": "CTR of brand_A fell from 2.1% to 1.4%"}],
}


def draft(data: Any) -> tuple[Draft, int]:
    drafts, notes = drafts_from([{**ITEM, "data": data}], window(turn(TEXT)))
    return drafts[0], notes["data_unsupported"]


@pytest.mark.parametrize(
    "entry",
    [
        {"value": 1.4, "quote": "to 1.4%"},
        {"value": 0.014, "quote": "1.4%"},
        {"value": "1.4%", "quote": "from 2.1% to 1.4%"},
        {"value": 1500000, "quote": "预算是150万"},
        {"value": "1.5M", "quote": "预算是150万"},
        {"value": "brand_A", "quote": "CTR of brand_A"},
        {"value": True, "quote": "CTR of brand_A fell"},
        1.4,
        "brand_A",
    ],
)
def test_a_value_that_its_quote_carries_is_kept_plain(entry: Any) -> None:
    made, unsupported = draft({"field": entry})
    value = entry["value"] if isinstance(entry, dict) else entry
    assert (dict(made.data), unsupported) == ({"field": value}, 0)


@pytest.mark.parametrize(
    "entry",
    [
        {"value": 1.6, "quote": "to 1.4%"},
        {"value": 1.4, "quote": "fell to 1.4 percent overall"},
        {"value": 9, "quote": ""},
        {"value": {"nested": 1.4}, "quote": "1.4%"},
        {"value": "brand_B", "quote": "CTR of brand_A"},
        {"value": float("nan"), "quote": "1.4%"},
        {"value": True, "quote": "nobody said this"},
        {"quote": "1.4%"},
        0.3,
        [1.4],
        None,
    ],
)
def test_a_value_that_no_words_carry_is_dropped_and_counted(entry: Any) -> None:
    made, unsupported = draft({"field": entry})
    assert (dict(made.data), unsupported) == ({}, 1)


def test_the_quote_of_a_figure_is_evidence_and_stands_in_the_trace() -> None:
    made, _ = draft({"budget": {"value": 1500000, "quote": "预算是150万"}, "ctr": {"value": 1.4, "quote": "to 1.4%"}})
    seen = window(turn(TEXT))
    candidate = candidate_of(made, number=0, window=seen, extracted_by="m")
    assert [entry.quote for entry in candidate.evidence] == [ITEM["evidence"][0]["quote"], "预算是150万"]
    assert candidate.data == {"budget": 1500000, "ctr": 1.4}


def test_an_assistants_figure_or_one_from_earlier_needs_its_message_cited() -> None:
    figure = {"ctr": {"value": 9, "quote": "about 9 percent"}}
    seen = window(turn(TEXT, ("assistant", "I guess about 9 percent")))
    drafts, notes = drafts_from([{**ITEM, "data": figure}], seen)
    assert (dict(drafts[0].data), notes["data_unsupported"]) == ({}, 1)
    own = {**ITEM, "evidence": [{"message_id": "m2", "quote": "CTR of brand_A fell"}], "data": figure}
    drafts, notes = drafts_from([own], window(turn(TEXT), context=(said("user", "about 9 percent"),)))
    assert (dict(drafts[0].data), notes["data_unsupported"]) == ({}, 1)


def test_the_hosts_own_data_wins_over_what_a_model_read() -> None:
    event = turn(("tool", TEXT), trigger_hint=TriggerType.ANOMALY_PATTERN, data={"ctr": 0.02})
    drafts, _ = drafts_from([{**ITEM, "data": {"ctr": {"value": 1.4, "quote": "1.4%"}, "before": 2.1}}], window(event))
    assert candidate_of(drafts[0], number=0, window=window(event), extracted_by="m").data == {"ctr": 0.02, "before": 2.1}


@pytest.mark.parametrize("data", [None, [], "text", 3, {"x" * 100: 1.4}])
def test_what_is_no_set_of_fields_gives_none(data: Any) -> None:
    assert dict(draft(data)[0].data) == {}
