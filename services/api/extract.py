"""What extraction would propose for a text: the same hygiene, windows and value stage as a turn; nothing is stored."""

from typing import Any

from services.api.auth import Principal
from services.api.dependencies import Container
from services.api.errors import Refusal
from services.api.hygiene import prepare_turn
from services.api.turn_draft import TurnDraft
from shared.contracts.records import to_plain
from shared.domain.candidate import Candidate
from shared.domain.decision import Proposal
from shared.domain.errors import ContentFault
from shared.domain.scope import Scope
from shared.domain.turn import Turn
from shared.extraction.asking import Asking
from shared.extraction.capture import read_batch
from shared.extraction.windows import batches

SHOWN = (
    "text", "category", "layer", "trigger_type", "confidence", "criteria", "importance", "evidence", "observed_at", "valid_from",
    "valid_to", "subject", "slot", "language", "name", "abstract", "overview", "data", "extracted_by",
)  # fmt: skip


def extract(container: Container, principal: Principal, draft: TurnDraft) -> dict[str, Any]:
    """Raises ModelUnavailable; Refusal 502 where the model's answer cannot be used."""
    anybody = Principal(
        key_id=principal.key_id, scope=Scope(tenant_id=principal.tenant_id), roles=principal.roles, authority=principal.authority
    )
    clean = prepare_turn(draft, anybody, container.clock.now())
    for kind, amount in clean.turn.redactions.items():
        container.metrics.count("tiercel_redactions_total", amount, kind=kind)
    refused = clean.skip_reason or clean.turn.quarantine
    proposals = [] if refused is not None else _proposals(container, clean.turn)
    return {
        "candidates": [_shown(each.candidate) for each in proposals if each.decided is None],
        "rejected": [
            {"text": each.candidate.text, "stage": each.decided.stage.value, "reason": each.decided.reason}
            for each in proposals
            if each.decided is not None
        ],
        "redactions": dict(clean.turn.redactions),
        "refused": refused,
    }


def _proposals(container: Container, turn: Turn) -> list[Proposal]:
    settings = container.settings
    asking = None
    if container.extractor is not None:
        asking = Asking(
            model=container.extractor, metrics=container.metrics, max_tokens=settings.model.max_tokens, now=container.clock.now()
        )
    found: list[Proposal] = []
    try:
        for batch in batches([turn], (), characters=settings.capture.window_characters, context_messages=0):
            consumed = read_batch(batch, asking, threshold=settings.capture.classify_threshold, most=settings.capture.max_chunks)
            found += [proposal for each in consumed for proposal in each.proposals]
    except ContentFault:
        raise Refusal(502, "content", "The model answered, but its answer cannot be used. Try again.") from None
    return found


def _shown(candidate: Candidate) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(candidate)
    return {**{name: plain[name] for name in SHOWN}, "source_attribution": candidate.attribution.value}
