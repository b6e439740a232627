"""Whether memory grows as it should: rejects, growth, junk and duplicates, per layer and reason (docs/metrics.md)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from shared.domain.candidate import Layer
from shared.domain.decision import Action
from shared.domain.memory import Memory
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Scope
from shared.domain.trace_filter import TraceFilter
from shared.domain.versioning import overlaps
from shared.ports.audit_log import AuditLog
from shared.ports.memory_store import MemoryStore
from shared.text.dates import dates_in
from shared.text.door_rules import junk_reason
from shared.text.negation import negated_words
from shared.text.numbers import numbers_in
from shared.text.tokens import content_words, stem

PAGE = 250
MOST_CHECKED = 5_000
"""The newest live memories whose words are read again; beyond it `checked` is smaller than `live`."""

REMOVING = ("memory.erase", "memory.deleted", "decision.undo")
MOST_LINES = 10_000


@dataclass(slots=True)
class WordCheck:
    """What reading live memories again has found, per layer."""

    checked: Counter[str] = field(default_factory=Counter)
    junk: Counter[str] = field(default_factory=Counter)
    junk_reasons: Counter[str] = field(default_factory=Counter)
    repeated: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guardrails:
    """Measures over what a scope reaches. `most_checked`: so many of the newest live memories' words are read again."""

    store: MemoryStore
    audit: AuditLog
    most_checked: int = MOST_CHECKED

    def measure(self, scope: Scope, *, now: datetime, hours: float) -> dict[str, Any]:
        """Rates 0..1 (growth may be negative), null where their denominator is 0."""
        since = now - timedelta(hours=hours)
        words = _check_words(self._live(scope, now))
        gone = self._gone(scope, since)
        layers = {layer.value: self._figures(scope, (layer,), since, now, words, gone) for layer in Layer}
        judged = TraceFilter(judged_since=since, captured_only=True)
        reasons = {
            action.value.lower(): dict(self.store.trace_counts(scope, replace(judged, judged_actions=(action,)), "judged_reason"))
            for action in (Action.REJECT, Action.PENDING_REVIEW)
        }
        return {
            "hours": hours,
            "since": since,
            **self._figures(scope, tuple(Layer), since, now, words, gone),
            "layers": layers,
            "reasons": {**reasons, "junk": dict(words.junk_reasons)},
        }

    def _figures(
        self, scope: Scope, layers: tuple[Layer, ...], since: datetime, now: datetime, words: WordCheck, gone: Mapping[str, int]
    ) -> dict[str, Any]:
        is_all = len(layers) > 1
        wanted = TraceFilter(judged_since=since, captured_only=True, layer=None if is_all else layers[0].value)
        judged = self.store.trace_counts(scope, wanted, "judged_action")
        candidates, rejected = sum(judged.values()), judged.get(Action.REJECT.value, 0)
        live = self.store.count(scope, MemoryFilter(now=now, layers=layers))
        went = sum(gone.get(layer.value, 0) for layer in layers)
        before = self.store.count(scope, MemoryFilter(now=now, layers=layers, live_at=since)) + went
        checked, junk, repeated = (sum(part[layer.value] for layer in layers) for part in (words.checked, words.junk, words.repeated))
        return {
            "candidates": candidates,
            "rejected": rejected,
            "reject_rate": _rate(rejected, candidates),
            "live": live,
            "live_at_start": before,
            "growth_rate": _rate(live - before, before),
            "checked": checked,
            "junk_rate": _rate(junk, checked),
            "duplicate_rate": _rate(repeated, checked),
        }

    def _live(self, scope: Scope, now: datetime) -> Iterator[Memory]:
        cursor, read = None, 0
        while read < self.most_checked:
            page = self.store.list(scope, MemoryFilter(now=now), limit=min(PAGE, self.most_checked - read), cursor=cursor)
            yield from page.items
            read += len(page.items)
            cursor = page.next_cursor
            if cursor is None:
                return

    def _gone(self, scope: Scope, since: datetime) -> Mapping[str, int]:
        """Memories per layer that were there when the window began and were erased, swept or taken back in it.

        The audit is the tenant's: a key that is narrowed is told only what is still stored.
        """
        counts: Counter[str] = Counter()
        if scope.user_ids is not None or scope.agent_ids is not None or scope.labels:
            return counts
        for action in REMOVING:
            for line in self.audit.lines(scope.tenant_id, limit=MOST_LINES, since=since, action=action):
                counts.update(layer for layer, created in line.detail.get("lives", ()) if datetime.fromisoformat(created) <= since)
        return counts


def _rate(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _check_words(memories: Iterator[Memory]) -> WordCheck:
    found = WordCheck()
    alike: dict[tuple[Any, ...], list[Memory]] = {}
    for memory in memories:
        layer = memory.layer.value
        found.checked[layer] += 1
        if (reason := junk_reason(memory.text)) is not None:
            found.junk[layer] += 1
            found.junk_reasons[reason] += 1
        alike.setdefault(said_in(memory), []).append(memory)
    for group in alike.values():
        for memory in group:
            found.repeated[memory.layer.value] += any(_repeats(memory, other) for other in group if other is not memory)
    return found


def said_in(memory: Memory) -> tuple[Any, ...]:
    """What two memories share where one only repeats the other: owner, subject and slot, content words, amounts and denials."""
    text = memory.text
    amounts = (*sorted(each.value for each in numbers_in(text)), *sorted(each.value for each in dates_in(text)))
    denied = tuple(sorted(stem(word) for words in negated_words(text) for word in content_words(words)))
    return (memory.owner, tuple(stem(word) for word in content_words(text)), amounts, denied)


def _repeats(one: Memory, other: Memory) -> bool:
    """At an overlapping time, and not about two different things."""
    differs = any(a is not None and b is not None and a != b for a, b in ((one.slot, other.slot), (one.subject, other.subject)))
    return not differs and overlaps(one, valid_from=other.valid_from, valid_to=other.valid_to)
