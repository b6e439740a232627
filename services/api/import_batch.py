"""A batch of import lines among what is stored: inserted, already there, or held for a person. One plan per owner."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vectors
from services.api.explicit_plan import LEDGER_LINE
from services.api.explicit_write import new_plan_id
from services.api.import_line import IMPORT, LineFrame, ReadLine
from services.api.import_review import new_reviews
from shared.domain import identity
from shared.domain.decision import Action
from shared.domain.memory import Memory
from shared.domain.review import Review
from shared.domain.scope import Owner, owner_scope
from shared.domain.versioning import number_after, overlaps
from shared.domain.write_plan import AuditEntry, PointSwitch, WritePlan, WriterKind
from shared.text.spoken_by import as_said
from shared.writing import point_insert


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a batch. `plan` None: everything was there already."""

    plan: WritePlan | None
    counts: dict[Action, int] = field(default_factory=dict)


def store_batch(parts: ApiParts, frame: LineFrame, lines: Sequence[ReadLine]) -> dict[Action, int]:
    """How many were written, were there already or wait in review. Raises EmbedderUnavailable, StoreUnavailable, LockBusy."""
    by_owner: defaultdict[Owner, list[ReadLine]] = defaultdict(list)
    for line in lines:
        by_owner[line.memory.owner].append(line)
    totals: defaultdict[Action, int] = defaultdict(int)
    for owner, own in by_owner.items():
        for action, count in _store_of_owner(parts, frame, owner, own).items():
            totals[action] += count
    return totals


def _store_of_owner(parts: ApiParts, frame: LineFrame, owner: Owner, lines: Sequence[ReadLine]) -> dict[Action, int]:
    """Write, then read back: an id that somebody else's memory has already is changed, the same way every time."""
    held = [line for line in lines if line.mark is not None]
    wanted = [line.memory for line in lines if line.mark is None]
    stored = _write(parts, frame, owner, wanted, held)
    inserted = [] if stored.plan is None else [insert.memory for insert in stored.plan.inserts]
    found = parts.container.store.fetch(owner_scope(frame.principal.tenant_id, owner), [_point(memory) for memory in inserted])
    is_there = {(memory.id, memory.version) for memory in found}
    taken = [memory for memory in inserted if (memory.id, memory.version) not in is_there]
    if not taken:
        return stored.counts
    renamed = [replace(memory, id=identity.derive_id(IMPORT, memory.tenant_id, owner.key, memory.id)) for memory in taken]
    again = _write(parts, frame, owner, renamed, [])
    moved = len(taken) - again.counts[Action.WRITE]
    return {**stored.counts, Action.WRITE: stored.counts[Action.WRITE] - moved, Action.NOOP: stored.counts[Action.NOOP] + moved}


def _write(parts: ApiParts, frame: LineFrame, owner: Owner, wanted: Sequence[Memory], held: Sequence[ReadLine]) -> Stored:
    container = parts.container
    said = [as_said(memory.text, memory.speaker) for memory in wanted]
    vectors = dict(zip(said, passage_vectors(parts, said), strict=True))
    reviews = new_reviews(container, frame, held)
    tenant_id = frame.principal.tenant_id

    def decide(current: tuple[Memory, ...]) -> Stored:
        placed = _Placed(container, owner_scope(tenant_id, owner), {memory.id: memory for memory in current}, frame.now)
        for memory in wanted:
            placed.add(memory)
        counts = {
            Action.WRITE: len(placed.inserts),
            Action.NOOP: len(wanted) - len(placed.inserts) + len(held) - len(reviews),
            Action.PENDING_REVIEW: len(reviews),
        }
        if not placed.inserts and not reviews:
            return Stored(None, counts)
        plan = WritePlan(
            id=new_plan_id(),
            tenant_id=tenant_id,
            owner=owner,
            writer=WriterKind.IMPORT,
            made_at=frame.now,
            inserts=tuple(point_insert(memory, vectors[as_said(memory.text, memory.speaker)]) for memory in placed.inserts),
            switches=tuple(placed.switches.values()),
            reviews=tuple(reviews),
            explicit={LEDGER_LINE[action]: count for action, count in counts.items() if count},
            audit=(_entry(frame, placed.inserts, reviews),),
        )
        return Stored(plan, counts)

    ids = list(dict.fromkeys(memory.id for memory in wanted))
    keys = list(dict.fromkeys(memory.text_key for memory in wanted))
    return container.writer.write(tenant_id, owner, decide, memory_ids=ids, text_keys=keys)


class _Placed:
    """The batch taken in one line after the other, each seeing those before it."""

    def __init__(self, container: Container, scope: Any, current: dict[str, Memory], now: datetime) -> None:
        self._store, self._scope, self._current, self._now = container.store, scope, current, now
        self._versions: dict[str, dict[int, Memory]] = {}
        self.inserts: list[Memory] = []
        self.switches: dict[str, PointSwitch] = {}

    def add(self, memory: Memory) -> None:
        """Insert it, unless this version or, for a current one, these words at this place are there already."""
        known = self._known(memory)
        memory = self._anew(memory, next((version for version in known.values() if version.current), None))
        if memory.version in known or (memory.current and self._is_repeat(memory)):
            return
        standing = next((version for version in known.values() if version.current), None)
        if memory.current and standing is not None and standing.version > memory.version:
            memory = replace(memory, current=False, superseded_by=_point(standing))
        elif memory.current and standing is not None:
            self._retire(standing, memory)
            known[standing.version] = replace(standing, current=False)
        self.inserts.append(memory)
        known[memory.version] = memory
        if memory.current:
            self._current[memory.id] = memory
        self._number(known)

    def _anew(self, memory: Memory, standing: Memory | None) -> Memory:
        """What has expired is there no more, though no sweep has come: its words come back as its next version."""
        is_over = standing is not None and standing.is_expired(self._now) and memory.current and not memory.is_expired(self._now)
        if standing is None or not is_over or memory.version > standing.version:
            return memory
        return replace(memory, version=number_after(standing), highest_version=None)

    def _number(self, known: dict[int, Memory]) -> None:
        """The current version knows the highest number given, so that no later one takes it again."""
        standing = next((version for version in known.values() if version.current), None)
        highest = max(known)
        if standing is None or highest <= max(standing.version, standing.highest_version or 0):
            return
        numbered = replace(standing, highest_version=highest)
        self.inserts = [numbered if each is standing else each for each in self.inserts]
        self.switches[_point(standing)] = PointSwitch(point_id=_point(standing), highest_version=highest)
        known[standing.version] = self._current[standing.id] = numbered

    def _known(self, memory: Memory) -> dict[int, Memory]:
        """Versions of this memory, by number. A stored history is read only where a memory of that id is there."""
        if memory.id not in self._versions:
            there = self._current.get(memory.id)
            stored = () if there is None else (there,) if number_after(there) == 2 else self._store.history(self._scope, memory.id)
            self._versions[memory.id] = {version.version: version for version in stored}
        return self._versions[memory.id]

    def _is_repeat(self, memory: Memory) -> bool:
        return any(
            other.text_key == memory.text_key
            and (memory.session_id, memory.position) in {(None, None), (other.session_id, other.position)}
            and overlaps(other, valid_from=memory.valid_from, valid_to=memory.valid_to)
            for other in self._current.values()
            if other.id != memory.id and not other.is_expired(self._now)
        )

    def _retire(self, old: Memory, new: Memory) -> None:
        ends_at = max(old.valid_from, new.valid_from)
        self.inserts = [replace(each, current=False, valid_to=ends_at) if each is old else each for each in self.inserts]
        self.switches[_point(old)] = PointSwitch(point_id=_point(old), current=False, valid_to=ends_at, superseded_by=_point(new))


def _entry(frame: LineFrame, inserts: Sequence[Memory], reviews: Sequence[Review]) -> AuditEntry:
    subjects = (*(memory.id for memory in inserts), *(review.id for review in reviews))
    return AuditEntry(action="memory.import", actor=frame.principal.actor, subject_ids=subjects, reason=IMPORT)


def _point(memory: Memory) -> str:
    return identity.point_id(memory.id, memory.version)
