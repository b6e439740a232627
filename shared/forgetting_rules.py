"""The rules of forgetting that hold for one tenant: its own settings where it has set any, else the deployment's."""

import math

from shared.domain.retention import RetentionRules
from shared.domain.ttl import DefaultTtl
from shared.ports.tenant_settings import TenantForgetting
from shared.settings_forgetting import ForgettingSettings


def retention_rules(settings: ForgettingSettings) -> RetentionRules:
    """The numbers that stages, archive and deletion go by."""
    return RetentionRules(
        rate=settings.rate,
        boost=settings.boost,
        boost_cap=settings.boost_cap or math.inf,
        archive_below=settings.archive_below,
        archive_min_idle_days=settings.archive_min_idle_days,
        demote_after_days=settings.demote_after_days,
        delete_after_days=settings.delete_after_days,
        delete_durable=settings.delete_durable,
    )


def default_ttl(settings: ForgettingSettings, tenant: TenantForgetting) -> DefaultTtl:
    """How long a memory lives whose writer says nothing about it."""
    return DefaultTtl(
        realtime_seconds=_first(tenant.realtime_ttl_seconds, settings.realtime_ttl_seconds),
        other_seconds=_first(tenant.other_ttl_seconds, settings.other_ttl_seconds),
        durable_seconds=_first(tenant.ttl_seconds, settings.ttl_seconds),
    )


def capacity(settings: ForgettingSettings, tenant: TenantForgetting) -> int:
    """Most memories that the tenant keeps; 0 = no limit."""
    return _first(tenant.capacity, settings.tenant_capacity)


def timezone(settings: ForgettingSettings, tenant: TenantForgetting) -> str:
    """Where the tenant's night is."""
    return tenant.timezone or settings.timezone


def _first(own: int | None, deployment: int) -> int:
    return deployment if own is None else own
