"""Payloads that a real OpenClaw sent, read as turns."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.api.openclaw_turn import openclaw_draft
from services.api.turn_draft import TurnDraft

CAPTURES = Path(__file__).parents[3].parent / "shared" / "data" / "openclaw"


def draft_of(name: str, **fields: Any) -> TurnDraft:
    path = CAPTURES / f"{name}.json"
    if not path.exists():
        pytest.skip(f"{path} is not here: the OpenClaw captures are not part of the repository")
    return openclaw_draft({**json.loads(path.read_text(encoding="utf-8")), **fields}, local_user="local")


def said(draft: TurnDraft) -> list[tuple[str, str]]:
    return [(message.role.value, message.text.strip()) for message in draft.messages]


def test_a_first_direct_message_is_anns() -> None:
    draft = draft_of("telegram_direct_first_turn")
    assert (draft.user_id, draft.chat_id, draft.turn_id) == ("telegram:default:42", None, "721fa4e3-7da2-4d64-ac85-c34c7b426c7f")
    assert said(draft) == [("user", "Hi, I am Ann. What tea do I like?"), ("assistant", "Stub reply: I recall that you like jasmine tea.")]


@pytest.mark.parametrize("count", [{}, {"history_count": 2}])
def test_a_second_message_holds_nothing_of_the_first(count: dict[str, int]) -> None:
    draft = draft_of("telegram_direct_second_turn", **count)
    assert said(draft)[0] == ("user", "USE_TOOL now please")
    assert len(draft.messages) == 2


def test_group_talk_is_the_groups() -> None:
    draft = draft_of("telegram_group_turn")
    assert (draft.user_id, draft.chat_id) == (None, "telegram:default:-100500")
    assert draft.messages[0].name == "43"


@pytest.mark.parametrize("name", ["cli_second_turn", "chat_completions_turn"])
def test_the_local_gateway_speaks_for_the_local_person(name: str) -> None:
    draft = draft_of(name)
    assert (draft.user_id, draft.skip_reason, len(draft.messages)) == ("local", None, 2)


@pytest.mark.parametrize(("name", "trigger"), [("cron_turn", "cron"), ("heartbeat_main_session", "heartbeat")])
def test_machines_are_recognised(name: str, trigger: str) -> None:
    assert draft_of(name).trigger == trigger
