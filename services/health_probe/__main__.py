"""`python -m services.health_probe SERVICE`: exit code 0 where it lives, 1 where it does not.

The API is asked over HTTP; a worker lives where its heartbeat in Redis is fresh.
"""

import http.client
import os
import socket
import sys

from shared.contracts.queues import CAPTURE_DRAIN, DECAY_SWEEP, GUARD_DRAIN, JOBS
from shared.settings import Settings, load_settings

WORKERS = {"capture_worker": CAPTURE_DRAIN, "guard_worker": GUARD_DRAIN, "decay_worker": DECAY_SWEEP}
TIMEOUT_SECONDS = 5.0


def api_lives(settings: Settings) -> bool:
    """Alive, not ready: an API that waits for its stores must not be restarted for it."""
    connection = http.client.HTTPConnection("127.0.0.1", settings.api.port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def worker_lives(settings: Settings, job: str) -> bool:
    """True where a worker of this host has said so lately."""
    from shared.adapters.worker_heartbeat import has_heartbeat  # noqa: PLC0415 - the API's check needs no Redis client

    return has_heartbeat(settings.redis.url, JOBS[job].queue, host=socket.gethostname())


def main(arguments: list[str]) -> int:
    """The exit code; 2 for wrong usage."""
    known = ["api", *WORKERS]
    if len(arguments) != 1 or arguments[0] not in known:
        print(f"usage: python -m services.health_probe {'|'.join(known)}", file=sys.stderr)
        return 2
    settings = load_settings({**os.environ, "TIERCEL_LLM_MODE": "auto"})  # whether a model is configured is not asked here
    service = arguments[0]
    lives = api_lives(settings) if service == "api" else worker_lives(settings, WORKERS[service])
    return 0 if lives else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
