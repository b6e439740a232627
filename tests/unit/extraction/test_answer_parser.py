"""What models write instead of JSON: every recoverable answer is read, every other one is a fault, never an empty list."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.errors import ContentFault
from shared.extraction.answer_parser import parse_answer

FACT = "User moved to Berlin"
GOOD = json.dumps({"memories": [{"text": FACT}]})

RECOVERABLE = {
    "plain": GOOD,
    "fence with language": f"```json\n{GOOD}\n```",
    "fence without language": f"```\n{GOOD}\n```",
    "fence that never closes": f"```json\n{GOOD}",
    "tilde fence": f"~~~json\n{GOOD}\n~~~",
    "prose on both sides": f"Here you are: {GOOD}\nHope this helps {{smile}}!",
    "prose with brackets before": f"I read [m1] and {{m2}}. {GOOD}",
    "trailing commas": '{"memories": [{"text": "User moved to Berlin",},],}',
    "byte order mark": "\ufeff" + GOOD,
    "smart quotes": "{“memories”: [{“text”: “User moved to Berlin”}]}",
    "NaN": '{"memories": [{"text": "User moved to Berlin", "confidence": NaN}]}',
    "python dict": "{'memories': [{'text': 'User moved to Berlin', 'valid_to': None, 'ok': True}]}",
    "two objects": f'{GOOD}\n{{"memories": []}}',
    "one object per candidate": '{"text": "User moved to Berlin"}\n{"text": "User likes tea"}',
    "nested string": json.dumps({"memories": json.dumps([{"text": FACT}])}),
    "document in a string": json.dumps(GOOD),
    "wrapped": json.dumps({"answer": {"result": json.loads(GOOD)}}),
    "windows line ends": GOOD.replace(", ", ",\r\n").replace("{", "{\r\n"),
    "full-width colon and comma": '{"memories"：[{"text"：\u201cUser moved to Berlin\u201d，"layer"："L2"}]}',
    "root array": json.dumps([{"text": FACT}]),
    "root array of strings": json.dumps([FACT]),
    "array in an array": json.dumps([[{"text": FACT}]]),
    "missing wrapper": json.dumps({"text": FACT}),
    "other key for the list": json.dumps({"facts": [{"fact": FACT}]}),
    "other key for the text": json.dumps({"memories": [{"memory": FACT}]}),
    "extra keys": json.dumps({"version": 3, "memories": [{"text": FACT, "mood": "sunny"}], "usage": {"tokens": 3}}),
    "truncated array": '{"memories": [{"text": "User moved to Berlin"}, {"text": "User li',
    "truncated after a comma": '{"memories": [{"text": "User moved to Berlin"}, ',
    "unquoted keys": '{memories: [{text: "User moved to Berlin"}]}',
    "comments": '{"memories": [ // the list\n {"text": "User moved to Berlin"} /* one */ ]}',
    "line break in a string": '{"memories": [{"text": "User moved to Berlin", "reason": "one\ntwo"}]}',
    "quote in a string": '{"memories": [{"text": "User moved to Berlin", "reason": "said "home" twice"}]}',
    "thinking before": '<think>maybe {"memories":[]} hmm</think>' + GOOD,
    "thinking without its opening tag": 'maybe {"memories": []} hmm</think>' + GOOD,
    "thinking twice": f"<think>a</think><thinking>b {{}}</thinking>{GOOD}",
    "zero-width space": "\u200b" + GOOD,
}


@pytest.mark.parametrize("answer", RECOVERABLE.values(), ids=RECOVERABLE.keys())
def test_x1_a_recoverable_answer_is_read(answer: str) -> None:
    assert parse_answer(answer).items[0]["text"] == FACT


UNUSABLE = {
    "empty": "",
    "space": " \n",
    "prose": "I could not find anything to remember, sorry!",
    "null": "null",
    "number": "42",
    "empty object": "{}",
    "list is null": '{"candidates": null}',
    "items without text": '{"candidates": [{"category": "fact"}]}',
    "truncated in the first item": '{"candidates": [{"text": "User mo',
    "truncated before the first item": '{"candidates": [',
    "thinking that never ends": '<think>maybe {"candidates":[{"text":"User likes tea"}]} and',
    "refusal": "I'm sorry, but I can't help with that.",
    "schema echoed": '{"type": "object", "properties": {"candidates": {"type": "array"}}}',
}


@pytest.mark.parametrize("answer", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_x2_x4_everything_else_is_a_fault_with_the_raw_answer(answer: str) -> None:
    with pytest.raises(ContentFault) as caught:
        parse_answer(answer)
    assert caught.value.raw == answer


@pytest.mark.parametrize(
    "answer", ['{"candidates": []}', "[]", "```json\n[]\n```", '<think>x</think>{"candidates": []}', 'None. {"memories": []}']
)
def test_an_explicit_empty_list_is_a_good_answer(answer: str) -> None:
    assert parse_answer(answer).items == ()


def test_x6_an_answer_that_was_cut_off_is_a_fault_even_where_its_beginning_could_be_read() -> None:
    with pytest.raises(ContentFault) as caught:
        parse_answer(GOOD, cut_off=True)
    assert caught.value.cut_off


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("fence with language", "fences"), ("prose on both sides", "prose"), ("trailing commas", "commas"), ("smart quotes", "quotes"),
        ("NaN", "literals"), ("python dict", "literals"), ("truncated array", "truncated"), ("thinking before", "thinking"),
        ("full-width colon and comma", "colon"),
    ],
)  # fmt: skip
def test_what_was_forgiven_is_named_for_the_counters(name: str, mend: str) -> None:
    assert mend in parse_answer(RECOVERABLE[name]).mends or (name == "NaN" and parse_answer(RECOVERABLE[name]).mends == ())


def test_nothing_is_counted_for_a_clean_answer() -> None:
    assert parse_answer(GOOD).mends == ()


def test_all_items_of_several_objects_are_kept_in_order() -> None:
    answer = '{"candidates": [{"text": "one"}]} and {"candidates": [{"text": "two"}]}'
    assert [item["text"] for item in parse_answer(answer).items] == ["one", "two"]


def test_items_without_text_are_left_out_and_counted() -> None:
    parsed = parse_answer('{"candidates": [{"text": "one"}, {"category": "fact"}, "two", 3]}')
    assert [item["text"] for item in parsed.items] == ["one", "two"]
    assert parsed.mends == ("items_without_text",)


def test_chinese_stays_as_it_is_written() -> None:
    answer = "好的，结果如下：\n{'candidates': [{'text': '我住在杭州，同事叫欧阳靖。', 'name': \"住处：'杭州'\"}]}"
    assert parse_answer(answer).items[0]["text"] == "我住在杭州，同事叫欧阳靖。"


def test_a_statement_may_begin_like_a_document() -> None:
    assert parse_answer('{"candidates": [{"text": "[REDACTED:email] is the billing address"}]}').items[0]["text"].startswith("[REDACTED")


@given(st.text(max_size=300))
def test_any_text_gives_items_or_a_fault(answer: str) -> None:
    try:
        parsed = parse_answer(answer)
    except ContentFault:
        return
    assert all(item["text"] for item in parsed.items)


@given(
    st.lists(
        st.fixed_dictionaries({"text": st.text(min_size=1).filter(str.strip), "data": st.dictionaries(st.text(), st.integers())}),
        max_size=5,
    ),
    st.sampled_from(["{}", "```json\n{}\n```", "Sure!\n{}", "<think>hm</think>{}"]),
)
def test_clean_json_is_read_whole_whatever_stands_around_it(items: list[dict[str, object]], around: str) -> None:
    answer = around.replace("{}", json.dumps({"candidates": items}, ensure_ascii=False))
    assert [item["text"] for item in parse_answer(answer).items] == [str(item["text"]).strip() for item in items]


@pytest.mark.parametrize("answer", ["[" * 5000, '{"a":' * 5000, "{" * 3000 + "}" * 3000, '{"candidates": ["' + "x" * 100_000])
def test_hostile_nesting_ends_as_a_fault(answer: str) -> None:
    with pytest.raises(ContentFault):
        parse_answer(answer)
