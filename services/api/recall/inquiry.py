"""One recall as it is carried out: the request with the server's settings filled in, who asks, and what that may see."""

from dataclasses import dataclass, replace
from datetime import datetime

from services.api.recall.answer import Degraded, RecallRequest
from services.api.recall.progress import Progress
from shared.domain.memory import RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Owner, Scope, Viewer
from shared.settings import RecallSettings


@dataclass(frozen=True, slots=True)
class Limits:
    """The request's numbers, else the server's."""

    top_k: int
    min_score: float
    token_budget: int
    deadline_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """What every step of one recall needs to know: `settings` are the tenant's. `progress` is the only part that changes."""

    recall_id: str
    request: RecallRequest
    scope: Scope
    viewer: Viewer
    settings: RecallSettings
    limits: Limits
    now: datetime
    progress: Progress
    in_archive: bool = False

    @property
    def may_look_into_archive(self) -> bool:
        """The archive was not searched along with the rest, and there is time and a store to search it."""
        request = self.request
        is_searched = request.include_archived or request.as_of is not None
        return not is_searched and Degraded.STORE not in self.progress.degraded and self.progress.seconds_left > 0.0

    def into_archive(self) -> "Inquiry":
        """The same, asked of the archive alone."""
        return replace(self, in_archive=True)

    @property
    def owner(self) -> Owner:
        """Whose own memories are seen besides the team's."""
        return self.viewer.owner

    @property
    def wanted(self) -> MemoryFilter:
        """The request's filters for the store. Superseded versions come only where they were asked for, or by `as_of`."""
        request, times = self.request, self.request.time_range
        return MemoryFilter(
            now=self.now,
            viewer=self.viewer,
            labels=request.labels,
            layers=request.layers,
            categories=request.categories,
            source_types=request.source_types,
            observed_since=times.since if times else None,
            observed_until=times.until if times else None,
            as_of=request.as_of,
            stages=(RetentionStage.ARCHIVE,) if self.in_archive else None,
            include_archived=request.include_archived,
            include_superseded=request.include_superseded,
        )


def limits_of(request: RecallRequest, settings: RecallSettings) -> Limits:
    """Request before settings."""
    return Limits(
        top_k=settings.top_k if request.top_k is None else request.top_k,
        min_score=settings.min_score if request.min_score is None else request.min_score,
        token_budget=settings.token_budget if request.token_budget is None else request.token_budget,
        deadline_ms=settings.deadline_ms if request.deadline_ms is None else request.deadline_ms,
    )


def viewer_of(request: RecallRequest, scope: Scope) -> Viewer:
    """The named user or chat; with neither, the one user that the key is narrowed to, where there is exactly one."""
    user_id = request.user_id
    if user_id is None and request.chat_id is None:
        user_id = scope.only_user
    return Viewer(user_id=user_id, agent_id=request.agent_id, session_id=request.session_id, chat_id=request.chat_id)
