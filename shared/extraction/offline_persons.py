"""Which of several: a sister, a friend or a cat may be one of many, and a name tells which. Pure."""

THE_ONLY_ONE = frozenset({
    "wife", "husband", "partner", "girlfriend", "boyfriend", "fiance", "fiancee", "mother", "mom", "mum", "father", "dad", "boss",
    "manager", "supervisor", "landlord", "landlady", "ex-wife", "ex-husband", "mother-in-law", "father-in-law",
    "妻子", "老婆", "太太", "爱人", "老公", "丈夫", "先生", "女朋友", "男朋友", "对象", "妈妈", "母亲", "妈", "爸爸", "父亲", "爸",
    "爷爷", "奶奶", "外公", "外婆", "岳父", "岳母", "公公", "婆婆", "房东", "老板", "领导", "前妻", "前夫",
})  # fmt: skip
ONE_OF_MANY = frozenset(["friend", "colleague", "coworker", "cousin", "neighbour", "neighbor", "朋友", "同事", "邻居"])


def person_property(relation: str, who: str, slot: str | None) -> tuple[str, str | None]:
    """Subject and slot of a statement about somebody of the user's.

    A name parts one sister from another. Of an unnamed friend a later statement may be about another one: no slot, so that
    neither retires the other.
    """
    if relation in THE_ONLY_ONE:
        return relation, slot
    if is_name(who):
        return f"{relation} {who.lower()}", slot
    return relation, None if relation in ONE_OF_MANY else slot


def is_name(who: str) -> bool:
    """A capital, or a script without capitals: what else may stand in a name's place (just, now) is written small."""
    return bool(who) and (who[0].isupper() or not who[0].isascii())
