"""Which sentences of a message are the speaker's own: not what is to be translated, played or supposed, nor what a page says."""

import pytest

from shared.extraction.offline_frames import own_sentences
from shared.extraction.offline_pointers import only_points
from shared.extraction.offline_spelling import spelled, without_quotes


@pytest.mark.parametrize(
    "message",
    [
        "translate: I love Paris",
        "I love Paris. Translate it into French.",
        "Summarise the following: I grew up in a village. I love goats.",
        "Write a short story in first person: I live on the moon.",
        "Can you make this sound more formal? I hate my job.",
        "Stay in character. I'm Lord Ashcombe and I own half of Kent.",
        "Imagine I'm a pilot with 3,000 hours.",
        "the review said: I love this phone",
        "The job ad says: I love challenges.",
        "I prefer Java\nWhat do you think of this comment?",
        'I prefer snake case\nfavourite = "blue"',
        "把下面的邮件改得客气点:我周二出差",
        "润色一下:我们决定使用Kafka",
        "“我对坚果过敏”用日语怎么说",
        "你当医生,我当病人,我发烧三天了",
        "招聘启事上写:我热爱挑战",
        "就当我们的接口跑在Lambda上",
        "Here's the character sheet: Name: Elra. I live in the Misty Keep.",
        "角色设定：我是一名游侠，我讨厌精灵。",
        "I smoke in secret. Please don't save that.",
        "我偷偷抽烟。这句不要记。",
    ],
)
def test_words_in_a_frame_are_nobodys_statement(message: str) -> None:
    assert own_sentences(message) == ()


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("I live in Rome. Can you translate 'good morning' into German?", ("I live in Rome.",)),
        ("I work as a translator and I write poems.", ("I work as a translator and I write poems.",)),
        ("quick intro: I'm Priya", ("quick intro: I'm Priya",)),
        ("final call: we ship on Friday", ("final call: we ship on Friday",)),
        ("I use Go for services.\nx = 1", ("I use Go for services.",)),
        ("我是一名翻译,住在上海", ("我是一名翻译,住在上海",)),
        ("我把合同翻译成了英文", ("我把合同翻译成了英文",)),
        ("自我介绍:我叫林晓雯", ("自我介绍:我叫林晓雯",)),
        ("说实话,我喜欢茶", ("说实话,我喜欢茶",)),
        ("I don't remember it. I live in Rome.", ("I don't remember it.", "I live in Rome.")),
        ("这个别记错了。我姓章", ("这个别记错了。", "我姓章")),
    ],
)
def test_what_only_looks_like_a_frame_is_kept(message: str, kept: tuple[str, ...]) -> None:
    assert own_sentences(message) == kept


@pytest.mark.parametrize(
    "clause", ["I chose them because they help", "It reminds us of love", "I really love having them around", "我很喜欢这种气质"]
)
def test_a_pointer_alone_tells_nothing(clause: str) -> None:
    assert only_points(clause)


@pytest.mark.parametrize(
    "clause", ["I chose blue tiles for the kitchen", "This project uses Go", "我喜欢那种安静的咖啡馆", "I donated my old car to a shelter"]
)
def test_what_names_its_thing_points_at_nothing(clause: str) -> None:
    assert not only_points(clause)


def test_quick_typing_is_read_as_it_is_meant() -> None:
    assert spelled("im not a fan, i dont eat meat and ive moved") == "i'm not a fan, i don't eat meat and i've moved"


def test_somebodys_words_in_quotes_are_blanked_and_names_are_not() -> None:
    said = 'he said "I hate this job"'
    assert "hate" not in without_quotes(said)
    assert len(without_quotes(said)) == len(said)
    assert without_quotes('our app is called "Saltbox"') == 'our app is called "Saltbox"'
