"""Turns through the door: prepare, skip or accept, count, answer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.errors import Refusal, wrong_field
from services.api.hygiene import CleanTurn, prepare_turn
from services.api.turn_draft import TurnDraft
from services.api.wake import wake_capture
from shared.domain.turn import Receipt
from shared.domain.write_plan import AuditEntry
from shared.text.door_rules import HARMFUL

CAPTURE_DISABLED = "capture_disabled"


def receive_turn(container: Container, principal: Principal, draft: TurnDraft) -> dict[str, Any]:
    """One turn: the body of its 202. Refusal 403 or 422, QueueFull."""
    (answer,) = receive_turns(container, principal, [draft])
    if isinstance(answer, Refusal):
        raise answer
    return answer


def receive_turns(container: Container, principal: Principal, drafts: Sequence[TurnDraft | Refusal]) -> list[dict[str, Any] | Refusal]:
    """Many turns in order; each has its own answer or refusal. Accepted ones go in with one round trip."""
    now = container.clock.now()
    prepared = [_prepared(container, principal, draft, now) for draft in drafts]
    wanted = [each for each in prepared if isinstance(each, CleanTurn) and each.skip_reason is None]
    accepted = container.intake.accept_many([each.turn for each in wanted]) if wanted else ()
    receipts = iter(accepted)
    answers: list[dict[str, Any] | Refusal] = []
    for each in prepared:
        if isinstance(each, Refusal):
            answers.append(each)
        elif each.skip_reason is None:
            receipt = next(receipts)
            _count(container, each.turn.redactions, "duplicate" if receipt.duplicate else "accepted")
            answers.append(_answer(receipt, None))
        else:
            answers.append(_skip(container, principal, each, each.skip_reason))
    wake_capture(container, sum(receipt.needs_wake for receipt in accepted))
    return answers


def with_idempotency_key(draft: TurnDraft, header: str | None) -> TurnDraft:
    """The Idempotency-Key header is the turn's id. Refusal 422 where the body names another."""
    if header is None:
        return draft
    if not 1 <= len(header) <= 256 or not header.isprintable():
        raise wrong_field("Idempotency-Key", "1-256 printable characters.")
    if draft.turn_id not in (None, header):
        raise wrong_field("turn_id", "turn_id and the Idempotency-Key header differ. Send one, or both alike.")
    return replace(draft, turn_id=header)


def _prepared(container: Container, principal: Principal, draft: TurnDraft | Refusal, now: Any) -> CleanTurn | Refusal:
    if isinstance(draft, Refusal):
        return draft
    if not container.settings.capture.enabled:
        draft = replace(draft, skip_reason=draft.skip_reason or CAPTURE_DISABLED)
    try:
        return prepare_turn(draft, principal, now)
    except Refusal as refusal:
        return refusal


def _skip(container: Container, principal: Principal, clean: CleanTurn, reason: str) -> dict[str, Any]:
    receipt = container.intake.skip(clean.turn, reason=reason, keep=clean.keep)
    if reason.startswith(HARMFUL) and not receipt.duplicate:
        entry = AuditEntry(action="turn.refuse", actor=principal.actor, subject_ids=(receipt.capture_id,), reason=reason)
        container.audit.append(principal.tenant_id, entry)
    _count(container, clean.turn.redactions, "skipped")
    return _answer(receipt, reason)


def _answer(receipt: Receipt, reason: str | None) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "capture_id": receipt.capture_id,
        "turn_id": receipt.turn_id,
        "duplicate": receipt.duplicate,
        "status": "skipped" if reason is not None else receipt.state.value,
    }
    if reason is not None:
        answer["reason"] = reason
    return answer


def _count(container: Container, redactions: Mapping[str, int], result: str) -> None:
    container.metrics.count("tiercel_turns_total", result=result)
    for kind, amount in Counter(redactions).items():
        container.metrics.count("tiercel_redactions_total", amount, kind=kind)
