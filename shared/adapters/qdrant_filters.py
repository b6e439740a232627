"""Scope, viewer and MemoryFilter as one engine filter. The only place where a filter is built.

Whose memories are seen is decided here, inside the engine, and nowhere after it. Every filter names the tenant.
"""

from collections.abc import Iterable, Sequence

from qdrant_client import models

from shared.adapters.qdrant_mapping import label_pair, to_us
from shared.domain.memory import RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import TENANT_OWNER, Owner, OwnerKind, Scope, Viewer, Visibility

Condition = models.FieldCondition | models.HasIdCondition | models.IsEmptyCondition | models.Filter


def same(field: str, value: str | int) -> models.FieldCondition:
    """The field (or one value of a list) equals this value."""
    return models.FieldCondition(key=field, match=models.MatchValue(value=value))


def any_of(field: str, values: Iterable[str]) -> models.FieldCondition:
    """The field (or one value of a list) is one of these, which must not be none."""
    return models.FieldCondition(key=field, match=models.MatchAny(any=sorted(values)))


def within(
    field: str, *, since: int | None = None, until: int | None = None, after: int | None = None, before: int | None = None
) -> Condition:
    """A number between bounds: since <= field <= until, after < field < before."""
    return models.FieldCondition(key=field, range=models.Range(gte=since, lte=until, gt=after, lt=before))


def has_id(point_ids: Sequence[str]) -> models.HasIdCondition:
    """One of these points."""
    return models.HasIdCondition(has_id=list(point_ids))


def absent(field: str) -> models.IsEmptyCondition:
    """The point does not have the field."""
    return models.IsEmptyCondition(is_empty=models.PayloadField(key=field))


def either(*conditions: Condition) -> models.Filter:
    """At least one of these holds."""
    return models.Filter(should=list(conditions))


def both(*conditions: Condition) -> models.Filter:
    """All of these hold."""
    return models.Filter(must=list(conditions))


def tenant_filter(scope: Scope) -> models.Filter:
    """Everything of the tenant: the population that term rarity is computed over, never a result."""
    return both(same("tenant", scope.tenant_id))


def scope_filter(scope: Scope, *conditions: Condition) -> models.Filter:
    """What a list, a history or a worker may touch: the narrowed users' own and the team's."""
    return both(*_allowed(scope), *conditions)


def fetch_filter(scope: Scope, *conditions: Condition) -> models.Filter:
    """What any recall of this scope could have found: ownerless memories too."""
    return both(*_allowed(scope, also_owned_by=(TENANT_OWNER.key,)), *conditions)


def wanted_filter(scope: Scope, wanted: MemoryFilter, *conditions: Condition) -> models.Filter:
    """What a recall (with a viewer) or a list (without one) may see and asks for."""
    if wanted.viewer is None:
        return both(*_allowed(scope), *_asked(scope, wanted), *conditions)
    allowed = _allowed(scope, also_owned_by=(TENANT_OWNER.key,))
    return both(*allowed, _seen_by(wanted.viewer, scope), *_asked(scope, wanted), *conditions)


def live_filter(scope: Scope, *, now_us: int) -> models.Filter:
    """Current, neither archived nor expired."""
    return scope_filter(scope, same("current", value=True), _not_archived(), within("expires_us", after=now_us))


def due_filter(scope: Scope, *, now_us: int) -> models.Filter:
    """Current, not archived, and expired."""
    return scope_filter(scope, same("current", value=True), _not_archived(), within("expires_us", until=now_us))


def owned_filter(tenant_id: str, owner: Owner, *conditions: Condition) -> models.Filter:
    """What a write plan of this owner may change."""
    return both(same("tenant", tenant_id), same("owner", owner.key), *conditions)


def _nothing(scope: Scope) -> models.Filter:
    return models.Filter(must_not=[same("tenant", scope.tenant_id)])


def _not_archived() -> models.Filter:
    return models.Filter(must_not=[same("stage", RetentionStage.ARCHIVE.value)])


def _allowed(scope: Scope, *, also_owned_by: tuple[str, ...] = ()) -> list[Condition]:
    conditions: list[Condition] = [same("tenant", scope.tenant_id)]
    conditions += [same("label_pairs", label_pair(key, value)) for key, value in scope.labels.items()]
    if scope.owner is not None:
        conditions.append(same("owner", scope.owner.key))
    if scope.user_ids is not None:
        owners = [Owner(OwnerKind.USER, user_id).key for user_id in scope.user_ids]
        seen = either(any_of("owner", [*owners, *also_owned_by]), _of_team()) if owners else _nothing(scope)
        conditions.append(seen)
    if scope.agent_ids is not None:
        named = any_of("agent_id", scope.agent_ids) if scope.agent_ids else None
        conditions.append(either(named, absent("agent_id"), _of_team()) if named else _nothing(scope))
    return conditions


def _of_team() -> models.FieldCondition:
    return same("visibility", Visibility.TEAM.value)


def _seen_by(viewer: Viewer, scope: Scope) -> models.Filter:
    """The viewer's own and the tenant's memories as far as their visibility goes, and all of the team's."""
    of_key = scope.only_user if viewer.user_id is None and viewer.chat_id is None else None
    own = viewer.owner if of_key is None else Owner(OwnerKind.USER, of_key)
    visible: list[Condition] = [same("visibility", Visibility.USER.value)]
    private: list[Condition] = [same("visibility", Visibility.PRIVATE.value)]
    if viewer.agent_id is not None:
        private.append(either(absent("agent_id"), same("agent_id", viewer.agent_id)))
    visible.append(both(*private))
    if viewer.session_id is not None:
        visible.append(both(same("visibility", Visibility.SESSION.value), same("session_id", viewer.session_id)))
    if viewer.chat_id is not None:
        in_chat = either(same("owner", Owner(OwnerKind.CHAT, viewer.chat_id).key), same("chat_id", viewer.chat_id))
        visible.append(both(same("visibility", Visibility.CHAT.value), in_chat))
    return either(_of_team(), both(any_of("owner", {own.key, TENANT_OWNER.key}), either(*visible)))


def _asked(scope: Scope, wanted: MemoryFilter) -> list[Condition]:
    conditions: list[Condition] = [same("label_pairs", label_pair(key, value)) for key, value in wanted.labels.items()]
    equal = {"user_id": wanted.user_id, "agent_id": wanted.agent_id, "visibility": wanted.visibility}
    conditions += [same(field, value) for field, value in equal.items() if value is not None]
    listed = {
        "layer": wanted.layers,
        "category": wanted.categories,
        "stage": wanted.stages,
        "source_type": wanted.source_types,
    }
    for field, values in listed.items():
        if values is not None:
            conditions.append(any_of(field, [value.value for value in values]) if values else _nothing(scope))
    return [*conditions, *_in_time(wanted), *_alive(wanted)]


def _in_time(wanted: MemoryFilter) -> list[Condition]:
    conditions: list[Condition] = []
    if wanted.observed_since is not None:
        conditions.append(within("observed_us", since=to_us(wanted.observed_since)))
    if wanted.observed_until is not None:
        conditions.append(within("observed_us", until=to_us(wanted.observed_until)))
    if wanted.as_of is not None:
        then = to_us(wanted.as_of)
        conditions += [within("valid_from_us", until=then), within("valid_to_us", after=then)]
    return conditions


def _alive(wanted: MemoryFilter) -> list[Condition]:
    """Asking for a past moment takes superseded versions in; naming the stage `archive` takes archived ones in."""
    conditions: list[Condition] = []
    if wanted.live_at is not None:
        then = to_us(wanted.live_at)
        stayed = either(_not_archived(), within("archived_us", after=then))
        return [same("current", value=True), within("created_us", until=then), stayed, within("expires_us", after=then)]
    if not wanted.include_superseded and wanted.as_of is None:
        conditions.append(same("current", value=True))
    if not wanted.include_archived and RetentionStage.ARCHIVE not in (wanted.stages or ()):
        conditions.append(_not_archived())
    if not wanted.include_expired:
        # Nothing expires in the archive.
        conditions.append(either(same("stage", RetentionStage.ARCHIVE.value), within("expires_us", after=to_us(wanted.now))))
    return conditions
