"""What fact-checking tools are asked and what they answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from shared.domain.candidate import Attribution, Category, Layer
from shared.domain.memory import Memory
from shared.domain.scope import Owner
from shared.domain.trigger import TriggerType


class Tool(StrEnum):
    """The tools, in the order in which they are tried."""

    CAMPAIGN_ANALYSIS = "campaign_analysis"
    MEMORY_SEARCH = "memory_search"
    INDUSTRY_BENCHMARK = "industry_benchmark"


class FactVerdict(StrEnum):
    """What a tool's data say of a claim."""

    AGREES_REPEATEDLY = "agrees_repeatedly"
    AGREES_ONCE = "agrees_once"
    DISAGREES = "disagrees"
    NO_DATA = "no_data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A candidate as a tool sees it: redacted text, whose it is, and what was found beside it.

    `data` is the event's own data (empty in conversation). `related` are current memories of the same scope, the
    nearest first. `quotes` are the words that it rests on.
    """

    tenant_id: str
    owner: Owner
    text: str
    quotes: tuple[str, ...]
    attribution: Attribution
    category: Category
    layer: Layer
    trigger_type: TriggerType
    observed_at: datetime
    subject: str | None = None
    slot: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    related: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One tool's answer. `note` is one short sentence without secrets: it is shown to the judge and kept in the trace."""

    tool: Tool
    verdict: FactVerdict
    note: str = ""
