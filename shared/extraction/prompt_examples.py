"""The examples of the extraction prompt, in domains unlike any user's, and how a statement that leaks out of the prompt is known.

Beekeeping and a lighthouse: what talks of them without the user having done so comes from here.
"""

import re
from collections.abc import Iterable

ENGLISH_MESSAGE = "The smoker for hive nine is broken again, anyway. I only ever feed the bees with heather syrup, never sugar water."
ENGLISH_GOOD = "I only ever feed the bees with heather syrup, never sugar water."
CHINESE_MESSAGE = "灯塔的雾笛以后统一用三短一长，值班表还没想好。"
CHINESE_GOOD = "灯塔的雾笛以后统一用三短一长"

# No bad answers are shown: a small model repeats them.
EXAMPLES = f"""Example. m1 (user): "{ENGLISH_MESSAGE}"
One candidate: text and quote "{ENGLISH_GOOD}", preference, L2, user_stated, subject "user", slot "bee_feed".
例：m1 (user)：“{CHINESE_MESSAGE}”
一个候选：text 与 quote 均为“{CHINESE_GOOD}”，decision，L2，user_stated，subject "lighthouse"，slot "foghorn_signal"。
m1 (user): "ok thanks 👍" or "再说吧": {{"candidates": []}}."""

# Any of these in a statement that nobody's words carry betrays an example, in whatever words it was retold.
THINGS = re.compile(
    r"\b(?:heather syrup|hive nine|bee[ _]?feed|feed(?:s|ing)? (?:the |his |her |their )?bees|foghorn)\b|雾笛|灯塔", re.IGNORECASE
)

RUN_WORDS = 5
RUN_CHARACTERS = 8
_WORDS = re.compile(r"[A-Za-z0-9_'’-]+")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


def runs_of(text: str) -> frozenset[str]:
    """Every five English words in a row and every eight Chinese characters in a row, punctuation and case aside."""
    words = [word.casefold() for word in _WORDS.findall(text)]
    english = (" ".join(words[start : start + RUN_WORDS]) for start in range(len(words) - RUN_WORDS + 1))
    chinese = (run[start : start + RUN_CHARACTERS] for run in _HAN_RUN.findall(text) for start in range(len(run) - RUN_CHARACTERS + 1))
    return frozenset((*english, *chinese))


def repeats_any(text: str, runs: Iterable[str]) -> bool:
    """True where the text shares a run of words with a prompt, or speaks of the examples' things."""
    return THINGS.search(text) is not None or not runs_of(text).isdisjoint(runs)
