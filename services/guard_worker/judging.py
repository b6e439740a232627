"""Who judges: the local judge first where there is one, then the gateway for what is left. Never nobody in their place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.guard_worker.asking import ask_judge
from services.guard_worker.case import Case, Judgement
from services.guard_worker.checking import check_facts
from services.guard_worker.doubt_judging import OUTAGES, UNAVAILABLE, LocalJudge, Word
from services.guard_worker.limits import Limits
from shared.domain.errors import ModelUnavailable
from shared.ports.language_model import LanguageModel
from shared.ports.metrics import Metrics
from shared.ports.verifier import Verifier
from shared.settings import Settings

AWAY = "judge_unavailable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judges:
    """The judges of one process; at least one is there. `verifier` checks facts beside the gateway judge alone.

    `gateway_rests` are the seconds for which the gateway is left alone after an outage, `is_gateway_away` says that it has
    been out for longer than the outage limit.
    """

    gateway: LanguageModel | None
    local: LocalJudge | None
    verifier: Verifier | None
    metrics: Metrics
    settings: Settings
    limits: Limits
    gateway_rests: float = 0.0
    is_gateway_away: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """The cases in order, each with a judgement or the reason why it has none. `heard_gateway`: it answered."""

    cases: tuple[Case, ...]
    heard_gateway: bool = False


def judge_cases(judges: Judges, cases: Sequence[Case], *, now: datetime) -> Judged:
    """Every case put to a judge, and those that the local judge leaves open to the gateway.

    Raises ModelUnavailable where the judge that a case needs is out and is waited for.
    """
    heard = _by_local_judge(judges, cases, now) if judges.local is not None else tuple(cases)
    left = [case for case in heard if case.judgement is None]
    if not left:
        return Judged(heard)
    answered, heard_gateway = _by_gateway(judges, left, now)
    return Judged(tuple(answered.get(case.candidate.id, case) for case in heard), heard_gateway)


def _by_local_judge(judges: Judges, cases: Sequence[Case], now: datetime) -> tuple[Case, ...]:
    if judges.local is None:
        return tuple(cases)
    words = judges.local.hear(cases, now=now)
    return tuple(_told(case, words[case.candidate.id]) for case in cases)


def _told(case: Case, word: Word) -> Case:
    if isinstance(word, Judgement):
        return replace(case, judgement=word)
    return replace(case, fell_back=word, judge_fault=UNAVAILABLE if word in OUTAGES else word)


def _by_gateway(judges: Judges, left: Sequence[Case], now: datetime) -> tuple[Mapping[str, Case], bool]:
    """What the gateway says of what is left; without one, why nobody says anything."""
    if judges.gateway is None:
        _wait_for_local_judge(judges, left)
        _note_fallbacks(judges.metrics, left, to="review")
        return {}, False
    if judges.is_gateway_away:
        _note_fallbacks(judges.metrics, left, to="review")
        return {case.candidate.id: replace(case, judge_fault=AWAY) for case in left}, False
    if judges.gateway_rests > 0:
        raise ModelUnavailable("the gateway is left alone after an outage", retry_after_seconds=judges.gateway_rests)
    _note_fallbacks(judges.metrics, left, to="gateway")
    checked = check_facts(judges.verifier, left, judges.limits) if judges.verifier is not None else tuple(left)
    hearing = ask_judge(judges.gateway, checked, now=now, max_tokens=judges.settings.model.max_tokens, metrics=judges.metrics)
    words = hearing.judgements.by_candidate
    answered = {case.candidate.id: replace(case, judgement=words.get(case.candidate.id), judge_fault=hearing.fault) for case in checked}
    return answered, True


def _wait_for_local_judge(judges: Judges, left: Sequence[Case]) -> None:
    """An outage of the only judge is waited for in required mode; an answer that cannot be read comes back the same."""
    is_out = any(case.fell_back in OUTAGES for case in left)
    if is_out and judges.settings.waits_for_judge and not judges.is_gateway_away:
        _note_fallbacks(judges.metrics, left, to="retry")
        raise ModelUnavailable("the local judge does not answer and there is no gateway")


def _note_fallbacks(metrics: Metrics, left: Sequence[Case], *, to: str) -> None:
    for case in left:
        if case.fell_back:
            metrics.count("tiercel_judge_fallbacks_total", reason=case.fell_back, to=to)
