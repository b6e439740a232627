"""A write plan as engine operations. Repeating them changes nothing.

Inserts are insert-only and switches leave what carries a later fence, so a plan applied late never undoes a later switch.
Switches and deletes go by a filter that names the plan's tenant and owner, so a wrong id touches nobody else's memory.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

import numpy as np
from qdrant_client import models

from shared.adapters.qdrant_filters import absent, any_of, either, has_id, owned_filter, within
from shared.adapters.qdrant_mapping import memory_payload, switch_payload, to_us, trace_payload
from shared.adapters.qdrant_schema import DENSE, SPARSE, StoreSchema
from shared.domain.errors import DimensionMismatch
from shared.domain.write_plan import PointInsert, WritePlan

BATCH_POINTS = 64
"""Larger batches make every reader wait for them."""
FENCE = "fence"

Item = TypeVar("Item")
Operation = models.UpsertOperation | models.SetPayloadOperation | models.DeleteOperation


def memory_operations(plan: WritePlan, schema: StoreSchema) -> Iterator[Operation]:
    """Inserts, switches, deletes, in this order."""
    for inserts in batches(plan.inserts):
        points = [_point(insert, schema, plan.fence) for insert in inserts]
        batch = models.PointsList(points=points, update_mode=models.UpdateMode.INSERT_ONLY)
        yield models.UpsertOperation(upsert=batch)
    for payload, alike in groupby(plan.switches, key=switch_payload):
        for switches in batches(list(alike) if payload else []):
            chosen = owned_filter(plan.tenant_id, plan.owner, has_id([switch.point_id for switch in switches]), *_not_since(plan))
            yield models.SetPayloadOperation(set_payload=models.SetPayload(payload=payload | _fence(plan.fence), filter=chosen))
    yield from _deletes(plan)


def record_operations(plan: WritePlan) -> Iterator[Operation]:
    """Deletes of the deleted memories' traces, then the plan's traces.

    A trace that a later plan wrote anew (a review was answered) is not replaced by an earlier plan.
    """
    yield from _deletes(plan)
    written_us = to_us(plan.made_at)
    for traces in batches(plan.traces):
        points = [models.PointStruct(id=trace.id, vector={}, payload=trace_payload(trace, written_us=written_us)) for trace in traces]
        older = owned_filter(plan.tenant_id, plan.owner, within("written_us", before=written_us))
        yield models.UpsertOperation(upsert=models.PointsList(points=points, update_filter=older))


def requests(operations: Iterable[Operation]) -> Iterator[list[Operation]]:
    """As few requests as possible, each of at most BATCH_POINTS points, in order."""
    request: list[Operation] = []
    weight = 0
    for operation in operations:
        points = _weight(operation)
        if request and weight + points > BATCH_POINTS:
            yield request
            request, weight = [], 0
        request.append(operation)
        weight += points
    if request:
        yield request


def batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """At most BATCH_POINTS at a time."""
    for start in range(0, len(items), BATCH_POINTS):
        yield items[start : start + BATCH_POINTS]


def _not_since(plan: WritePlan) -> tuple[models.Filter, ...]:
    """Points that no plan with a later fence has written."""
    return (either(absent(FENCE), within(FENCE, until=plan.fence)),) if plan.fence else ()


def _fence(fence: int) -> dict[str, int]:
    return {FENCE: fence} if fence else {}


def _deletes(plan: WritePlan) -> Iterator[Operation]:
    for memory_ids in batches(plan.deleted_memory_ids):
        chosen = owned_filter(plan.tenant_id, plan.owner, any_of("memory_id", memory_ids))
        yield models.DeleteOperation(delete=models.FilterSelector(filter=chosen))


def _point(insert: PointInsert, schema: StoreSchema, fence: int) -> models.PointStruct:
    vectors: dict[str, list[float] | models.SparseVector] = {
        SPARSE: models.SparseVector(indices=list(insert.sparse.indices), values=list(insert.sparse.values))
    }
    if insert.dense is not None:
        dense = np.frombuffer(insert.dense, dtype="<f4")
        if len(dense) != schema.dimensions:
            raise DimensionMismatch(
                f"a vector of {len(dense)} dimensions for {schema.collection}: TIERCEL_EMBEDDER was changed after the plan was made"
            )
        vectors[DENSE] = dense.tolist()
    return models.PointStruct(id=insert.point_id, vector=dict(vectors), payload=memory_payload(insert) | _fence(fence))


def _weight(operation: Operation) -> int:
    if isinstance(operation, models.UpsertOperation) and isinstance(operation.upsert, models.PointsList):
        return len(operation.upsert.points)
    return 1
