"""POST /v1/memories: an explicit "remember this" passes the same hygiene, rules, layer policy and dedup as a turn."""

from collections import Counter
from dataclasses import dataclass
from uuid import uuid4

from services.api.auth import Narrowed, Principal, narrow_write
from services.api.dependencies import ApiParts, Container
from services.api.embedding import passage_vector
from services.api.errors import wrong_field
from services.api.explicit_plan import EXPLICIT, LEDGER_LINE, Written, hold_for_review, memory_of, place, trace_of, write_placed
from services.api.explicit_quality import explicit_quality
from services.api.hygiene import HARMFUL, chosen_visibility, clean, demand_owner, redacted_json, redacted_name
from services.api.schemas.memory import MemoryBody
from shared.domain import identity
from shared.domain.candidate import Attribution, Candidate, Criterion, Evidence, Layer, Role, SourceMessage
from shared.domain.decision import Action, Decision, GuardStage
from shared.domain.layer_policy import rule_on_layer
from shared.domain.memory import Memory
from shared.domain.quality import importance_of
from shared.domain.scope import Owner
from shared.domain.trigger import TriggerType
from shared.domain.ttl import DefaultTtl
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind
from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.language import language_of
from shared.text.noise import noise_reason

REQUEST_MESSAGE = "request"
EXPLICITLY_ASKED = Criterion(holds=True, reason="explicit request")


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
    found: Counter[str] = Counter()
    candidate = _candidate(container, principal, body, narrowed, owner, idempotency_key, found)
    for kind, amount in found.items():
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


def default_ttl(container: Container) -> DefaultTtl:
    """The settings' defaults."""
    forgetting = container.settings.forgetting
    return DefaultTtl(realtime_seconds=forgetting.realtime_ttl_seconds, other_seconds=forgetting.other_ttl_seconds)


def text_verdict(text: str) -> str | None:
    """Why the rules refuse a cleaned text, or None."""
    category = harmful_category(text)
    if category is not None:
        return HARMFUL + category
    noise = noise_reason(text)
    return f"noise:{noise}" if noise is not None else None


def _candidate(
    container: Container,
    principal: Principal,
    body: MemoryBody,
    narrowed: Narrowed,
    owner: Owner,
    idempotency_key: str | None,
    found: Counter[str],
) -> Candidate:
    now = container.clock.now()
    text = clean(body.text, found)
    if not text:
        raise wrong_field("text", "Nothing is left of the text after cleaning.")
    observed_at = body.observed_at or now
    if body.valid_to is not None and body.valid_to <= (body.valid_from or observed_at):
        raise wrong_field("valid_to", "valid_to must lie after valid_from (or, without one, after observed_at).")
    origin = identity.derive_id("explicit", principal.tenant_id, owner.key, idempotency_key or uuid4().hex)
    speaks_with_authority = principal.authority and body.layer is Layer.CORE_RULES
    return Candidate(
        id=identity.candidate_id(origin, 0),
        number=0,
        capture_id=origin,
        tenant_id=principal.tenant_id,
        owner=owner,
        text=text,
        category=body.category,
        layer=body.layer,
        trigger_type=TriggerType.RULE_UPDATE if body.layer is Layer.CORE_RULES else TriggerType.USER_FEEDBACK,
        confidence=1.0,
        criteria=(EXPLICITLY_ASKED, EXPLICITLY_ASKED, EXPLICITLY_ASKED),
        importance=0.5 if body.importance is None else body.importance,
        evidence=(Evidence(REQUEST_MESSAGE, text),),
        attribution=Attribution.HUMAN_CONFIG if speaks_with_authority else Attribution.USER_STATED,
        sources=(SourceMessage(message_id=REQUEST_MESSAGE, role=Role.USER, text=text, at=observed_at),),
        observed_at=observed_at,
        visibility=chosen_visibility(body.visibility, owner, session_id=body.session_id, chat_id=None),
        source_type=body.source_type,
        user_id=narrowed.user_id,
        agent_id=narrowed.agent_id,
        session_id=body.session_id,
        speaker=redacted_name(body.speaker, found),
        position=body.position,
        valid_from=body.valid_from,
        valid_to=body.valid_to,
        ttl_seconds=body.ttl_seconds,
        language=language_of(text),
        labels={**redacted_json(narrowed.labels, found), **principal.scope.labels},
        metadata=redacted_json(body.metadata, found),
        data={"pinned": body.pinned, "source": redacted_name(body.source, found)},
        extracted_by=EXPLICIT,
        authority=speaks_with_authority,
    )


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
    vector = passage_vector(parts, candidate.text)
    now = container.clock.now()
    memory = memory_of(
        candidate, importance=importance, now=now, ttl=default_ttl(container), actor=principal.actor, reason="explicit request"
    )
    plan_id = new_plan_id()

    def decide(current: tuple[Memory, ...]) -> Written:
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
                "audit": (
                    AuditEntry(
                        action=f"memory.{placed.action.value.lower()}",
                        actor=principal.actor,
                        subject_ids=(placed.memory.id,),
                        reason=reason,
                        detail={"version": placed.memory.version},
                    ),
                ),
            },
        )
        return Written(action=placed.action, plan=plan, memory=placed.memory, reason=reason)

    return container.writer.write(principal.tenant_id, candidate.owner, decide, memory_ids=[memory.id], text_keys=[memory.text_key])
