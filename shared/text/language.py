"""Which language and which script a text is in: a ratio of scripts, with votes of function words for short mixed texts."""

import re

from shared.text.characters import HAN, HANGUL, KANA
from shared.text.stop_words import LATIN_LANGUAGES

UNKNOWN = "und"
NO_SCRIPT = "Zyyy"

_LATIN_WORD = re.compile("[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z]+)?")
_HAN = re.compile(f"[{HAN}]")
_ZH_FUNCTION = re.compile("[我你您他她它们的了是在和与或也都就不没有这那吗呢吧把被给让从到对很太用要会能]")
_KANA = re.compile(f"[{KANA}]")
_HANGUL = re.compile(f"[{HANGUL}]")
# script code -> (its letters, the language it stands for)
_OTHER_SCRIPTS = (
    ("Cyrl", re.compile("[\u0400-\u04ff]"), "ru"),
    ("Arab", re.compile("[\u0600-\u06ff\u0750-\u077f]"), "ar"),
    ("Thai", re.compile("[\u0e00-\u0e7f]"), "th"),
    ("Grek", re.compile("[\u0370-\u03ff]"), "el"),
    ("Hebr", re.compile("[\u0590-\u05ff]"), "he"),
    ("Deva", re.compile("[\u0900-\u097f]"), "hi"),
)
_SAMPLE_CHARS = 20_000


def script_of(text: str) -> str:
    """ISO 15924 code of the leading script: Hani, Jpan, Kore, Latn, Cyrl, ...; `Zyyy` without letters."""
    sample = text[:_SAMPLE_CHARS]
    counts = _script_weights(sample)
    script = max(counts, key=lambda name: counts[name])
    if counts[script] == 0:
        return NO_SCRIPT
    return script


def language_of(text: str) -> str:
    """`zh`, `en` or another ISO 639 code; `und` for a text without letters."""
    sample = text[:_SAMPLE_CHARS]
    script = script_of(sample)
    by_script = {"Hani": "zh", "Jpan": "ja", "Kore": "ko", NO_SCRIPT: UNKNOWN}
    if script in by_script:
        return by_script[script]
    for name, _, language in _OTHER_SCRIPTS:
        if name == script:
            return language
    return _latin_language(sample)


def languages_agree(first: str, second: str) -> bool:
    """True where two language codes do not contradict each other: an unknown one fits all."""
    return first == second or UNKNOWN in (first, second)


def _script_weights(sample: str) -> dict[str, float]:
    """A Latin word weighs as much as one Chinese character; function words and characters count double."""
    words = [word.lower() for word in _LATIN_WORD.findall(sample)]
    weights = {"Latn": float(len(words) + 2 * sum(word in LATIN_LANGUAGES["en"] for word in words))}
    if sample.isascii():
        return weights
    han, kana, hangul = len(_HAN.findall(sample)), len(_KANA.findall(sample)), len(_HANGUL.findall(sample))
    weights["Hani"] = float(han + len(_ZH_FUNCTION.findall(sample)))
    # Japanese writes Chinese characters too: kana in any number decide between the two.
    weights["Jpan"] = float(2 * kana + han) if kana * 8 >= han and kana else 0.0
    weights["Kore"] = float(2 * hangul)
    if weights["Jpan"]:
        weights["Jpan"] += weights["Hani"]
    for name, letters, _ in _OTHER_SCRIPTS:
        weights[name] = len(letters.findall(sample)) / 3
    return weights


def _latin_language(sample: str) -> str:
    """The Latin-script language with most function words; English where none leads."""
    words = [word.lower() for word in _LATIN_WORD.findall(sample)]
    votes = {language: sum(word in common for word in words) for language, common in LATIN_LANGUAGES.items()}
    best = max(votes, key=lambda language: votes[language])
    return best if votes[best] > votes["en"] and votes[best] >= 2 else "en"
