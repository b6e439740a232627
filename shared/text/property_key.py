"""What a statement is about, as one key: two statements about the same property of the same subject share it."""

from shared.text.normalise import canonical
from shared.text.property_names import SAME_WORD

_BETWEEN = "\x1f"


def property_key(subject: str | None, slot: str | None) -> str | None:
    """Canonical subject and slot; None where either is not named. Words for one thing count as one word: mom, mother, 妈妈."""
    if not subject or not slot:
        return None
    return f"{property_name(subject)}{_BETWEEN}{property_name(slot)}"


def property_name(name: str) -> str:
    """A subject or slot ("mother", "favourite:colour") in one form, whatever word was used for it."""
    kind, colon, named = name.rpartition(":")
    plain = canonical(named)
    return f"{canonical(kind)}{colon}{SAME_WORD.get(plain, plain)}"
