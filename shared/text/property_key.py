"""What a statement is about, as one key: two statements about the same property of the same subject share it."""

from shared.text.normalise import canonical

_BETWEEN = "\x1f"


def property_key(subject: str | None, slot: str | None) -> str | None:
    """Canonical subject and slot; None where either is not named."""
    if not subject or not slot:
        return None
    return f"{canonical(subject)}{_BETWEEN}{canonical(slot)}"
