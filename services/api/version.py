"""Which build this is."""

from importlib.metadata import PackageNotFoundError, version


def _installed_version() -> str:
    try:
        return version("tiercel-server")
    except PackageNotFoundError:
        return "0.0.0+checkout"


VERSION = _installed_version()
