"""Quick typing read as it is meant: the phrase tables know one spelling. What is stored stays as it was typed."""

import re

SHORT_FORMS = {
    "im": "i'm", "ive": "i've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't",
    "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't", "havent": "haven't", "hasnt": "hasn't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "thats": "that's", "whats": "what's",
    "theres": "there's", "youre": "you're", "theyre": "they're", "weve": "we've", "gonna": "going to", "wanna": "want to",
    "gotta": "have to", "favorite": "favourite", "favorites": "favourites", "color": "colour", "colors": "colours",
    "pls": "please", "plz": "please",
}  # fmt: skip
_SHORT = re.compile(r"\b(?:" + "|".join(SHORT_FORMS) + r")\b", re.IGNORECASE)
_LETS = re.compile(r"\blets (?=(?:go|use|stick|switch|do|keep|take|pick|choose)\b)", re.IGNORECASE)
_LAUGH = re.compile(r"^(?:(?:lol|lmao|haha+|hehe+)\b[,.!~ ]*|(?:哈哈+|嘿嘿+|嘻嘻+)[,，!！~。 ]*)+", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|my|we|our|me)\b|[我咱]", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"\n]{2,400}\"|“[^”\n]{2,400}”|「[^」\n]{2,400}」|『[^』\n]{2,400}』")


def straight(text: str) -> str:
    """Apostrophes as the rows are written with; the length stays."""
    return text.replace("’", "'").replace("‘", "'")


def spelled(text: str) -> str:
    """Straight, with the short forms of quick typing written out. Its length differs from that of the text."""
    return _LETS.sub("let's ", _SHORT.sub(lambda found: SHORT_FORMS[found.group().lower()], straight(text)))


def without_quotes(text: str) -> str:
    """What somebody says of themselves in quotation marks blanked, at the same length: it need not be the speaker."""
    return _QUOTED.sub(lambda found: _blank(found.group()) if _FIRST_PERSON.search(found.group()) else found.group(), text)


def without_laughter(sentence: str) -> str:
    """A laugh in front answers what was said before; one behind a statement makes it a joke and stays."""
    return _LAUGH.sub("", sentence)


def _blank(quoted: str) -> str:
    return quoted[0] + "\0" * (len(quoted) - 2) + quoted[-1]
