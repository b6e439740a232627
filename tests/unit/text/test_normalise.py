"""The cleaning rules, case by case, and their invariants."""

import pytest
from hypothesis import given, settings

from shared.text.normalise import canonical, clean, clean_text
from tests.unit.text.mixed_text import mixed_text

UNCHANGED = [
    "line one\nline two",
    "if a < b and c > d then",
    "List<String> x",
    "vector<map> and Vec<u> stay",
    "see https://a.com/x-y-z now",
    "https://a.com/a\nb next",
    "please print the report",
    "《红楼梦》很好",
    "arr[i](x) and fn[0](arg)",
    "__init__ and **kwargs and a**b**c",
    "比分 3-5 开会",
    "⌘C 然后按 ⏎",
    "C# and #hashtag",
    "1,234,567 stays exact",
    "Choose [1, 2, 3] or {x}",
    "Yes. No. Yes.",
    "用 Python 3 写",
    "a tab\tstays",
    "10. 5. 2024",
    "Dear <name>, x<y>z",
    "10:30:15 会议开始",
    "price is 1,000,000.50",
]

CHANGED = [
    ("# 标题\n\n- 甲\n- 乙\n\n1. 丙", "标题\n\n甲\n乙\n\n丙"),
    ("snake_case_name, 5 * 3 * 2, **重点** and _it_", "snake_case_name, 5 * 3 * 2, 重点 and it"),
    ("[2024-03-15 14:30:01] INFO 用户登录", "INFO 用户登录"),
    ("2024-03-15T14:30:01.123Z ERROR it broke", "ERROR it broke"),
    ("比分 3-5，2024年3月15日开会", "比分 3-5,2024年3月15日开会"),
    ("我喜欢👍🎉简洁", "我喜欢简洁"),
    ("👨‍👩‍👧 家", "家"),
    ("1️⃣ 第一", "1 第一"),
    ("🇨🇳 👋🏽 ok", "ok"),
    ("I like👍it", "I like it"),
    ("我喜欢。我喜欢。他也是。", "我喜欢。他也是。"),
    ("He likes it. He likes it. She too.", "He likes it. She too."),
    ("第一段内容。\n\n别的。\n\n第一段内容。", "第一段内容。\n\n别的。"),
    ("a\u200bb\u00a0c\x00d\ufeff", "ab cd"),
    ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
    ("x <b>bold</b> &amp; <br/>y", "x bold &\ny"),
    ("a <script>alert('<b>')</script><style>p{}</style> b <!-- no --> c", "a b c"),
    ("![图](http://x/y.png) and [文档](https://a.com/b)", "图 and 文档"),
    ("```python\nx = 2\n```\nrest", "x = 2\nrest"),
    ("run `make test` now", "run make test now"),
    ("> quoted\n> twice", "quoted\ntwice"),
    ("console.log('a(b)'); keep logger.info(\"x\") print(foo(1))", "keep"),
    ("https://a.com/x-\ny/z next", "https://a.com/x-y/z next"),
    ("https://a.com/list\n?page=2 next", "https://a.com/list?page=2 next"),
    ("，。！？：；（）", ",。!?:;()"),
    ("ＡＢＣ１２３", "ABC123"),
    ("a    b\n\n\n\nc  ", "a b\n\nc"),
    ("预算 1,500,000元", "预算 1.5M元"),
    ("2,000,000,000 people", "2B people"),
    ('{\n  "a": 1.0,\n  "b": {"c": [1, 2]}\n}', '{"a":1.0,"b":{"c":[1,2]}}'),
    ("你 好 世 界 hello 世界", "你好世界 hello 世界"),
    ("~~old~~ new", "old new"),
]


@pytest.mark.parametrize("text", UNCHANGED)
def test_text_that_only_looks_like_markup_stays(text: str) -> None:
    assert clean_text(text) == text


@pytest.mark.parametrize(("text", "right"), CHANGED)
def test_each_rule_gives_its_right_value(text: str, right: str) -> None:
    assert clean_text(text) == right


@pytest.mark.parametrize("text", [*UNCHANGED, *(text for text, _ in CHANGED)])
def test_cleaning_a_case_twice_changes_nothing(text: str) -> None:
    assert clean_text(clean_text(text)) == clean_text(text)


@settings(max_examples=300, deadline=None)
@given(mixed_text)
def test_cleaning_is_idempotent_over_chinese_english_code_and_emoji(text: str) -> None:
    once = clean_text(text)
    assert clean_text(once) == once


def test_text_that_peels_layer_by_layer_settles_too() -> None:
    text = "[" * 60 + "x" + "](/a)" * 60
    once = clean_text(text)
    assert clean_text(once) == once


@pytest.mark.parametrize(
    ("trace", "kept", "dropped"),
    [
        (
            (
                'Traceback (most recent call last):\n  File "a.py", line 1, in a\n    b()\n  File "b.py", line 2, in b\n    c()\n'
                '  File "c.py", line 3, in c\n    boom()\nValueError: no'
            ),
            ("a.py", "c.py", "ValueError: no"),
            "b.py",
        ),
        (
            "TypeError: x\n    at f (/a.js:1:2)\n    at g (/b.js:3:4)\n    at h (/c.js:5:6)",
            ("a.js", "c.js", "TypeError: x"),
            "b.js",
        ),
        (
            "java.lang.X: y\n\tat com.a.A.f(A.java:1)\n\tat com.b.B.g(B.java:2)\n\tat com.c.C.h(C.java:3)",
            ("A.java", "C.java"),
            "B.java",
        ),
        (
            "goroutine 1 [running]:\nmain.a(0x1)\n\t/src/a.go:1 +0x1\nmain.b(0x2)\n\t/src/b.go:2 +0x2\nmain.c()\n\t/src/c.go:3 +0x3",
            ("a.go", "c.go"),
            "b.go",
        ),
        (
            (
                "panicked\n   0: core::a\n             at /rustc/a.rs:1:1\n   1: core::b\n             at /rustc/b.rs:2:2\n"
                "   2: main::c\n             at ./src/c.rs:3:3"
            ),
            ("a.rs", "c.rs"),
            "b.rs",
        ),
    ],
    ids=["python", "javascript", "java", "go", "rust"],
)
def test_a_stack_trace_keeps_its_first_and_last_frame(trace: str, kept: tuple[str, ...], dropped: str) -> None:
    cleaned = clean_text(trace)
    assert all(part in cleaned for part in kept)
    assert dropped not in cleaned


def test_base64_goes_and_hexadecimal_and_words_stay() -> None:
    assert clean_text("see " + "aB3+" * 40 + "== end") == "see end"
    assert clean_text("f0" * 60) == "f0" * 60
    assert clean_text("a" * 150) == "a" * 150


def test_a_very_long_url_is_shortened_and_kept_in_full_beside() -> None:
    url = "https://example.com/path?" + "q=abcdef&" * 40
    cleaned = clean(f"see {url} now")
    assert cleaned.text == "see https://example.com/path… now"
    assert cleaned.long_urls == (url,)


def test_link_targets_are_kept_beside_the_text() -> None:
    cleaned = clean("[docs](https://a.com/b) and ![pic](c.png)")
    assert cleaned.text == "docs and pic"
    assert cleaned.links == (("docs", "https://a.com/b"), ("pic", "c.png"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("我喜欢简洁的回复。", "我喜欢简洁的回复"),
        ("I like TEA!", "i like tea"),
        ("ＡＢＣ，你好", "ABC,你好"),
        ("dark-mode", "dark mode"),
        ("  two   spaces ", "two spaces"),
    ],
)
def test_one_statement_has_one_canonical_form(first: str, second: str) -> None:
    assert canonical(first) == canonical(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1.5", "15"),
        ("-5 degrees", "5 degrees"),
        ("C++", "C"),
        ("C#", "C"),
        ("3-5", "35"),
        ("the rapist", "therapist"),
        ("你喜欢?", "你喜欢"),
        ("5%", "5"),
    ],
)
def test_signs_that_carry_meaning_keep_canonical_forms_apart(first: str, second: str) -> None:
    assert canonical(first) != canonical(second)


@settings(max_examples=200, deadline=None)
@given(mixed_text)
def test_the_canonical_form_of_a_canonical_form_is_itself(text: str) -> None:
    once = canonical(text)
    assert canonical(once) == once
