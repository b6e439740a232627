"""Summing up a session: its kept words go in behind its waiting turns, one turn for each circle of readers. No model is asked here."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from services.api.auth import Narrowed, Principal
from services.api.dependencies import Container
from services.api.intake import CAPTURE_DISABLED
from services.api.wake import wake_capture
from shared.domain.scope import Owner
from shared.domain.session_summary import NOTHING_SAID, OFF, OFFLINE, KeptTurn, by_readers, summary_turn, unsaid_turn
from shared.domain.turn import Receipt, Turn

NOTES = {
    None: "The session's waiting turns are read first; the summary then passes the guard and the capture shows its outcome.",
    OFFLINE: "There is no model to sum up a session. Its turns are captured one by one as always.",
    OFF: "No words of sessions are kept (TIERCEL_SESSION_WORDS_SECONDS=0), so there is nothing to sum up.",
    NOTHING_SAID: "Nothing that was said in this session is kept: words are kept for a day (TIERCEL_SESSION_WORDS_SECONDS).",
    CAPTURE_DISABLED: "Nothing is captured (TIERCEL_CAPTURE_ENABLED=false).",
}


def summarize(container: Container, principal: Principal, owner: Owner, sessions: Sequence[str], narrowed: Narrowed) -> dict[str, Any]:
    """The body of the 202. `sessions`: the names that one session goes by, the first that has words names the summary.

    The same words again are `duplicate`; turns out of the key's reach are left out.
    """
    kept = _kept(container, principal, owner, sessions, narrowed)
    reason = _reason(container, kept)
    named = next((session for session in sessions if kept.get(session)), sessions[0])
    now = container.clock.now()
    if reason is not None:
        unsaid = unsaid_turn(principal.tenant_id, owner, named, reason, now=now)
        turn = replace(unsaid, agent_id=narrowed.agent_id, labels=narrowed.labels)
        receipt = container.intake.skip(turn, reason=reason, keep=True)
        container.metrics.count("tiercel_session_summaries_total", result="skipped")
        return {"session_id": named, **_answer(receipt, turn, 0), "reason": reason, "note": NOTES[reason], "summaries": []}
    circles = by_readers(sorted((turn for turns in kept.values() for turn in turns), key=lambda turn: turn.at))
    turns = [summary_turn(principal.tenant_id, owner, named, circle, now=now) for circle in circles]
    receipts = container.intake.accept_many(turns)
    wake_capture(container, sum(receipt.needs_wake for receipt in receipts))
    for receipt in receipts:
        container.metrics.count("tiercel_session_summaries_total", result="duplicate" if receipt.duplicate else "accepted")
    answers = [_answer(receipt, turn, len(circle)) for receipt, turn, circle in zip(receipts, turns, circles, strict=True)]
    return {"session_id": named, **answers[0], "note": NOTES[None], "summaries": answers}


def _kept(
    container: Container, principal: Principal, owner: Owner, sessions: Sequence[str], narrowed: Narrowed
) -> Mapping[str, list[KeptTurn]]:
    found: dict[str, list[KeptTurn]] = {}
    for session in dict.fromkeys(sessions):
        turns = container.session_words.kept(principal.tenant_id, owner, session)
        found[session] = [turn for turn in turns if _is_in_reach(turn, principal, owner, narrowed)]
    return found


def _is_in_reach(turn: KeptTurn, principal: Principal, owner: Owner, narrowed: Narrowed) -> bool:
    if not principal.scope.holds(owner=owner, agent_id=turn.agent_id, labels=turn.labels):
        return False
    is_of_agent = narrowed.agent_id is None or turn.agent_id in {None, narrowed.agent_id}
    return is_of_agent and narrowed.labels.items() <= turn.labels.items()


def _reason(container: Container, kept: Mapping[str, list[KeptTurn]]) -> str | None:
    """Why no summary is made, or None."""
    settings = container.settings
    if not settings.capture.enabled:
        return CAPTURE_DISABLED
    if not settings.capture.session_words_seconds:
        return OFF
    if not settings.llm_is_on:
        return OFFLINE
    return None if any(kept.values()) else NOTHING_SAID


def _answer(receipt: Receipt, turn: Turn, count: int) -> dict[str, Any]:
    return {
        "capture_id": receipt.capture_id,
        "duplicate": receipt.duplicate,
        "status": receipt.state.value,
        "visibility": turn.visibility.value,
        "turns": count,
    }
