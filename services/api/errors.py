"""What the HTTP edge answers when it does not do what was asked: one format, one table, never a stack trace."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shared.domain import errors as faults


class Refusal(Exception):
    """An answer other than success, decided at the edge. `field` names what is wrong where one thing is."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        field: str | None = None,
        retry_after_seconds: float | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.retry_after_seconds = retry_after_seconds
        self.extra = dict(extra or {})


def malformed(message: str) -> Refusal:
    """400: the request is not what HTTP or JSON allow."""
    return Refusal(400, "malformed", message)


def unauthorised(message: str) -> Refusal:
    """401: no key, or not a valid one."""
    return Refusal(401, "unauthorised", message)


def role_denied(message: str) -> Refusal:
    """403: the key has none of the roles that this call needs."""
    return Refusal(403, "role_denied", message)


def scope_denied(message: str, field: str) -> Refusal:
    """403: outside the key's tenant, users, agents or labels."""
    return Refusal(403, "scope_denied", message, field=field)


def not_found(what: str) -> Refusal:
    """404: there is none, or it is not this key's."""
    return Refusal(404, "not_found", f"There is no such {what} (or it is not in this key's reach).")


def conflict(code: str, message: str, *, field: str | None = None) -> Refusal:
    """409: the state has moved on."""
    return Refusal(409, code, message, field=field)


def wrong_field(field: str, message: str, *, code: str = "invalid", **extra: Any) -> Refusal:
    """422: a named field cannot be used."""
    return Refusal(422, code, message, field=field, extra=extra)


@dataclass(frozen=True, slots=True)
class FaultAnswer:
    """How one kind of fault is shown: status, remedy, and when to come back (None: as the fault says)."""

    status: int
    message: str
    retry_after_seconds: float | None = None


FAULT_ANSWERS: Mapping[type[faults.TiercelFault], FaultAnswer] = {
    faults.StoreUnavailable: FaultAnswer(503, "The vector engine does not answer; nothing was lost. Try again, see GET /readyz.", 2),
    faults.QueueUnavailable: FaultAnswer(503, "Redis does not answer; nothing was accepted. Try again, see GET /readyz.", 2),
    faults.QueueFull: FaultAnswer(429, "Intake is full; nothing was accepted. Come back after Retry-After.", 5),
    faults.StorageFull: FaultAnswer(503, "No room left on disk or in Redis; nothing was accepted. Make room, then try again.", 30),
    faults.ModelUnavailable: FaultAnswer(503, "The model gateway does not answer. Try again later.", 5),
    faults.EmbedderUnavailable: FaultAnswer(503, "The embedder does not answer; nothing was written. Try again later.", 5),
    faults.LockBusy: FaultAnswer(503, "Another write to the same owner is under way; nothing was written. Try again.", 1),
    faults.LeaseLost: FaultAnswer(503, "The write lost its turn; nothing was written. Try again.", 1),
    faults.DimensionMismatch: FaultAnswer(503, "The embedder does not fit the stored vectors. Restore TIERCEL_EMBEDDER or re-embed."),
    faults.RecordUnreadable: FaultAnswer(503, "A stored record was written by another version. Upgrade the service."),
    faults.SettingsInvalid: FaultAnswer(503, "A setting is wrong; the service log names it."),
}
UNKNOWN_FAULT = FaultAnswer(500, "The service failed. The log has the cause under this request_id.")


def refusal_of(fault: faults.TiercelFault) -> Refusal:
    """The answer to a fault: the nearest row of the table, never the fault's own text."""
    row = next((FAULT_ANSWERS[kind] for kind in type(fault).__mro__ if kind in FAULT_ANSWERS), UNKNOWN_FAULT)
    wait = getattr(fault, "retry_after_seconds", None) or row.retry_after_seconds
    return Refusal(row.status, fault.code, row.message, retry_after_seconds=wait)


def error_body(refusal: Refusal, request_id: str | None = None) -> dict[str, Any]:
    """`{"error": {code, message, field?, request_id?, ...}}`."""
    error: dict[str, Any] = {"code": refusal.code, "message": refusal.message}
    if refusal.field is not None:
        error["field"] = refusal.field
    error.update(refusal.extra)
    if request_id is not None:
        error["request_id"] = request_id
    return {"error": error}
