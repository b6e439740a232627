"""An OpenClaw question becomes a recall on behalf of the person or group that the host's facts name."""

from collections.abc import Mapping
from dataclasses import dataclass

from services.api.auth import Narrowed
from services.api.openclaw_owner import HostFacts, HostOwner, owner_from_facts
from services.api.recall import RecallRequest
from services.api.schemas.recall import OpenClawRecallBody
from services.api.trigger_rules import machine_trigger
from shared.domain.candidate import SourceType


@dataclass(frozen=True, slots=True, kw_only=True)
class HostQuestion:
    """Who asks, before the key had its say."""

    body: OpenClawRecallBody
    user_id: str | None
    chat_id: str | None
    agent_id: str | None
    labels: Mapping[str, str]

    @property
    def is_group(self) -> bool:
        """Asked in a chat of several people."""
        return self.user_id is None

    def on_behalf_of(self, narrowed: Narrowed) -> RecallRequest:
        """The question as recall reads it."""
        body = self.body
        return RecallRequest(
            query=body.query,
            user_id=narrowed.user_id,
            agent_id=narrowed.agent_id,
            session_id=body.session_id or body.session_key,
            chat_id=self.chat_id,
            recent_queries=None if body.recent_queries is None else tuple(body.recent_queries),
            labels=narrowed.labels,
            source_types=(SourceType.TEXT,) if body.source_types is None else tuple(body.source_types),
            top_k=body.limit,
            min_score=body.min_score,
            token_budget=body.token_budget,
            deadline_ms=body.deadline_ms,
            timezone=body.timezone,
            explain=body.explain,
        )


def silence_reason(body: OpenClawRecallBody, *, local_user: str) -> str | None:
    """Why nothing is recalled: a machine asks, or nobody that could own memories."""
    machine = machine_trigger(body.trigger or "user", body.session_key, body.session_id)
    return f"trigger:{machine}" if machine else _owner(body, local_user).refusal


def openclaw_request(body: OpenClawRecallBody, *, local_user: str) -> HostQuestion:
    """The question with its owner."""
    owner = _owner(body, local_user)
    return HostQuestion(body=body, user_id=owner.user_id, chat_id=owner.chat_id, agent_id=body.agent_id, labels=body.labels)


def _owner(body: OpenClawRecallBody, local_user: str) -> HostOwner:
    facts = HostFacts(
        channel=body.channel,
        account_id=body.account_id,
        chat_id=body.chat_id,
        chat_type=body.chat_type,
        sender_id=body.sender_id,
        session_key=body.session_key,
    )
    return owner_from_facts(facts, local_user=local_user)
