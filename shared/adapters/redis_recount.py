"""An independent recount: every record by its state, and every one in flight by the inbox that must hold it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import inbox_id, key
from shared.domain.scope import parse_owner
from shared.ports.inboxes import InboxKind

CHUNK = 1000
READABLE = frozenset({"accepted", "extracting", "retrying"})


@dataclass(frozen=True, slots=True)
class Recount:
    """`states`: records by state; `lost`: those in flight that stand in no inbox, so that nobody would ever take them."""

    states: Counter[str]
    lost: int


class RedisRecount:
    """Reads every kept record of a tenant: about 10 ms per 1,000."""

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def turns(self, tenant_id: str) -> Recount:
        """Captures; one that is judged already waits for its candidates, not in a session's inbox."""
        states: Counter[str] = Counter()
        waiting: dict[str, str] = {}
        for capture, (state, owner, session, is_open) in self._records(tenant_id, "caps", "cap", ("state", "owner", "session", "open")):
            states[state or "missing"] += 1
            if state in READABLE and not int(is_open or 0):
                waiting[capture] = inbox_id(tenant_id, parse_owner(unquote(owner)), session or None)
        lost = self._lost(InboxKind.CAPTURE, waiting)
        return Recount(states, sum(1 for found in self._read("cap", tenant_id, lost, ("state", "open")) if _still_waits(found)))

    def candidates(self, tenant_id: str) -> Recount:
        """Candidates; those in flight stand in their owner's inbox or in one of their own."""
        states: Counter[str] = Counter()
        waiting: dict[str, str] = {}
        for candidate, (state, inbox) in self._records(tenant_id, "cands", "cand", ("state", "inbox")):
            states[state or "missing"] += 1
            if state == "in_flight":
                waiting[candidate] = inbox
        lost = self._lost(InboxKind.GUARD, waiting)
        return Recount(states, sum(1 for (state,) in self._read("cand", tenant_id, lost, ("state",)) if state == "in_flight"))

    def _lost(self, kind: InboxKind, waiting: dict[str, str]) -> list[str]:
        """Those not in their inbox, nor set aside in one of their own. Read in this order, because that is how entries move."""
        by_inbox: defaultdict[str, set[str]] = defaultdict(set)
        for entry, inbox in waiting.items():
            by_inbox[inbox].add(entry)
        with self._redis.commands() as client:
            for inbox, entries in by_inbox.items():
                held: Any = client.lrange(f"tiercel:entries:{kind.value}:{inbox}", 0, -1)
                entries.difference_update(text(entry) for entry in held)
            missing = [(inbox, entry) for inbox, entries in by_inbox.items() for entry in entries]
            pipe = client.pipeline(transaction=False)
            for inbox, entry in missing:
                pipe.exists(f"tiercel:entries:{kind.value}:{inbox}-{entry}")
            aside = pipe.execute() if missing else []
        return [entry for (_, entry), is_aside in zip(missing, aside, strict=True) if not is_aside]

    def _records(self, tenant_id: str, index: str, record: str, fields: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        start = 0
        while True:
            with self._redis.commands() as client:
                chunk: Any = client.zrange(key(index, tenant_id), start, start + CHUNK - 1)
            if not chunk:
                return
            names = [text(name) for name in chunk]
            yield from zip(names, self._read(record, tenant_id, names, fields), strict=True)
            start += CHUNK

    def _read(self, record: str, tenant_id: str, names: Sequence[str], fields: Sequence[str]) -> list[list[str]]:
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=False)
            for name in names:
                pipe.hmget(key(record, tenant_id, name), *fields)
            return [[text(value) for value in values] for values in (pipe.execute() if names else [])]


def _still_waits(found: Sequence[str]) -> bool:
    return found[0] in READABLE and not int(found[1] or 0)
