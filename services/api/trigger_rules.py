"""Turns that nobody said: started by a clock or by the host itself."""

from shared.domain.reflection import REFLECTION
from shared.domain.session_summary import SUMMARY

MACHINE_TRIGGERS = frozenset(
    {"heartbeat", "cron", "automation", "schedule", "scheduled", "system", "subagent", "inter_session", "internal_system"}
)
MACHINE_SESSIONS = {":cron:": "cron", ":heartbeat:": "heartbeat", ":subagent:": "subagent"}


OWN_TRIGGERS = frozenset({REFLECTION, SUMMARY})


def spoken_trigger(trigger: str) -> str:
    """What a host says started a turn. What the service alone starts is not for a host to name."""
    return "user" if trigger.strip().casefold() in OWN_TRIGGERS else trigger


def machine_trigger(trigger: str, *sessions: str | None) -> str | None:
    """The machine that started it, or None where a person did."""
    named = trigger.strip().casefold()
    if named in MACHINE_TRIGGERS:
        return named
    for session in sessions:
        for mark, machine in MACHINE_SESSIONS.items():
            if session is not None and mark in f"{session}:":
                return machine
    return None
