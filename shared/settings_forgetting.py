"""How long things last: memories, and the records beside them. 0 days or seconds = for ever, unless a field says otherwise."""

from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AfterValidator

from shared.settings_group import SettingsGroup, env


def known_timezone(name: str) -> str:
    """The name of a timezone of the IANA database. ValueError for another."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as fault:
        raise ValueError("not a timezone of the IANA database, such as Asia/Shanghai or UTC") from fault
    return name


Timezone = Annotated[str, AfterValidator(known_timezone)]
CENTURY_DAYS = 36_500
CENTURY_SECONDS = CENTURY_DAYS * 86_400
"""Longer than that is 0, for ever; calendars end."""
TIME_OF_DAY = r"^([01]\d|2[0-3]):[0-5]\d$"


class ForgettingSettings(SettingsGroup):
    """What the clock does to memories; see docs/forgetting.md."""

    realtime_ttl_seconds: int = env("TIERCEL_REALTIME_TTL_SECONDS", default=86_400, ge=0, le=CENTURY_SECONDS)
    other_ttl_seconds: int = env("TIERCEL_OTHER_TTL_SECONDS", default=2_592_000, ge=0, le=CENTURY_SECONDS)
    ttl_seconds: int = env("TIERCEL_TTL_SECONDS", default=0, ge=0, le=CENTURY_SECONDS)
    rate: float = env("TIERCEL_FORGETTING_RATE", default=0.05, ge=0)
    boost: float = env("TIERCEL_FORGETTING_BOOST", default=0.2, ge=0)
    boost_cap: float = env("TIERCEL_FORGETTING_BOOST_CAP", default=0.0, ge=0)
    archive_below: float = env("TIERCEL_ARCHIVE_BELOW", default=0.15, ge=0, le=1)
    archive_min_idle_days: float = env("TIERCEL_ARCHIVE_MIN_IDLE_DAYS", default=0.0, ge=0, le=CENTURY_DAYS)
    demote_after_days: float = env("TIERCEL_DEMOTE_AFTER_DAYS", default=30.0, ge=0, le=CENTURY_DAYS)
    delete_after_days: float = env("TIERCEL_DELETE_AFTER_DAYS", default=120.0, ge=0, le=CENTURY_DAYS)
    delete_durable: bool = env("TIERCEL_DELETE_DURABLE", default=False)
    auto_promotion: bool = env("TIERCEL_AUTO_PROMOTION", default=False)
    tenant_capacity: int = env("TIERCEL_TENANT_CAPACITY", default=0, ge=0)
    dream_at: str = env("TIERCEL_DREAM_AT", default="06:00", pattern=TIME_OF_DAY)
    timezone: Timezone = env("TIERCEL_TENANT_TIMEZONE", default="UTC")
    sweep_seconds: float = env("TIERCEL_SWEEP_SECONDS", default=3600.0, gt=0, le=2_678_400)


class RecordSettings(SettingsGroup):
    """How many days records are kept."""

    traces_days: float = env("TIERCEL_KEEP_TRACES_DAYS", default=90.0, ge=0, le=CENTURY_DAYS)
    captures_days: float = env("TIERCEL_KEEP_CAPTURES_DAYS", default=30.0, ge=0, le=CENTURY_DAYS)
    reviews_days: float = env("TIERCEL_KEEP_REVIEWS_DAYS", default=365.0, ge=0, le=CENTURY_DAYS)
    dead_letters_days: float = env("TIERCEL_KEEP_DEAD_LETTERS_DAYS", default=30.0, ge=0, le=CENTURY_DAYS)
    audit_days: float = env("TIERCEL_KEEP_AUDIT_DAYS", default=365.0, ge=0, le=CENTURY_DAYS)
    audit_dir: str = env("TIERCEL_AUDIT_DIR", default="")
