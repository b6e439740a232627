"""One honest request for every route, so that tests can go over all of them. A test fails where one is missing."""

from dataclasses import dataclass
from typing import Any

from fastapi.routing import APIRoute

from services.api.routes import ROUTERS
from shared.ports.key_ring import KeyRole

ADMIN, OPERATOR, READER, REVIEWER, WRITER = KeyRole.ADMIN, KeyRole.OPERATOR, KeyRole.READER, KeyRole.REVIEWER, KeyRole.WRITER
TURN = {"turn_id": "t1", "session_id": "s1", "user_id": "ann", "messages": [{"role": "user", "text": "I moved to Berlin in May 2024"}]}
OPENCLAW = {
    "schema": "openclaw.turn.v1",
    "turn_id": "o1",
    "channel": "telegram",
    "chat_type": "direct",
    "sender": {"id": "42"},
    "messages": TURN["messages"],
}


@dataclass(frozen=True)
class RouteCall:
    """`path` may name {memory}, {capture}, {trace}, {review}, {key}: ids of the caller's own things."""

    method: str
    template: str
    path: str
    roles: frozenset[KeyRole]
    body: Any = None


def call(method: str, template: str, *roles: KeyRole, path: str | None = None, body: Any = None) -> RouteCall:
    return RouteCall(method, template, path or template, frozenset(roles), body)


KEYED = (
    call("POST", "/v1/turns", WRITER, body=TURN),
    call("POST", "/v1/turns/batch", WRITER, body={"turns": [TURN]}),
    call("POST", "/v1/ingest", WRITER, body={"description": "I moved to Berlin in May 2024", "user_id": "ann"}),
    call("POST", "/v1/events", WRITER, body={"event_type": "user_feedback", "summary": "Ann wants shorter reports", "user_id": "ann"}),
    call("POST", "/v1/extract", WRITER, body={"text": "I moved to Berlin in May 2024"}),
    call("GET", "/v1/captures/{capture_id}", READER, WRITER, REVIEWER, path="/v1/captures/{capture}"),
    call("POST", "/v1/memories", WRITER, body={"text": "Ann works at Acme in Berlin", "user_id": "ann"}),
    call("GET", "/v1/memories", READER, REVIEWER),
    call("GET", "/v1/memories/{memory_id}", READER, REVIEWER, path="/v1/memories/{memory}"),
    call("GET", "/v1/memories/{memory_id}/history", READER, REVIEWER, path="/v1/memories/{memory}/history"),
    call("PATCH", "/v1/memories/{memory_id}", WRITER, path="/v1/memories/{memory}", body={"pinned": True, "if_version": 1}),
    call("DELETE", "/v1/memories/{memory_id}", WRITER, path="/v1/memories/{memory}"),
    call("POST", "/v1/memories/{memory_id}/feedback", WRITER, path="/v1/memories/{memory}/feedback", body={"verdict": "confirm"}),
    call("POST", "/v1/memories/{memory_id}/archive", REVIEWER, path="/v1/memories/{memory}/archive", body={"note": "old"}),
    call("POST", "/v1/memories/{memory_id}/restore", REVIEWER, path="/v1/memories/{memory}/restore", body={"version": 1}),
    call("POST", "/v1/memories/{memory_id}/promote", REVIEWER, path="/v1/memories/{memory}/promote", body={}),
    call("POST", "/v1/import", ADMIN, body={"text": "Ann works at Acme in Berlin", "user_id": "ann"}),
    call("GET", "/v1/export", ADMIN),
    call("POST", "/v1/import/markdown", WRITER, body={"files": [{"path": "a.md", "content": "# A\n\nWords"}], "user_id": "ann"}),
    call("POST", "/v1/recall", READER, body={"query": "Where does Ann work?", "user_id": "ann"}),
    call("POST", "/v1/openclaw/turns", WRITER, body=OPENCLAW),
    call("POST", "/v1/openclaw/events", WRITER, body={"type": "session", "action": "patch"}),
    call("POST", "/v1/openclaw/recall", READER, body={"query": "Where does Ann work?"}),
    call("GET", "/v1/traces/{trace_id}", REVIEWER, path="/v1/traces/{trace}"),
    call("GET", "/v1/traces", REVIEWER),
    call("POST", "/v1/traces/{trace_id}/undo", REVIEWER, path="/v1/traces/{trace}/undo", body={}),
    call("GET", "/v1/reviews", REVIEWER),
    call("POST", "/v1/reviews/sample", REVIEWER, body={"n": 5, "hours": 24}),
    call("GET", "/v1/reviews/{review_id}", REVIEWER, path="/v1/reviews/{review}"),
    call("POST", "/v1/reviews/{review_id}", REVIEWER, path="/v1/reviews/{review}", body={"decision": "reject"}),
    call("POST", "/v1/reviews/{review_id}/undo", REVIEWER, path="/v1/reviews/{review}/undo", body={}),
    call("GET", "/v1/guard/metrics", REVIEWER),
    call("GET", "/v1/guard/guardrails", REVIEWER),
    call("GET", "/v1/learnings", READER),
    call("POST", "/v1/learnings", WRITER, body={"type": "error", "summary": "The deploy script needs the lock"}),
    call("POST", "/v1/learnings/{learning_id}/resolve", WRITER, REVIEWER, path="/v1/learnings/{learning}/resolve", body={}),
    call("POST", "/v1/reflect", WRITER, body={"user_id": "ann"}),
    call("POST", "/v1/summarize", WRITER, body={"session_id": "s1", "user_id": "ann"}),
    call("POST", "/v1/forget", WRITER, body={"query": "Where does Ann work?", "user_id": "ann", "dry_run": True}),
    call("GET", "/v1/ledger", READER),
    call("GET", "/v1/status", READER, OPERATOR),
    call("GET", "/v1/audit", ADMIN),
    call("GET", "/v1/audit/verify", ADMIN),
    call("POST", "/v1/admin/tenants", OPERATOR, body={"tenant_id": "third"}),
    call("GET", "/v1/admin/tenants", OPERATOR),
    call("GET", "/v1/admin/tenants/{tenant_id}", ADMIN, OPERATOR, path="/v1/admin/tenants/acme"),
    call("PATCH", "/v1/admin/tenants/{tenant_id}", ADMIN, OPERATOR, path="/v1/admin/tenants/acme", body={"recall": {"enabled": True}}),
    call("POST", "/v1/admin/maintenance", ADMIN, path="/v1/admin/maintenance?wait_seconds=0", body={"dry_run": True}),
    call("GET", "/v1/admin/maintenance/{run_id}", ADMIN, path="/v1/admin/maintenance/{run}"),
    call("POST", "/v1/admin/keys", ADMIN, OPERATOR, body={"roles": ["reader"]}),
    call("GET", "/v1/admin/keys", ADMIN, OPERATOR),
    call("DELETE", "/v1/admin/keys/{key_id}", ADMIN, OPERATOR, path="/v1/admin/keys/{key}"),
    call("GET", "/v1/admin/dead", ADMIN),
    call("POST", "/v1/admin/dead/{capture_id}/replay", ADMIN, path="/v1/admin/dead/{dead}/replay"),
    call("GET", "/openapi.json", *KeyRole),
)
OPEN = (call("GET", "/healthz"), call("GET", "/readyz"), call("GET", "/metrics"))


def all_routes() -> set[tuple[str, str]]:
    """Method and template of every route of the API."""
    routes = [route for router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    return {(method, route.path_format) for route in routes for method in route.methods or ()}
