"""How phrase tables become patterns."""

import re


def compiled(*phrases: str) -> re.Pattern[str]:
    """Any of these. Case is ignored, except that `[A-Z]` stays a capital: it tells a name."""
    joined = "|".join(f"(?:{phrase})" for phrase in phrases)
    return re.compile(joined.replace("[A-Z]", "(?-i:[A-Z])"), re.IGNORECASE)
