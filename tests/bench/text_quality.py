"""How well the text rules do on public data: PII precision and recall, attacks caught, benign prompts marked, time per text.

`python -m tests.bench.text_quality` prints the table. The data lies beside the repository; what is missing is left out.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.noise import noise_reason
from shared.text.normalise import clean_text
from shared.text.redact import found_secrets, redact
from shared.text.tokens import tokenize

DATA = Path(__file__).parents[3] / "shared" / "data"
# The kinds that the labelled sentences have and that we claim.
KINDS = {
    "EMAIL_ADDRESS": "email",
    "PHONE_NUMBER": "phone",
    "CREDIT_CARD": "bank_card",
    "IBAN_CODE": "iban",
    "IP_ADDRESS": "ip",
    "US_SSN": "us_ssn",
}
MAIL = "Subject: Minutes\nFrom: anna@example.com\n\nHi team,\n\nthe meeting moved to Tuesday at 3 pm.\n\n{}\n\nBest regards,\nAnna"
TYPICAL = (
    "I had a meeting today with Bob and we decided to use PostgreSQL: the team agreed on 3 items",
    "我今天和小王开会，决定用PostgreSQL：大家都同意了，预算是1500元",
)
TIMED: dict[str, Callable[[str], object]] = {
    "clean_text": clean_text,
    "redact": redact,
    "harmful": harmful_category,
    "injection": injection_mark,
    "noise": noise_reason,
    "tokenize": tokenize,
}
ROUNDS = 300


def text_quality() -> dict[str, Any]:
    """Shares are 0..1, times milliseconds of processor time per typical message."""
    return {"pii": pii_by_kind(), "injection": injection_shares(), "milliseconds": milliseconds_per_text()}


def pii_by_kind() -> dict[str, dict[str, float]]:
    """Recall: labelled spans that vanish wholly. Precision: found spans that touch a labelled one of their kind."""
    path = DATA / "pii" / "synth_dev750.json"
    if not path.exists():
        return {}
    gone, labelled, right, found = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for row in json.loads(path.read_text(encoding="utf-8")):
        gold = [
            (KINDS[span["entity_type"]], span["start_position"], span["end_position"])
            for span in row["spans"]
            if span["entity_type"] in KINDS
        ]
        secrets = found_secrets(row["full_text"], include_ips=True)
        for kind, start, end in gold:
            labelled[kind] += 1
            gone[kind] += any(secret.start <= start and secret.end >= end for secret in secrets)
        for secret in secrets:
            found[secret.kind] += 1
            right[secret.kind] += any(kind == secret.kind and secret.start < end and start < secret.end for kind, start, end in gold)
    return {
        kind: {"labelled": labelled[kind], "recall": gone[kind] / max(1, labelled[kind]), "precision": right[kind] / max(1, found[kind])}
        for kind in sorted(labelled | found)
    }


def injection_shares() -> dict[str, float]:
    """Attacks caught alone and inside a mail; benign prompts that are marked."""
    folder = DATA / "prompt-injection"
    if not folder.exists():
        return {}
    attacks = [attack for kind in json.loads((folder / "text_attack_train.json").read_text(encoding="utf-8")).values() for attack in kind]
    benign = [row["prompt"] for path in sorted(folder.glob("NotInject_*.json")) for row in json.loads(path.read_text(encoding="utf-8"))]
    return {
        "attacks": len(attacks),
        "caught_in_a_mail": _marked([MAIL.format(attack) for attack in attacks]),
        "caught_alone": _marked(attacks),
        "benign": len(benign),
        "benign_marked": _marked(benign),
    }


def milliseconds_per_text() -> dict[str, float]:
    """Processor time of each step on a typical message of either language."""
    spent = {}
    for name, function in TIMED.items():
        start = time.process_time()
        for _ in range(ROUNDS):
            for text in TYPICAL:
                function(text)
        spent[name] = round((time.process_time() - start) * 1000 / (ROUNDS * len(TYPICAL)), 4)
    return spent


def _claimed(spans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The labelled spans of the kinds that we claim."""
    return [span for span in spans if span["entity_type"] in KINDS]


def _marked(texts: list[str]) -> float:
    return sum(injection_mark(text) is not None for text in texts) / max(1, len(texts))


def main() -> None:
    """Print the three parts."""
    measured = text_quality()
    console = Console()
    for title, rows in measured.items():
        table = Table(title=title)
        table.add_column("what")
        table.add_column("value")
        for name, value in rows.items():
            shown = ", ".join(f"{key} {part:.3g}" for key, part in value.items()) if isinstance(value, dict) else f"{value:.4g}"
            table.add_row(name, shown)
        console.print(table)


if __name__ == "__main__":
    main()
