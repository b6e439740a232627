"""What every group of settings is made of."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def env(*names: str, default: Any = None, **limits: Any) -> Any:
    """A field that is read from these variables, the first that is set."""
    return Field(default=default, json_schema_extra={"env": list(names)}, **limits)


class SettingsGroup(BaseModel):
    """Base of all groups: frozen, nothing unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")
