"""`tiercel explain` over what the service really answers."""

import pytest

from tests.unit.api.system import ApiSystem
from tests.unit.clients.stand_in import StandIn
from tiercel.cli import main


def answered(text, **fields):
    api = ApiSystem()
    return api.get(f"/v1/memories/{api.remember(text, **fields)['id']}", params={"curve": "true"}).json()


@pytest.fixture
def run(monkeypatch, capsys):
    def call(memory, *arguments):
        service = StandIn({("GET", f"/v1/memories/{memory['id']}"): memory})
        monkeypatch.setattr("tiercel.cli.Tiercel.local", service.client)
        with pytest.raises(SystemExit) as left:
            main(["explain", memory["id"], *arguments])
        return (left.value.code, *capsys.readouterr())

    return call


@pytest.mark.parametrize("text", ["用户喜欢[简洁]的回复风格", "Ann works at Acme in Berlin since 2024"])
def test_l5_explain_prints_why_the_moves_to_come_and_what_would_change_them(run, text):
    code, out, _ = run(answered(text, user_id="ann"))
    assert code == 0
    assert text in out
    assert "-> archive (forgotten)" in out
    assert "changed by pinning it" in out


def test_the_curve_is_drawn_as_png(run, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "curve.png"
    code, out, _ = run(answered("Ann works at Acme in Berlin since 2024"), "--plot", str(picture))
    assert code == 0
    assert str(picture) in out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_the_remedy_is_named(run, tmp_path, monkeypatch):
    monkeypatch.setattr("tiercel.forgetting_plot.has_plots", lambda: False)
    code, _, err = run(answered("Ann works at Acme in Berlin since 2024"), "--plot", str(tmp_path / "curve.png"))
    assert code == 1
    assert "tiercel[plot]" in err


def test_a_folder_that_does_not_exist_is_named(run, tmp_path):
    pytest.importorskip("matplotlib")
    code, _, err = run(answered("Ann works at Acme in Berlin since 2024"), "--plot", str(tmp_path / "nowhere" / "curve.png"))
    assert code == 1
    assert "--plot" in err
