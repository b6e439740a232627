"""The three criteria of ordinary conversation, measured: definite, concrete, said by the user."""

from shared.domain.candidate import Criterion
from shared.extraction.offline_refusals import hedge_of, is_question
from shared.text.numbers import numbers_in
from shared.text.tokens import content_words

# Words that name no thing, value, time or habit: a statement of these alone is of no use later.
VAGUE_WORDS = frozenset({
    "like", "love", "hate", "prefer", "enjoy", "want", "need", "think", "feel", "feeling", "felt", "good", "bad", "nice",
    "great", "fine", "ok", "okay", "tired", "happy", "sad", "hungry", "sleepy", "bored", "busy", "sick", "cold", "hot",
    "awesome", "cool", "amazing", "terrible", "awful", "today", "now", "tonight", "really", "very", "thing", "things", "stuff",
    "something", "anything", "lot", "way", "one", "ones", "kind", "bit", "guess", "know", "mean", "say", "said", "sure", "yes",
    "yeah", "decided", "decide", "agreed", "choose", "chose", "go", "going", "let's", "remember", "note", "喜欢", "爱", "讨厌",
    "偏好", "喜爱", "觉得", "感觉", "想", "要", "知道", "好", "坏", "累", "好累", "困", "饿", "冷", "热", "忙", "开心", "难过",
    "高兴", "烦", "无聊", "不错", "棒", "厉害", "今天", "现在", "今晚", "刚才", "有点", "真", "真的", "很", "非常", "东西",
    "事", "事情", "这个", "那个", "这样", "那样", "这么", "那么", "这", "那", "它", "定", "决定", "选", "同意", "可以", "行",
    "记住", "一点", "一下", "就", "都", "也", "了",
})  # fmt: skip


def measure_conversation(text: str, *, said_by_user: bool) -> tuple[Criterion, Criterion, Criterion]:
    """The three answers: "I live in Berlin" holds all, 今天好累 fails the second, "maybe I move" the first."""
    hedge = hedge_of(text)
    if is_question(text):
        definite = Criterion(holds=False, reason="a question")
    elif hedge is not None:
        definite = Criterion(holds=False, reason=f"hedged by {hedge!r}")
    else:
        definite = Criterion(holds=True, reason="no hedge, no question")
    named = [word for word in content_words(text) if word not in VAGUE_WORDS]
    concrete = bool(named) or bool(numbers_in(text))
    return (
        definite,
        Criterion(holds=concrete, reason=f"names {named[0]}" if named else "names a number" if concrete else "names nothing"),
        Criterion(holds=said_by_user, reason="the user's own words" if said_by_user else "no word of the user supports it"),
    )
