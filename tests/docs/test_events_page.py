"""docs/events.md says what the table of event fields says, and its examples are whole. They are run in tests/end_to_end."""

import pytest

from services.api.event_fields import event_fault
from shared.domain.event_fields import EVENT_FIELDS, LABEL_FIELDS, fields_of
from shared.domain.trigger import CRITERIA, TriggerType
from tests.docs.events_page import examples, row_of, rows, section


@pytest.mark.parametrize("trigger", TriggerType)
def test_the_page_has_the_fields_of_the_table_and_no_others(trigger: TriggerType) -> None:
    assert rows(trigger.value) == [row_of(field) for field in EVENT_FIELDS[trigger]]


def test_the_fields_of_every_type_are_on_the_page() -> None:
    assert rows("Fields of every type") == [row_of(field) for field in LABEL_FIELDS]


@pytest.mark.parametrize("trigger", TriggerType)
def test_the_page_names_the_criteria_in_their_order(trigger: TriggerType) -> None:
    written = [line.split("`")[1] for line in section(trigger.value).splitlines() if line.startswith("* `")]
    assert tuple(written) == CRITERIA[trigger]


@pytest.mark.parametrize("program", ["curl", "tiercel"])
def test_each_type_has_one_example_of_each_kind(program: str) -> None:
    assert [example.trigger for example in examples(program)] == list(TriggerType)


@pytest.mark.parametrize("trigger", TriggerType)
def test_the_examples_of_the_table_are_of_their_own_kind(trigger: TriggerType) -> None:
    assert event_fault(trigger, {field.name: field.example for field in fields_of(trigger)}) is None


@pytest.mark.parametrize("example", examples("curl"), ids=lambda example: example.trigger.value)
def test_a_curl_sends_the_type_of_its_section(example) -> None:
    assert example.body["event_type"] == example.trigger.value
    assert event_fault(example.trigger, example.body["data"]) is None
