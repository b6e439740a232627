"""What a tenant has set for itself. What it has not set is the deployment's."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallSwitches:
    """Switches of the read path, named as in RecallSettings; None = the deployment's."""

    enabled: bool | None = None
    query_expansion_enabled: bool | None = None
    mmr_enabled: bool | None = None
    confidence_threshold_enabled: bool | None = None
    compression_enabled: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantForgetting:
    """What the clock does to this tenant's memories; None = the deployment's, 0 = for ever or no limit."""

    timezone: str | None = None
    capacity: int | None = None
    ttl_seconds: int | None = None
    realtime_ttl_seconds: int | None = None
    other_ttl_seconds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantSettings:
    """All of one tenant."""

    recall: RecallSwitches = field(default_factory=RecallSwitches)
    forgetting: TenantForgetting = field(default_factory=TenantForgetting)


class TenantSettingsStore(Protocol):
    """Every method may raise QueueUnavailable (they live in Redis)."""

    def read(self, tenant_id: str) -> TenantSettings:
        """Everything unset for a tenant that set nothing."""
        ...

    def write(self, tenant_id: str, settings: TenantSettings) -> None:
        """Replace them."""
        ...
