"""A megabyte built to be slow: every text function stays near linear. Processor time, with room for a loaded machine."""

import time
from datetime import UTC, datetime

import pytest

from shared.text.chunking import chunks, sentences
from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.language import language_of
from shared.text.noise import noise_reason
from shared.text.normalise import canonical, clean_text
from shared.text.numbers import numbers_in
from shared.text.redact import redact
from shared.text.relative_time import time_meant
from shared.text.tokens import tokenize

SIZE = 250_000
HOSTILE = {
    "brackets": "[",
    "links": "[a](",
    "ticks": "`",
    "digits": "1",
    "grouped": "1,",
    "dashes": "1-",
    "calls": "print(",
    "tags": '<b a="',
    "stars": "**a",
    "underscores": "_a",
    "urls": "https://",
    "json": '{"a":',
    "newlines": "\n",
    "spaces": " ",
    "quotes": '"',
    "memories": "<memory>",
    "numerals": "十万亿",
    "at": "a@",
    "assignments": "密码：你",
    "keys": "sort_key=",
    "logins": "a://b:",
    "orders": 'add "your response ',
    "mails": "Subject: explain ",
    "words": "kill the ",
    "acknowledgements": "ok ",
}
FUNCTIONS = [
    clean_text,
    canonical,
    redact,
    harmful_category,
    injection_mark,
    noise_reason,
    language_of,
    tokenize,
    numbers_in,
    sentences,
    chunks,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_quarter_megabyte_of_hostile_text_takes_under_two_seconds(function, unit: str) -> None:
    text = unit * (SIZE // len(unit))
    start = time.process_time()
    function(text)
    assert time.process_time() - start < 2.0


@pytest.mark.parametrize("unit", ["上", "12 ", "in a-", "半"])
def test_reading_a_time_is_near_linear(unit: str) -> None:
    text = unit * (50_000 // len(unit))
    start = time.process_time()
    assert time_meant(text, at=datetime(2026, 8, 12, tzinfo=UTC)) is None
    assert time.process_time() - start < 2.0
