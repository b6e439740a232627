"""The rules of ownership and visibility in plain Python: what the fake store obeys and what every store is tested against."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from shared.domain.decision import Trace
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import TENANT_OWNER, Owner, OwnerKind, Scope, Viewer, Visibility, owner_of
from shared.domain.trace_filter import TraceFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """Whose a trace is, as far as a scope can tell."""

    tenant_id: str
    owner: Owner
    agent_id: str | None
    visibility: str | None
    labels: Mapping[str, str]


def is_readable(trace: Trace, scope: Scope) -> bool:
    """A trace belongs to whom its candidate belonged to; what it does not tell counts as not shared."""
    belonging = Belonging(
        tenant_id=trace.tenant_id,
        owner=trace.owner,
        agent_id=trace.candidate.get("agent_id"),
        visibility=trace.candidate.get("visibility"),
        labels=trace.candidate.get("labels") or {},
    )
    return _is_allowed(belonging, scope, ownerless_too=False)


def is_trace_wanted(trace: Trace, wanted: TraceFilter) -> bool:
    """What a list of decisions answers, within what is readable."""
    judged, judged_at = trace.first_word
    return (
        (wanted.actions is None or trace.decision.action in wanted.actions)
        and (wanted.stages is None or trace.decision.stage in wanted.stages)
        and (wanted.since is None or trace.at >= wanted.since)
        and (wanted.judged_actions is None or judged.action in wanted.judged_actions)
        and (wanted.judged_since is None or judged_at >= wanted.judged_since)
        and not (wanted.captured_only and trace.capture_id is None)
        and wanted.layer in (None, trace.candidate.get("layer"))
        and wanted.memory_id in (None, trace.memory_id)
    )


def is_listed(memory: Memory, scope: Scope) -> bool:
    """What a key or a worker may touch: the narrowed users' own and the team's."""
    return _is_allowed(memory, scope, ownerless_too=False)


def is_recallable(memory: Memory, scope: Scope) -> bool:
    """What some recall of this key could have found: ownerless memories too."""
    return _is_allowed(memory, scope, ownerless_too=True)


def is_wanted(memory: Memory, scope: Scope, wanted: MemoryFilter) -> bool:
    """What a recall (with a viewer) or a list (without one) answers."""
    if wanted.viewer is None:
        return is_listed(memory, scope) and _is_asked_for(memory, wanted)
    return is_recallable(memory, scope) and _is_seen(memory, wanted.viewer, scope) and _is_asked_for(memory, wanted)


def is_live(memory: Memory, now: datetime) -> bool:
    """Current, neither archived nor expired."""
    return memory.current and memory.stage is not RetentionStage.ARCHIVE and not memory.is_expired(now)


def _is_allowed(memory: Memory | Belonging, scope: Scope, *, ownerless_too: bool) -> bool:
    if memory.tenant_id != scope.tenant_id or set(scope.labels.items()) - set(memory.labels.items()):
        return False
    if scope.owner is not None and memory.owner != scope.owner:
        return False
    if not _is_user_allowed(memory, scope.user_ids, ownerless_too=ownerless_too):
        return False
    if scope.agent_ids is None:
        return True
    any_agent = memory.agent_id is None or memory.visibility == Visibility.TEAM
    return bool(scope.agent_ids) and (any_agent or memory.agent_id in scope.agent_ids)


def _is_user_allowed(memory: Memory | Belonging, user_ids: frozenset[str] | None, *, ownerless_too: bool) -> bool:
    if user_ids is None:
        return True
    if not user_ids:
        return False
    is_own = memory.owner.kind is OwnerKind.USER and memory.owner.id in user_ids
    return is_own or memory.visibility == Visibility.TEAM or (ownerless_too and memory.owner == TENANT_OWNER)


def _is_seen(memory: Memory, viewer: Viewer, scope: Scope) -> bool:
    if memory.visibility is Visibility.TEAM:
        return True
    user_id = viewer.user_id
    if user_id is None and viewer.chat_id is None:
        user_id = scope.only_user
    if memory.owner not in {owner_of(user_id=user_id, chat_id=viewer.chat_id), TENANT_OWNER}:
        return False
    if memory.visibility is Visibility.PRIVATE:
        return memory.agent_id is None or viewer.agent_id in {None, memory.agent_id}
    if memory.visibility is Visibility.SESSION:
        return viewer.session_id is not None and memory.session_id == viewer.session_id
    if memory.visibility is Visibility.CHAT:
        chat_ids = {memory.chat_id, memory.owner.id if memory.owner.kind is OwnerKind.CHAT else None}
        return viewer.chat_id is not None and viewer.chat_id in chat_ids
    return memory.visibility is Visibility.USER


def _is_asked_for(memory: Memory, wanted: MemoryFilter) -> bool:
    equal = (
        (wanted.user_id, memory.user_id),
        (wanted.agent_id, memory.agent_id),
        (wanted.visibility, memory.visibility.value),
    )
    listed = (
        (wanted.layers, memory.layer),
        (wanted.categories, memory.category),
        (wanted.stages, memory.stage),
        (wanted.source_types, memory.source_type),
    )
    return (
        all(asked is None or asked == has for asked, has in equal)
        and all(asked is None or has in asked for asked, has in listed)
        and not set(wanted.labels.items()) - set(memory.labels.items())
        and (wanted.text_contains or "").casefold() in memory.text.casefold()
        and _is_in_time(memory, wanted)
        and _is_alive(memory, wanted)
    )


def _is_in_time(memory: Memory, wanted: MemoryFilter) -> bool:
    if wanted.observed_since is not None and memory.observed_at < wanted.observed_since:
        return False
    if wanted.observed_until is not None and memory.observed_at > wanted.observed_until:
        return False
    if wanted.as_of is None:
        return True
    return memory.valid_from <= wanted.as_of and (memory.valid_to is None or wanted.as_of < memory.valid_to)


def _is_alive(memory: Memory, wanted: MemoryFilter) -> bool:
    if (then := wanted.live_at) is not None:
        is_archived = memory.stage is RetentionStage.ARCHIVE and not (memory.archived_at is not None and memory.archived_at > then)
        is_over = memory.expires_at is not None and memory.expires_at <= then
        return memory.current and memory.created_at <= then and not is_archived and not is_over
    if not memory.current and not wanted.include_superseded and wanted.as_of is None:
        return False
    is_archived = memory.stage is RetentionStage.ARCHIVE
    if is_archived and not wanted.include_archived and RetentionStage.ARCHIVE not in (wanted.stages or ()):
        return False
    return wanted.include_expired or not memory.is_expired(wanted.now)
