"""The lesson of a turn that could not be processed: counted per owner and reason, without a word of the turn."""

from datetime import datetime

from shared.domain.learning import Learning, LearningSource, LearningType, learning_id
from shared.ports.inboxes import Lease


def lesson_of_dead(lease: Lease, capture_id: str, reason: str, now: datetime) -> Learning:
    """`context` names the newest such capture (GET /v1/admin/dead)."""
    return Learning(
        id=learning_id(lease.tenant_id, lease.owner, LearningType.ERROR, "dead_letter", reason),
        tenant_id=lease.tenant_id,
        owner=lease.owner,
        type=LearningType.ERROR,
        source=LearningSource.DEAD_LETTER,
        summary=f"A turn could not be processed: {reason}.",
        created_at=now,
        last_at=now,
        error_type=reason,
        context={"capture_id": capture_id},
    )
