"""POST /v1/import/markdown as it is sent: a multipart form with files, or JSON with their contents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.requests import Request

from services.api.auth import Principal
from services.api.errors import malformed, wrong_field
from services.api.json_body import check_string, check_tenant_claim, parse_json
from services.api.markdown_files import SentFile, checked_path, decoded
from services.api.schemas.markdown import MarkdownBody, MarkdownOptions
from services.api.validation import refusal_of_validation

MAX_FILES = 10_000
MULTIPART = "multipart/form-data"


@dataclass(frozen=True, slots=True)
class MarkdownRequest:
    """Both forms, read."""

    files: tuple[SentFile, ...]
    options: MarkdownOptions


async def read_markdown_request(request: Request, principal: Principal) -> MarkdownRequest:
    """Refusal 400 or 422 names what is wrong with a file or field."""
    if request.headers.get("content-type", "").startswith(MULTIPART):
        return await _from_form(request, principal)
    value = parse_json(await request.body())
    if isinstance(value, dict):
        check_tenant_claim(value.get("tenant_id"), principal.tenant_id)
    body = _validated(MarkdownBody, value)
    files = [SentFile(checked_path(file.path, f"files[{number}].path"), file.content) for number, file in enumerate(body.files)]
    return _checked(files, body)


async def _from_form(request: Request, principal: Principal) -> MarkdownRequest:
    files: list[SentFile] = []
    fields: dict[str, Any] = {}
    async with request.form(max_files=MAX_FILES) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                field = f"files[{len(files)}]"
                files.append(SentFile(checked_path(value.filename or "", f"{field}.path"), decoded(await value.read(), field)))
            else:
                check_string(name, value)
                fields[name] = value
    check_tenant_claim(fields.get("tenant_id"), principal.tenant_id)
    return _checked(files, _validated(MarkdownOptions, _from_words(fields)))


def _from_words(fields: Mapping[str, str]) -> dict[str, Any]:
    """Form fields are words: labels are JSON, dry_run is true or false."""
    values: dict[str, Any] = {name: value for name, value in fields.items() if value != ""}
    if "labels" in values:
        try:
            values["labels"] = orjson.loads(values["labels"])
        except orjson.JSONDecodeError:
            raise wrong_field("labels", "Must be a JSON object.") from None
    if "dry_run" in values:
        word = values["dry_run"].lower()
        if word not in {"true", "false", "1", "0"}:
            raise wrong_field("dry_run", "Must be true or false.")
        values["dry_run"] = word in {"true", "1"}
    return values


def _validated(kind: type[Any], value: Any) -> Any:
    try:
        return kind.model_validate(value)
    except ValidationError as fault:
        raise refusal_of_validation(fault.errors(include_url=False)) from None


def _checked(files: Sequence[SentFile], options: MarkdownOptions) -> MarkdownRequest:
    if not files:
        raise malformed("Send at least one file: multipart files, or {'files': [{'path', 'content'}]}.")
    seen: set[str] = set()
    for number, file in enumerate(files):
        if file.path in seen:
            raise wrong_field(f"files[{number}].path", "The same path twice in one request.")
        seen.add(file.path)
    return MarkdownRequest(tuple(files), options)
