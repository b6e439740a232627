"""Read your own writes: user messages that no worker has judged yet, found by BM25 and judged by their words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rank_bm25 import BM25Plus

from services.api.recall.answer import Dropped, RecalledMemory, RecallRequest
from services.api.recall.assembly import safe_text
from services.api.recall.match_reason import match_reason
from services.api.recall.question import Question
from services.api.recall.ranking import chance
from services.api.recall.relevance import RelevanceModel
from shared.domain.candidate import Role
from shared.domain.memory import RetentionStage
from shared.domain.relevance import Hit
from shared.domain.scope import Scope, Viewer, Visibility
from shared.domain.session_summary import is_summary
from shared.domain.turn import Turn, TurnMessage
from shared.text.injection import injection_mark
from shared.text.language import language_of
from shared.text.noise import noise_reason
from shared.text.normalise import canonical

NEWEST_TURNS = 200
LONGEST_MESSAGE = 4000
"""Characters that are looked at: a pasted file is not what somebody asks for a moment later."""

TermsOf = Callable[[str], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class PendingMessage:
    """One user message of a turn that waits."""

    turn: Turn
    message: TurnMessage


@dataclass(frozen=True, slots=True)
class PendingAnswer:
    """Best first, and what was left out though it matched."""

    found: tuple[RecalledMemory, ...]
    dropped: tuple[Dropped, ...] = ()


def pending_messages(turns: Sequence[Turn], request: RecallRequest, viewer: Viewer, scope: Scope) -> tuple[PendingMessage, ...]:
    """What this recall may see, the asking session's first. Filters on what only a judged memory has leave nothing."""
    if request.layers is not None or request.categories is not None or request.as_of is not None:
        return ()
    seen = [turn for turn in turns if is_visible(turn, viewer, scope) and _is_asked_for(turn, request)]
    ordered = sorted(seen, key=lambda turn: viewer.session_id is None or turn.session_id != viewer.session_id)
    return tuple(PendingMessage(turn, message) for turn in ordered for message in turn.messages if message.role is Role.USER)


def is_visible(turn: Turn, viewer: Viewer, scope: Scope) -> bool:
    """The rules of memories, applied to a turn of the viewer's own owner."""
    if turn.quarantine is not None or is_summary(turn):
        return False
    if turn.tenant_id != scope.tenant_id or turn.owner != viewer.owner or scope.labels.items() - turn.labels.items():
        return False
    if scope.user_ids is not None and viewer.user_id is not None and viewer.user_id not in scope.user_ids:
        return False
    if scope.user_ids is not None and not scope.user_ids:
        return False
    if scope.agent_ids is not None and turn.agent_id is not None and turn.agent_id not in scope.agent_ids:
        return False
    if turn.visibility is Visibility.PRIVATE:
        return turn.agent_id is None or viewer.agent_id in {None, turn.agent_id}
    if turn.visibility is Visibility.SESSION:
        return viewer.session_id is not None and turn.session_id == viewer.session_id
    return turn.visibility is not Visibility.CHAT or (viewer.chat_id is not None and turn.chat_id == viewer.chat_id)


def _is_asked_for(turn: Turn, request: RecallRequest) -> bool:
    if request.labels.items() - turn.labels.items():
        return False
    if request.source_types is not None and turn.source_type not in request.source_types:
        return False
    times = request.time_range
    if times is None:
        return True
    too_early = times.since is not None and turn.occurred_at < times.since
    return not too_early and (times.until is None or turn.occurred_at <= times.until)


def rank_pending(
    messages: Sequence[PendingMessage], question: Question, *, model: RelevanceModel, terms_of: TermsOf, min_score: float, limit: int
) -> PendingAnswer:
    """At most `limit` messages in the order of BM25Plus (its IDF is never negative) whose relevance reached `min_score`.

    Relevance comes from the same features as a memory's, by the coefficients for words alone.
    """
    if limit == 0:
        return PendingAnswer(())
    rows = _by_bm25(messages, question, terms_of)
    hits = [_hit(message, text, terms) for message, text, terms in rows]
    log_odds, match = model.by_words(hits, question)
    relevance = [chance(value) for value in log_odds.tolist()]
    found: list[RecalledMemory] = []
    dropped: list[Dropped] = []
    said: set[str] = set()
    for at, (message, text, _) in enumerate(rows):
        if len(found) == limit:
            break
        if relevance[at] < min_score:
            continue
        reason = _unwanted(text, said)
        if reason is not None:
            dropped.append(Dropped(id=message.turn.capture_id, stage="pending", reason=reason, score=round(relevance[at], 4)))
        else:
            said.add(canonical(text))
            matched = tuple(match.covered[at].nonzero()[0].tolist())
            found.append(_recalled(message, question, relevance[at], matched))
    return PendingAnswer(tuple(found), tuple(dropped))


def _by_bm25(
    messages: Sequence[PendingMessage], question: Question, terms_of: TermsOf
) -> list[tuple[PendingMessage, str, tuple[int, ...]]]:
    """Messages that share a term with the question, best first; rarity is counted over all of them."""
    texts = [message.message.text[:LONGEST_MESSAGE] for message in messages]
    rows = [(message, text, terms) for message, text, terms in zip(messages, texts, map(terms_of, texts), strict=True) if terms]
    wanted = question.term_ids
    sharing = [at for at, (_, _, terms) in enumerate(rows) if not wanted.isdisjoint(terms)]
    if not sharing:
        return []
    scores = BM25Plus([terms for _, _, terms in rows]).get_batch_scores([term.id for term in question.terms], sharing)
    return [rows[at] for _, at in sorted(zip(scores, sharing, strict=True), key=lambda scored: (-scored[0], scored[1]))]


def _unwanted(text: str, said: set[str]) -> str | None:
    if canonical(text) in said:
        return "said twice"
    if injection_mark(text) is not None:
        return "addresses the model"
    return noise_reason(text)


def _hit(message: PendingMessage, text: str, terms: tuple[int, ...]) -> Hit:
    return Hit(
        point_id="",
        memory_id=message.turn.capture_id,
        cosine=None,
        sparse_score=0.0,
        dense_rank=None,
        sparse_rank=None,
        term_ids=terms,
        importance=0.5,
        stage=RetentionStage.WORKING,
        observed_at=message.turn.occurred_at,
        last_accessed_at=None,
        access_count=0,
        session_id=message.turn.session_id,
        position=None,
        language=language_of(text),
        speaker=message.message.name,
    )


def _recalled(message: PendingMessage, question: Question, relevance: float, matched: tuple[int, ...]) -> RecalledMemory:
    turn = message.turn
    at = message.message.occurred_at or turn.occurred_at
    return RecalledMemory(
        id=turn.capture_id,
        text=safe_text(message.message.text[:LONGEST_MESSAGE]),
        score=round(relevance, 4),
        category=None,
        layer=None,
        stage=None,
        source_type=turn.source_type,
        visibility=turn.visibility,
        created_at=turn.received_at,
        observed_at=at,
        valid_from=at,
        match=match_reason(question, matched, has_vector=False),
        version=0,
        pending=True,
        user_id=turn.user_id,
        agent_id=turn.agent_id,
        chat_id=turn.chat_id,
        session_id=turn.session_id,
        speaker=message.message.name,
        labels=turn.labels,
        metadata=turn.metadata,
    )
