"""Which service, with which key: the environment first, then what the local service has left for its clients."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tiercel.errors import ServiceNotFound


@dataclass(frozen=True, slots=True)
class Service:
    """Where to ask and how to be known there."""

    url: str
    api_key: str = field(repr=False)


def local_file(environ: Mapping[str, str]) -> Path:
    """What a local service writes at its start: {"url", "data_dir"}."""
    configured = environ.get("XDG_CONFIG_HOME")
    home = Path(configured) if configured else Path(environ.get("HOME") or Path.home()) / ".config"
    return home / "tiercel" / "local.json"


def find_service(environ: Mapping[str, str]) -> Service:
    """ServiceNotFound says which variable or command is missing."""
    url, key = environ.get("TIERCEL_URL", ""), environ.get("TIERCEL_API_KEY", "")
    if url and key:
        return Service(url, key)
    local = _read_local(local_file(environ))
    if not local:
        missing = "TIERCEL_API_KEY is not set" if url else "no service is known"
        raise ServiceNotFound(f"{missing}: start one here (tiercel up), or set TIERCEL_URL and TIERCEL_API_KEY.")
    if url and url.rstrip("/") != local["url"].rstrip("/"):
        raise ServiceNotFound(f"TIERCEL_API_KEY is not set, and the key of the local service is not for {url}.")
    return Service(url or local["url"], key or _read_key(Path(local["data_dir"]) / "api-key"))


def _read_local(file: Path) -> dict[str, str]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return {"url": str(content["url"]), "data_dir": str(content["data_dir"])}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise ServiceNotFound(f"{file} cannot be read: restart the local service (tiercel up), or set TIERCEL_URL.") from fault


def _read_key(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError as fault:
        raise ServiceNotFound(f"the key file {file} cannot be read: start the service (tiercel up), or set TIERCEL_API_KEY.") from fault
