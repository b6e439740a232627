"""Field types of bodies and queries: what an identifier, a time, a label and a number may be."""

import unicodedata
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from services.api.request_notes import note_unknown

EARLIEST_YEAR, LATEST_YEAR = 1000, 9000
MAX_LABELS = 64
MAX_TTL_SECONDS = 100 * 366 * 86_400
MAX_TEXT = 100_000


def _no_control_characters(value: str) -> str:
    if any(unicodedata.category(character) == "Cc" for character in value):
        raise ValueError("an identifier may not hold control characters")
    return value


def _time(value: Any) -> Any:
    return utc_moment(value) if isinstance(value, str) else value


def _is_written(value: Any) -> Any:
    if not isinstance(value, str | datetime):
        raise ValueError("a time is a string, RFC 3339 with an offset")  # noqa: TRY004 - pydantic names the field of a ValueError
    return value


def utc_moment(value: str) -> datetime:
    """RFC 3339 with an offset, as UTC. ValueError says what is wrong with it."""
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        raise ValueError("write it as RFC 3339 with an offset, like 2026-11-30T08:57:22+08:00") from None
    if moment.tzinfo is None:
        raise ValueError("the time has no offset: add Z or one like +08:00")
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise ValueError(f"the year must lie between {EARLIEST_YEAR} and {LATEST_YEAR}")
    return moment.astimezone(UTC)


def _few_labels(labels: dict[str, str]) -> dict[str, str]:
    if len(labels) > MAX_LABELS:
        raise ValueError(f"at most {MAX_LABELS} labels")
    return labels


Identifier = Annotated[str, StringConstraints(min_length=1, max_length=256), AfterValidator(_no_control_characters)]
"""Compared byte for byte, never normalised, never redacted."""

Moment = Annotated[datetime, BeforeValidator(_time), BeforeValidator(_is_written)]
LabelValue = Annotated[str, StringConstraints(max_length=1000)]
Labels = Annotated[dict[Identifier, LabelValue], AfterValidator(_few_labels)]
ShortText = Annotated[str, StringConstraints(max_length=1000)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT)]
Share = Annotated[float, Field(strict=True, ge=0, le=1)]
Flag = Annotated[bool, Field(strict=True)]
TtlSeconds = Annotated[int, Field(strict=True, ge=0, le=MAX_TTL_SECONDS, description="0 = never expires")]
Whole = Annotated[int, Field(strict=True, ge=-(2**53), le=2**53)]


def check_interval(starts: datetime | None, ends: datetime | None) -> None:
    """ValueError where an interval has its ends in the wrong order."""
    if starts is not None and ends is not None and ends <= starts:
        raise ValueError("valid_to: must lie after valid_from")


class Body(BaseModel):
    """Base of every body: what nobody reads is ignored and named in the X-Tiercel-Ignored header."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    place: ClassVar[str] = ""
    also_known: ClassVar[frozenset[str]] = frozenset({"tenant_id"})
    open_prefixes: ClassVar[tuple[str, ...]] = ()

    @model_validator(mode="before")
    @classmethod
    def name_unknown_fields(cls, value: Any) -> Any:
        """Only names; values are never shown."""
        if isinstance(value, dict):
            for name in map(str, value):
                if name not in cls.model_fields and name not in cls.also_known and not name.startswith(cls.open_prefixes):
                    note_unknown(cls.place + name)
        return value
