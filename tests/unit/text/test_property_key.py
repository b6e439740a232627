"""One property in whatever words: the key under which a correction finds what it corrects."""

import pytest

from shared.text.property_key import property_key


@pytest.mark.parametrize(
    ("one", "other"),
    [(("mom", "name"), ("妈妈", "name")), (("user", "favourite:color"), ("用户", "favourite:颜色")), (("Dog", "name"), ("狗", "Name"))],
)
def test_words_for_one_thing_make_one_key(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert property_key(*one) == property_key(*other)


@pytest.mark.parametrize(
    ("one", "other"), [(("姐姐", "residence"), ("妹妹", "residence")), (("user", "attitude:tea"), ("user", "favourite:tea"))]
)
def test_different_people_and_properties_keep_different_keys(one: tuple[str, str], other: tuple[str, str]) -> None:
    assert property_key(*one) != property_key(*other)


def test_without_subject_or_slot_there_is_no_key() -> None:
    assert property_key(None, "name") is None
    assert property_key("user", "") is None
