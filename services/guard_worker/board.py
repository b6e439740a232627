"""What is current for the owner while a batch is decided: stored versions, and what the batch itself has written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from services.guard_worker.case import Case, Near
from services.guard_worker.limits import Limits
from services.guard_worker.sameness import is_of_a_kind
from shared.domain.memory import Memory, RetentionStage
from shared.domain.versioning import Change, number_after, point_of
from shared.domain.write_plan import PointSwitch
from shared.text.property_key import property_key
from shared.text.similarity import calibrated, cosine_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative:
    """A current memory beside a candidate. `is_mate`: this batch wrote or changed it."""

    memory: Memory
    similarity: float
    is_mate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Immutable: every decision answers a new board. `past` holds earlier versions, where they were read."""

    limits: Limits
    current: Mapping[str, Memory]
    is_offline: bool
    mates: Mapping[str, Sequence[float] | None] = field(default_factory=dict)
    retired: frozenset[str] = frozenset()
    past: Mapping[str, tuple[Memory, ...]] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    def live(self) -> tuple[Memory, ...]:
        """Current versions that a reader may see, archived ones included."""
        return tuple(memory for memory in self.current.values() if not memory.is_expired(self.limits.now))

    def relatives(self, case: Case) -> tuple[Relative, ...]:
        """Batch mates and stored neighbours as they are now, the nearest first."""
        found = [
            Relative(memory=self.current[memory_id], similarity=self._to_mate(case, vector), is_mate=True)
            for memory_id, vector in self.mates.items()
        ]
        stored = [near for near in case.near if near.memory.id not in self.mates and near.memory.id in self.current]
        found += [Relative(memory=self.current[near.memory.id], similarity=near.similarity, is_mate=False) for near in stored]
        found += self._late(case, {*self.mates, *(near.memory.id for near in stored)})
        alive = [each for each in found if not each.memory.is_expired(self.limits.now) and is_of_a_kind(case, each.memory)]
        return tuple(sorted(alive, key=lambda relative: -relative.similarity))

    def is_stale(self, near: Near) -> bool:
        """True where the neighbour a case was compared with is no longer the current version."""
        now = self.current.get(near.memory.id)
        return now is None or now.version != near.memory.version

    def versions(self, memory: Memory) -> tuple[Memory, ...] | None:
        """All versions of a current memory; None where its earlier ones were not read."""
        past = self.past.get(memory.id, ())
        return (*past, memory) if len(past) + 1 == number_after(memory) - 1 else None

    def after(self, change: Change, vector: Sequence[float] | None) -> "Board":
        """The board once a change is made. A superseded stored memory counts as retired, once."""
        current, mates, retired = dict(self.current), dict(self.mates), set(self.retired)
        versions = _switched((*current.values(), *(old for past in self.past.values() for old in past)), change.switches)
        current |= {memory.id: memory for memory in versions if memory.current}
        for memory in change.inserts:
            if not memory.current:
                continue
            if memory.id in current and memory.id not in mates:
                retired.add(memory.id)
            current[memory.id], mates[memory.id] = memory, vector
        gone = [memory for memory in (*versions, *change.inserts) if not memory.current]
        past = {memory_id: tuple(old for old in gone if old.id == memory_id) for memory_id in {old.id for old in gone}}
        return replace(self, current=current, mates=mates, retired=frozenset(retired), past=past, changes=(*self.changes, change))

    def _late(self, case: Case, seen: set[str]) -> list[Relative]:
        """Memories about the case's property that somebody wrote after it was compared: nothing is known of their nearness."""
        mine = case.about
        if mine is None:
            return []
        return [
            Relative(memory=memory, similarity=0.0, is_mate=False)
            for memory in self.current.values()
            if memory.id not in seen and memory.stage is not RetentionStage.ARCHIVE and property_key(memory.subject, memory.slot) == mine
        ]

    def _to_mate(self, case: Case, vector: Sequence[float] | None) -> float:
        if vector is None or case.vector is None:
            return 0.0
        return calibrated(cosine_of(case.vector, vector), self.limits.embedder)


def _switched(versions: Sequence[Memory], switches: Sequence[PointSwitch]) -> list[Memory]:
    """The versions as they stand after these switches: the fields that a decision may set."""
    by_point = {switch.point_id: switch for switch in switches}
    names = ("current", "valid_to", "superseded_by", "seen_count", "highest_version")
    after = []
    for version in versions:
        switch = by_point.get(point_of(version))
        changed = {} if switch is None else {name: value for name in names if (value := getattr(switch, name)) is not None}
        after.append(replace(version, **changed) if changed else version)
    return after
