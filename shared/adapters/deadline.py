"""A call that is given up after so many seconds. Its thread cannot be stopped; it is left to end by itself."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Answer = TypeVar("Answer")


def call_within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """What `call` gives or raises. TimeoutError after so many seconds."""
    return start(call).result(timeout=seconds)


def start(call: Callable[[], Answer]) -> "Future[Answer]":
    """Begin a call in a thread that never keeps the process from ending."""
    future: Future[Answer] = Future()

    def run() -> None:
        try:
            future.set_result(call())
        except BaseException as fault:  # noqa: BLE001 - handed to whoever waits
            future.set_exception(fault)

    threading.Thread(target=run, name="deadline", daemon=True).start()
    return future
