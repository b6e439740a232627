"""Posts a script and follows every turn to its end, telling each outcome as it is decided."""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tiercel.client import Json, Tiercel
from tiercel.demo.parts import Post
from tiercel.errors import TiercelError

FINAL = frozenset({"done", "skipped", "dead", "erased"})
BATCH = 10
IN_FLIGHT = 20
WAIT_SECONDS = 5
PATIENCE_SECONDS = 120.0
COME_BACK_LATER = frozenset({"queue_full", "storage_full", "rate_limited"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What became of one post: `status` is final, or `refused` with the service's words, or still under way."""

    post: Post
    status: str
    reason: str
    outcomes: tuple[Json, ...] = ()
    duplicate: bool = False


def play(client: Tiercel, posts: Sequence[Post], *, tell: Callable[[str], None]) -> Iterator[Played]:
    """In the order of the posts. A few stay in flight, so that the workers always have a window to drain.

    `tell` hears of a turn that takes its time. TiercelError where one is not decided at all.
    """
    waiting: deque[tuple[Post, Json]] = deque()
    rest = iter(posts)
    while batch := list(islice(rest, BATCH)):
        waiting.extend(zip(batch, _post(client, batch), strict=True))
        while len(waiting) > IN_FLIGHT:
            yield _follow(client, *waiting.popleft(), tell)
    while waiting:
        yield _follow(client, *waiting.popleft(), tell)


def _post(client: Tiercel, batch: Sequence[Post]) -> list[Json]:
    if not any(post.openclaw for post in batch):
        return client.post_turns([post.body for post in batch])
    return [_post_one(client, post) for post in batch]


def _post_one(client: Tiercel, post: Post) -> Json:
    try:
        return client.post_openclaw_turn(post.body) if post.openclaw else client.post_turn(post.body)
    except TiercelError as fault:
        if fault.status == 0:
            raise
        return {"error": {"code": fault.code, "message": str(fault)}}


def _follow(client: Tiercel, post: Post, answer: Json, tell: Callable[[str], None]) -> Played:
    while answer.get("error", {}).get("code") in COME_BACK_LATER:
        time.sleep(1)
        answer = _post_one(client, post)
    if "error" in answer:
        return Played(post=post, status="refused", reason=str(answer["error"].get("message", "")))
    capture_id = answer.get("capture_id")
    if answer.get("status") in FINAL - {"done"} or capture_id is None:
        return Played(post=post, status=str(answer.get("status")), reason=str(answer.get("reason") or ""))
    state = _wait(client, str(capture_id), tell)
    return Played(
        post=post,
        status=str(state["status"]),
        reason=str(state.get("reason") or state.get("error") or ""),
        outcomes=tuple(state.get("outcomes", ())),
        duplicate=bool(answer.get("duplicate")),
    )


def _wait(client: Tiercel, capture_id: str, tell: Callable[[str], None]) -> Json:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (state := client.capture(capture_id, wait_seconds=WAIT_SECONDS))["status"] not in FINAL:
        if time.monotonic() > deadline:
            raise TiercelError(f"capture {capture_id} is still {state['status']}: look at the workers' logs and GET /v1/status.")
        tell(f"... still {state['status']}")
    return state
