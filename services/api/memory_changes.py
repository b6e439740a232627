"""Changing what is stored: a new version, a word of feedback, an erasure. Each re-reads under the owner's lock."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from services.api.auth import Principal, owns_memory
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.erased_words import drop_kept_words
from services.api.errors import conflict, not_found, role_denied, scope_denied
from services.api.explicit_plan import Written, key_of
from services.api.explicit_write import new_plan_id, refuse
from services.api.hygiene import clean, redacted_labels, redacted_name
from services.api.review_records import demand_open
from services.api.schemas.memory import FeedbackBody, MemoryPatch
from shared.domain.candidate import Attribution, Evidence
from shared.domain.decision import Action
from shared.domain.layer_policy import may_overwrite
from shared.domain.memory import Memory
from shared.domain.review import Review
from shared.domain.versioning import Change, next_version, point_of
from shared.domain.write_plan import AuditEntry, PointSwitch, WritePlan, WriterKind, lives
from shared.ports.key_ring import KeyRole
from shared.text.door_rules import text_verdict
from shared.text.injection import injection_mark
from shared.text.language import language_of
from shared.text.spoken_by import as_said
from shared.writing import point_insert

RELIABILITY_STEP = {"confirm": 0.1, "deny": -0.05, "correct": -0.3, "helpful": 0.05, "harmful": -0.2}


def demand_own_memory(container: Container, principal: Principal, memory_id: str) -> Memory:
    """One that the key may change: Refusal 404, and 403 for one of somebody else's that is shared with the team."""
    return _owned(principal, demand_memory(container, principal, memory_id))


def demand_memory(container: Container, principal: Principal, memory_id: str) -> Memory:
    """The current version in the key's reach. Refusal 404, also from the second on in which it expires."""
    memory = container.store.get(principal.scope, memory_id)
    if memory is None or memory.is_expired(container.clock.now()):
        raise not_found("memory")
    return memory


def _owned(principal: Principal, memory: Memory) -> Memory:
    if not owns_memory(principal.scope, memory):
        raise scope_denied("The memory is shared with this key and not its own: it can be read and not changed.", "memory_id")
    return memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change under way: what it does to the current version, and what is written about it."""

    seen: Memory
    change: Callable[[Memory], Change]
    text: str
    vector: list[float] | None
    action: str
    reason: str
    ledger_line: str | None = None
    closes: Review | None = None


def patch_memory(parts: ApiParts, principal: Principal, memory_id: str, patch: MemoryPatch, *, closes: Review | None = None) -> Memory:
    """A new version, re-embedded. Refusal 404, 409 where the version has moved on, 403, 422."""
    container = parts.container
    seen = demand_own_memory(container, principal, memory_id)
    text = _new_text(container, principal, seen, patch.text)
    changes = _changed_fields(patch, principal)
    vector = passage_vector(parts, as_said(text, seen.speaker))
    now = container.clock.now()

    def change(old: Memory) -> Change:
        if old.version != patch.if_version:
            raise conflict("version_conflict", f"The memory is at version {old.version}. Read it again.", field="if_version")
        return next_version(old, _edited(old, text, principal, now, "patch", changes))

    edit = Edit(
        seen=seen, change=change, text=text, vector=vector, action="memory.update", reason="patch", ledger_line="updated", closes=closes
    )
    return _apply(container, principal, edit)


def give_feedback(parts: ApiParts, principal: Principal, memory_id: str, body: FeedbackBody) -> Memory:
    """Move reliability; a correction with its text also makes a new version, which keeps the (redacted) note."""
    container = parts.container
    seen = demand_own_memory(container, principal, memory_id)
    is_correction = body.verdict == "correct" and body.text is not None
    text = _new_text(container, principal, seen, body.text) if is_correction else seen.text
    vector = passage_vector(parts, as_said(text, seen.speaker)) if is_correction else None
    now = container.clock.now()
    note = redacted_name(body.note, Counter())

    def change(old: Memory) -> Change:
        reliability = round(min(1.0, max(0.0, old.reliability + RELIABILITY_STEP[body.verdict])), 6)
        if is_correction:
            why = f"feedback:correct {note}" if note else "feedback:correct"
            return next_version(old, _edited(old, text, principal, now, why, {"reliability": reliability}))
        is_wanted = now if RELIABILITY_STEP[body.verdict] > 0 else None
        return Change(switches=(PointSwitch(point_id=point_of(old), reliability=reliability, last_accessed_at=is_wanted),))

    edit = Edit(
        seen=seen,
        change=change,
        text=text,
        vector=vector,
        action="memory.feedback",
        reason=f"feedback:{body.verdict}",
        ledger_line="updated" if is_correction else None,
    )
    return _apply(container, principal, edit)


def erase_memory(container: Container, principal: Principal, memory_id: str) -> None:
    """All versions and their traces, for good, and what its session still keeps of its words. The audit line holds ids and no text.

    Refusal 404; 403 for a core rule, which its writers may not take away.
    """
    seen = _demand_any_version(container, principal, memory_id)
    if not may_overwrite(layer=seen.layer, attribution=_attribution(principal)) and KeyRole.ADMIN not in principal.roles:
        raise role_denied("A core rule (L1) is erased only by a key with authority or with the role admin.")
    drop_kept_words(container.session_words, container.store, seen)
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=principal.tenant_id,
        owner=seen.owner,
        writer=WriterKind.EXPLICIT,
        made_at=container.clock.now(),
        deleted_memory_ids=(memory_id,),
        explicit={"erased": 1},
        audit=(
            AuditEntry(
                action="memory.erase", actor=principal.actor, subject_ids=(memory_id,), reason="request", detail={"lives": lives([seen])}
            ),
        ),
    )

    def decide(current: tuple[Memory, ...]) -> Written:
        if not any(memory.id == memory_id for memory in current):
            raise not_found("memory")
        return Written(action=Action.UPDATE, plan=plan)

    container.writer.write(principal.tenant_id, seen.owner, decide, memory_ids=[memory_id], history_of=[memory_id])


def _demand_any_version(container: Container, principal: Principal, memory_id: str) -> Memory:
    """Also of a memory that has expired, or was taken back and has no current version: its words can still be erased."""
    current = container.store.get(principal.scope, memory_id)
    if current is not None:
        return _owned(principal, current)
    versions = container.store.history(principal.scope, memory_id)
    if not versions or not owns_memory(principal.scope, versions[-1]):
        raise not_found("memory")
    return versions[-1]


def _attribution(principal: Principal) -> Attribution:
    return Attribution.HUMAN_CONFIG if principal.authority else Attribution.USER_STATED


def _new_text(container: Container, principal: Principal, seen: Memory, text: str | None) -> str:
    """The cleaned text, where a new one was sent. Refusal 422 where the rules do not keep it, 403 for core rules."""
    if not may_overwrite(layer=seen.layer, attribution=_attribution(principal)):
        raise role_denied("A core rule (L1) is changed only by a key with authority.")
    if text is None:
        return seen.text
    cleaned = clean(text, Counter())
    verdict = text_verdict(cleaned) if cleaned else "empty"
    mark = injection_mark(cleaned) if verdict is None else None
    if verdict is not None or mark is not None:
        refuse(container, principal, seen.owner, verdict or f"injection:{mark}")
    return cleaned


def _changed_fields(patch: MemoryPatch, principal: Principal) -> dict[str, Any]:
    names = patch.model_fields_set - {"if_version", "text"}
    changes = {name: getattr(patch, name) for name in names}
    if patch.labels is not None:
        for key, value in principal.scope.labels.items():
            if patch.labels.get(key) != value:
                raise scope_denied(f"The key is narrowed to one value of the label {key}: it cannot be taken away.", "labels")
        changes["labels"] = {**redacted_labels(patch.labels, Counter()), **principal.scope.labels}
    return changes


def _edited(old: Memory, text: str, principal: Principal, now: datetime, reason: str, changes: Mapping[str, Any]) -> Memory:
    """The next version's content: a changed text stands on the editor's word. What a person works on is not idle.

    In the archive its time begins anew: the clock must not delete an edit of today.
    """
    edited = replace(
        old,
        last_accessed_at=now,
        archived_at=None if old.archived_at is None else now,
        valid_from=now,
        changed_by=principal.actor,
        change_reason=reason,
        superseded_by=None,
        **changes,
    )
    if text == old.text:
        return edited
    return replace(
        edited,
        text=text,
        text_key=key_of(text, old.tenant_id, old.owner.key),
        language=language_of(text),
        evidence=(Evidence("request", text),),
        name=None,
        abstract=None,
        overview=None,
    )


def _apply(container: Container, principal: Principal, edit: Edit) -> Memory:
    """Under the lock: the change of the current version, unless its text belongs to another memory by now."""
    seen = edit.seen
    key = key_of(edit.text, seen.tenant_id, seen.owner.key)

    def decide(current: tuple[Memory, ...]) -> Written:
        old = next((memory for memory in current if memory.id == seen.id), None)
        if old is None or old.is_expired(container.clock.now()):
            raise not_found("memory")
        demand_open(container, principal, edit.closes)
        wanted = edit.change(old)
        is_taken = any(memory.id != seen.id and memory.text_key == key for memory in current)
        if wanted.inserts and is_taken and key != old.text_key:
            raise conflict("duplicate", "Another memory of the same owner already says this.", field="text")
        return Written(action=Action.UPDATE, plan=_plan(container, principal, edit, old, wanted), memory=_after(old, wanted))

    written = container.writer.write(principal.tenant_id, seen.owner, decide, memory_ids=[seen.id], text_keys=[key])
    return written.memory or seen


def _plan(container: Container, principal: Principal, edit: Edit, old: Memory, wanted: Change) -> WritePlan:
    version = wanted.inserts[0].version if wanted.inserts else old.version
    entry = AuditEntry(action=edit.action, actor=principal.actor, subject_ids=(old.id,), reason=edit.reason, detail={"version": version})
    return WritePlan(
        id=new_plan_id(),
        tenant_id=old.tenant_id,
        owner=old.owner,
        writer=WriterKind.EXPLICIT,
        made_at=container.clock.now(),
        inserts=tuple(point_insert(memory, edit.vector) for memory in wanted.inserts),
        switches=wanted.switches,
        explicit={edit.ledger_line: 1} if edit.ledger_line else {},
        audit=(entry,),
        answered_review=edit.closes,
    )


def _after(old: Memory, change: Change) -> Memory:
    if change.inserts:
        return change.inserts[0]
    switch = change.switches[0]
    reliability = old.reliability if switch.reliability is None else switch.reliability
    return replace(old, reliability=reliability, last_accessed_at=switch.last_accessed_at or old.last_accessed_at)
