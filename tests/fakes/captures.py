"""TurnIntake and Captures without Redis."""

from collections.abc import Sequence
from dataclasses import replace

from shared.adapters.redis_keys import guard_inbox_id, inbox_id
from shared.domain.candidate import SourceMessage
from shared.domain.decision import Proposal
from shared.domain.errors import LeaseLost, QueueFull
from shared.domain.scope import Owner
from shared.domain.turn import IN_FLIGHT, CaptureState, Receipt, Turn
from shared.ports.captures import CaptureView, ConsumedTurn
from shared.ports.inboxes import InboxKind, Lease
from tests.fakes.queue_state import CandidateRecord, CaptureRecord, InboxRecord, QueueState
from tests.fakes.session_words import keep_words


class FakeTurnIntake:
    def __init__(self, state: QueueState, *, max_turns: int = 1000, words_characters: int = 24_000) -> None:
        self._state, self._max_turns, self._words_characters = state, max_turns, words_characters

    def accept(self, turn: Turn) -> Receipt:
        ledger = self._state.ledgers[turn.tenant_id]
        replayed = self._state.replays.get((turn.tenant_id, turn.replay_key or ""))
        known = self._state.captures.get((turn.tenant_id, replayed or turn.capture_id))
        if known is not None:
            ledger["duplicates"] += 1
            ledger["conflicting"] += known.turn.content_key != turn.content_key
            return Receipt(capture_id=known.turn.capture_id, turn_id=known.turn.turn_id, state=known.state, duplicate=True)
        if sum(ledger[f"t:{state}"] for state in IN_FLIGHT) >= self._max_turns:
            raise QueueFull("the queue is full", retry_after_seconds=5)
        self._state.captures[turn.tenant_id, turn.capture_id] = CaptureRecord(turn, CaptureState.ACCEPTED)
        ledger["captured"] += 1
        ledger["t:accepted"] += 1
        if turn.replay_key:
            self._state.replays[turn.tenant_id, turn.replay_key] = turn.capture_id
        keep_words(self._state, turn, characters=self._words_characters)
        inbox = inbox_id(turn.tenant_id, turn.owner, turn.session_id)
        self._state.push(InboxKind.CAPTURE, inbox, InboxRecord(turn.tenant_id, turn.owner, turn.session_id), turn.capture_id)
        return Receipt(capture_id=turn.capture_id, turn_id=turn.turn_id, state=CaptureState.ACCEPTED, needs_wake=True)

    def accept_many(self, turns: Sequence[Turn]) -> tuple[Receipt, ...]:
        return tuple(self.accept(turn) for turn in turns)

    def release(self, turn: Turn) -> bool:
        record = self._state.captures.get((turn.tenant_id, turn.capture_id))
        if record is None or record.state is not CaptureState.DONE or record.is_released:
            return False
        self._state.move(turn.tenant_id, turn.capture_id, CaptureState.ACCEPTED)
        record.turn, record.is_released, record.reason = turn, True, None
        keep_words(self._state, turn, characters=self._words_characters)
        inbox = inbox_id(turn.tenant_id, turn.owner, turn.session_id)
        self._state.push(InboxKind.CAPTURE, inbox, InboxRecord(turn.tenant_id, turn.owner, turn.session_id), turn.capture_id)
        return True

    def skip(self, turn: Turn, *, reason: str, keep: bool) -> Receipt:
        ledger = self._state.ledgers[turn.tenant_id]
        receipt = Receipt(capture_id=turn.capture_id, turn_id=turn.turn_id, state=CaptureState.SKIPPED, reason=reason)
        if (turn.tenant_id, turn.capture_id) in self._state.captures:
            ledger["duplicates"] += 1
            return replace(receipt, duplicate=True)
        ledger["captured"] += 1
        ledger["t:skipped"] += 1
        if keep:
            self._state.captures[turn.tenant_id, turn.capture_id] = CaptureRecord(turn, CaptureState.SKIPPED, reason=reason)
        else:
            ledger["gone:t:skipped"] += 1
        return receipt


class FakeCaptures:
    def __init__(self, state: QueueState) -> None:
        self._state = state

    def view(self, tenant_id: str, capture_id: str) -> CaptureView | None:
        record = self._state.captures.get((tenant_id, capture_id))
        if record is None:
            return None
        ordered = sorted(record.outcomes.items(), key=lambda item: record.numbers.get(item[0], 0))
        return CaptureView(
            capture_id=capture_id, turn_id=record.turn.turn_id, tenant_id=tenant_id, owner=record.turn.owner, state=record.state,
            reason=record.reason, outcomes=tuple(outcome for _, outcome in ordered), attempts=record.attempts, error=record.error,
            accepted_at=record.accepted_at, redactions=record.turn.redactions,
            agent_id=record.turn.agent_id, labels=record.turn.labels,
        )  # fmt: skip

    def turns(self, tenant_id: str, capture_ids: Sequence[str]) -> tuple[Turn, ...]:
        return tuple(self._state.captures[tenant_id, found].turn for found in capture_ids if self._state.is_open(tenant_id, found))

    def begin_extraction(self, lease: Lease) -> None:
        self._demand(lease)
        for capture_id in lease.entry_ids:
            if self._state.captures[lease.tenant_id, capture_id].state in (CaptureState.ACCEPTED, CaptureState.RETRYING):
                self._state.move(lease.tenant_id, capture_id, CaptureState.EXTRACTING)

    def commit_extraction(self, lease: Lease, consumed: Sequence[ConsumedTurn], context: Sequence[SourceMessage]) -> None:
        inbox = self._demand(lease)
        inbox.losses = 0
        for turn in consumed:
            if turn.capture_id in inbox.entries:
                inbox.entries.remove(turn.capture_id)
            if self._state.is_open(lease.tenant_id, turn.capture_id):
                self._propose(lease, turn)
        if context:
            self._state.contexts[lease.tenant_id, lease.owner.key, lease.session_id] = tuple(context)

    def _propose(self, lease: Lease, turn: ConsumedTurn) -> None:
        record = self._state.captures[lease.tenant_id, turn.capture_id]
        if record.state is CaptureState.JUDGING:
            return
        if not turn.proposals:
            self._state.move(lease.tenant_id, turn.capture_id, CaptureState.DONE)
            record.reason = "nothing_to_keep"
            return
        self._state.move(lease.tenant_id, turn.capture_id, CaptureState.JUDGING)
        guard = guard_inbox_id(lease.tenant_id, lease.owner)
        record.open = len(turn.proposals)
        for proposal in turn.proposals:
            candidate = proposal.candidate
            record.numbers[candidate.id] = candidate.number
            self._state.candidates[lease.tenant_id, candidate.id] = CandidateRecord(proposal, turn.capture_id, guard)
            self._state.ledgers[lease.tenant_id]["proposed"] += 1
            self._state.ledgers[lease.tenant_id]["c:in_flight"] += 1
            self._state.push(InboxKind.GUARD, guard, InboxRecord(lease.tenant_id, lease.owner, lease.session_id), candidate.id)

    def bury(self, lease: Lease, capture_id: str, *, reason: str, raw: str) -> None:
        inbox = self._demand(lease)
        inbox.entries.remove(capture_id)
        record = self._state.captures[lease.tenant_id, capture_id]
        self._state.move(lease.tenant_id, capture_id, CaptureState.DEAD)
        record.reason = record.error = reason
        self._state.raw_answers[lease.tenant_id, capture_id] = raw

    def proposals(self, tenant_id: str, candidate_ids: Sequence[str]) -> tuple[Proposal, ...]:
        records = [self._state.candidates.get((tenant_id, candidate_id)) for candidate_id in candidate_ids]
        return tuple(record.proposal for record in records if record is not None and record.proposal is not None)

    def context(self, tenant_id: str, owner: Owner, session_id: str | None) -> tuple[SourceMessage, ...]:
        return self._state.contexts.get((tenant_id, owner.key, session_id), ())

    def pending(self, tenant_id: str, owner: Owner, *, limit: int) -> tuple[Turn, ...]:
        newest = [
            record for (tenant, found), record in self._state.captures.items() if tenant == tenant_id and self._state.is_open(tenant, found)
        ]
        return tuple(record.turn for record in reversed(newest) if record.turn.owner == owner)[:limit]

    def _demand(self, lease: Lease) -> InboxRecord:
        inbox = self._state.inboxes.get((lease.kind, lease.inbox_id))
        if inbox is None or inbox.status != "leased" or inbox.fence != lease.fence:
            raise LeaseLost("lost")
        return inbox
