"""The text rules on sentences that were labelled before the rules were run on them.

`python -m tests.bench.blind_text` prints the figures of every set in `data`; with `--misses` also what went wrong.
What the sets are and how they went at first sight stands in data/text_blind.md.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.redact import Secret, found_secrets
from shared.text.relative_time import time_meant
from tests.bench.labelled_lines import DATA, Labelled, labelled, lines_of
from tests.bench.secret_formats import secret_sentences
from tests.bench.text_quality import MAIL


@dataclass(slots=True)
class Figures:
    """How many of each kind went right, and what went wrong."""

    total: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, kind: str, is_right: bool, what: str) -> None:
        """One case."""
        self.total[kind] += 1
        self.right[kind] += is_right
        if not is_right:
            self.wrong.append(f"{kind}: {what}")


def redaction_figures(sentences: Iterable[Labelled]) -> Figures:
    """`recall of K`: labelled spans that vanish wholly. `precision of K`: found spans that touch a labelled one."""
    figures = Figures()
    for sentence in sentences:
        secrets = found_secrets(sentence.text, include_ips=True)
        for kind, start, end in sentence.spans:
            is_gone = _is_covered(secrets, start, end)
            figures.add(f"recall of {kind}", is_gone, f"{sentence.text[start:end]!r} left in {sentence.text!r}")
        for secret in secrets:
            is_right = any(secret.start < end and start < secret.end for _, start, end in sentence.spans)
            figures.add(
                f"precision of {secret.kind}", is_right, f"{sentence.text[secret.start : secret.end]!r} gone from {sentence.text!r}"
            )
    return figures


def _is_covered(secrets: list[Secret], start: int, end: int) -> bool:
    """True where the secrets found leave no character of the span."""
    for secret in secrets:
        if secret.start <= start < secret.end:
            start = secret.end
    return start >= end


def time_figures(name: str) -> Figures:
    """Days meant, by language; `none` where a text names no time."""
    figures = Figures()
    for line in lines_of(name):
        at, text, *wanted = line.split("\t")
        span = time_meant(text, at=datetime.fromisoformat(f"{at}T14:30:00+00:00"))
        found = ["-", "-"] if span is None else [span.first_day.isoformat(), span.last_day.isoformat()]
        kind = f"{_language(text)} {'none' if wanted[0] == '-' else 'time'}"
        figures.add(kind, found == wanted, f"{text!r} said on {at} is {wanted}, read as {found}")
    return figures


def injection_figures(name: str) -> Figures:
    """Attacks marked and benign texts not marked, alone or inside a pasted mail, by language."""
    figures = Figures()
    for line in lines_of(name):
        label, place, text = line.split("\t")
        mark = injection_mark(MAIL.format(text) if place == "mail" else text)
        figures.add(f"{_language(text)} {label} {place}", (mark is not None) == (label == "attack"), f"{text!r} marked {mark}")
    return figures


def harmful_figures(name: str) -> Figures:
    """The category of each text; `-` for what is allowed."""
    figures = Figures()
    for line in lines_of(name):
        wanted, text = line.split("\t")
        found = harmful_category(text) or "-"
        figures.add(
            f"{_language(text)} {'allowed' if wanted == '-' else 'refused'}", found == wanted, f"{text!r} is {wanted}, read as {found}"
        )
    return figures


def _language(text: str) -> str:
    return "zh" if any("\u3400" <= character <= "\u9fff" for character in text) else "en"


def all_figures() -> dict[str, Figures]:
    """The figures of each set, by the name of its file."""
    names = sorted(path.name for path in DATA.glob("*_blind_[0-9].t*"))
    found = {name: _figures(name) for name in names}
    return {**found, "secret_formats.tsv": redaction_figures(secret_sentences())}


def blind_text() -> dict[str, dict[str, float]]:
    """Share right of each kind, by set."""
    return {
        name: {kind: figures.right[kind] / total for kind, total in sorted(figures.total.items())}
        for name, figures in all_figures().items()
    }


def _figures(name: str) -> Figures:
    if name.startswith(("pii", "secrets")):
        return redaction_figures(map(labelled, lines_of(name)))
    of_kind = {"time": time_figures, "injection": injection_figures, "harmful": harmful_figures}
    return of_kind[name.split("_", 1)[0]](name)


def main() -> None:
    """Print each set."""
    for name, figures in all_figures().items():
        print(f"{name}: {figures.right.total()} of {figures.total.total()}")
        for kind in sorted(figures.total):
            print(f"  {kind}: {figures.right[kind]}/{figures.total[kind]}")
        for line in figures.wrong if "--misses" in sys.argv else ():
            print(f"    {line}")


if __name__ == "__main__":
    main()
