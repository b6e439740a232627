"""The one judge call of a batch, and at most one repair."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.guard_worker.case import Case
from services.guard_worker.judge import Docket, Judgements, docket_of, read_judgements
from services.guard_worker.judge_prompt import INSTRUCTIONS, REPAIR_NOTE, SUMMARY_NOTE, judge_document
from services.guard_worker.judge_schema import SCHEMA, SCHEMA_NAME
from shared.domain.errors import ContentFault
from shared.domain.session_summary import is_summary_slot
from shared.extraction.metered import ask_model
from shared.ports.language_model import LanguageModel, ModelAnswer, ModelRequest
from shared.ports.metrics import Metrics

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hearing:
    """What came of asking: the judgements, or why there are none (`fault`)."""

    judgements: Judgements
    fault: str = ""


def ask_judge(judge: LanguageModel, cases: Sequence[Case], *, now: datetime, max_tokens: int, metrics: Metrics) -> Hearing:
    """Ask once for the whole batch; once more where the answer is unreadable or cut off. Raises ModelUnavailable.

    An answer that stays unreadable is no judgement: its candidates wait for a person.
    """
    docket = docket_of(cases, now)
    for is_repair in (False, True):
        request = judge_request(docket, max_tokens=max_tokens, is_repair=is_repair)
        try:
            judgements = ask_model(judge, request, metrics, lambda answer: _read(answer, docket))
        except ContentFault as fault:
            metrics.count("tiercel_parse_repairs_total", kind="judge_cut_off" if fault.cut_off else "judge_unreadable")
            log.warning("judgement.unreadable model=%s cut_off=%s repair=%s", judge.name, fault.cut_off, is_repair)
        else:
            _note(judgements, judge.name, asked=len(cases))
            return Hearing(judgements)
    return Hearing(Judgements(), fault="judge_unreadable")


def judge_request(docket: Docket, *, max_tokens: int, is_repair: bool = False) -> ModelRequest:
    """The structured call; a repair gets a note and twice the room, a summary a word on what it is."""
    told = INSTRUCTIONS + SUMMARY_NOTE if any(is_summary_slot(case.candidate.slot) for case in docket.cases) else INSTRUCTIONS
    return ModelRequest(
        schema_name=SCHEMA_NAME,
        schema=SCHEMA,
        instructions=told + REPAIR_NOTE if is_repair else told,
        document=judge_document(docket.cases, docket.neighbours, docket.references, docket.now),
        max_tokens=max_tokens * 2 if is_repair else max_tokens,
    )


def _read(answer: ModelAnswer, docket: Docket) -> Judgements:
    if answer.cut_off:
        raise ContentFault("the judge's answer was cut off", raw=answer.text, cut_off=True)
    return read_judgements(answer.text, docket)


def _note(judgements: Judgements, model: str, *, asked: int) -> None:
    """What a model invents or garbles is ignored, and counted here."""
    counts = (asked, len(judgements.by_candidate), judgements.invented, judgements.malformed)
    log.info("judgement.received model=%s asked=%d given=%d invented=%d malformed=%d", model, *counts)
