"""An imported line that addresses the model waits for a person like an explicit statement."""

from collections.abc import Sequence

from services.api.dependencies import Container
from services.api.explicit_candidate import ASKED_FOR
from services.api.explicit_plan import EXPLICIT
from services.api.import_line import LineFrame, ReadLine
from shared.domain import identity
from shared.domain.candidate import Candidate, Evidence, Role, SourceMessage
from shared.domain.decision import Action, Decision, GuardStage
from shared.domain.review import Review, ReviewKind, ReviewStatus
from shared.domain.trigger import TriggerType

LINE_MESSAGE = "line"


def review_of(line: ReadLine, frame: LineFrame) -> Review:
    """The review with a candidate that approving it would store."""
    memory, reason = line.memory, line.mark or ""
    candidate = Candidate(
        id=identity.candidate_id(memory.id, memory.version),
        number=0,
        capture_id=memory.id,
        trigger_type=TriggerType.USER_FEEDBACK,
        confidence=1.0,
        criteria=(ASKED_FOR, ASKED_FOR, ASKED_FOR),
        evidence=(Evidence(LINE_MESSAGE, memory.text),),
        sources=(SourceMessage(message_id=LINE_MESSAGE, role=Role.USER, text=memory.text, at=memory.observed_at),),
        extracted_by=EXPLICIT,
        data={"pinned": memory.pinned, "source": memory.source},
        **{name: getattr(memory, name) for name in SHARED_FIELDS},
    )
    return Review(
        id=identity.review_id(candidate.id),
        tenant_id=memory.tenant_id,
        owner=memory.owner,
        kind=ReviewKind.CANDIDATE,
        status=ReviewStatus.PENDING,
        reason=reason,
        created_at=frame.now,
        text=memory.text,
        candidate=candidate,
        proposed=Decision(action=Action.PENDING_REVIEW, stage=GuardStage.HYGIENE, reason=reason, importance=memory.importance),
    )


SHARED_FIELDS: tuple[str, ...] = (
    "tenant_id", "owner", "text", "category", "layer", "importance", "attribution", "observed_at", "visibility", "source_type",
    "user_id", "agent_id", "session_id", "chat_id", "speaker", "position", "valid_from", "valid_to", "subject", "slot", "language",
    "name", "abstract", "overview", "labels", "metadata",
)  # fmt: skip


def new_reviews(container: Container, frame: LineFrame, held: Sequence[ReadLine]) -> list[Review]:
    """One for each line that addresses the model, unless it was sent before."""
    made = {review.id: review for review in (review_of(line, frame) for line in held)}
    return [review for review in made.values() if container.reviews.get(frame.principal.scope, review.id) is None]
