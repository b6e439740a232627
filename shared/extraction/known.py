"""What is remembered already, as a model is shown it, and the words of a window by which it is looked up."""

from dataclasses import dataclass

from shared.domain.candidate import Category, Role
from shared.domain.memory import Memory
from shared.extraction.windows import Window

# The newest words of the window that are looked up, and how much of one memory is shown.
LOOKED_UP_CHARACTERS = 4000
SHOWN_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Known:
    """One stored memory without any id, and what it is about, so that a correction can name the same. `is_somebody`: an entity."""

    text: str
    subject: str | None = None
    slot: str | None = None
    is_somebody: bool = False


def known_of(memory: Memory) -> Known:
    """A long text is cut: the model has to recognise it, not to read it."""
    text = memory.text if len(memory.text) <= SHOWN_CHARACTERS else memory.text[: SHOWN_CHARACTERS - 1] + "…"
    return Known(text=text, subject=memory.subject, slot=memory.slot, is_somebody=memory.category is Category.ENTITY)


def words_of(window: Window) -> str:
    """What the window itself says, the end of it where it is long. System text and context are left out."""
    spoken = [line.message.text for line in window.lines if line.turn is not None and line.message.role is not Role.SYSTEM]
    return "\n".join(spoken)[-LOOKED_UP_CHARACTERS:]
