"""Tenants' own settings over Redis."""

from typing import Any

from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_keys import key
from shared.contracts.records import decode_record, encode_record
from shared.ports.tenant_settings import TenantSettings


class RedisTenantSettings:
    """See TenantSettingsStore."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def read(self, tenant_id: str) -> TenantSettings:
        """See TenantSettingsStore."""
        with self._redis.commands() as client:
            raw: Any = client.hget(key("tenant_settings"), tenant_id)
        return decode_record(raw, TenantSettings) if raw else TenantSettings()

    def write(self, tenant_id: str, settings: TenantSettings) -> None:
        """See TenantSettingsStore."""
        with self._redis.commands() as client:
            client.hset(key("tenant_settings"), tenant_id, encode_record(settings))
