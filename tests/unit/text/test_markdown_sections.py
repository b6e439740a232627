"""Markdown as sections, word for word."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.text.front_matter import split_front_matter
from shared.text.markdown_sections import read_markdown


def shown(text: str, **limits: int) -> list[tuple[tuple[str, ...], str]]:
    return [(section.headings, section.text) for section in read_markdown(text, **limits).sections]


def test_each_heading_opens_a_section_that_knows_those_above_it() -> None:
    text = "intro words\n\n# 项目\n\n甲\n\n## 目标\n乙\n\n# Other\n\nc\n"
    assert shown(text) == [
        ((), "intro words"),
        (("项目",), "# 项目\n\n甲"),
        (("项目", "目标"), "## 目标\n乙"),
        (("Other",), "# Other\n\nc"),
    ]


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_a_hash_in_a_fence_is_no_heading(fence: str) -> None:
    text = f"# Set-up\n\n{fence}bash\n# install\nmake setup\n\n## run\n{fence}\n\ndone"
    assert shown(text) == [(("Set-up",), text)]


def test_a_fence_that_is_never_closed_runs_to_the_end() -> None:
    text = "# A\n\n```\n# not a heading\n"
    assert [headings for headings, _ in shown(text)] == [("A",)]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    text = "# A\n\n````md\n```\n# x\n```\n````\n\n# B\n\nb"
    assert [headings for headings, _ in shown(text)] == [("A",), ("B",)]


def test_underlined_titles_are_headings_and_rules_and_tables_are_not() -> None:
    text = "Title\n=====\n\nwords\n\nSub\n---\n\nmore\n\n---\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- item\n---\n"
    assert [headings for headings, _ in shown(text)] == [("Title",), ("Title", "Sub")]


def test_a_heading_with_nothing_under_it_is_no_section_of_its_own() -> None:
    assert shown("# A\n\n## B\n\nwords") == [(("A", "B"), "## B\n\nwords")]


def test_hash_tags_and_seven_hashes_are_words() -> None:
    assert shown("#tag is here\n\n####### seven") == [((), "#tag is here\n\n####### seven")]


def test_equal_headings_are_told_apart_by_their_order() -> None:
    sections = read_markdown("# A\n\none\n\n# A\n\ntwo").sections
    assert [(section.headings, section.occurrence) for section in sections] == [(("A",), 0), (("A",), 1)]


def test_fences_tables_and_lists_stay_whole_in_a_section_that_is_cut() -> None:
    fence = "```python\n" + "\n\n".join(f"print({n})  # line" for n in range(30)) + "\n```"
    table = "| a | b |\n| - | - |\n" + "\n".join(f"| {n} | row |" for n in range(40))
    bullets = "\n\n".join(f"- 第{n}项\n  more of it" for n in range(30))
    text = "# Long\n\n" + "\n\n".join(["before " * 20, fence, "between " * 20, table, bullets, "after " * 20])
    pieces = [piece for _, piece in shown(text, max_chars=200)]
    assert len(pieces) > 3
    for block in (fence, table, bullets):
        assert sum(block in piece for piece in pieces) == 1, block[:20]


def test_long_prose_is_cut_between_paragraphs_and_keeps_its_order() -> None:
    text = "\n\n".join(f"段落{n}。" * 20 for n in range(50))
    sections = read_markdown(text).sections
    assert [section.part for section in sections] == list(range(len(sections)))
    assert "\n\n".join(section.text for section in sections) == text


def test_front_matter_is_fields_and_not_text() -> None:
    text = (
        '---\ntitle: "My notes"\ntags: [a, 乙]\ncount: 3\nratio: 0.5\ndraft: false\ndate: 2026-11-30\n'
        "list:\n  - x\n  - y\nnothing:\n---\n# A\n\nb"
    )
    fields, rest = split_front_matter(text)
    assert fields == {
        "title": "My notes", "tags": ["a", "乙"], "count": 3, "ratio": 0.5, "draft": False, "date": "2026-11-30", "list": ["x", "y"],
        "nothing": None,
    }  # fmt: skip
    assert rest == "# A\n\nb"


@pytest.mark.parametrize("text", ["---\n\nsome words\n\n---\n\nmore", "words\n---\na: b\n---\n", "---\na: b\n", "--- x\na: b\n---\n"])
def test_what_only_looks_like_front_matter_stays_text(text: str) -> None:
    assert split_front_matter(text) == ({}, text)


def test_windows_line_ends_make_the_same_sections() -> None:
    text = "---\na: b\n---\n# A\n\n- x\n- y\n"
    assert read_markdown(text.replace("\n", "\r\n")) == read_markdown(text)


@example(["words 字", "---"])
@example(["", "words 字", "==="])
@given(
    st.lists(
        st.sampled_from(["# A", "## B", "words 字", "- item", "  - sub", "```", "~~~", "| a |", "", "---", "===", "\t# x"]), max_size=40
    )
)
def test_nothing_but_bare_headings_and_empty_lines_is_lost(rows: list[str]) -> None:
    text = "words first\n\n" + "\n".join(rows)
    kept = "\n".join(section.text for section in read_markdown(text, max_chars=30).sections)

    def words(source: str) -> list[str]:
        return [row for row in source.split("\n") if row.strip() and not re.match(r"#|---|===|\t# x", row)]

    assert words(kept) == words(text)


def test_hostile_markdown_takes_time_in_proportion() -> None:
    import time  # noqa: PLC0415

    for text in ("- x\n\n" * 40_000, "`" * 300_000, "#" * 300_000, "a\n---\n" * 40_000, "|" * 300_000, "---\n" * 60_000):
        started = time.process_time()
        read_markdown(text)
        assert time.process_time() - started < 3
