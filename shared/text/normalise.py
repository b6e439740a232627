"""The order of the cleaning rules: host wrappers first, then the 28 rules, until nothing changes any more.

`clean_text(clean_text(x)) == clean_text(x)` holds for every text: where the rules do not settle within their
passes (text built to peel one layer per pass), the plain form comes back, and the plain form of a plain form is itself.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from shared.text import code_marks, duplicates, emoji, invisible, json_blocks, links, log_noise, long_numbers, markup, whitespace
from shared.text.characters import CJK, HANGUL
from shared.text.wrappers import strip_wrappers

_FEW_PASSES = 4
_MANY_PASSES = 16
_MANY_PASSES_CHARS = 20_000

RULES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("1-2 invisible characters and line endings", invisible.plain_characters),
    ("host wrappers", strip_wrappers),
    ("17 full-width forms", invisible.half_width_forms),
    ("13 stack traces", log_noise.shorten_stack_traces),
    ("18 log-line times", log_noise.drop_log_times),
    ("8 code fences", code_marks.drop_fences),
    ("3 tags and entities", markup.drop_tags),
    ("4-5 images and links", links.unwrap_links),
    ("14 broken URLs", links.join_broken_urls),
    ("15 long URLs", links.shorten_urls),
    ("24 base64", code_marks.drop_base64),
    ("9 inline code", code_marks.unwrap_inline_code),
    ("12 debug-log calls", code_marks.drop_debug_calls),
    ("7, 10, 11 headings, quotes, lists", markup.drop_line_marks),
    ("6 bold and italic", markup.drop_emphasis),
    ("16 emoji", emoji.drop_emoji),
    ("23 long numbers", long_numbers.shorten_numbers),
    ("25 JSON", json_blocks.compact_json),
    ("19, 28 spaces", whitespace.squeeze_spaces),
    ("20-22 lines", whitespace.trim_lines),
    ("27 duplicate paragraphs", duplicates.drop_duplicate_paragraphs),
    ("26 duplicate sentences", duplicates.drop_duplicate_sentences),
)

_SIGNS_KEPT = frozenset("#%@&*+=<>$€£¥℃?/-.:'")
_BETWEEN_DIGITS = frozenset(".:/-")
_CJK_EDGE = re.compile(f"[{CJK}{HANGUL}]")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A cleaned text with what only metadata keeps: (text, target) of each link, and the long URLs in full."""

    text: str
    links: tuple[tuple[str, str], ...]
    long_urls: tuple[str, ...]


def clean_text(text: str) -> str:
    """The text that is judged, embedded and stored. Linear in practice, idempotent always."""
    plain = _plain(text)
    current = plain
    for _ in range(_MANY_PASSES if len(plain) <= _MANY_PASSES_CHARS else _FEW_PASSES):
        cleaned = _one_pass(current)
        if cleaned == current:
            return current
        current = cleaned
    return plain


def clean(text: str) -> Cleaned:
    """`clean_text` together with the link targets and long URLs that it takes out of the text."""
    plain = _plain(text)
    return Cleaned(clean_text(plain), links.link_targets(plain), links.long_urls(plain))


def canonical(text: str) -> str:
    """A text without case, width, accents of form, and without punctuation and spaces that carry no meaning.

    Two texts with the same canonical form are one text for exact duplicates. Signs inside numbers, question
    marks and signs such as `+`, `#`, `%` stay; Latin words stay apart.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", invisible.plain_characters(text)).casefold())
    kept: list[str] = []
    gap = False
    for position, character in enumerate(folded):
        if not _carries_meaning(folded, position, character):
            gap = True
            continue
        if gap and kept and not (_CJK_EDGE.match(kept[-1]) or _CJK_EDGE.match(character)):
            kept.append(" ")
        gap = False
        kept.append(character)
    return "".join(kept)


def _carries_meaning(folded: str, position: int, character: str) -> bool:
    if character.isalnum():
        return True
    before = folded[position - 1] if position else " "
    after = folded[position + 1] if position + 1 < len(folded) else " "
    if character in _BETWEEN_DIGITS:
        return after.isdigit() and (before.isdigit() or character == "-")
    if character == "'":
        return before.isalpha() and after.isalpha()
    if character == "?":
        return before != "?"
    return character in _SIGNS_KEPT or (unicodedata.category(character)[0] in "MS" and character not in "`^|~")


def _one_pass(text: str) -> str:
    for _, rule in RULES:
        text = rule(text)
    return text


def _plain(text: str) -> str:
    """Without wrappers, invisible characters and loose white space. Its own result is a fixed point of it."""
    return whitespace.trim_lines(strip_wrappers(invisible.plain_characters(text)))
