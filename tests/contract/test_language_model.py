"""The fake and the real adapter keep the same promises; the real one is asked over HTTP by a stand-in gateway."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from shared.adapters.embedders import build_language_model
from shared.adapters.openai_language_model import OpenAILanguageModel
from shared.domain.errors import ContentFault, ModelUnavailable
from shared.ports.language_model import LanguageModel, ModelRequest
from shared.settings import ModelSettings
from tests.fakes.language_model import CutOff, ScriptedModel
from tests.processes.model_gateway import ModelGateway, Reply

REQUEST = ModelRequest(
    schema_name="tiercel_extraction",
    schema={"type": "object", "properties": {"candidates": {"type": "array", "maxItems": 4}}},
    instructions="Read and answer.",
    document={"now": "2026-01-05T00:00:00Z", "turns": [{"message_id": "m1", "text": "我住在杭州"}]},
    max_tokens=512,
)
Make = Callable[[str | CutOff | ModelUnavailable], LanguageModel]


def wire(gateway: ModelGateway, *, response_format: str = "auto", timeout_seconds: float = 5.0) -> OpenAILanguageModel:
    return OpenAILanguageModel(
        base_url=gateway.base_url, api_key="k", model="m-1", timeout_seconds=timeout_seconds, response_format=response_format
    )


@pytest.fixture(params=["fake", "gateway"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """A model that always gives this line."""
    with ExitStack() as stack:

        def build(line: str | CutOff | ModelUnavailable) -> LanguageModel:
            if request.param == "fake":
                return ScriptedModel([line])
            if isinstance(line, ModelUnavailable):
                wait = line.retry_after_seconds
                reply = Reply(status=429, headers={} if wait is None else {"retry-after": str(wait)})
            else:
                reply = Reply(text=line.text, truncated=True) if isinstance(line, CutOff) else Reply(text=line)
            model = wire(stack.enter_context(ModelGateway(lambda _name, _document: reply)))
            stack.callback(model.close)
            return model

        yield build


def test_the_answer_is_the_models_text_as_it_came(make: Make) -> None:
    answer = make('```json\n{"candidates": []}\n```').complete(REQUEST)
    assert answer.text == '```json\n{"candidates": []}\n```'
    assert not answer.cut_off
    assert answer.prompt_tokens > 0


def test_running_into_max_tokens_is_said_x6(make: Make) -> None:
    answer = make(CutOff('{"candidates": [{"te')).complete(REQUEST)
    assert answer.cut_off
    assert answer.text == '{"candidates": [{"te'


def test_an_outage_carries_what_retry_after_asks_for_q11(make: Make) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        make(ModelUnavailable("out", retry_after_seconds=7.0)).complete(REQUEST)
    assert caught.value.retry_after_seconds == 7.0


def test_an_outage_without_retry_after_carries_none(make: Make) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        make(ModelUnavailable("out")).complete(REQUEST)
    assert caught.value.retry_after_seconds is None


def test_the_call_on_the_wire_is_the_written_contract() -> None:
    with ModelGateway() as gateway:
        wire(gateway).complete(REQUEST)
        sent = gateway.asked[0].body
    assert sent["response_format"]["type"] == "json_schema"
    assert sent["response_format"]["json_schema"] == {"name": "tiercel_extraction", "schema": REQUEST.schema}
    assert (sent["temperature"], sent["max_tokens"], sent["model"]) == (0.1, 512, "m-1")
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert gateway.calls("tiercel_extraction") == [REQUEST.document]
    assert "我住在杭州" in sent["messages"][1]["content"], "Chinese is sent as it is written"


@pytest.mark.parametrize(("known", "tries"), [(frozenset({"json_object"}), 2), (frozenset[str](), 3)])
def test_a_gateway_without_json_schema_is_found_out_once_and_remembered(known: frozenset[str], tries: int) -> None:
    with ModelGateway(formats=known) as gateway:
        model = wire(gateway)
        model.complete(REQUEST)
        assert len(gateway.asked) == tries
        model.complete(REQUEST)
        assert len(gateway.asked) == tries + 1
        last = gateway.asked[-1].body
        assert last.get("response_format", {"type": "text"})["type"] in {*known, "text"}
        assert '"maxItems":4' in last["messages"][0]["content"], "without a schema on the wire the instructions carry it"
        assert gateway.calls("tiercel_extraction")[-1] == REQUEST.document
        assert (last["temperature"], last["max_tokens"]) == (0.1, 512)


def test_a_format_named_by_the_settings_is_the_only_one_asked_for() -> None:
    with ModelGateway(formats=frozenset()) as gateway:
        with pytest.raises(ContentFault):
            wire(gateway, response_format="json_object").complete(REQUEST)
        wire(gateway, response_format="text").complete(REQUEST)
        assert [asked.body.get("response_format", {}).get("type") for asked in gateway.asked] == ["json_object", None]


def test_a_model_that_refuses_max_tokens_gets_max_completion_tokens() -> None:
    with ModelGateway() as gateway:
        gateway.refused_parameters = frozenset({"max_tokens"})
        wire(gateway).complete(REQUEST)
        sent = gateway.asked[-1].body
    assert sent["max_completion_tokens"] == 512
    assert sent["response_format"]["type"] == "json_schema"
    assert "temperature" not in sent


@pytest.mark.parametrize(
    "complaint",
    [
        "max_tokens is too large: 512. This model supports at most 300 completion tokens, whereas you provided 512.",
        "Invalid max_tokens value, the valid range of max_tokens is [1, 300]",
        "`max_tokens` must be less than or equal to `300`, the maximum value for `max_tokens` is less than the `context_window`",
    ],
)
def test_a_gateway_that_names_a_smaller_limit_gets_that_one_from_then_on(complaint: str) -> None:
    with ModelGateway() as gateway:

        def answer(_name: str, _document: object) -> object:
            asked = gateway.asked[-1].body["max_tokens"]
            body = json.dumps({"error": {"message": complaint, "param": "max_tokens"}}).encode()
            return Reply(status=400, body=body) if asked > 300 else {"candidates": []}

        gateway.answer = answer
        model = wire(gateway)
        model.complete(REQUEST)
        model.complete(REQUEST)
        assert [asked.body["max_tokens"] for asked in gateway.asked] == [512, 300, 300]
        assert {asked.body["response_format"]["type"] for asked in gateway.asked} == {"json_schema"}


def test_a_request_that_is_refused_in_every_way_is_a_content_fault_not_an_outage() -> None:
    with ModelGateway(lambda _name, _document: Reply(status=400)) as gateway, pytest.raises(ContentFault):
        wire(gateway).complete(REQUEST)


@pytest.mark.parametrize("status", [401, 403, 404, 408, 429, 500, 502, 503])
def test_every_other_status_is_an_outage_asked_once(status: int) -> None:
    with ModelGateway(lambda _name, _document: Reply(status=status)) as gateway:
        with pytest.raises(ModelUnavailable):
            wire(gateway).complete(REQUEST)
        assert len(gateway.asked) == 1


def test_a_slow_gateway_is_an_outage() -> None:
    with ModelGateway(lambda _name, _document: Reply(delay_seconds=0.5)) as gateway, pytest.raises(ModelUnavailable, match="in time"):
        wire(gateway, timeout_seconds=0.05).complete(REQUEST)


def test_an_unreachable_gateway_is_an_outage() -> None:
    with ModelGateway() as gateway:
        model = wire(gateway)
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        model.complete(REQUEST)


@pytest.mark.parametrize("body", [b"<html>proxy</html>", b"{}", b'{"choices": []}', b'"text"'])
def test_a_200_that_is_no_completion_is_an_outage(body: bytes) -> None:
    with ModelGateway(lambda _name, _document: Reply(body=body)) as gateway, pytest.raises(ModelUnavailable):
        wire(gateway).complete(REQUEST)


def test_a_thinking_models_reasoning_is_never_taken_for_its_answer_x8() -> None:
    with ModelGateway(lambda _name, _document: Reply(text="", reasoning='{"candidates": [{"text": "draft"}]}')) as gateway:
        assert wire(gateway).complete(REQUEST).text == ""


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'{"text": "a\ud800b"}', "a\ufffdb"),
        (r'{"text": "a\udc00b"}', "a\ufffdb"),
        (r'{"text": "a\u0000b"}', "a\ufffdb"),
        (r'{"text": "\ud83d\ude00"}', "\U0001f600"),
    ],
)
def test_x1_half_a_character_in_an_answer_does_not_end_the_work_on_its_window(written: str, read: str) -> None:
    with ModelGateway(lambda _name, _document: Reply(text=written)) as gateway:
        text = json.loads(wire(gateway).complete(REQUEST).text)["text"]
    assert text == read
    assert text.encode()


def test_the_factory_builds_what_the_settings_name() -> None:
    with ModelGateway() as gateway:
        settings = ModelSettings(base_url=gateway.base_url, api_key="secret-key", response_format="json_object")
        model = build_language_model(settings, "m-2")
        model.complete(REQUEST)
        assert model.name == "m-2"
        assert gateway.asked[0].authorization == "Bearer secret-key"
        assert gateway.asked[0].body["response_format"] == {"type": "json_object"}
