"""Tokens of many providers, made up anew from their formats, and the places where people write them."""

import random
import re
import string
import uuid
from collections.abc import Iterator

from tests.bench.labelled_lines import Labelled, lines_of

_ALPHABETS = {
    "d": string.digits,
    "hex": "0123456789abcdef",
    "up": string.ascii_uppercase + string.digits,
    "low": string.ascii_lowercase + string.digits,
    "let": string.ascii_letters,
    "b62": string.ascii_letters + string.digits,
    "b64": string.ascii_letters + string.digits + "+/",
    "url": string.ascii_letters + string.digits + "_-",
    "bech": "023456789ACDEFGHJKLMNPQRSTUVWXYZ",
}
_PART = re.compile(r"\{(?:([a-z0-9]+):(\d+)|uuid)\}")


def made_up(form: str, chance: random.Random) -> str:
    """`ghp_{b62:36}` with random characters in its place."""

    def part(match: re.Match[str]) -> str:
        if match[1] is None:
            return str(uuid.UUID(int=chance.getrandbits(128), version=4))
        # The last character is never a mark, which would read as the end of a sentence.
        characters = chance.choices(_ALPHABETS[match[1]], k=int(match[2]))
        return "".join([*characters[:-1], chance.choice([one for one in _ALPHABETS[match[1]] if one.isalnum()])])

    return _PART.sub(part, form)


def secret_sentences(seed: int = 7) -> Iterator[Labelled]:
    """Every provider's token in every place that fits it, labelled by the provider."""
    chance = random.Random(seed)
    places = list(lines_of("secret_places.txt"))
    for line in lines_of("secret_formats.tsv"):
        provider, form = line.split("\t")
        for place in places:
            is_named = place.startswith("name ")
            if provider.endswith(" named") and not is_named:
                continue
            token = made_up(form, chance)
            before, after = place.removeprefix("name ").split("{}", 1)
            if "<" in token:
                lead, token, tail = re.split("[<>]", token)
                before, after = before + lead, tail + after
            yield Labelled(before + token + after, ((provider.replace(" ", "_"), len(before), len(before) + len(token)),))
