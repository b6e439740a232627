"""Client of Tiercel, the long-term memory service for AI agents. HTTP and nothing else."""

from importlib.metadata import PackageNotFoundError, version

from tiercel.client import EVENT_TYPES, Tiercel
from tiercel.errors import ServiceNotFound, ServiceUnreachable, TiercelError

try:
    __version__ = version("tiercel")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0.0.0"

__all__ = ["EVENT_TYPES", "ServiceNotFound", "ServiceUnreachable", "Tiercel", "TiercelError", "__version__"]
