"""Which of our faults an answer of the vector engine means. Messages name the status, never what was sent."""

from collections.abc import Iterator
from contextlib import contextmanager

from qdrant_client.common.client_exceptions import ResourceExhaustedResponse
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from shared.domain.errors import DimensionMismatch, RequestRefused, SettingsInvalid, StorageFull, StoreUnavailable, TiercelFault

NO_ROOM = (b"no space left", b"out of disk", b"disk is full", b"not enough disk")
WRONG_SIZE = (b"vector dimension error", b"expected dim", b"wrong dimension")
INSUFFICIENT_STORAGE = 507


@contextmanager
def engine_faults() -> Iterator[None]:
    """Turn the client's exceptions into ours: StoreUnavailable, StorageFull, DimensionMismatch or a permanent fault."""
    try:
        yield
    except ResourceExhaustedResponse as fault:
        raise StoreUnavailable("the vector engine asks to wait", retry_after_seconds=float(fault.retry_after_s)) from fault
    except ResponseHandlingException as fault:
        raise StoreUnavailable(f"the vector engine does not answer ({type(fault.source).__name__})") from fault
    except UnexpectedResponse as fault:
        raise fault_of(fault.status_code or 0, fault.content) from fault


def fault_of(status: int, content: bytes) -> TiercelFault:
    """The fault that an HTTP answer other than 2xx means."""
    told = content[:2000].lower()
    if status == INSUFFICIENT_STORAGE or any(words in told for words in NO_ROOM):
        return StorageFull("the vector engine has no room left on its disk: free some space, nothing else is lost")
    if any(words in told for words in WRONG_SIZE):
        return DimensionMismatch("the vector engine refused a vector's length: TIERCEL_EMBEDDER does not fit the collection")
    if status in {401, 403}:
        return SettingsInvalid(f"QDRANT_API_KEY: the vector engine answered {status}. Give the key that it was started with.")
    if status == 404:
        return StoreUnavailable("the vector engine does not know the collection: start a service that prepares it")
    if status >= 500 or status in {408, 429}:
        return StoreUnavailable(f"the vector engine answered {status}")
    return RequestRefused(f"the vector engine refused a request with {status}")
