"""Runs of maintenance over Redis: one record and one list of packed moves per run."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from shared.adapters.redis_connection import RedisConnection, text
from shared.adapters.redis_keys import key
from shared.contracts.records import decode_record, encode_record
from shared.domain.maintenance import MaintenanceRun, Move, NightCheck, RunState

OPEN = key("maintenance_open")
CHECKS = key("maintenance_checks")
KEPT_SECONDS = 86_400
PACKED = 500
"""Moves in one entry of the list. All entries but the last are full, so that a place in the list is found without reading."""


class RedisMaintenanceRuns:
    """See MaintenanceRuns. The open runs stand in one hash, a field per tenant and kind, so that two cannot be open at once.

    A list is kept as long as its run is open, however long nobody is there to carry it out, and a day from its end on.
    """

    def __init__(self, connection: RedisConnection) -> None:
        self._redis = connection

    def ask(self, run: MaintenanceRun) -> MaintenanceRun:
        """See MaintenanceRuns."""
        with self._redis.commands() as client:
            while not client.hsetnx(OPEN, _place(run), encode_record(run)):
                raw: Any = client.hget(OPEN, _place(run))
                if raw is not None:
                    return decode_record(raw, MaintenanceRun)
        return run

    def open(self) -> tuple[MaintenanceRun, ...]:
        """See MaintenanceRuns."""
        with self._redis.commands() as client:
            raws: Any = client.hvals(OPEN)
        return tuple(sorted((decode_record(raw, MaintenanceRun) for raw in raws), key=lambda run: (run.asked_at, run.id)))

    def get(self, tenant_id: str, run_id: str) -> MaintenanceRun | None:
        """See MaintenanceRuns."""
        with self._redis.commands() as client:
            raw: Any = client.get(_run_key(tenant_id, run_id))
            if raw is not None:
                return decode_record(raw, MaintenanceRun)
            raws: Any = client.hmget(OPEN, [_name(tenant_id, dry_run) for dry_run in (False, True)])
        found = (decode_record(raw, MaintenanceRun) for raw in raws if raw is not None)
        return next((run for run in found if run.id == run_id), None)

    def list_moves(self, run: MaintenanceRun, moves: Sequence[Move]) -> None:
        """See MaintenanceRuns."""
        name = _moves_key(run.tenant_id, run.id)
        with self._redis.commands() as client:
            pipe = client.pipeline(transaction=True)
            pipe.delete(name)
            for start in range(0, len(moves), PACKED):
                pipe.rpush(name, zlib.compress(encode_record(tuple(moves[start : start + PACKED])), 1))
            pipe.hset(OPEN, _place(run), encode_record(run))
            pipe.execute()

    def save(self, run: MaintenanceRun) -> None:
        """See MaintenanceRuns."""
        with self._redis.commands() as client:
            if run.state is not RunState.DONE:
                client.hset(OPEN, _place(run), encode_record(run))
                return
            pipe = client.pipeline(transaction=True)
            pipe.set(_run_key(run.tenant_id, run.id), encode_record(run), ex=KEPT_SECONDS)
            pipe.expire(_moves_key(run.tenant_id, run.id), KEPT_SECONDS)
            if run.check is not None:
                pipe.hset(CHECKS, text(run.tenant_id), encode_record(run.check))
            pipe.hdel(OPEN, _place(run))
            pipe.execute()

    def last_checks(self) -> Mapping[str, NightCheck]:
        """See MaintenanceRuns."""
        with self._redis.commands() as client:
            found: Any = client.hgetall(CHECKS)
        return {text(tenant): decode_record(raw, NightCheck) for tenant, raw in found.items()}

    def moves(self, tenant_id: str, run_id: str, *, start: int, limit: int) -> tuple[Move, ...]:
        """See MaintenanceRuns."""
        first, last = start // PACKED, (start + limit - 1) // PACKED
        with self._redis.commands() as client:
            packed: Any = client.lrange(_moves_key(tenant_id, run_id), first, last)
        unpacked = [move for pack in packed for move in decode_record(zlib.decompress(pack), tuple[Move, ...])]
        return tuple(unpacked[start - first * PACKED : start - first * PACKED + limit])


def _name(tenant_id: str, dry_run: bool) -> str:  # noqa: FBT001 - private
    return f"{'dry' if dry_run else 'real'}:{text(tenant_id)}"


def _place(run: MaintenanceRun) -> str:
    return _name(run.tenant_id, run.dry_run)


def _run_key(tenant_id: str, run_id: str) -> str:
    return key("maintenance", tenant_id, run_id)


def _moves_key(tenant_id: str, run_id: str) -> str:
    return key("maintenance_moves", tenant_id, run_id)
