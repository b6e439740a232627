"""An NDJSON body becomes memories batch by batch, while it arrives: never more than a batch is held."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import anyio
from pydantic import ValidationError

from services.api.auth import Principal
from services.api.dependencies import ApiParts
from services.api.errors import Refusal
from services.api.explicit_write import default_ttl
from services.api.import_batch import store_batch
from services.api.import_line import LineFrame, ReadLine, read_line
from services.api.json_body import check_tenant_claim, parse_json
from services.api.schemas.transfer import ImportLine
from services.api.validation import refusal_of_validation
from shared.domain.decision import Action

BATCH_LINES = 64
BATCH_BYTES = 512 * 1024
LONGEST_LINE = 2 * 1024 * 1024
MAX_REFUSED_SHOWN = 10_000
BOM = b"\xef\xbb\xbf"


@dataclass(slots=True)
class Tally:
    """What an import has come to so far."""

    lines: int = 0
    stored: int = 0
    noop: int = 0
    review: int = 0
    refused: list[dict[str, Any]] = field(default_factory=list)

    def answer(self) -> dict[str, Any]:
        """The body of the answer."""
        counts = {"lines": self.lines, "stored": self.stored, "noop": self.noop, "review": self.review}
        return {**counts, "refused": self.refused[:MAX_REFUSED_SHOWN]}


async def import_lines(parts: ApiParts, principal: Principal, body: AsyncIterator[bytes]) -> Tally:
    """Everything stored when it returns. A fault half-way leaves whole batches: sent again, they are NOOP."""
    container = parts.container
    frame = LineFrame(principal=principal, now=container.clock.now(), ttl=default_ttl(container, principal.tenant_id), found=Counter())
    tally = Tally()
    batch: list[tuple[int, bytes]] = []
    held_bytes = number = 0
    async for raw in _lines(body):
        number += 1
        if not raw.strip():
            continue
        batch.append((number, raw))
        held_bytes += len(raw)
        if len(batch) >= BATCH_LINES or held_bytes >= BATCH_BYTES:
            await anyio.to_thread.run_sync(_take_in, parts, frame, batch, tally)
            batch, held_bytes = [], 0
    if batch:
        await anyio.to_thread.run_sync(_take_in, parts, frame, batch, tally)
    for kind, amount in frame.found.items():
        container.metrics.count("tiercel_redactions_total", amount, kind=kind)
    return tally


async def _lines(body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Lines without their ends, as they become whole. Of one that is too long only its beginning is held and given."""
    held = bytearray()
    is_start = True
    async for chunk in body:
        *whole, rest = chunk.split(b"\n")
        for end in whole:
            held += end[: LONGEST_LINE + 1 - len(held)]
            yield bytes(held).removeprefix(BOM) if is_start else bytes(held)
            held, is_start = bytearray(), False
        held += rest[: LONGEST_LINE + 1 - len(held)]
    if held:
        yield bytes(held).removeprefix(BOM) if is_start else bytes(held)


def _take_in(parts: ApiParts, frame: LineFrame, batch: list[tuple[int, bytes]], tally: Tally) -> None:
    read: list[ReadLine] = []
    for number, raw in batch:
        try:
            read.append(read_line(number, _parsed(raw, frame.principal), frame))
        except Refusal as refusal:
            field_name = None if refusal.field is None else {"field": refusal.field}
            tally.refused.append({"line": number, "reason": refusal.code, **(field_name or {})})
    counts = store_batch(parts, frame, read)
    tally.lines += len(batch)
    tally.stored += counts.get(Action.WRITE, 0)
    tally.noop += counts.get(Action.NOOP, 0)
    tally.review += counts.get(Action.PENDING_REVIEW, 0)


def _parsed(raw: bytes, principal: Principal) -> ImportLine:
    if len(raw) > LONGEST_LINE:
        raise Refusal(413, "too_large", f"A line holds at most {LONGEST_LINE} bytes.")
    value = parse_json(raw)
    if isinstance(value, dict):
        check_tenant_claim(value.get("tenant_id"), principal.tenant_id)
    try:
        return ImportLine.model_validate(value)
    except ValidationError as fault:
        raise refusal_of_validation(fault.errors(include_url=False)) from None
