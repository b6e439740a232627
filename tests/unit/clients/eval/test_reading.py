"""Files as datasets, and what is said of those that are wrong."""

import json
from pathlib import Path

import pytest

from tiercel.errors import TiercelError
from tiercel.eval.dataset import with_strangers
from tiercel.eval.reading import read_dataset, read_off_topic

EXAMPLE = Path(__file__).parents[4] / "docs" / "evaluation-example.json"
LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a dog."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Nice!", "blip_caption": "a dog"},
            ],
            "session_2_date_time": "9:00 am on 9 May, 2023",
            "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "Her name is Luna."}],
        },
        "qa": [
            {"question": "What did Ann adopt?", "answer": "a dog", "evidence": ["D1:2"], "category": 4},
            {"question": "What is she called?", "answer": "Luna", "evidence": ["D2:1; D1:1"], "category": 1},
            {"question": "What did Bo adopt?", "evidence": ["D1:1"], "category": 5},
            {"question": "nobody knows", "evidence": ["D9:9"], "category": 3},
        ],
    }
]


def written(tmp_path, content, name="data.json"):
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def complaint(tmp_path, content):
    with pytest.raises(TiercelError) as raised:
        read_dataset(written(tmp_path, content))
    return str(raised.value)


def test_the_example_of_the_docs_is_read_in_both_languages():
    dataset = read_dataset(EXAMPLE)
    assert [store.name for store in dataset.stores] == ["ann", "林"]
    first = dataset.stores[1].messages[0]
    assert (first.id, first.speaker, first.session, first.position) == ("l1", "小林", "一", 0)
    assert {one.category for one in dataset.questions} == {"facts", "several messages", "中文", "off topic"}
    off_topic = [(one.store, one.query) for one in dataset.questions if one.is_off_topic]
    assert off_topic == [(store, query) for query in ("How do I boil an egg?", "光速是多少？") for store in ("ann", "林")]


def test_one_store_needs_no_name_and_positions_count_within_a_session(tmp_path):
    said = [{"id": str(number), "text": "words", "session": session} for number, session in enumerate("abab")]
    (store,) = read_dataset(written(tmp_path, {"messages": said, "questions": [{"query": "q", "answers": ["2"]}]})).stores
    assert [message.position for message in store.messages] == [0, 0, 1, 1]


def test_locomo_has_corrected_answers_captions_and_adversarial_questions_off_topic(tmp_path):
    written(tmp_path, [{"question": "What did Ann adopt?", "correct_evidence": ["D1:1"]}], "corrections_x.json")
    dataset = read_dataset(written(tmp_path, LOCOMO))
    (store,) = dataset.stores
    assert [message.text for message in store.messages] == ["I adopted a dog.", "Nice! (shows: a dog)", "Her name is Luna."]
    assert [(message.session, message.position) for message in store.messages] == [("session_1", 0), ("session_1", 1), ("session_2", 0)]
    assert [(one.category, sorted(one.answers)) for one in dataset.questions] == [
        ("4 single-hop", ["D1:1"]),
        ("1 multi-hop", ["D1:1", "D2:1"]),
        ("5 adversarial", []),
    ]
    assert dataset.notes == ("1 questions by corrected evidence", "1 questions name no utterance of the file, or one that is not there")


def test_corrections_may_be_named_and_belong_to_locomo_alone(tmp_path):
    other = written(tmp_path, [{"question": "What did Ann adopt?", "correct_evidence": ["D2:1"]}], "mine.json")
    assert read_dataset(written(tmp_path, LOCOMO), other).questions[0].answers == {"D2:1"}
    with pytest.raises(TiercelError, match="--corrections are for LoCoMo"):
        read_dataset(EXAMPLE, other)
    with pytest.raises(TiercelError, match="no list of corrections"):
        read_dataset(written(tmp_path, LOCOMO), EXAMPLE)


def test_what_is_no_json_is_named_with_its_line(tmp_path):
    assert "data.json, line 3: no JSON" in complaint(tmp_path, '{\n"messages": [\n{"id" "a"}]}')
    with pytest.raises(TiercelError, match="save it as UTF-8"):
        read_dataset(_latin(tmp_path))
    with pytest.raises(TiercelError, match="cannot be read"):
        read_dataset(tmp_path / "none.json")
    assert "neither a benchmark" in complaint(tmp_path, {"turns": []})
    assert "nested too deeply" in complaint(tmp_path, "[" * 100_000)


def _latin(tmp_path):
    path = tmp_path / "latin.json"
    path.write_bytes('{"name": "Zoë"}'.encode("latin-1"))
    return path


GOOD = '{"id": "a", "text": "words"}'


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ('{"messages": [\n' + GOOD + ',\n{"id": "b"}],\n"questions": []}', 3, "messages[1].text is missing"),
        ('{"messages": [\n{"id": "a", "text": " "}], "questions": []}', 2, "messages[0].text is empty"),
        ('{"messages": [\n{"id": 7, "text": "x"}], "questions": []}', 2, "messages[0].id is int, not text"),
        ('{"messages": [\n' + GOOD + ",\n" + GOOD + '], "questions": []}', 3, "messages[1].id is 'a' again"),
        ('{"messages": [\n{"id": "a", "text": "x", "at": "May"}], "questions": []}', 2, "write a time like"),
        ('{"messages": [\n{"id": "a", "text": "x", "when": "May"}], "questions": []}', 2, "unknown field 'when': the fields are at, id"),
        ('{"messages": [], "questions": []}', 1, "messages is empty"),
        ('{"messages": ["x"], "questions": []}', 1, "messages[0] is no object"),
        ('{"messages": [' + GOOD + "]}", 1, "questions is missing"),
        ('{"messages": [' + GOOD + '], "questions": []}', 1, "questions is empty"),
        ('{"messages": [' + GOOD + '], "questions": [\n{"query": "q", "answers": ["z"]}]}', 2, "names 'z', which is no message"),
        ('{"messages": [' + GOOD + '], "questions": [\n{"query": "q", "answers": [1]}]}', 2, "questions[0].answers holds something"),
        ('{"messages": [' + GOOD + '], "questions": [\n{"query": "q", "answers": "a"}]}', 2, "questions[0].answers is no list"),
        ('{"messages": [' + GOOD + '], "questions": [\n{"query": "q", "store": "x"}]}', 2, "is 'x', but the stores are: default"),
        ('{"stores": [{"name": "s", "messages": [' + GOOD + ']}], "messages": [], "questions": []}', 1, "stands beside stores"),
        ('{"stores": [], "questions": []}', 1, "stores is empty"),
    ],
)
def test_a_wrong_field_is_named_with_its_line_and_the_remedy(tmp_path, content, line, words):
    said = complaint(tmp_path, content)
    assert f"data.json, line {line}: " in said
    assert words in said


def test_two_stores_of_one_name_and_a_question_to_nobody_are_refused(tmp_path):
    one, two = ('{"name": "s", "messages": [' + GOOD + "]}", '{"name": "t", "messages": [' + GOOD + "]}")
    assert "line 2: stores[1].name is 's' again" in complaint(tmp_path, f'{{"stores": [{one},\n{one}], "questions": []}}')
    asked = f'{{"stores": [{one}, {two}], "questions": [\n{{"query": "q", "answers": ["a"]}}]}}'
    assert "line 2: questions[0].store is missing: name the store that is asked (s, t)" in complaint(tmp_path, asked)


def test_strangers_are_questions_of_the_other_stores(tmp_path):
    dataset = read_dataset(EXAMPLE)
    asked = with_strangers(dataset, 2)
    assert [(one.store, one.query) for one in asked] == [
        ("ann", "小林什么时候去游泳？"),
        ("ann", "小林不能吃什么？"),
        ("林", "Where does Ann live?"),
        ("林", "What broke during the move?"),
    ]
    assert all(one.is_off_topic for one in asked)


def test_a_stranger_of_the_same_name_is_not_asked_about(tmp_path):
    stores = [{"name": name, "messages": [{"id": "a", "text": "x", "speaker": "John"}]} for name in ("s", "t")]
    asked = [{"store": "s", "query": query, "answers": ["a"]} for query in ("What does john like?", "What is it?")]
    dataset = read_dataset(written(tmp_path, {"stores": stores, "questions": asked}))
    assert [one.query for one in with_strangers(dataset, 5)] == ["What is it?"]


def test_more_off_topic_questions_come_a_line_each_and_are_asked_of_every_store(tmp_path):
    path = written(tmp_path, "# of my own\n\nHow high is K2?\n光速是多少？\n", "off.txt")
    asked = read_off_topic(path, read_dataset(EXAMPLE))
    assert [(one.store, one.query) for one in asked[:2]] == [("ann", "How high is K2?"), ("ann", "光速是多少？")]
    assert len(asked) == 4
    with pytest.raises(TiercelError, match="holds no question"):
        read_off_topic(written(tmp_path, "# none\n", "empty.txt"), read_dataset(EXAMPLE))
