"""The text rules on the sets that were labelled before the rules saw them (tests/bench/data/text_blind.md): no worse than measured."""

import pytest

from tests.bench.blind_text import all_figures

LEAST_RIGHT = {"pii": 0.98, "secrets": 0.93, "secret_formats.tsv": 0.99, "time": 0.85, "injection": 0.95, "harmful": 0.94}


@pytest.fixture(scope="module")
def figures():
    return all_figures()


@pytest.mark.parametrize("kind", LEAST_RIGHT)
def test_what_was_once_blind_stays_right(kind: str, figures) -> None:
    measured = {name: found for name, found in figures.items() if name == kind or name.startswith(f"{kind}_blind")}
    assert measured
    for name, found in measured.items():
        assert found.right.total() / found.total.total() >= LEAST_RIGHT[kind], (name, found.wrong[:20])
