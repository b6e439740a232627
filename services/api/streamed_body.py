"""Bodies that a route reads piece by piece: counted as they come, never held as a whole."""

from starlette.types import Message, Receive

from services.api.errors import Refusal

STREAMED_ROUTES = frozenset({"/v1/import", "/v1/import/markdown"})


def counted(receive: Receive, limit: int) -> Receive:
    """The same body. Refusal 413 at the piece that goes over the limit."""
    total = 0

    async def receive_counted() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > limit:
            raise Refusal(413, "too_large", f"The body is over {limit} bytes (TIERCEL_MAX_IMPORT_BYTES). Send it in parts.")
        return message

    return receive_counted
