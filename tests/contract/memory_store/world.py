"""A small world in which leaks would show: two tenants with the same people, agents, sessions, chats and words."""

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

from shared.domain.candidate import Category, Layer, SourceType
from shared.domain.memory import Memory, RetentionStage
from shared.domain.scope import TENANT_OWNER, Owner, OwnerKind, Visibility
from shared.domain.write_plan import PointInsert
from shared.ports.memory_store import MemoryStore
from tests.contract.memory_store.samples import ANN, BOB, NOW, insert, memory, plan

USERS = ["ann", "bob"]
AGENTS = ["main", "helper"]
SESSIONS = ["s1", "s2"]
CHATS = ["c1", "c2"]
OWNERS = [ANN, BOB, Owner(OwnerKind.CHAT, "c1"), Owner(OwnerKind.CHAT, "c2"), TENANT_OWNER]
LABELS = [{"project": "x"}, {"project": "y"}]
WORDS = ["Berlin", "北京", "tea"]
COMMON = "everywhere"


def build_world(store: MemoryStore, tenant_ids: list[str], *, each: int = 90, seed: int = 7) -> list[PointInsert]:
    """Write `each` memories for each tenant, some of them with a second version."""
    chance = random.Random(seed)
    points: list[PointInsert] = []
    for number in range(each):
        drawn = _draw(chance, number)
        dense = [chance.uniform(-1, 1) for _ in range(4)]
        for tenant_id in tenant_ids:
            first = replace(memory(tenant_id, drawn["text"], owner=drawn["owner"]), **drawn)
            versions = [first]
            if number % 5 == 0:
                versions = [replace(first, current=False, valid_to=NOW - timedelta(days=3)), _second(first)]
            points += [insert(version, dense, words=[COMMON, *version.text.split()]) for version in versions]
    for tenant_id in tenant_ids:
        for owner in OWNERS:
            mine = [point for point in points if (point.memory.tenant_id, point.memory.owner) == (tenant_id, owner)]
            store.apply(plan(tenant_id, *mine, owner=owner))
    return points


def _second(first: Memory) -> Memory:
    return replace(first, version=2, text=f"{first.text} now", valid_from=NOW - timedelta(days=3))


def _draw(chance: random.Random, number: int) -> dict[str, Any]:
    owner = chance.choice(OWNERS)
    told = NOW - timedelta(days=chance.randrange(40), hours=chance.randrange(3))
    return {
        "text": f"{chance.choice(WORDS)} {number}",
        "owner": owner,
        "user_id": owner.id if owner.kind is OwnerKind.USER else None,
        "chat_id": owner.id if owner.kind is OwnerKind.CHAT else chance.choice([None, None, *CHATS]),
        "agent_id": chance.choice([None, *AGENTS]),
        "session_id": chance.choice([None, *SESSIONS]),
        "visibility": chance.choice(list(Visibility)),
        "layer": chance.choice(list(Layer)),
        "category": chance.choice(list(Category)),
        "stage": chance.choice(list(RetentionStage)),
        "source_type": chance.choice(list(SourceType)),
        "labels": chance.choice([{}, *LABELS, {"project": "x", "other": "1"}]),
        "created_at": told,
        "observed_at": told,
        "valid_from": told,
        "expires_at": chance.choice([None, None, told + timedelta(days=chance.randrange(60))]),
    }
