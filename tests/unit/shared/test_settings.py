"""Settings come from the environment: every variable is read, the first of several wins, and a wrong one is named."""

from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from shared.domain.errors import SettingsInvalid
from shared.settings import GROUPS, LlmMode, load_settings, variables_of

FIELDS = [(group, field) for group, kind in GROUPS.items() for field in variables_of(kind)]
# What no number above or below the default is allowed for, or what has a form of its own.
OTHERS = {
    ("model", "mode"): "offline",
    ("recall", "age_policy"): "fluid",
    ("model", "response_format"): "text",
    ("embedder", "name"): "openai",
    ("rerank", "kind"): "jina",
    ("retry", "content_seconds"): "1,2",
    ("forgetting", "boost_cap"): "0.5",
    ("forgetting", "archive_min_idle_days"): "7",
    ("forgetting", "dream_at"): "23:15",
    ("forgetting", "timezone"): "Asia/Shanghai",
    ("capture", "window_turns"): "7",
    ("local_judge", "base_url"): "http://elsewhere:8005/v1",
    ("factuality", "verifier"): "off",
    ("standalone", "appendfsync"): "everysec",
}


def changed(group: str, field: str) -> str:
    """A permitted value that is not the default."""
    default: Any = GROUPS[group].model_fields[field].default
    if (group, field) in OTHERS:
        return OTHERS[group, field]
    if isinstance(default, bool):
        return str(not default).lower()
    if isinstance(default, int):
        return str(default + 1)
    if isinstance(default, float):
        return str(default / 2)
    assert isinstance(default, str | Path | Enum)
    return "elsewhere"


@pytest.mark.parametrize(("group", "field"), FIELDS, ids=lambda value: value)
def test_a_variable_changes_its_field_and_no_other(group: str, field: str) -> None:
    variable = variables_of(GROUPS[group])[field][0]
    before, after = load_settings({}).model_dump(), load_settings({variable: changed(group, field)}).model_dump()
    different = {(kind, name) for kind in GROUPS for name, value in after[kind].items() if value != before[kind][name]}
    readers = {(kind, name) for kind, name in FIELDS if variable in variables_of(GROUPS[kind])[name]}
    assert different == readers


@pytest.mark.parametrize(
    "variable",
    [
        *("TIERCEL_DELETE_AFTER_DAYS", "TIERCEL_DEMOTE_AFTER_DAYS", "TIERCEL_ARCHIVE_MIN_IDLE_DAYS", "TIERCEL_KEEP_AUDIT_DAYS"),
        *("TIERCEL_KEEP_TRACES_DAYS", "TIERCEL_TTL_SECONDS", "TIERCEL_OTHER_TTL_SECONDS", "TIERCEL_SWEEP_SECONDS"),
    ],
)
def test_a_time_that_no_calendar_holds_is_refused_at_the_start_and_not_in_the_night(variable: str) -> None:
    with pytest.raises(SettingsInvalid, match=variable):
        load_settings({variable: "1000000000000"})


def test_the_first_variable_that_is_set_wins() -> None:
    both = {"MEMORY_LLM_API_KEY": "own", "OPENAI_API_KEY": "general"}
    assert load_settings(both).model.api_key == "own"
    assert load_settings({"OPENAI_API_KEY": "general"}).model.api_key == "general"
    assert load_settings({**both, "MEMORY_LLM_API_KEY": ""}).model.api_key == "general"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("TIERCEL_TOP_K", "many"),
        ("TIERCEL_MIN_SCORE", "1.5"),
        ("TIERCEL_OTHER_TTL_SECONDS", "-1"),
        ("TIERCEL_REALTIME_TTL_SECONDS", "-1"),
        ("TIERCEL_TTL_SECONDS", "-1"),
        ("TIERCEL_DELETE_AFTER_DAYS", "-1"),
        ("TIERCEL_TENANT_CAPACITY", "-1"),
        ("TIERCEL_ARCHIVE_BELOW", "1.1"),
        ("TIERCEL_DREAM_AT", "24:00"),
        ("TIERCEL_DREAM_AT", "6"),
        ("TIERCEL_TENANT_TIMEZONE", "Mars/Olympus"),
        ("TIERCEL_TENANT_TIMEZONE", "../etc/passwd"),
        ("TIERCEL_EMBEDDER", "unknown"),
        ("TIERCEL_LLM_MODE", "sometimes"),
        ("MEMORY_DOUBTMEM_BASE_URL", "127.0.0.1:8005"),
        ("TIERCEL_DOUBTMEM_PARALLEL", "0"),
        ("TIERCEL_FACTUALITY_VERIFIER", "package.module"),
        ("TIERCEL_RETRY_CONTENT_SECONDS", "soon"),
        ("TIERCEL_PORT", "70000"),
        ("TIERCEL_CAPTURE_ENABLED", "perhaps"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(variable: str, value: str) -> None:
    with pytest.raises(SettingsInvalid, match=variable):
        load_settings({variable: value})


def test_a_model_that_is_required_needs_a_key() -> None:
    with pytest.raises(SettingsInvalid, match="MEMORY_LLM_API_KEY"):
        load_settings({"TIERCEL_LLM_MODE": "required"})
    assert load_settings({"TIERCEL_LLM_MODE": "required", "MEMORY_LLM_API_KEY": "k"}).llm_is_on


LOCAL = {"MEMORY_DOUBTMEM_BASE_URL": "http://127.0.0.1:8005/v1"}


@pytest.mark.parametrize(
    ("environ", "gateway", "local", "waits"),
    [
        ({}, False, False, False),
        (LOCAL, False, True, False),
        ({**LOCAL, "MEMORY_LLM_API_KEY": "k"}, True, True, True),
        ({**LOCAL, "MEMORY_LLM_API_KEY": "k", "TIERCEL_LLM_MODE": "offline"}, False, True, False),
        ({**LOCAL, "TIERCEL_LLM_MODE": "required"}, False, True, True),
        ({"MEMORY_LLM_API_KEY": "k", "TIERCEL_LLM_MODE": "required"}, True, False, True),
    ],
)
def test_the_mode_is_the_gateways_and_a_local_judge_is_asked_in_every_mode(
    environ: dict[str, str], gateway: bool, local: bool, waits: bool
) -> None:
    settings = load_settings(environ)
    assert (settings.llm_is_on, settings.has_local_judge, settings.waits_for_judge) == (gateway, local, waits)


@pytest.mark.parametrize(
    ("mode", "key", "is_on"), [("auto", "", False), ("auto", "k", True), ("offline", "k", False), ("required", "k", True)]
)
def test_the_mode_and_the_key_decide_whether_a_model_is_asked(mode: str, key: str, is_on: bool) -> None:
    settings = load_settings({"TIERCEL_LLM_MODE": mode, "MEMORY_LLM_API_KEY": key})
    assert settings.model.mode is LlmMode(mode)
    assert settings.llm_is_on is is_on
