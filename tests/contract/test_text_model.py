"""The fake and the real plain-text model keep the same promises; the real one is asked over HTTP by a stand-in."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from shared.adapters.embedders import build_local_judge
from shared.adapters.openai_text_model import OpenAITextModel
from shared.domain.errors import ContentFault, ModelUnavailable
from shared.ports.text_model import TextModel, TextRequest
from shared.settings import load_settings
from tests.fakes.language_model import CutOff
from tests.fakes.text_model import Line, ScriptedTextModel
from tests.processes.model_gateway import ModelGateway, Reply

REQUEST = TextRequest(prompt="Dialogue:\nuser: 我住在杭州", max_tokens=256)
Make = Callable[[Line], TextModel]


def wire(gateway: ModelGateway, *, timeout_seconds: float = 5.0) -> OpenAITextModel:
    return OpenAITextModel(base_url=gateway.base_url, api_key="", model="d-1", timeout_seconds=timeout_seconds)


def replying(line: Line) -> Reply:
    if isinstance(line, ModelUnavailable):
        return Reply(status=503)
    if isinstance(line, ContentFault):
        return Reply(status=400)
    assert not isinstance(line, Exception)
    return Reply(text=line.text, truncated=True) if isinstance(line, CutOff) else Reply(text=line)


@pytest.fixture(params=["fake", "wire"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """A model that always gives this line."""
    with ExitStack() as stack:

        def build(line: Line) -> TextModel:
            if request.param == "fake":
                return ScriptedTextModel([line])
            model = wire(stack.enter_context(ModelGateway(lambda _name, _document: replying(line))))
            stack.callback(model.close)
            return model

        yield build


def test_the_answer_is_the_models_text_as_it_came(make: Make) -> None:
    answer = make('<doubt-check>他说的</doubt-check>\n{"action": "WRITE"}').complete(REQUEST)
    assert answer.text == '<doubt-check>他说的</doubt-check>\n{"action": "WRITE"}'
    assert not answer.cut_off
    assert answer.prompt_tokens > 0


def test_running_into_max_tokens_is_said_x6(make: Make) -> None:
    assert make(CutOff("<doubt-check>who")).complete(REQUEST).cut_off


@pytest.mark.parametrize("fault", [ModelUnavailable("out"), ContentFault("too long", raw="")], ids=["outage", "refusal"])
def test_an_outage_and_a_refusal_are_different_faults(make: Make, fault: Exception) -> None:
    with pytest.raises(type(fault)):
        make(fault).complete(REQUEST)


def test_the_call_on_the_wire_is_one_plain_message() -> None:
    with ModelGateway(lambda _name, _document: "x") as gateway:
        wire(gateway).complete(REQUEST)
        sent = gateway.asked[0].body
    assert sent == {
        "model": "d-1", "messages": [{"role": "user", "content": REQUEST.prompt}], "max_tokens": 256, "temperature": 0.0,
    }  # fmt: skip


def test_a_model_that_is_slow_or_not_there_is_out() -> None:
    with ModelGateway(lambda _name, _document: Reply(text="late", delay_seconds=2.0)) as gateway:
        with pytest.raises(ModelUnavailable):
            wire(gateway, timeout_seconds=0.1).complete(REQUEST)
        nobody = wire(gateway)
    with pytest.raises(ModelUnavailable):
        nobody.complete(REQUEST)


@pytest.mark.parametrize("body", [b"<html>busy</html>", b"{}", b"[]", json.dumps({"choices": []}).encode()])
def test_a_body_that_holds_no_choice_is_an_outage(body: bytes) -> None:
    with ModelGateway(lambda _name, _document: Reply(body=body)) as gateway, pytest.raises(ModelUnavailable):
        wire(gateway).complete(REQUEST)


@pytest.mark.parametrize(("key", "header"), [("", "Bearer none"), ("own-key", "Bearer own-key")])
def test_it_is_asked_as_the_settings_say(key: str, header: str) -> None:
    with ModelGateway(lambda _name, _document: Reply(text="late", delay_seconds=1.0)) as gateway:
        environ = {"MEMORY_DOUBTMEM_BASE_URL": gateway.base_url, "MEMORY_DOUBTMEM_API_KEY": key, "TIERCEL_DOUBTMEM_TIMEOUT_SECONDS": "0.2"}
        with pytest.raises(ModelUnavailable):
            build_local_judge(load_settings(environ).local_judge).complete(REQUEST)
        assert [asked.authorization for asked in gateway.asked] == [header]


def test_it_is_the_one_that_the_settings_name() -> None:
    environ = {"MEMORY_DOUBTMEM_BASE_URL": "http://127.0.0.1:8005/v1"}
    assert build_local_judge(load_settings(environ).local_judge).name == "DoubtMem-AxisGRPO-Qwen3-4B-step150"
    assert build_local_judge(load_settings({**environ, "MEMORY_DOUBTMEM_MODEL": "mine"}).local_judge).name == "mine"
