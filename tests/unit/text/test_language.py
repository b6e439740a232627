"""Language and script of short and mixed texts."""

import pytest

from shared.text.language import language_of, languages_agree, script_of


@pytest.mark.parametrize(
    ("text", "language", "script"),
    [
        ("我喜欢简洁的回复", "zh", "Hani"),
        ("I prefer dark mode", "en", "Latn"),
        ("我用 VS Code Insiders", "zh", "Hani"),
        ("每日复盘 cron 备份", "zh", "Hani"),
        ("We moved to 北京 last year", "en", "Latn"),
        ("OK", "en", "Latn"),
        ("私はお茶が好きです", "ja", "Jpan"),
        ("저는 차를 좋아해요", "ko", "Kore"),
        ("Я живу в Берлине", "ru", "Cyrl"),
        ("Me gusta el té y vivo en la ciudad de México", "es", "Latn"),
        ("Ich wohne in der Stadt und trinke nicht gern Tee", "de", "Latn"),
        ("12345 !!!", "und", "Zyyy"),
        ("", "und", "Zyyy"),
    ],
)
def test_a_text_has_its_language_and_script(text: str, language: str, script: str) -> None:
    assert language_of(text) == language
    assert script_of(text) == script


def test_an_unknown_language_contradicts_none() -> None:
    assert languages_agree("zh", "und")
    assert not languages_agree("zh", "en")
