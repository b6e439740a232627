"""Markdown files in: section by section, only what is new or edited."""

import anyio
from fastapi import APIRouter
from starlette.requests import Request

from services.api.answers import JsonAnswer
from services.api.dependencies import CallerKey, Parts
from services.api.keyed_route import KeyedRoute, roles
from services.api.markdown_import import import_markdown
from services.api.markdown_request import read_markdown_request
from services.api.schemas.markdown import MarkdownAnswer, markdown_request_body
from shared.ports.key_ring import KeyRole

router = APIRouter(route_class=KeyedRoute, tags=["transfer"])


@router.post("/v1/import/markdown", responses={200: {"model": MarkdownAnswer}}, openapi_extra=markdown_request_body())
@roles(KeyRole.WRITER)
async def post_markdown(request: Request, key: CallerKey, parts: Parts) -> JsonAnswer:
    """Multipart files or JSON. Sections are kept as written; an edited one supersedes its old text, an unchanged one is skipped."""
    sent = await read_markdown_request(request, key)
    return JsonAnswer(await anyio.to_thread.run_sync(import_markdown, parts, key, sent))
