"""Telling the capture workers that turns wait."""

import logging

from services.api.dependencies import Container
from shared.contracts.queues import CAPTURE_DRAIN
from shared.domain.errors import TemporaryFault

log = logging.getLogger(__name__)


def wake_capture(container: Container, count: int) -> None:
    """The turns are safe already: where no token can be enqueued now, the sweeper does it within seconds."""
    if count == 0:
        return
    try:
        container.jobs.wake(CAPTURE_DRAIN, count=count)
    except TemporaryFault as fault:
        log.warning("token.not_enqueued fault=%s", fault.code)
