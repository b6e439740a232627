"""The connection to Redis: faults translated once, scripts loaded from lua/ with their shared prelude."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import Any

import redis
from redis.commands.core import Script

from shared.domain.errors import QueueUnavailable, StorageFull

_SCRIPTS = resources.files("shared.adapters") / "lua"
_FULL = ("OOM", "MISCONF", "NOSPACE")


@contextmanager
def redis_faults() -> Iterator[None]:
    """QueueUnavailable where Redis does not answer, StorageFull where it has no room left."""
    try:
        yield
    except redis.ResponseError as fault:
        if str(fault).startswith(_FULL) or any(f" {word}" in str(fault) for word in _FULL):
            raise StorageFull(f"Redis has no room left: {fault}", retry_after_seconds=30) from fault
        raise
    except (redis.ConnectionError, redis.TimeoutError, OSError) as fault:
        raise QueueUnavailable(f"Redis does not answer: {type(fault).__name__}", retry_after_seconds=2) from fault


class RedisConnection:
    """One pool of connections and the scripts, by file name."""

    def __init__(self, url: str, *, timeout_seconds: float = 5.0) -> None:
        self.client = redis.Redis.from_url(url, socket_timeout=timeout_seconds, socket_connect_timeout=timeout_seconds)
        prelude = (_SCRIPTS / "prelude.lua").read_text(encoding="utf-8")
        self._scripts: dict[str, Script] = {
            entry.name.removesuffix(".lua"): self.client.register_script(prelude + entry.read_text(encoding="utf-8"))
            for entry in _SCRIPTS.iterdir()
            if entry.name.endswith(".lua") and entry.name != "prelude.lua"
        }

    def run(self, name: str, *args: str | bytes | float) -> Any:
        """Run one script. Raises QueueUnavailable, StorageFull."""
        with redis_faults():
            return self._scripts[name](args=list(args))

    def run_many(self, name: str, calls: Sequence[Sequence[str | bytes | int | float]]) -> list[Any]:
        """Run one script several times in one round trip, in order. Raises what the first failing call raised."""
        if len(calls) == 1:
            return [self.run(name, *calls[0])]
        with redis_faults():
            answers = self._evaluate(name, calls)
            # A server that was restarted has forgotten the script: then every call of the round failed alike.
            if any(isinstance(answer, redis.exceptions.NoScriptError) for answer in answers):
                self.client.script_load(self._scripts[name].script)
                answers = self._evaluate(name, calls)
            for answer in answers:
                if isinstance(answer, Exception):
                    raise answer
            return answers

    def _evaluate(self, name: str, calls: Sequence[Sequence[str | bytes | int | float]]) -> list[Any]:
        pipe = self.client.pipeline(transaction=False)
        for args in calls:
            pipe.evalsha(self._scripts[name].sha, 0, *args)
        return list(pipe.execute(raise_on_error=False))

    @contextmanager
    def commands(self) -> Iterator["redis.Redis"]:
        """The plain client, with faults translated."""
        with redis_faults():
            yield self.client


def text(value: bytes | str | None) -> str:
    """A stored string; empty for a missing one."""
    if value is None:
        return ""
    return value.decode() if isinstance(value, bytes) else value
