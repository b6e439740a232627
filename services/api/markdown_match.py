"""Which section of a file is the new wording of which old one. Pure."""

from collections.abc import Iterator, Sequence

from shared.domain.memory import Memory
from shared.text.tokens import content_words

# Under another heading a section is the old one where it shares at least this much of its words.
SHARED_WORDS = 0.5


def match_sections(sections: Sequence[Memory], known: Sequence[Memory]) -> Iterator[tuple[Memory, Memory | None]]:
    """Each section with its older self: the same place in the file, else the most similar text that lost its place."""
    by_id = {memory.id: memory for memory in known}
    by_words = {memory.text_key: memory for memory in known}
    taken = {section.id for section in sections} | {by_words[each.text_key].id for each in sections if each.text_key in by_words}
    orphans = [memory for memory in known if memory.id not in taken and _path(memory) == (_path(sections[0]) if sections else None)]
    for section in sections:
        old = by_id.get(section.id) or by_words.get(section.text_key)
        if old is None:
            old = max(orphans, key=lambda orphan: _likeness(orphan.text, section.text), default=None)
            if old is not None and _likeness(old.text, section.text) < SHARED_WORDS:
                old = None
            if old is not None:
                orphans.remove(old)
        yield section, old


def _path(memory: Memory) -> object:
    markdown = memory.metadata.get("markdown")
    return markdown.get("path") if isinstance(markdown, dict) else None


def _likeness(one: str, other: str) -> float:
    """Shared content words over all of the two texts."""
    left, right = set(content_words(one)), set(content_words(other))
    return len(left & right) / max(1, len(left | right))
