"""Bodies of the tenant and key routes."""

from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, model_validator

from services.api.schemas.fields import Body, Flag, Identifier, Labels, Moment, ShortText, TtlSeconds
from shared.ports.key_ring import KeyRole
from shared.settings_forgetting import known_timezone


def _not_empty(roles: list[KeyRole]) -> list[KeyRole]:
    if not roles:
        raise ValueError("a key needs at least one role")
    return roles


AllowList = Annotated[list[Identifier], Field(max_length=1000)]


class TenantBody(Body):
    """POST /v1/admin/tenants."""

    tenant_id: Identifier
    name: ShortText = ""


class RecallSwitchesBody(Body):
    """Switches of the read path; null is the deployment's, what is left out stays as it is."""

    place: ClassVar[str] = "recall."

    enabled: Flag | None = None
    query_expansion_enabled: Flag | None = None
    mmr_enabled: Flag | None = None
    confidence_threshold_enabled: Flag | None = None
    compression_enabled: Flag | None = None


class TenantForgettingBody(Body):
    """How long this tenant's memories live; null is the deployment's, 0 = for ever or no limit."""

    place: ClassVar[str] = "forgetting."

    timezone: Annotated[str, AfterValidator(known_timezone)] | None = None
    capacity: Annotated[int, Field(strict=True, ge=0, le=2**53)] | None = None
    ttl_seconds: TtlSeconds | None = None
    realtime_ttl_seconds: TtlSeconds | None = None
    other_ttl_seconds: TtlSeconds | None = None


class TenantSettingsBody(Body):
    """PATCH /v1/admin/tenants/{tenant_id}."""

    recall: RecallSwitchesBody = Field(default_factory=RecallSwitchesBody)
    forgetting: TenantForgettingBody = Field(default_factory=TenantForgettingBody)


class MaintenanceBody(Body):
    """POST /v1/admin/maintenance."""

    dry_run: Flag = False
    as_listed: Identifier | None = None


class KeyBody(Body):
    """POST /v1/admin/keys. An empty allow-list means nothing at all; leave it out for no narrowing.

    What nobody reads is refused: a narrowing with a slip in its name would make a key that reaches everybody.
    """

    roles: Annotated[list[KeyRole], AfterValidator(_not_empty)]
    tenant_id: Identifier | None = None
    name: ShortText = ""
    user_ids: AllowList | None = None
    agent_ids: AllowList | None = None
    labels: Labels = Field(default_factory=dict)
    authority: Flag = False
    expires_at: Moment | None = None

    @model_validator(mode="before")
    @classmethod
    def no_unknown_field(cls, value: Any) -> Any:
        """ValueError that names the field and those there are."""
        for name in value if isinstance(value, dict) else ():
            if name not in cls.model_fields:
                raise ValueError(f"{name}: is no field of a key; there are {', '.join(cls.model_fields)}")
        return value
