"""The read path's settings as a tenant has them: the deployment's, with what the tenant has switched for itself."""

import time
from dataclasses import fields
from threading import Lock

from services.api.recall.bounded import BoundedPart, Missing
from shared.ports.tenant_settings import RecallSwitches, TenantSettings, TenantSettingsStore
from shared.settings import RecallSettings

FRESH_SECONDS = 5.0
PATIENCE_SECONDS = 0.1


def as_switched(settings: RecallSettings, switches: RecallSwitches) -> RecallSettings:
    """The deployment's settings with the tenant's switches in their place."""
    given = {one.name: value for one in fields(switches) if (value := getattr(switches, one.name)) is not None}
    return settings.model_copy(update=given) if given else settings


class TenantSwitches:
    """Read once per tenant and `FRESH_SECONDS`. Where Redis does not answer, what was known before holds."""

    def __init__(self, store: TenantSettingsStore) -> None:
        self._store = store
        self._part = BoundedPart("tenant_settings", threads=2)
        self._known: dict[str, tuple[float, TenantSettings]] = {}
        self._lock = Lock()

    def settings_of(self, tenant_id: str, deployment: RecallSettings) -> RecallSettings:
        """Waits a tenth of a second at most, and only where nothing fresh is known."""
        with self._lock:
            read_at, known = self._known.get(tenant_id, (0.0, TenantSettings()))
        if time.monotonic() - read_at > FRESH_SECONDS:
            found = self._part.ask(lambda: self._store.read(tenant_id)).answer(PATIENCE_SECONDS)
            known = known if isinstance(found, Missing) else found
            with self._lock:
                self._known[tenant_id] = (time.monotonic(), known)
        return as_switched(deployment, known.recall)

    def forget(self, tenant_id: str) -> None:
        """Read them anew at the next recall."""
        with self._lock:
            self._known.pop(tenant_id, None)

    def close(self) -> None:
        """Let the threads end."""
        self._part.close()
