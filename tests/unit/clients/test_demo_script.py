"""What a demo plays."""

import json
from datetime import UTC, datetime

import pytest

from tiercel import TiercelError
from tiercel.demo.locomo import session_time
from tiercel.demo.script import load_script

LOCOMO = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Bo",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a dog."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Nice!", "blip_caption": "a dog"},
                {"speaker": "Ann", "dia_id": "D1:3", "text": "Her name is Luna."},
            ],
        },
        "qa": [
            {"question": "What did Ann adopt?", "answer": "a dog", "evidence": ["D1:1"], "category": 4},
            {"question": "What is the dog's name?", "answer": "Luna", "evidence": ["D1:3"], "category": 4},
            {"question": "a trap", "adversarial_answer": "x", "evidence": ["D1:1"], "category": 5},
        ],
    }
]


def test_the_shipped_conversation_is_long_bilingual_and_of_several_weeks():
    script = load_script(None)
    assert len(script.posts) >= 60
    times = [datetime.fromisoformat(post.body["occurred_at"]) for post in script.posts]
    assert (max(times) - min(times)).days >= 21
    spoken = json.dumps([post.body for post in script.posts], ensure_ascii=False)
    assert "我喜欢简洁的回复" in spoken
    assert "I prefer dark mode" in spoken
    people = {post.body.get("user_id") for post in script.posts}
    assert people == {"ann", "liming", None}
    assert any(post.body.get("chat_id") for post in script.posts)


def test_turn_ids_of_the_shipped_conversation_are_its_own_and_every_question_is_about_one():
    script = load_script(None)
    ids = [post.turn_id for post in script.posts]
    assert len(set(ids)) == len(ids)
    assert {turn for question in script.questions for turn in question.after} <= set(ids)
    assert len(script.questions) >= 12
    assert any("\u4e00" <= question.query[0] <= "\u9fff" for question in script.questions)


def test_every_secret_is_said_in_the_shipped_conversation():
    script = load_script(None)
    spoken = json.dumps([post.body for post in script.posts], ensure_ascii=False)
    assert len(script.secrets) >= 6
    assert all(secret in spoken for secret in script.secrets)


def test_a_limit_leaves_out_questions_about_turns_that_are_not_played():
    script = load_script(None, limit=7)
    assert len(script.posts) == 7
    assert script.questions
    assert all(set(question.after) <= {post.turn_id for post in script.posts} for question in script.questions)


def test_locomo_speakers_become_named_user_messages_of_one_person(tmp_path):
    file = tmp_path / "locomo.json"
    file.write_text(json.dumps(LOCOMO))
    script = load_script(file)
    assert [post.turn_id for post in script.posts] == ["conv-1-D1:1", "conv-1-D1:3"]
    first = script.posts[0].body
    assert first["user_id"] == "conv-1"
    assert first["occurred_at"] == "2023-05-08T13:56:00+00:00"
    assert [(message["role"], message["name"]) for message in first["messages"]] == [("user", "Ann"), ("user", "Bo")]
    assert first["messages"][1]["text"] == "Nice! (shows: a dog)"
    assert [question.query for question in script.questions] == ["What did Ann adopt?", "What is the dog's name?"]
    assert load_script(file, limit=1).questions[0].note == "the file's answer: a dog"


def test_a_list_of_turn_bodies_is_played_as_it_is(tmp_path):
    file = tmp_path / "turns.json"
    bodies = [{"messages": [{"role": "user", "text": "你好"}]}, {"message": "hi", "response": "hello", "turn_id": "t2"}]
    file.write_text(json.dumps(bodies))
    assert [post.body for post in load_script(file).posts] == bodies


def test_a_single_turn_body_is_a_list_of_one(tmp_path):
    file = tmp_path / "turn.json"
    file.write_text(json.dumps({"message": "我对花生过敏", "response": "好"}))
    assert [post.body["message"] for post in load_script(file).posts] == ["我对花生过敏"]


def test_an_entry_that_is_no_turn_is_named(tmp_path):
    file = tmp_path / "turns.json"
    file.write_text(json.dumps([{"message": "hi"}, {"foo": 1}]))
    with pytest.raises(TiercelError, match="entry 2 is no turn body"):
        load_script(file)


def test_a_folder_of_openclaw_captures_is_posted_in_the_order_of_time_and_the_rest_is_named(tmp_path):
    def capture(timestamp):
        return json.dumps({"event": {"messages": [{"role": "user", "content": "x", "timestamp": timestamp}]}, "ctx": {}})

    (tmp_path / "a.json").write_text(capture(200))
    (tmp_path / "b.json").write_text(capture(100))
    (tmp_path / "internal_hook_events.json").write_text("[]")
    script = load_script(tmp_path)
    assert [post.turn_id for post in script.posts] == ["b", "a"]
    assert all(post.openclaw for post in script.posts)
    assert script.notes == ("internal_hook_events.json is left out: it holds no agent_end capture {event, ctx}",)


@pytest.mark.parametrize("content", ["{", "{}", "[]", "[1]", '[{"event": 1}]'])
def test_a_file_of_another_kind_is_refused_in_one_line(tmp_path, content):
    file = tmp_path / "x.json"
    file.write_text(content)
    with pytest.raises(TiercelError, match=r"x\.json"):
        load_script(file)


def test_a_session_time_is_read_as_utc():
    assert session_time("12:05 am on 1 January, 2024") == datetime(2024, 1, 1, 0, 5, tzinfo=UTC)
    with pytest.raises(ValueError, match="not a session time"):
        session_time("yesterday")
