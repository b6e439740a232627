"""The claim to a run, renewed in the background, so that a long step of it does not let a second process begin."""

import logging
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from shared.domain.errors import TemporaryFault

log = logging.getLogger(__name__)


class KeptClaim:
    """From `with` to its end, for a `task` claimed for `seconds`. `renew` asks for as long again: False where another one has it.

    `is_held`: whether nobody else can have taken it meanwhile, also where this process was stopped.
    """

    def __init__(self, task: str, renew: Callable[[], bool], *, seconds: float) -> None:
        self._task = task
        self._renew = renew
        self._seconds = seconds
        self._until = time.monotonic() + seconds
        self._is_lost = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="claim-keeper", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join(timeout=self._seconds)

    def is_held(self) -> bool:
        """By the last renewal that was seen to succeed."""
        return not self._is_lost and time.monotonic() < self._until

    def _keep(self) -> None:
        while not self._over.wait(self._seconds / 3):
            asked = time.monotonic()
            try:
                is_mine = self._renew()
            except TemporaryFault as fault:
                log.warning("claim.not_renewed task=%s fault=%s", self._task, fault.code)
                continue
            if not is_mine:
                self._is_lost = True
                log.warning("claim.lost task=%s", self._task)
                return
            self._until = asked + self._seconds
