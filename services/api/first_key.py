"""The first key of a fresh system, so that a person can begin: all roles, in a file that only they can read."""

import logging
import os
import re
import secrets
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from services.api.auth import secret_sha256
from shared.domain.errors import SettingsInvalid
from shared.ports.key_ring import ApiKey, KeyRing, KeyRole, Tenant

log = logging.getLogger(__name__)

DEFAULT_TENANT = "default"
KEY_PREFIX = "tcl_"
KEY_SHAPE = re.compile(r"[A-Za-z0-9_-]{20,200}")


def new_secret() -> str:
    """256 random bits."""
    return KEY_PREFIX + secrets.token_urlsafe(32)


def ensure_first_key(keys: KeyRing, path: Path, now: datetime) -> None:
    """A key for tenant `default` in this file, known to Redis. The file wins: a Redis that lost it learns it again.

    Where the tenant has keys but the file is gone, nothing is made: only a person may decide that.
    """
    keys.add_tenant(Tenant(id=DEFAULT_TENANT, name="Default", created_at=now))
    if not path.exists():
        if keys.keys(DEFAULT_TENANT):
            log.warning("key_file.missing path=%s remedy=revoke the old key and use another, or restore the file", path)
            return
        _write_once(path, new_secret())
    secret = _read(path)
    if keys.find(secret_sha256(secret)) is None:
        key = ApiKey(
            id=f"key-{uuid4().hex[:12]}",
            tenant_id=DEFAULT_TENANT,
            roles=frozenset(KeyRole),
            created_at=now,
            name="first key",
            authority=True,
        )
        keys.add(key, secret_sha256(secret))
        log.info("key.register id=%s", key.id)


def _write_once(path: Path, secret: str) -> None:
    """Whole or not at all, mode 0600 from its first moment; of two processes at once the first one wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{uuid4().hex}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secret + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            log.info("key_file.exists path=%s", path)
    finally:
        draft.unlink()


def _read(path: Path) -> str:
    secret = path.read_text(encoding="utf-8", errors="replace").strip()
    if not KEY_SHAPE.fullmatch(secret):
        raise SettingsInvalid(f"TIERCEL_ADMIN_KEY_FILE: {path} does not hold a key. Remove the file, or put the key back on one line.")
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return secret
