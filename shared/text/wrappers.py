"""Host wrappers: what a host or a memory plugin put around a person's words goes before anything else looks at them."""

import re

from shared.text.wrapper_patterns import (
    BLOCK_TAG,
    BOOT_FILE,
    ENVELOPE_PREFIX,
    EXTERNAL_MARK,
    INLINE_MARKS,
    SECURITY_NOTICE,
    SPEAKER,
    TIME_PREFIX,
    UNCLOSED_LIST,
    UNTRUSTED_BLOCK,
    WHOLE_LINES,
)

_MOST_PASSES = 20


def strip_wrappers(text: str) -> str:
    """The person's own words. A text that holds no wrapper comes back unchanged."""
    for _ in range(_MOST_PASSES):
        stripped = _one_pass(text)
        if stripped == text:
            return text
        text = stripped
    return text


def holds_recalled_memory(text: str) -> bool:
    """True where a text carries a block that a memory plugin or a host has put there."""
    return BLOCK_TAG.search(text) is not None


def _one_pass(text: str) -> str:
    if "<" in text:
        text = _without_blocks(text)
        text = EXTERNAL_MARK.sub("", text)
    if ":" in text:
        text = SECURITY_NOTICE.sub("", UNTRUSTED_BLOCK.sub("", text))
        text = WHOLE_LINES.sub("", text)
    if ".md" in text:
        text = BOOT_FILE.sub("", text)
    if "[" in text:
        text = _without_envelopes(TIME_PREFIX.sub("", text))
    if "[" in text or "(session" in text:
        text = INLINE_MARKS.sub("", WHOLE_LINES.sub("", text))
    return text


def _without_blocks(text: str) -> str:
    """Outermost blocks from their opening to their closing mark, found in one walk; stray closing marks go alone."""
    spans: list[tuple[int, int]] = []
    open_blocks: list[tuple[str, int, int]] = []
    for tag in BLOCK_TAG.finditer(text):
        name, closes = _name_of(tag)
        if not closes:
            open_blocks.append((name, tag.start(), tag.end()))
            continue
        position = next(
            (index for index in range(len(open_blocks) - 1, max(-1, len(open_blocks) - 20), -1) if open_blocks[index][0] == name), None
        )
        if position is None:
            spans.append(tag.span())
            continue
        spans.append((open_blocks[position][1], tag.end()))
        del open_blocks[position:]
    covered = 0
    for _, start, end in open_blocks:
        if end > covered:
            content = UNCLOSED_LIST.match(text, end)
            covered = content.end() if content else end
        spans.append((start, max(end, covered)))
    return _cut(text, spans)


def _name_of(tag: re.Match[str]) -> tuple[str, bool]:
    """A block's name and whether this mark closes it."""
    if tag["name"] is not None:
        return tag["name"].lower(), tag["close"] is not None
    return tag["mark"], tag["edge"].upper() == "END"


def _cut(text: str, spans: list[tuple[int, int]]) -> str:
    """The text without these spans, which may overlap."""
    if not spans:
        return text
    parts, last = [], 0
    for start, end in sorted(spans):
        if start > last:
            parts.append(text[last:start])
        last = max(last, end)
    parts.append(text[last:])
    return "".join(parts)


def _without_envelopes(text: str) -> str:
    """Channel prefixes, with the sender's name behind them where the prefix has said it already."""
    parts, last = [], 0
    for prefix in ENVELOPE_PREFIX.finditer(text):
        parts.append(text[last : prefix.start()])
        last = prefix.end()
        speaker = SPEAKER.match(text, last)
        if speaker is not None and speaker["name"] in prefix["who"]:
            last = speaker.end()
    parts.append(text[last:])
    return "".join(parts)
