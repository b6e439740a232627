"""Rule 16: emoji with their joiners, skin tones, keycaps and flags. Signs that are text (⌘ ⏎ © ™ → ✓) stay."""

import re

from shared.text.invisible import drop_invisible

# Characters that are emoji by themselves, without those that Unicode shows as text unless asked otherwise and
# that people write as text: arrows, ©, ™, ✓, card suits, squares and triangles.
_EMOJI = (
    "\u231a\u231b\u23cf\u23e9-\u23f3\u23f8-\u23fa\u2600-\u2604\u260e\u2611\u2614\u2615\u2618\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f"
    "\u2638-\u263a\u2648-\u2653\u265f\u2665\u2668\u267b\u267e\u267f\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26a7\u26aa\u26ab\u26b0\u26b1"
    "\u26bd\u26be\u26c4\u26c5\u26c8\u26ce\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d\u270f"
    "\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744\u2747\u274c\u274e\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27b0\u27bf"
    "\u2b50\u2b55\u2b1b\u2b1c\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f\U0001f16c-\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a"
    "\U0001f1e6-\U0001f1ff\U0001f201\U0001f21a\U0001f22f\U0001f232-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001faff"
)
_MODIFIER = "[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_SEQUENCE = re.compile(
    f"[{_EMOJI}]{_MODIFIER}*+(?:\u200d+[{_EMOJI}\u2640\u2642\u2695\u2696\u2b05-\u2b07\u27a1\u2194\u2195]{_MODIFIER}*+)*+"
)
_KEYCAP = re.compile("(?<=[0-9#*])\ufe0f?\u20e3")
_JOINS_WORDS = re.compile("[A-Za-z0-9]")


def drop_emoji(text: str) -> str:
    """Without emoji; `1️⃣` stays 1; two Latin words that only an emoji parted stay apart."""
    if text.isascii():
        return text
    text = _SEQUENCE.sub(_gap, _KEYCAP.sub("", text))
    return drop_invisible(text)


def _gap(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    parted = start > 0 and end < len(text) and _JOINS_WORDS.match(text, start - 1) and _JOINS_WORDS.match(text, end)
    return " " if parted else ""
