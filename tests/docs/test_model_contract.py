"""docs/model-contract.md names every field that a model is shown and every word that it may answer."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.guard_worker.judge_prompt import judge_document
from services.guard_worker.judge_schema import SCHEMA as JUDGEMENT_SCHEMA
from shared.extraction.extraction import document_of
from shared.extraction.extraction_schema import EXTRACTION_SCHEMA, MOST_CANDIDATES
from shared.extraction.known import Known
from tests.unit.extraction.examples import NOW, turn, window

PAGE = (Path(__file__).parents[2] / "docs" / "model-contract.md").read_text(encoding="utf-8")
EXTRACTION, JUDGEMENT = re.split(r"^## `tiercel_judgement`$", PAGE, flags=re.MULTILINE)


def words_of(schema: dict[str, Any]) -> Iterator[str]:
    """Names of fields and members of vocabularies, at any depth."""
    for name, field in schema.get("properties", {}).items():
        yield name
        yield from words_of(field)
    yield from words_of(schema["items"]) if "items" in schema else ()
    yield from schema.get("enum", ())


def fields_of(document: Any) -> Iterator[str]:
    """Names of fields, at any depth."""
    if isinstance(document, dict):
        for name, value in document.items():
            yield name
            yield from fields_of(value)
    elif isinstance(document, list):
        for value in document:
            yield from fields_of(value)


@pytest.mark.parametrize(
    ("schema", "section"), [(EXTRACTION_SCHEMA, EXTRACTION), (JUDGEMENT_SCHEMA, PAGE)], ids=["extraction", "judgement"]
)
def test_every_word_of_a_schema_is_on_the_page(schema: dict[str, Any], section: str) -> None:
    assert {word for word in words_of(schema) if not re.search(rf"\b{word}\b", section)} == set()


def test_every_field_of_a_document_is_on_the_page() -> None:
    shown = {
        *fields_of(document_of(window(turn("I live in Berlin")), now=NOW, known=[Known("x", "y", "z")])),
        *fields_of(judge_document((), {}, {}, NOW)),
    }
    assert {name for name in shown if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE} == set()


def test_the_page_names_no_field_that_is_not_asked_for() -> None:
    tables = [part.split("\nAnswer:")[1] for part in (EXTRACTION, JUDGEMENT)]
    rows = {
        name
        for table in tables
        for cell in re.findall(r"^\| (`[^|]+`)[^|]* \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", cell)
    }
    assert rows <= {*words_of(EXTRACTION_SCHEMA), *words_of(JUDGEMENT_SCHEMA)}
    assert f"at most {MOST_CANDIDATES}" in PAGE
