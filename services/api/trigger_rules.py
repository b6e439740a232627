"""Turns that nobody said: started by a clock or by the host itself."""

MACHINE_TRIGGERS = frozenset(
    {"heartbeat", "cron", "automation", "schedule", "scheduled", "system", "subagent", "inter_session", "internal_system"}
)
MACHINE_SESSIONS = {":cron:": "cron", ":heartbeat:": "heartbeat", ":subagent:": "subagent"}


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
