"""docs/verifiers.md: the class on the page plugs in and does what the page says."""

import re
from pathlib import Path

import pytest

from shared.adapters.verifiers import build_verifier
from shared.domain.factuality import FactVerdict, Tool
from shared.settings import load_settings
from tests.factories import make_claim
from tests.fakes.small_doors import FakeMetrics

PAGE = (Path(__file__).parents[2] / "docs" / "verifiers.md").read_text(encoding="utf-8")
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(
    ("text", "data", "verdict"),
    [
        ("CTR rose to 35 %", {"ctr": 35}, FactVerdict.DISAGREES),
        ("点击率升到3%", {"点击率": 3}, FactVerdict.NO_DATA),
        ("I own two cats", {}, FactVerdict.NO_DATA),
    ],
)
def test_the_class_of_the_page_plugs_in(
    text: str, data: dict[str, float], verdict: FactVerdict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trade_tools.py").write_text(CODE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    (named,) = re.findall(r"TIERCEL_FACTUALITY_VERIFIER=(\S+:\S+)", PAGE)
    verifier = build_verifier(load_settings({"TIERCEL_FACTUALITY_VERIFIER": named}).factuality.verifier, FakeMetrics())
    assert verifier is not None
    assert verifier.industry_benchmark(make_claim(text, data=data)).verdict is verdict


def test_every_tool_and_verdict_is_on_the_page() -> None:
    assert all(f"| `{word.value}` |" in PAGE for word in (*Tool, *FactVerdict))
