"""The sweep over every tenant."""

from dataclasses import replace
from datetime import timedelta

from services.decay_worker.sweep import sweep_all
from shared.domain.candidate import Category
from shared.domain.errors import LockBusy, RecordUnreadable
from shared.domain.memory import RetentionStage
from shared.domain.retention import RetentionRules
from shared.ports.key_ring import Tenant
from tests.factories import ANN, BOB, NOW, make_memory

RULES = RetentionRules()
PAST = NOW - timedelta(days=1)


class Keys:
    """Two tenants."""

    def tenants(self):
        return tuple(Tenant(id=name, name=name, created_at=NOW) for name in ("acme", "other"))


class Shelf:
    """Store and writer in one, over a list of memories; counts its pages."""

    def __init__(self, *memories, page=1000):
        self.memories = list(memories)
        self.page = page
        self.busy = set()
        self.asked = 0

    def due_for_expiry(self, scope, *, now, limit):
        self.asked += 1
        found = [m for m in self.memories if m.tenant_id == scope.tenant_id and m.is_expired(now) and m.stage is not RetentionStage.ARCHIVE]
        return tuple(found[: min(limit, self.page)])

    def write(self, tenant_id, owner, decide, *, memory_ids=()):
        if owner in self.busy:
            raise LockBusy("busy")
        mine = [m for m in self.memories if m.tenant_id == tenant_id and m.owner == owner]
        answer = decide(tuple(m for m in mine if m.id in memory_ids))
        if answer.plan is not None:
            gone = {m.id for m in mine if m.id in answer.plan.deleted_memory_ids}
            archived = {move.id for move in answer.moves if move.to == "archive"}
            self.memories = [
                replace(m, stage=RetentionStage.ARCHIVE) if m in mine and m.id in archived else m
                for m in self.memories
                if not (m in mine and m.id in gone)
            ]
        return answer


def fact(number, **fields):
    return make_memory(memory_id=f"m{number}", expires_at=PAST, **fields)


def test_every_tenant_and_every_owner_is_swept_page_by_page():
    mine, his = [fact(n) for n in range(5)], [fact(n, owner=BOB) for n in range(5, 8)]
    shelf = Shelf(*mine, *his, fact(9, tenant_id="other", category=Category.OTHER), page=3)
    result = sweep_all(Keys(), shelf, shelf, now=NOW, rules=RULES)
    assert (result.moved, result.busy_owners) == ({("expired", "archive"): 8, ("expired", "deleted"): 1}, 0)
    assert all(memory.stage is RetentionStage.ARCHIVE for memory in shelf.memories)


def test_a_second_sweep_changes_nothing():
    shelf = Shelf(fact(1), fact(2, category=Category.OTHER))
    sweep_all(Keys(), shelf, shelf, now=NOW, rules=RULES)
    again = sweep_all(Keys(), shelf, shelf, now=NOW, rules=RULES)
    assert again.moved == {}


def test_a_busy_owner_waits_for_the_next_sweep_and_holds_up_nobody():
    shelf = Shelf(fact(1), fact(2, owner=BOB))
    shelf.busy.add(ANN)
    result = sweep_all(Keys(), shelf, shelf, now=NOW, rules=RULES)
    assert result.moved == {("expired", "archive"): 1}
    assert result.busy_owners >= 1
    assert shelf.asked < 10


def test_a_pinned_memory_past_its_time_goes_to_the_archive_whatever_it_is():
    shelf = Shelf(fact(1, pinned=True, category=Category.OTHER))
    assert sweep_all(Keys(), shelf, shelf, now=NOW, rules=RULES).moved == {("expired", "archive"): 1}


def test_a_memory_that_cannot_be_read_ends_its_own_tenants_sweep_only(monkeypatch):
    shelf = Shelf(fact(1), fact(2, tenant_id="other"))
    due = shelf.due_for_expiry

    def unreadable(scope, **page):
        if scope.tenant_id == "acme":
            raise RecordUnreadable("of another build")
        return due(scope, **page)

    monkeypatch.setattr(shelf, "due_for_expiry", unreadable)
    assert sweep_all(Keys(), shelf, shelf, now=NOW, rules=RULES).moved.total() == 1
