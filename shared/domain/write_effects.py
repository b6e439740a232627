"""Whose recalls a finished write plan may change."""

from shared.domain.scope import TENANT_OWNER, Owner, Visibility
from shared.domain.write_plan import PointSwitch, WritePlan, WriterKind


def readers_touched(plan: WritePlan) -> tuple[Owner, ...]:
    """The owner; and the tenant, for everybody's recalls, where something that the team sees may have come or come back.

    Counting a use changes nobody's results. What goes away for the team is not named here: a kept result is shown from
    versions read anew, so what has gone cannot be in it.
    """
    if plan.writer is WriterKind.REINFORCEMENT or not (plan.inserts or plan.switches or plan.deleted_memory_ids):
        return ()
    is_team = any(insert.memory.visibility is Visibility.TEAM for insert in plan.inserts)
    comes_back = any(_may_bring_back(switch) for switch in plan.switches)
    return tuple(dict.fromkeys((plan.owner, TENANT_OWNER) if is_team or comes_back else (plan.owner,)))


def _may_bring_back(switch: PointSwitch) -> bool:
    return switch.current is True or bool(switch.clears) or switch.expires_at is not None or switch.stage not in {None, "archive"}
