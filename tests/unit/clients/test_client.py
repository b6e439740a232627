"""The SDK class against a stand-in."""

import httpx
import pytest

from tests.unit.clients.stand_in import StandIn
from tiercel import ServiceUnreachable, Tiercel, TiercelError


def test_the_key_travels_as_bearer_and_fields_left_out_are_not_sent():
    service = StandIn({("POST", "/v1/recall"): {"memories": []}})
    service.client().recall("茶", user_id="ann", top_k=None)
    assert service.last.headers["authorization"] == "Bearer key"
    assert service.requests == [("POST", "/v1/recall", {"query": "茶", "user_id": "ann"})]


def test_a_refusal_carries_code_field_and_request_id():
    error = {"error": {"code": "invalid", "message": "must be a string", "field": "user_id", "request_id": "r-1"}}
    service = StandIn({("POST", "/v1/turns"): (422, error)})
    with pytest.raises(TiercelError, match=r"must be a string \(user_id\)") as caught:
        service.client().post_turn({"messages": []})
    assert (caught.value.code, caught.value.status, caught.value.field, caught.value.request_id) == ("invalid", 422, "user_id", "r-1")


def test_an_error_page_of_something_else_is_no_stack_trace():
    client = Tiercel("http://memory", "k", transport=httpx.MockTransport(lambda _: httpx.Response(502, text="<html>bad gateway</html>")))
    with pytest.raises(TiercelError, match=r"answered 502.*TIERCEL_URL"):
        client.status()


def test_something_that_does_not_speak_json_is_not_taken_for_the_service():
    client = Tiercel("http://memory", "k", transport=httpx.MockTransport(lambda _: httpx.Response(200, text="hello")))
    with pytest.raises(TiercelError, match="TIERCEL_URL"):
        client.status()


def test_nobody_there_says_how_to_start_the_service():
    def refuse(request):
        raise httpx.ConnectError("refused", request=request)

    with pytest.raises(ServiceUnreachable, match="tiercel up"):
        Tiercel("http://memory", "k", transport=httpx.MockTransport(refuse)).ledger()


@pytest.mark.parametrize("url", ["localhost:8077", "127.0.0.1:8077", "memory", "ftp://memory", "http://", "http://[::1"])
def test_an_address_of_which_no_request_can_be_made_is_refused_in_one_line(url):
    with pytest.raises(TiercelError, match="http://host:port"):
        Tiercel(url, "k")


@pytest.mark.parametrize("key", ["schlüssel", "密钥", "a\nb"])
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(key):
    with pytest.raises(TiercelError, match="TIERCEL_API_KEY") as caught:
        Tiercel("http://memory", key)
    assert key not in str(caught.value)


def test_decisions_are_taken_back_sampled_and_measured_by_the_sdk():
    done = {"ok": True}
    routes = {
        ("POST", "/v1/traces/t1/undo"): lambda client: client.undo("t1", then="review", note="wrong"),
        ("POST", "/v1/reviews/r1/undo"): lambda client: client.undo_review("r1"),
        ("POST", "/v1/reviews/sample"): lambda client: client.sample_reviews(n=3, action="WRITE"),
        ("POST", "/v1/memories/m1/restore"): lambda client: client.restore("m1", version=2),
        ("POST", "/v1/memories/m1/archive"): lambda client: client.archive("m1"),
        ("GET", "/v1/traces"): lambda client: client.traces(action="REJECT"),
        ("GET", "/v1/guard/metrics"): lambda client: client.guard_metrics(),
        ("GET", "/v1/guard/guardrails"): lambda client: client.guardrails(hours=48),
    }
    service = StandIn(dict.fromkeys(routes, done))
    with service.client() as client:
        assert [call(client) for call in routes.values()] == [done] * len(routes)
    assert [(method, path) for method, path, _ in service.requests] == list(routes)
    assert [body for _, _, body in service.requests[:5]] == [
        {"then": "review", "note": "wrong"}, {}, {"n": 3, "action": "WRITE"}, {"version": 2}, {},
    ]  # fmt: skip
    assert str(service.last.url).endswith("?hours=48")
