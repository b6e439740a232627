"""Tokens without a tokenizer: an estimate on the upper side."""


def estimated_tokens(text: str) -> int:
    """One token per CJK character, one per 3.5 other characters.

    Common tokenizers need .6 to 1 tokens for a Chinese character and one per 4 to 5 English ones.
    """
    wide = sum(1 for character in text if ord(character) >= 0x2E80)
    return wide + -(-(len(text) - wide) * 2 // 7)
