"""Which answer a call gets when it is not done: status and text, in the server's own words where it has some."""


class Refused(Exception):
    """The call was understood to be wrong, or cannot be done now. Nothing of it was written."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text


def wrong(text: str) -> Refused:
    """The caller must change something (400)."""
    return Refused(400, f"Wrong input: {text}")


def absent(text: str) -> Refused:
    """No such collection, alias or point (404)."""
    return Refused(404, f"Not found: {text}")


def taken(text: str) -> Refused:
    """The name is in use (409)."""
    return Refused(409, f"Wrong input: {text}")


def not_offered(what: str) -> Refused:
    """A real Qdrant server does this, the embedded engine does not (501)."""
    return Refused(501, f"The embedded engine does not offer {what}; use a Qdrant server for it (QDRANT_URL)")


def no_room(text: str) -> Refused:
    """The disk is full (507)."""
    return Refused(507, f"No room: {text}")


# Parts of the engine's own messages -> status. The engine raises plain Exception with a text and nothing else.
_STATUS_BY_TEXT: tuple[tuple[str, int], ...] = (
    ("No point with id", 404),
    ("Not existing vector name", 400),
    ("Vector dimension error", 400),
    ("Wrong usage", 400),
    ("Validation failed", 400),
    ("No range index", 400),
    ("No appropriate index", 400),
    ("Wrong input", 400),
    ("No space left", 507),
)


def refusal_of(fault: Exception) -> Refused:
    """The answer for a fault of the engine. What cannot be placed is a 500."""
    text = str(fault).split("\n", 1)[0]
    if isinstance(fault, ValueError | TypeError | OverflowError):
        return wrong(text)
    for part, status in _STATUS_BY_TEXT:
        if part in text:
            return Refused(status, text)
    return Refused(500, f"Service internal error: {text}")


def is_panic(fault: BaseException) -> bool:
    """True for a Rust panic. It is a BaseException without an importable class, and leaves the shard unusable."""
    return type(fault).__name__ == "PanicException"
