"""The SDK: one method per route, arguments typed, answers as the service gives them."""

import json
import os
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

from tiercel.errors import ServiceUnreachable, TiercelError
from tiercel.whereabouts import find_service

Json = dict[str, Any]

EVENT_TYPES = (
    "user_feedback", "strategy_execution", "environment_change", "rule_update", "anomaly_pattern", "performance_optimization",
    "cross_domain_correlation", "periodic_pattern",
)  # fmt: skip
"""The trigger types of trigger() and of what ingest() tells apart."""


class Tiercel:
    """A connection to one service. Every method may raise TiercelError."""

    def __init__(self, url: str, api_key: str, *, timeout_seconds: float = 40.0, transport: httpx.BaseTransport | None = None) -> None:
        self.url = _usable(url, api_key).rstrip("/")
        self._http = httpx.Client(
            base_url=self.url,
            headers={"Authorization": f"Bearer {api_key}"},
            timeout=timeout_seconds,
            transport=transport,
            trust_env=False,  # a proxy of the environment is for the outside, not for the memory service
        )

    @classmethod
    def local(cls, environ: Mapping[str, str] | None = None) -> Self:
        """The service named by TIERCEL_URL and TIERCEL_API_KEY, else the one started on this machine."""
        service = find_service(os.environ if environ is None else environ)
        return cls(service.url, service.api_key)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()

    def post_turn(self, turn: Mapping[str, Any]) -> Json:
        """POST /v1/turns: {"capture_id", "turn_id", "duplicate", "status"}."""
        return self._object("POST", "/v1/turns", json=dict(turn))

    def post_turns(self, turns: Sequence[Mapping[str, Any]]) -> list[Json]:
        """POST /v1/turns/batch (at most 500): one answer or error per turn, in order."""
        items: list[Json] = self._object("POST", "/v1/turns/batch", json={"turns": [dict(turn) for turn in turns]})["items"]
        return items

    def post_openclaw_turn(self, body: Mapping[str, Any]) -> Json:
        """POST /v1/openclaw/turns, native or raw form."""
        return self._object("POST", "/v1/openclaw/turns", json=dict(body))

    def ingest(self, text: str, **fields: Any) -> Json:
        """POST /v1/ingest: free text, classified into one of EVENT_TYPES or refused. The answer is that of post_turn().

        `fields`: user_id, agent_id, session_id, labels, visibility, observed_at, valid_from, valid_to, timezone, ttl_seconds,
        idempotency_key; times are RFC 3339 with an offset. What became of it: capture(answer["capture_id"], wait_seconds=30).
        """
        return self._object("POST", "/v1/ingest", json={"description": text, **_given(fields)})

    def trigger(self, event_type: str, summary: str, data: Mapping[str, Any] | None = None, **fields: Any) -> Json:
        """POST /v1/events: a structured event of one of EVENT_TYPES; `data` holds the fields of its type.

        `fields`: those of ingest(), and source. The same idempotency_key again: {"duplicate": true, ...}, no second effect.
        TiercelError with `field` ("data.plan_id") where a field is missing or of another kind.
        """
        body = {"event_type": event_type, "summary": summary, "data": dict(data or {}), **_given(fields)}
        return self._object("POST", "/v1/events", json=body)

    def extract(self, text: str | None = None, *, messages: Sequence[Mapping[str, Any]] | None = None, **fields: Any) -> Json:
        """POST /v1/extract: {"candidates", "rejected", "redactions", "refused"} of a text or of messages; nothing is stored.

        `fields`: occurred_at, timezone.
        """
        spoken = None if messages is None else [dict(message) for message in messages]
        return self._object("POST", "/v1/extract", json=_given({"text": text, "messages": spoken, **fields}))

    def capture(self, capture_id: str, *, wait_seconds: float = 0) -> Json:
        """GET /v1/captures/{id}: its state and the outcome of each candidate; waits up to 30 seconds for the end."""
        return self._object("GET", f"/v1/captures/{_in_path(capture_id)}", params={"wait_seconds": wait_seconds})

    def remember(self, text: str, **fields: Any) -> Json:
        """POST /v1/memories: {"memory", "action"}, or 202 with a review id."""
        return self._object("POST", "/v1/memories", json={"text": text, **_given(fields)})

    def recall(self, query: str, **fields: Any) -> Json:
        """POST /v1/recall: {"context", "memories", "degraded", "empty_reason", ...}."""
        return self._object("POST", "/v1/recall", json={"query": query, **_given(fields)})

    def import_memories(self, lines: Sequence[Mapping[str, Any]]) -> Json:
        """POST /v1/import, each line a memory as it is to be stored: {"lines", "stored", "noop", "review", "refused"}."""
        body = "\n".join(json.dumps(dict(line), ensure_ascii=False) for line in lines)
        return self._object("POST", "/v1/import", content=body.encode(), headers={"Content-Type": "application/x-ndjson"})

    def memories(self, **filters: Any) -> Json:
        """GET /v1/memories: {"items", "next_cursor", "total"}."""
        return self._object("GET", "/v1/memories", params=_given(filters))

    def memory(self, memory_id: str, **fields: Any) -> Json:
        """GET /v1/memories/{id}: the current version and `forgetting`, why it is in its stage (`curve=True`: with its curve)."""
        return self._object("GET", f"/v1/memories/{_in_path(memory_id)}", params=_given(fields))

    def history(self, memory_id: str) -> Json:
        """GET /v1/memories/{id}/history: all versions."""
        return self._object("GET", f"/v1/memories/{_in_path(memory_id)}/history")

    def erase(self, memory_id: str) -> None:
        """DELETE /v1/memories/{id}: for good."""
        self._request("DELETE", f"/v1/memories/{_in_path(memory_id)}")

    def trace(self, trace_id: str) -> Json:
        """GET /v1/traces/{id}: every stage of one candidate."""
        return self._object("GET", f"/v1/traces/{_in_path(trace_id)}")

    def traces(self, **filters: Any) -> Json:
        """GET /v1/traces: decisions as they stand, newest first (action, stage, since, limit, cursor)."""
        return self._object("GET", "/v1/traces", params=_given(filters))

    def undo(self, trace_id: str, **fields: Any) -> Json:
        """POST /v1/traces/{id}/undo: take a decision back; `then` = review or reject, `note`."""
        return self._object("POST", f"/v1/traces/{_in_path(trace_id)}/undo", json=_given(fields))

    def restore(self, memory_id: str, **fields: Any) -> Json:
        """POST /v1/memories/{id}/restore: out of the archive, or an earlier `version` as the current one."""
        return self._object("POST", f"/v1/memories/{_in_path(memory_id)}/restore", json=_given(fields))

    def archive(self, memory_id: str, **fields: Any) -> Json:
        """POST /v1/memories/{id}/archive: out of lists and recall, restorable."""
        return self._object("POST", f"/v1/memories/{_in_path(memory_id)}/archive", json=_given(fields))

    def promote(self, memory_id: str, **fields: Any) -> Json:
        """POST /v1/memories/{id}/promote: a live L2 memory becomes a template (L4), as a new version."""
        return self._object("POST", f"/v1/memories/{_in_path(memory_id)}/promote", json=_given(fields))

    def reviews(self, **filters: Any) -> Json:
        """GET /v1/reviews: {"items", "next_cursor", "total"}."""
        return self._object("GET", "/v1/reviews", params=_given(filters))

    def answer_review(self, review_id: str, decision: str, **fields: Any) -> Json:
        """POST /v1/reviews/{id}: approve, edit or reject."""
        return self._object("POST", f"/v1/reviews/{_in_path(review_id)}", json={"decision": decision, **_given(fields)})

    def undo_review(self, review_id: str, **fields: Any) -> Json:
        """POST /v1/reviews/{id}/undo: the review is pending again, what its answer stored is reversed."""
        return self._object("POST", f"/v1/reviews/{_in_path(review_id)}/undo", json=_given(fields))

    def sample_reviews(self, **fields: Any) -> Json:
        """POST /v1/reviews/sample: {"items"} of decisions drawn at random (n, action, hours)."""
        return self._object("POST", "/v1/reviews/sample", json=_given(fields))

    def guard_metrics(self, hours: float = 24) -> Json:
        """GET /v1/guard/metrics: precision, miss rate and recall with n and intervals."""
        return self._object("GET", "/v1/guard/metrics", params={"hours": hours})

    def guardrails(self, hours: float = 24) -> Json:
        """GET /v1/guard/guardrails: reject, growth, junk and duplicate rate."""
        return self._object("GET", "/v1/guard/guardrails", params={"hours": hours})

    def ledger(self) -> Json:
        """GET /v1/ledger: both balances and the imbalance."""
        return self._object("GET", "/v1/ledger")

    def maintenance(self, *, dry_run: bool = False, as_listed: str | None = None, wait_seconds: float = 30, limit: int = 1000) -> Json:
        """POST /v1/admin/maintenance: {"run_id", "joined", "state", "moves", "total", ...}; through where `state` is done.

        `as_listed`: the id of a dry run, whose list is carried out and nothing else.
        """
        params = {"wait_seconds": wait_seconds, "limit": limit}
        return self._object("POST", "/v1/admin/maintenance", params=params, json={"dry_run": dry_run, **_given({"as_listed": as_listed})})

    def maintenance_run(self, run_id: str, **page: Any) -> Json:
        """GET /v1/admin/maintenance/{id}: how far it has come and part of its list. `page`: limit, cursor."""
        return self._object("GET", f"/v1/admin/maintenance/{run_id}", params=_given(page))

    def forget(self, query: str | None = None, **fields: Any) -> Json:
        """POST /v1/forget: a query, or ids=[...], or filter={...} (user_id, agent_id, labels, mode, min_score, dry_run)."""
        return self._object("POST", "/v1/forget", json=_given({"query": query, **fields}))

    def summarize(self, session_id: str, **fields: Any) -> Json:
        """POST /v1/summarize (user_id, chat_id, agent_id, labels): {"capture_id", "duplicate", "status", "summaries", ...}.

        What came of it: capture(capture_id).
        """
        return self._object("POST", "/v1/summarize", json={"session_id": session_id, **_given(fields)})

    def reflect(self, **fields: Any) -> Json:
        """POST /v1/reflect (user_id): {"capture_id", "duplicate", "status", "note"}; what came of it: capture(capture_id)."""
        return self._object("POST", "/v1/reflect", json=_given(fields))

    def learnings(self, **filters: Any) -> Json:
        """GET /v1/learnings (type, resolved, limit, cursor): {"items", "next_cursor", "total", "stats"}."""
        return self._object("GET", "/v1/learnings", params=_given(filters))

    def learn(self, kind: str, summary: str, **fields: Any) -> Json:
        """POST /v1/learnings: an `error`, `correction` or `pattern` (error_type, context, correction, user_id, agent_id)."""
        return self._object("POST", "/v1/learnings", json={"type": kind, "summary": summary, **_given(fields)})

    def resolve_learning(self, learning_id: str, **fields: Any) -> Json:
        """POST /v1/learnings/{id}/resolve (note)."""
        return self._object("POST", f"/v1/learnings/{_in_path(learning_id)}/resolve", json=_given(fields))

    def status(self) -> Json:
        """GET /v1/status."""
        return self._object("GET", "/v1/status")

    def _object(self, method: str, path: str, **arguments: Any) -> Json:
        answer = self._request(method, path, **arguments)
        try:
            content = answer.json()
        except ValueError as fault:
            raise TiercelError(f"{self.url} does not answer like Tiercel: check TIERCEL_URL.", status=answer.status_code) from fault
        if not isinstance(content, dict):
            raise TiercelError(f"{self.url} does not answer like Tiercel: check TIERCEL_URL.", status=answer.status_code)
        return content

    def _request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        try:
            answer = self._http.request(method, path, **arguments)
        except httpx.TransportError as fault:
            raise ServiceUnreachable(
                f"nobody answers at {self.url}: start the service (tiercel up), or set TIERCEL_URL to another."
            ) from fault
        if answer.is_success:
            return answer
        raise _refusal(answer, self.url)


def _usable(url: str, api_key: str) -> str:
    """The address. TiercelError where no request could be made of it or of the key."""
    try:
        address = httpx.URL(url)
    except httpx.InvalidURL as fault:
        raise TiercelError(f"TIERCEL_URL {url} is no address ({fault}): give it as http://host:port.") from fault
    if address.scheme not in ("http", "https") or not address.host:
        raise TiercelError(f"TIERCEL_URL {url} is no address: give it as http://host:port.")
    if not (api_key.isascii() and api_key.isprintable()):
        raise TiercelError("TIERCEL_API_KEY holds characters that no key has: copy it again.")
    return url


def _in_path(identifier: str) -> str:
    return quote(identifier, safe="")


def _given(fields: Mapping[str, Any]) -> Json:
    return {name: value for name, value in fields.items() if value is not None}


def _refusal(answer: httpx.Response, url: str) -> TiercelError:
    try:
        error = answer.json()["error"]
        message, code = str(error["message"]), str(error["code"])
        field, request_id = error.get("field"), error.get("request_id")
    except (ValueError, KeyError, TypeError):
        words = f"{url} answered {answer.status_code}, not in Tiercel's words: check TIERCEL_URL."
        return TiercelError(words, status=answer.status_code)
    where = f" ({field})" if field else ""
    return TiercelError(f"{message}{where}", code=code, status=answer.status_code, field=field, request_id=request_id)
