"""POST /v1/memories: an explicit "remember this" passes the same hygiene, rules, layer policy and dedup as a turn."""

from collections import Counter
from dataclasses import dataclass
from uuid import uuid4

from services.api.auth import Principal, narrow_write
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import wrong_field
from services.api.explicit_candidate import Asked, explicit_candidate
from services.api.explicit_plan import LEDGER_LINE, UNDONE, Written, hold_for_review, memory_of, place, trace_of, write_placed
from services.api.explicit_quality import explicit_quality
from services.api.hygiene import demand_owner
from services.api.schemas.memory import MemoryBody
from shared import forgetting_rules
from shared.domain import identity
from shared.domain.candidate import Candidate
from shared.domain.decision import Action, Decision, GuardStage
from shared.domain.layer_policy import rule_on_layer
from shared.domain.memory import Memory
from shared.domain.quality import importance_of
from shared.domain.scope import Owner
from shared.domain.ttl import DefaultTtl
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind
from shared.text.door_rules import text_verdict
from shared.text.injection import injection_mark
from shared.text.spoken_by import as_said


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say before anything is stored."""

    action: Action
    reason: str


def remember(parts: ApiParts, principal: Principal, body: MemoryBody, idempotency_key: str | None) -> Written:
    """Write, update, count again, or hold for review. Refusal 403 or 422 (with the rule's reason)."""
    container = parts.container
    narrowed = narrow_write(principal, user_id=body.user_id, agent_id=body.agent_id, labels=body.labels)
    owner = demand_owner(principal, narrowed, None)
    asked = Asked(
        principal=principal,
        narrowed=narrowed,
        owner=owner,
        origin_id=identity.derive_id("explicit", principal.tenant_id, owner.key, idempotency_key or uuid4().hex),
        now=container.clock.now(),
        found=Counter(),
    )
    candidate = explicit_candidate(body, asked)
    for kind, amount in asked.found.items():
        container.metrics.count("tiercel_redactions_total", amount, kind=kind)
    ruling = _rule(candidate)
    if ruling.action is Action.REJECT:
        refuse(container, principal, owner, ruling.reason)
    importance = importance_of(explicit_quality(candidate.text, candidate.category, candidate.layer, wished_importance=body.importance))
    if ruling.action is Action.PENDING_REVIEW:
        return _hold(container, principal, candidate, ruling.reason, importance)
    return _store(parts, principal, candidate, importance)


def refuse(container: Container, principal: Principal, owner: Owner, reason: str) -> None:
    """Count and audit a refused statement without its words, then say so: Refusal 422 with the rule's reason."""
    entry = AuditEntry(action="memory.refuse", actor=principal.actor, reason=reason)
    plan = WritePlan(
        id=new_plan_id(),
        tenant_id=principal.tenant_id,
        owner=owner,
        writer=WriterKind.EXPLICIT,
        made_at=container.clock.now(),
        explicit={LEDGER_LINE[Action.REJECT]: 1},
        audit=(entry,),
    )
    container.writer.write(principal.tenant_id, owner, lambda _: Written(action=Action.REJECT, plan=plan))
    raise wrong_field("text", f"Not kept: {reason}. GET /v1/audit shows the rule; docs/api.md explains it.", code="refused", reason=reason)


def new_plan_id() -> str:
    """One per request."""
    return identity.derive_id("plan", uuid4().hex)


def default_ttl(container: Container, tenant_id: str) -> DefaultTtl:
    """The tenant's defaults, else the deployment's."""
    return forgetting_rules.default_ttl(container.settings.forgetting, container.tenant_settings.read(tenant_id).forgetting)


def _rule(candidate: Candidate) -> Ruling:
    """Words first, then the layer; what addresses the model waits for a person."""
    verdict = text_verdict(candidate.text)
    if verdict is not None:
        return Ruling(Action.REJECT, verdict)
    layer = rule_on_layer(layer=candidate.layer, attribution=candidate.attribution, has_source=True, has_conditions=True)
    mark = injection_mark(candidate.text)
    if mark is not None and layer.action is not Action.REJECT:
        return Ruling(Action.PENDING_REVIEW, f"injection:{mark}")
    return Ruling(layer.action, layer.reason)


def _hold(container: Container, principal: Principal, candidate: Candidate, reason: str, importance: float) -> Written:
    review_id = identity.review_id(candidate.id)
    if container.reviews.get(principal.scope, review_id) is not None:
        return Written(action=Action.PENDING_REVIEW, plan=None, review_id=review_id, reason=reason)
    held = hold_for_review(
        candidate, reason, plan_id=new_plan_id(), now=container.clock.now(), importance=importance, actor=principal.actor
    )
    return container.writer.write(principal.tenant_id, candidate.owner, lambda _: held)


def _store(parts: ApiParts, principal: Principal, candidate: Candidate, importance: float) -> Written:
    container = parts.container
    vector = passage_vector(parts, as_said(candidate.text, candidate.speaker))
    now = container.clock.now()
    memory = memory_of(
        candidate,
        importance=importance,
        now=now,
        ttl=default_ttl(container, principal.tenant_id),
        actor=principal.actor,
        reason="explicit request",
    )
    plan_id = new_plan_id()

    def decide(current: tuple[Memory, ...]) -> Written:
        _demand_not_undone(memory, current)
        placed = place(memory, current, now)
        # A request sent twice keeps the trace of its first time.
        is_replay = placed.action is Action.NOOP and placed.memory.id == memory.id
        reason = "exact_duplicate" if placed.action is Action.NOOP else "explicit_request"
        decision = Decision(
            action=placed.action, stage=GuardStage.WRITING, reason=reason, target_id=placed.memory.id, importance=importance
        )
        plan = write_placed(
            placed,
            plan_id=plan_id,
            now=now,
            vector=vector,
            writer=WriterKind.EXPLICIT,
            extra={
                "traces": () if is_replay else (trace_of(candidate, decision, now=now, memory_id=placed.memory.id),),
                "explicit": {LEDGER_LINE[placed.action]: 1},
                "audit": (_audit_line(principal, placed.action, placed.memory, reason),),
            },
        )
        return Written(action=placed.action, plan=plan, memory=placed.memory, reason=reason)

    return container.writer.write(
        principal.tenant_id, candidate.owner, decide, memory_ids=[memory.id], text_keys=[memory.text_key], history_of=[memory.id]
    )


def _demand_not_undone(memory: Memory, current: tuple[Memory, ...]) -> None:
    """A request that is sent again does not bring back what a person took back."""
    own = [version for version in current if version.id == memory.id]
    if own and not any(version.current for version in own):
        raise wrong_field("text", "A person took this very request back. Send it as a new one.", code="refused", reason=UNDONE)


def _audit_line(principal: Principal, action: Action, memory: Memory, reason: str) -> AuditEntry:
    name, detail = f"memory.{action.value.lower()}", {"version": memory.version}
    return AuditEntry(action=name, actor=principal.actor, subject_ids=(memory.id,), reason=reason, detail=detail)
