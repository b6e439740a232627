"""What can go wrong for a client.

TiercelError              the service refused or failed; carries its code, field and request id
├── ServiceNotFound       no address or no key is known
└── ServiceUnreachable    nobody answers at the address
"""


class TiercelError(Exception):
    """The service answered with an error. `message` is one line and says what to do where that is known."""

    exit_code = 1

    def __init__(self, message: str, *, code: str = "", status: int = 0, field: str | None = None, request_id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.field = field
        self.request_id = request_id


class ServiceNotFound(TiercelError):
    """Neither the environment nor the local file names a service and a key."""

    exit_code = 3


class ServiceUnreachable(TiercelError):
    """The address is known, but nobody answers there."""

    exit_code = 3
