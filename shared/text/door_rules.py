"""What the rules at the door say of a cleaned text, whoever brings it: kept, or why not."""

from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.noise import noise_reason
from shared.text.only_secrets import says_only_secrets

HARMFUL = "harmful:"


def text_verdict(text: str) -> str | None:
    """Why the rules refuse a cleaned text, or None."""
    category = harmful_category(text)
    if category is not None:
        return HARMFUL + category
    noise = noise_reason(text)
    if noise is not None:
        return f"noise:{noise}"
    return "noise:only_secrets" if says_only_secrets(text) else None


def junk_reason(text: str) -> str | None:
    """Why the rules would not keep a text today, or None: also where it addresses a model."""
    verdict = text_verdict(text)
    mark = injection_mark(text) if verdict is None else None
    return verdict if mark is None else f"injection:{mark}"
