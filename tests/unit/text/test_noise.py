"""What is not worth keeping, by rule, and what is."""

import pytest

from shared.text.noise import is_acknowledgement, is_task_residue, noise_reason

ACKNOWLEDGEMENTS = [
    "好的",
    "收到",
    "ok",
    "👍",
    "ok 👍",
    "好的，谢谢",
    "OK, thanks!",
    "嗯嗯",
    "got it",
    "没问题",
    "明白了",
    "sounds good",
    "可以",
]
GREETINGS = ["你好", "hi", "早", "Good morning!", "晚上好～", "hello there", "在吗？", "how are you?"]
META = """
you never remember ANYTHING
what just changed?
你怎么又忘了
垃圾记忆插件
why do you keep forgetting
your memory is broken
I already told you that
stop forgetting
你又忘了吗
我不是说过了吗
记忆功能真差
useless bot
did you forget?
what were we talking about
你失忆了吗
how many times do I have to say it
are you even listening
我都说了好几遍
刚才改了什么
you didn't remember that
""".strip().split("\n")

NOISE = [
    *((text, "acknowledgement") for text in ACKNOWLEDGEMENTS),
    *((text, "greeting") for text in GREETINGS),
    *((text, "meta_noise") for text in META),
    *((text, "host_control") for text in ("HEARTBEAT_OK", "NO_REPLY", "[OpenClaw heartbeat poll]")),
    ('153 "constraint": 90,', "json"),
    ('{"a": 1, "b": [2, 3]}', "json"),
    ("/home/ann/project/main.py", "path"),
    ("src/app.py:12\nsrc/b.py", "path"),
    ("git push origin main", "git"),
    ("Merge branch 'dev' into main", "git"),
    ("fix(api): handle nulls", "git"),
    ("merge it", "git"),
    ("提交一下代码", "git"),
    ("DEBUG: value is 3", "debug"),
    ("TODO: fix", "debug"),
    ("测试一下", "debug"),
    ("def f(x):\n    return x + 1", "code"),
    ("const a = () => {\n  return 1;\n}", "code"),
    ("SELECT id FROM users WHERE a = 1;", "code"),
    ("You are Alfred, a helpful assistant. Formal tone. Timezone EST", "system_content"),
    ("你是一个有用的助手，请用中文回答", "system_content"),
    ("I'm sorry, but I can't help with that.", "refusal"),
    ("/new", "command"),
    ("......", "signs"),
    ("   ", "empty"),
]  # fmt: skip

KEPT = [
    "好的，我决定用PostgreSQL",
    "We decided to merge the two teams",
    "我喜欢简洁的回复",
    "I live in Berlin",
    "OK, from now on call me Ann",
    "正在调试 PR #123",
    "Hi, I am Ann and I like tea",
    "我们用 git 管理代码，主分支叫 main",
    "I never remember names, so put them in the notes",
    "Please always print the date first",
    "我的记忆力不太好，需要提醒",
    "The function returns x when a < b",
    "你好，我是小王，住在上海",
    "Use tabs; never spaces.",
    "我记得她生日是3月5日",
    "You are my best friend, Tom",
    "Hey Jo! Great hearing from you! What happened?",
]


@pytest.mark.parametrize(("text", "reason"), NOISE)
def test_j7_j14_noise_is_named(text: str, reason: str) -> None:
    assert noise_reason(text) == reason


@pytest.mark.parametrize("text", KEPT)
def test_a_statement_is_worth_a_look(text: str) -> None:
    assert noise_reason(text) is None


def test_an_acknowledgement_that_says_more_is_none() -> None:
    assert is_acknowledgement("好的")
    assert not is_acknowledgement("好的，我决定用PostgreSQL")


def test_j15_task_residue_is_recognised() -> None:
    assert is_task_residue("正在调试 PR #123")
    assert is_task_residue("currently fixing issue #42")
    assert not is_task_residue("PR #123 introduced the new policy")
