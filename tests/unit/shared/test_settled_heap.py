"""Objects that stood when a process began to serve are not looked through again; what comes later still is."""

import gc
import weakref

from shared.settled_heap import YOUNG, settle_heap


class Knot:
    """Holds itself: only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_stood_at_the_start_is_left_alone_and_later_garbage_is_still_freed() -> None:
    before, young = gc.get_freeze_count(), gc.get_threshold()
    try:
        settle_heap()
        assert gc.get_freeze_count() > before
        assert gc.get_threshold()[0] == YOUNG
        later = weakref.ref(Knot())
        gc.collect()
        assert later() is None
    finally:
        gc.unfreeze()
        gc.set_threshold(*young)
