"""Every id and how it is derived (architecture.md, invariant 4). Joins are injective: parts are a JSON array."""

import hashlib
import json
from uuid import UUID, uuid5

TIERCEL_NAMESPACE = UUID("6f1d4f0e-2a53-5b0a-9d0e-7a1c3f0b5e77")


def derive_id(kind: str, *parts: str | int | None) -> str:
    """uuid5 over (kind, parts); a None and an empty string differ."""
    return str(uuid5(TIERCEL_NAMESPACE, json.dumps([kind, *parts], ensure_ascii=False, separators=(",", ":"))))


def is_derived(value: str) -> bool:
    """Whether it has the shape of a derived id, byte for byte: other spellings of the same UUID are other ids."""
    try:
        return str(UUID(value)) == value
    except ValueError:
        return False


def capture_id(*, tenant_id: str, owner_key: str, session_id: str | None, turn_id: str) -> str:
    """The same turn has the same capture, also after a restart and on another process."""
    return derive_id("capture", tenant_id, owner_key, session_id, turn_id)


def candidate_id(capture: str, number: int) -> str:
    """Stable over retries of one recorded extraction answer."""
    return derive_id("candidate", capture, number)


def memory_id(*, tenant_id: str, origin_id: str, number: int) -> str:
    """`origin_id` is the first capture or request id; stable over all versions."""
    return derive_id("memory", tenant_id, origin_id, number)


def point_id(memory: str, version: int) -> str:
    """One point per version."""
    return derive_id("point", memory, version)


def trace_id(candidate: str) -> str:
    """One trace per candidate or explicit request."""
    return derive_id("trace", candidate)


def review_id(candidate: str) -> str:
    """One review per candidate or quarantined capture."""
    return derive_id("review", candidate)


def digest(*parts: str | int | None) -> str:
    """32 hex digits over an injective join; for content keys, never for secrets."""
    joined = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(joined.encode(), digest_size=16).hexdigest()


def text_key(*, tenant_id: str, owner_key: str, canonical_text: str) -> str:
    """Exact duplicates share it. `canonical_text` comes from shared.text.normalise.canonical."""
    return digest("text", tenant_id, owner_key, canonical_text)
