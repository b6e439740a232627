"""In which stage a memory belongs, when it is archived and when deleted: functions of now, timestamps and counts alone."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.aging import Aging
from shared.domain.candidate import Category, Layer
from shared.domain.forgetting import DECAY_RATE, USE_BOOST, forgetting_score, idle_days
from shared.domain.memory import RetentionStage

SHORT_FROM = 0.6
LONG_FROM = 0.8
SHORT_FROM_USES = 3
LONG_FROM_USES = 10
LONG_FROM_IMPORTANCE = 0.7
LADDER = (RetentionStage.WORKING, RetentionStage.SHORT, RetentionStage.LONG)
USES_FOR_FULL_SHARE = 51
"""ln(51) uses count as much as a memory's uses can count for keeping it."""
HALF_LIFE_DAYS = 90.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRules:
    """The tenant's numbers. Days; `delete_after_days` 0 = never; `demote_after_days` 0 = idle memories keep their stage."""

    rate: float = DECAY_RATE
    boost: float = USE_BOOST
    boost_cap: float = math.inf
    archive_below: float = 0.15
    archive_min_idle_days: float = 0.0
    demote_after_days: float = 30.0
    delete_after_days: float = 120.0
    delete_durable: bool = False


def entry_stage(importance: float) -> RetentionStage:
    """A new memory enters working, short (importance >= .6) or long (>= .8)."""
    if importance >= LONG_FROM:
        return RetentionStage.LONG
    return RetentionStage.SHORT if importance >= SHORT_FROM else RetentionStage.WORKING


def is_durable(memory: Aging) -> bool:
    """Preferences, facts, decisions and entities; what is passing or `other` is not."""
    return memory.layer is not Layer.REALTIME_ENV and memory.category is not Category.OTHER


def durability_rate(memory: Aging) -> float:
    """Factor on the rate of forgetting: core rules, skills and pinned 0, durable categories .1, the rest 1."""
    if memory.pinned or memory.layer in {Layer.CORE_RULES, Layer.SKILL_TEMPLATE}:
        return 0.0
    return 0.1 if is_durable(memory) else 1.0


def idle_since(memory: Aging) -> datetime:
    """The last use, or where it was never used the time it was written: old news told today is not idle."""
    written = max(memory.created_at, memory.observed_at)
    return written if memory.last_accessed_at is None else max(written, memory.last_accessed_at)


def _idle(memory: Aging, now: datetime) -> float:
    return idle_days(now, last_accessed_at=memory.last_accessed_at, observed_at=max(memory.created_at, memory.observed_at))


def keeping_score(memory: Aging, now: datetime, rules: RetentionRules) -> float:
    """The fluid score with similarity 1 and the rate scaled by durability: below `archive_below` it is archived."""
    return forgetting_score(
        1.0,
        _idle(memory, now),
        memory.access_count,
        rate=rules.rate * durability_rate(memory),
        boost=rules.boost,
        boost_cap=rules.boost_cap,
    )


def is_forgotten(memory: Aging, now: datetime, rules: RetentionRules) -> bool:
    """True where it belongs in the archive by its score. Using a memory never brings it there."""
    if durability_rate(memory) == 0.0 or _idle(memory, now) < rules.archive_min_idle_days:
        return False
    return keeping_score(memory, now, rules) < rules.archive_below


def earned_stage(memory: Aging) -> RetentionStage:
    """What importance and use have earned: access >= 3 short, access >= 10 with importance >= .7 long."""
    entered = LADDER.index(entry_stage(memory.importance))
    if memory.access_count >= LONG_FROM_USES and memory.importance >= LONG_FROM_IMPORTANCE:
        return RetentionStage.LONG
    return LADDER[max(entered, 1)] if memory.access_count >= SHORT_FROM_USES else LADDER[entered]


def due_stage(memory: Aging, now: datetime, rules: RetentionRules) -> RetentionStage:
    """The stage of a live memory at `now`: what it has earned, one step less for each `demote_after_days` idle.

    It looks at timestamps and counts, not at the present stage, so that a hundred runs equal one. What is archived stays
    there until it is restored; what never fades (pinned, L1, L4) keeps what it has earned.
    """
    if memory.stage is RetentionStage.ARCHIVE or is_forgotten(memory, now, rules):
        return RetentionStage.ARCHIVE
    earned = earned_stage(memory)
    if rules.demote_after_days <= 0 or durability_rate(memory) == 0.0:
        return earned
    steps = int(_idle(memory, now) / rules.demote_after_days)
    return LADDER[max(0, LADDER.index(earned) - steps)]


def is_to_be_deleted(memory: Aging, now: datetime, rules: RetentionRules) -> bool:
    """True where the clock that began at `archived_at` has run out; durable and pinned ones only where asked for, pinned never."""
    if memory.archived_at is None or memory.stage is not RetentionStage.ARCHIVE or memory.pinned or rules.delete_after_days <= 0:
        return False
    if is_durable(memory) and not rules.delete_durable:
        return False
    return now >= memory.archived_at + timedelta(days=rules.delete_after_days)


def is_evictable(memory: Aging) -> bool:
    """Capacity may take it: never what is pinned, L1 or L4."""
    return not memory.pinned and memory.layer not in {Layer.CORE_RULES, Layer.SKILL_TEMPLATE}


def retention(memory: Aging, now: datetime) -> float:
    """`.45 importance + .25 reliability + .2 min(1, ln(1+N)/ln 51) + .1 * 2^(-idle days/90)`, 0..1: the lowest is evicted first."""
    used = min(1.0, math.log1p(memory.access_count) / math.log(USES_FOR_FULL_SHARE))
    fresh = math.exp2(-_idle(memory, now) / HALF_LIFE_DAYS)
    return 0.45 * memory.importance + 0.25 * memory.reliability + 0.2 * used + 0.1 * fresh


def archived_from(memory: Aging, rules: RetentionRules) -> datetime | None:
    """The moment from which it would be archived if nobody uses it any more; None where that never comes."""
    rate = rules.rate * durability_rate(memory)
    left = rules.archive_below - min(rules.boost_cap, rules.boost * math.log1p(memory.access_count))
    if rate <= 0.0 or left <= 0.0:
        return None
    days = max(-math.log(left) / rate if left < 1.0 else 0.0, rules.archive_min_idle_days)
    try:
        return idle_since(memory) + timedelta(days=days)
    except OverflowError:
        return None
