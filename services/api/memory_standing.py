"""Archive, restore and promote: a person moves a memory; lists and recall obey from the next request on."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from services.api.auth import Principal, owns_memory
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import conflict, not_found, role_denied, scope_denied
from services.api.explicit_plan import Written
from services.api.explicit_write import default_ttl, new_plan_id
from services.api.hygiene import redacted_name
from shared.domain.candidate import Attribution, Layer
from shared.domain.decision import Action
from shared.domain.history import RESTORE, followed
from shared.domain.layer_policy import may_overwrite
from shared.domain.memory import Memory, RetentionStage
from shared.domain.proposals import promoted
from shared.domain.retention import earned_stage, entry_stage
from shared.domain.ttl import expiry
from shared.domain.versioning import Change, next_version, point_of
from shared.domain.write_plan import AuditEntry, PointSwitch, WritePlan, WriterKind
from shared.text.spoken_by import as_said
from shared.writing import point_insert


def archive_memory(parts: ApiParts, principal: Principal, memory_id: str, note: str | None) -> Memory:
    """Out of recall and lists, kept, restorable. Repeatable. Refusal 403, 404."""
    container = parts.container
    now = container.clock.now()

    def change(versions: tuple[Memory, ...]) -> Change:
        current = _current(versions)
        if current.stage is RetentionStage.ARCHIVE:
            return Change()
        archived = PointSwitch(point_id=point_of(current), stage=RetentionStage.ARCHIVE.value, archived_at=now, clears=("expires_at",))
        return Change(switches=(archived,))

    return _move(container, principal, _seen(container, principal, memory_id), change, action="memory.archived", note=note)


def restore_memory(parts: ApiParts, principal: Principal, memory_id: str, version: int | None, note: str | None) -> Memory:
    """Out of the archive; or, with `version`, that version's words as the new current one. Refusal 403, 404, 409."""
    container = parts.container
    seen = _seen(container, principal, memory_id)
    chosen = next((each for each in seen if each.version == version), None)
    if version is not None and chosen is None:
        raise not_found("version")
    if version is None and not any(each.current for each in seen):
        chosen = seen[-1]

    def unarchived(versions: tuple[Memory, ...]) -> Change:
        return _unarchived(versions, container.clock.now())

    if chosen is None:
        return _move(container, principal, seen, unarchived, action="memory.restored", note=note)
    vector = passage_vector(parts, as_said(chosen.text, chosen.speaker))
    again = _again(container, principal, chosen, note)

    def change(versions: tuple[Memory, ...]) -> Change:
        current = next((each for each in versions if each.current), None)
        if current is not None and current.version == chosen.version:
            return unarchived(versions) if current.stage is RetentionStage.ARCHIVE else Change()
        return followed(versions, again) if current is None else next_version(current, again)

    return _move(container, principal, seen, change, action="memory.restored", note=note, vector=vector)


def promote_memory(parts: ApiParts, principal: Principal, memory_id: str, note: str | None) -> Memory:
    """Strategy experience (L2) becomes a skill template (L4), as a new version. Repeatable. Refusal 403, 404, 409."""
    container = parts.container
    seen = _seen(container, principal, memory_id)
    embedded = _current(seen)
    vector = passage_vector(parts, as_said(embedded.text, embedded.speaker))
    now = container.clock.now()

    def change(versions: tuple[Memory, ...]) -> Change:
        current = _current(versions)
        if current.layer is Layer.SKILL_TEMPLATE:
            return Change()
        if current.stage is RetentionStage.ARCHIVE:
            raise conflict("not_promotable", "Only live memories become templates; this one is in the archive: restore it first.")
        if current.layer is not Layer.STRATEGY_EXP:
            raise conflict("not_promotable", f"Only L2 memories become templates; this one is {current.layer.value}.")
        demand_same_words(embedded, current)
        return promoted(current, now, actor=principal.actor)

    return _move(container, principal, seen, change, action="memory.promoted", note=note, vector=vector)


def demand_same_words(embedded: Memory, current: Memory) -> None:
    """A vector is of the words it was computed from. Refusal 409 where they were edited since."""
    if current.text != embedded.text:
        raise conflict("version_conflict", "The memory was edited at this moment. Read it again.")


def _seen(container: Container, principal: Principal, memory_id: str) -> tuple[Memory, ...]:
    """All versions, the newest last. 404; 403 for one that is only shared; 403 for a core rule without authority."""
    versions = container.store.history(principal.scope, memory_id)
    if not versions or any(version.current and version.is_expired(container.clock.now()) for version in versions):
        raise not_found("memory")
    if not owns_memory(principal.scope, versions[-1]):
        raise scope_denied("The memory is shared with this key and not its own: it can be read and not changed.", "memory_id")
    attribution = Attribution.HUMAN_CONFIG if principal.authority else Attribution.USER_STATED
    if any(not may_overwrite(layer=version.layer, attribution=attribution) for version in versions):
        raise role_denied("A core rule (L1) is moved only by a key with authority.")
    return versions


def _current(versions: tuple[Memory, ...]) -> Memory:
    current = next((version for version in versions if version.current), None)
    if current is None:
        raise conflict("taken_back", "The memory was taken back: restore it first (POST /v1/memories/{id}/restore).")
    return current


def _unarchived(versions: tuple[Memory, ...], now: datetime) -> Change:
    """Restoring counts as a use now and ends its time to live: the next sweep must not take it away again."""
    current = _current(versions)
    if current.stage is not RetentionStage.ARCHIVE:
        raise conflict("not_archived", "The memory is live. To bring earlier words back name their version.", field="version")
    restored = PointSwitch(
        point_id=point_of(current), stage=earned_stage(current).value, last_accessed_at=now, clears=("archived_at", "expires_at")
    )
    return Change(switches=(restored,))


def _again(container: Container, principal: Principal, chosen: Memory, note: str | None) -> Memory:
    """The chosen version's words from now on; what is over gets its usual time again."""
    now = container.clock.now()
    is_over = chosen.expires_at is not None and chosen.expires_at <= now
    anew = expiry(
        layer=chosen.layer, category=chosen.category, asked_seconds=None, now=now, defaults=default_ttl(container, principal.tenant_id)
    )
    words = redacted_name(note, Counter())
    return replace(
        chosen,
        stage=entry_stage(chosen.importance),
        archived_at=None,
        last_accessed_at=now,
        valid_from=now,
        valid_to=None,
        expires_at=anew if is_over else chosen.expires_at,
        changed_by=principal.actor,
        change_reason=f"{RESTORE}{chosen.version}" + (f" {words}" if words else ""),
    )


def _move(
    container: Container,
    principal: Principal,
    seen: tuple[Memory, ...],
    change: Callable[[tuple[Memory, ...]], Change],
    *,
    action: str,
    note: str | None,
    vector: list[float] | None = None,
) -> Memory:
    newest = seen[-1]

    def decide(state: tuple[Memory, ...]) -> Written:
        if not state:
            raise not_found("memory")
        wanted = change(tuple(sorted(state, key=lambda version: version.version)))
        if not wanted.inserts and not wanted.switches:
            return Written(action=Action.NOOP, plan=None)
        plan = WritePlan(
            id=new_plan_id(),
            tenant_id=newest.tenant_id,
            owner=newest.owner,
            writer=WriterKind.REVIEW,
            made_at=container.clock.now(),
            inserts=tuple(point_insert(memory, vector) for memory in wanted.inserts),
            switches=wanted.switches,
            audit=(_line(principal, newest, wanted, action, note),),
        )
        return Written(action=Action.UPDATE, plan=plan)

    container.writer.write(newest.tenant_id, newest.owner, decide, memory_ids=[newest.id], history_of=[newest.id])
    after = container.store.get(principal.scope, newest.id)
    if after is None:
        raise not_found("memory")
    return after


def _line(principal: Principal, memory: Memory, change: Change, action: str, note: str | None) -> AuditEntry:
    version = change.inserts[0].version if change.inserts else memory.version
    return AuditEntry(
        action=action,
        actor=principal.actor,
        subject_ids=(memory.id,),
        reason="request",
        detail={"version": version, "layer": memory.layer.value, "noted": note is not None},
    )
