"""A stand-in for the service: answers by (method, path) and what was asked."""

import json

import httpx

from tiercel import Tiercel


class StandIn:
    """Answers are JSON, (status, JSON), or functions of the request's body."""

    def __init__(self, answers):
        self.answers = answers
        self.requests = []

    def __call__(self, request):
        body = json.loads(request.content) if request.content else None
        self.requests.append((request.method, request.url.path, body))
        self.last = request
        answer = self.answers.get((request.method, request.url.path))
        if answer is None:
            return httpx.Response(404, json={"error": {"code": "not_found", "message": f"no {request.url.path}", "request_id": "r"}})
        if callable(answer):
            answer = answer(body)
        status, content = answer if isinstance(answer, tuple) else (200, answer)
        return httpx.Response(status, json=content)

    def client(self):
        return Tiercel("http://memory", "key", transport=httpx.MockTransport(self))
