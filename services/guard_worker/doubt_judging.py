"""Puts candidates to the local judge, one a call, several at a time, within a deadline and behind a breaker."""

import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event

from services.guard_worker.case import Case, Judgement
from services.guard_worker.doubt_answer import Malformed, judgement_of, read_doubt_answer
from services.guard_worker.doubt_prompt import doubt_prompt, known_memories
from shared.domain.errors import ContentFault, ModelUnavailable
from shared.domain.outage import OutagePause
from shared.extraction.metered import metered
from shared.ports.language_model import ModelAnswer
from shared.ports.metrics import Metrics
from shared.ports.text_model import TextModel, TextRequest
from shared.settings import LocalJudgeSettings

log = logging.getLogger(__name__)

SCHEMA = "doubtmem"
"""How its calls are told apart in the metrics of model calls."""

UNAVAILABLE = "local_judge_unavailable"
RESTING = "local_judge_resting"
OUT_OF_TIME = "local_judge_out_of_time"
MALFORMED = "local_judge_malformed"
REFUSED = "local_judge_refused"
OUTAGES = frozenset({UNAVAILABLE, RESTING, OUT_OF_TIME})
"""Reasons that pass by themselves; the others lie in the answer."""

Word = Judgement | str
"""A judgement, or the reason why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalJudge:
    """One local model. After an outage it is left alone for a while, longer with each in a row (`pause`)."""

    model: TextModel
    settings: LocalJudgeSettings
    metrics: Metrics
    pause: OutagePause = field(default_factory=lambda: OutagePause(first_seconds=2.0, longest_seconds=300.0))

    def hear(self, cases: Sequence[Case], *, now: datetime) -> Mapping[str, Word]:
        """By candidate id. Never raises: whatever goes wrong with a candidate is its reason."""
        if self.pause.seconds_left(now) > 0:
            return {case.candidate.id: RESTING for case in cases}
        ends_at = time.monotonic() + self.settings.deadline_seconds
        is_down = Event()
        with ThreadPoolExecutor(max_workers=self.settings.parallel, thread_name_prefix="local-judge") as pool:
            words = list(pool.map(lambda case: self._hear_one(case, is_down, ends_at), cases))
        if is_down.is_set():
            self.pause.failed(now, retry_after_seconds=None)
        elif words:
            self.pause.succeeded()
        return {case.candidate.id: word for case, word in zip(cases, words, strict=True)}

    def _hear_one(self, case: Case, is_down: Event, ends_at: float) -> Word:
        if is_down.is_set():
            return UNAVAILABLE
        if time.monotonic() >= ends_at:
            return OUT_OF_TIME
        memories = known_memories(case)
        request = TextRequest(prompt=doubt_prompt(case), max_tokens=self.settings.max_tokens)

        def read(answer: ModelAnswer) -> Judgement:
            return judgement_of(read_doubt_answer(answer.text, memories=len(memories), cut_off=answer.cut_off), memories)

        try:
            return metered(lambda: self.model.complete(request), SCHEMA, self.metrics, read)
        except ModelUnavailable as fault:
            is_down.set()
            return self._without_word(case, UNAVAILABLE, fault.code)
        except Malformed as fault:
            self.metrics.count("tiercel_parse_repairs_total", kind=f"doubtmem_{fault.flaw.value}")
            return self._without_word(case, MALFORMED, fault.flaw.value)
        except ContentFault as fault:
            return self._without_word(case, REFUSED, fault.code)

    def _without_word(self, case: Case, reason: str, fault: str) -> str:
        log.warning("local_judge.silent model=%s candidate=%s reason=%s fault=%s", self.model.name, case.candidate.id, reason, fault)
        return reason
