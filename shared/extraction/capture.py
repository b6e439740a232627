"""The order of stages for one window: read it, draft statements, classify, judge their value, propose."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shared.domain.decision import Proposal
from shared.extraction.asking import Asking
from shared.extraction.drafts import Draft, candidate_of, home_of
from shared.extraction.known import Known, words_of
from shared.extraction.limit import within_limit
from shared.extraction.offline_events import event_drafts, ingest_drafts
from shared.extraction.offline_extraction import offline_drafts
from shared.extraction.offline_people import may_name_somebody, names_in
from shared.extraction.quarantine import quarantined
from shared.extraction.reflection import is_reflection
from shared.extraction.session_summary import is_summary_window
from shared.extraction.value import classify, judge_value
from shared.extraction.windows import Batch, Window
from shared.ports.captures import ConsumedTurn

OFFLINE = "offline"
Recalls = Callable[[Window], tuple[Known, ...]]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A statement and the window that it was found in."""

    draft: Draft
    window: Window


def nothing_known(_: Window) -> tuple[Known, ...]:
    """Where nothing is looked up."""
    return ()


def read_batch(
    batch: Batch, asking: Asking | None, *, threshold: float, most: int = 0, known: Recalls = nothing_known
) -> tuple[ConsumedTurn, ...]:
    """Every turn of the batch with what was proposed from it, refusals of the value stage included.

    `most` bounds what one turn may go on with (0 = no bound); `known` gives what is remembered about a window's words, so that
    the rules know who is spoken of by a bare name.
    `asking` is None in offline mode. Raises ModelUnavailable and ContentFault: then nothing of the batch is consumed.
    """
    if batch.turns[0].quarantine is not None:
        return (quarantined(batch.turns[0], batch.turns[0].quarantine),)
    drafted = [
        Drafted(draft, window)
        for window in batch.windows
        for draft in (_offline(window, known) if asking is None else asking.extract(window, may_repair=len(batch.turns) == 1))
    ]
    extracted_by = OFFLINE if asking is None else asking.model.name
    return _consumed(batch, drafted, threshold=threshold, most=most, extracted_by=extracted_by)


def _offline(window: Window, known: Recalls) -> tuple[Draft, ...]:
    turn = window.turns[-1]
    if is_reflection(window) or is_summary_window(window):
        return ()  # the model went away since it was asked for: nothing but a model looks back or sums up
    if turn.trigger_hint is not None:
        return event_drafts(window)
    if not turn.ingested:
        return offline_drafts(window, _people(window, known))
    ingested = ingest_drafts(window)
    if all(draft.trigger_type is None for draft in ingested):
        return offline_drafts(window, _people(window, known)) or ingested  # a person's own statement needs no type of its own
    return ingested


def _people(window: Window, known: Recalls) -> frozenset[str]:
    """Looked up only where somebody may be named."""
    return names_in(known(window)) if may_name_somebody(words_of(window)) else frozenset()


def _consumed(batch: Batch, drafted: Sequence[Drafted], *, threshold: float, most: int, extracted_by: str) -> tuple[ConsumedTurn, ...]:
    proposals: defaultdict[str, list[Proposal]] = defaultdict(list)
    for item in drafted:
        own = proposals[home_of(item.draft, item.window).capture_id]
        own.append(_proposal(item, number=len(own), threshold=threshold, extracted_by=extracted_by))
    return tuple(ConsumedTurn(capture_id=turn.capture_id, proposals=within_limit(proposals[turn.capture_id], most)) for turn in batch.turns)


def _proposal(item: Drafted, *, number: int, threshold: float, extracted_by: str) -> Proposal:
    """Later stages are not called once one has refused: the guard only records that."""
    candidate = candidate_of(item.draft, number=number, window=item.window, extracted_by=extracted_by)
    classified, refused = classify(item.draft.trigger_type, item.draft.confidence, threshold=threshold)
    if refused is not None:
        return Proposal(candidate=candidate, verdicts=(classified,), decided=refused)
    valued, refused = judge_value(candidate.trigger_type, candidate.criteria)
    return Proposal(candidate=candidate, verdicts=(classified, valued), decided=refused)
