"""What hosts and plugins put around a person's words goes; the words stay."""

import pytest

from shared.text.normalise import clean_text
from shared.text.wrappers import holds_recalled_memory, strip_wrappers

UNTRUSTED = 'Conversation info (untrusted metadata):\n```json\n{"sender":"Ann","id":"42"}\n```\n\n'


@pytest.mark.parametrize(
    "wrapped",
    [
        "<relevant-memories>\n- The user likes tea.\n</relevant-memories>\n\nwhat tea?",
        "<memory id=m1>User likes tea</memory>what tea?",
        "<tiercel-memories>\n<memory>a</memory>\n</tiercel-memories>\nwhat tea?",
        "<supermemory-context>\nx\n</supermemory-context>\nwhat tea?",
        UNTRUSTED + "what tea?",
        UNTRUSTED + "[Telegram Ann (@ann) id:42 Mon 2026-11-30 00:57 UTC] Ann: what tea?",
        '[Mon 2026-11-30 00:57 UTC] Conversation info: <mark>```json {"sender":{"id":"42"}}```\n\nwhat tea?',
        "[WhatsApp +4915112345678 +2m 2026-11-30 10:00] what tea?",
        "(session bootstrap)\nwhat tea?",
        "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret plan\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nwhat tea?",
        "<think>what does he want</think>what tea?",
        "what tea?\n[message_id: 1001]",
        "what tea?\n\nRuntime: agent=main | session=agent:main:telegram:direct:42 | model=x",
        "## /home/user/workspace/AGENTS.md\nYou are Alfred.\nBe formal.\n# Question\nwhat tea?".replace("# Question\n", "# \n"),
    ],
)
def test_j2_a_wrapped_message_becomes_the_persons_words(wrapped: str) -> None:
    assert clean_text(wrapped).removeprefix("#").strip() == "what tea?"


def test_a_recalled_block_that_never_ends_takes_its_list_with_it() -> None:
    assert clean_text("<relevant-memories>\n- likes tea\n- lives in Berlin\n\nwhat tea?") == "what tea?"


def test_a_tag_hidden_behind_entities_or_other_tags_is_found() -> None:
    assert clean_text("&lt;relevant-memories&gt;likes tea&lt;/relevant-memories&gt;hi there") == "hi there"
    assert "likes tea" not in clean_text("<rel<b></b>evant-memories>likes tea</relevant-memories>hi there")


@pytest.mark.parametrize(
    "text", ["[Slack] integration is broken", "my memory is bad", "a <memo> b", "Conversation info please", "Time: 3 pm"]
)
def test_words_that_only_resemble_a_wrapper_stay(text: str) -> None:
    assert strip_wrappers(text) == text


def test_a_recalled_block_is_recognised() -> None:
    assert holds_recalled_memory("<memory id=m1>x</memory>")
    assert not holds_recalled_memory("I have a good memory")
