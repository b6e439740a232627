"""Tenants and API keys over Redis. Only hashes of keys are stored."""

from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import key
from shared.contracts.records import decode_record, encode_record
from shared.ports.key_ring import ApiKey, Tenant


class RedisKeyRing:
    """See KeyRing."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def find(self, secret_sha256: str) -> ApiKey | None:
        """See KeyRing."""
        with self._redis.commands() as client:
            raw: Any = client.get(key("apikey", secret_sha256))
        return decode_record(raw, ApiKey) if raw else None

    def add(self, api_key: ApiKey, secret_sha256: str) -> None:
        """See KeyRing."""
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            pipe.set(key("apikey", secret_sha256), encode_record(api_key))
            pipe.hset(key("apikeys_of", api_key.tenant_id), api_key.id, secret_sha256)
            pipe.execute()

    def keys(self, tenant_id: str) -> tuple[ApiKey, ...]:
        """See KeyRing."""
        with self._redis.commands() as client:
            hashes: Any = client.hvals(key("apikeys_of", tenant_id))
            raws: Any = client.mget([key("apikey", text(secret)) for secret in hashes]) if hashes else []
        found = [decode_record(raw, ApiKey) for raw in raws if raw is not None]
        return tuple(sorted(found, key=lambda api_key: (api_key.created_at, api_key.id)))

    def revoke(self, tenant_id: str, key_id: str) -> bool:
        """See KeyRing."""
        with self._redis.commands() as client:
            secret: Any = client.hget(key("apikeys_of", tenant_id), key_id)
            if secret is None:
                return False
            pipe = client.pipeline(transaction=True)
            pipe.delete(key("apikey", text(secret)))
            pipe.hdel(key("apikeys_of", tenant_id), key_id)
            pipe.execute()
        return True

    def add_tenant(self, tenant: Tenant) -> bool:
        """See KeyRing."""
        with self._redis.commands() as client:
            return bool(client.hsetnx(key("tenants"), tenant.id, encode_record(tenant)))

    def tenants(self) -> tuple[Tenant, ...]:
        """See KeyRing."""
        with self._redis.commands() as client:
            raws: Any = client.hvals(key("tenants"))
        return tuple(sorted((decode_record(raw, Tenant) for raw in raws), key=lambda tenant: (tenant.created_at, tenant.id)))
