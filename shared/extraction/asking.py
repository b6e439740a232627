"""One extraction by a model: one call, and at most one more where the answer was unreadable, cut off or in another language."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shared.domain.errors import ContentFault
from shared.extraction.answer_parser import ParsedAnswer, parse_answer
from shared.extraction.drafts import Draft
from shared.extraction.extraction import document_of, drafts_from, language_differs
from shared.extraction.extraction_prompt import RepairKind, instructions
from shared.extraction.extraction_schema import EXTRACTION_SCHEMA, SCHEMA_NAME
from shared.extraction.metered import ask_model
from shared.extraction.recollection import Recollection
from shared.extraction.reflection import REFLECTION_SCHEMA_NAME, is_reflection, reflection_instructions
from shared.extraction.session_summary import SUMMARY_SCHEMA_NAME, as_summary, is_summary_window, summary_instructions
from shared.extraction.windows import Window
from shared.ports.language_model import LanguageModel, ModelRequest
from shared.ports.metrics import Metrics

# A repair may be twice as long, and so may every further attempt.
LARGER_BUDGET = 2
LARGEST_BUDGET_TOKENS = 32_768


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of call: its schema is every extraction's, its name and instructions are its own."""

    schema_name: str
    instructions: Callable[[RepairKind | None], str]


EXTRACTION = Kind(SCHEMA_NAME, instructions)
REFLECTION = Kind(REFLECTION_SCHEMA_NAME, reflection_instructions)
SUMMARY = Kind(SUMMARY_SCHEMA_NAME, summary_instructions)


def _kind_of(window: Window) -> Kind:
    return REFLECTION if is_reflection(window) else SUMMARY if is_summary_window(window) else EXTRACTION


@dataclass(frozen=True, slots=True)
class Asking:
    """A model and what a call may cost. `attempts` counts earlier drains that failed on this window.

    `recollection` None: the model is not shown what is remembered already. `kind`: what the window asks for.
    """

    model: LanguageModel
    metrics: Metrics
    max_tokens: int
    now: datetime
    attempts: int = 0
    recollection: Recollection | None = None
    kind: Kind = EXTRACTION

    def extract(self, window: Window, *, may_repair: bool) -> tuple[Draft, ...]:
        """The window's drafts. Raises ModelUnavailable (outage) and ContentFault (the answer cannot be used)."""
        asked = _kind_of(window)
        if asked is not self.kind:
            return replace(self, kind=asked).extract(window, may_repair=may_repair)
        known = self.recollection.near(window, self.now) if self.recollection is not None and asked is not SUMMARY else ()
        document = document_of(window, now=self.now, known=known)
        known_trouble = RepairKind.UNREADABLE if self.attempts else None
        try:
            answer = self._ask(document, repair=known_trouble, doublings=self.attempts)
        except ContentFault as fault:
            if not may_repair:
                raise
            kind = RepairKind.CUT_OFF if fault.cut_off else RepairKind.UNREADABLE
            return self._drafts(self._ask(document, repair=kind, doublings=self.attempts + 1), window)
        drafts = self._drafts(answer, window)
        return self._in_their_language(drafts, window, document) if any(map(language_differs, drafts)) else drafts

    def _in_their_language(self, drafts: tuple[Draft, ...], window: Window, document: Mapping[str, Any]) -> tuple[Draft, ...]:
        """The repaired drafts; the first ones where the repair failed: the guard refuses what still differs."""
        try:
            return self._drafts(self._ask(document, repair=RepairKind.LANGUAGE, doublings=self.attempts), window)
        except ContentFault:
            return drafts

    def _drafts(self, answer: ParsedAnswer, window: Window) -> tuple[Draft, ...]:
        drafts, notes = drafts_from(answer.items, window, now=self.now)
        self._count(Counter(answer.mends) + notes)
        return as_summary(drafts, window) if self.kind is SUMMARY else drafts

    def _ask(self, document: Mapping[str, Any], *, repair: RepairKind | None, doublings: int) -> ParsedAnswer:
        request = ModelRequest(
            schema_name=self.kind.schema_name,
            schema=EXTRACTION_SCHEMA,
            instructions=self.kind.instructions(repair),
            document=document,
            max_tokens=min(self.max_tokens * LARGER_BUDGET**doublings, LARGEST_BUDGET_TOKENS),
        )
        if repair is not None:
            self._count(Counter([f"repair_{repair.value}"]))
        return ask_model(self.model, request, self.metrics, lambda answer: parse_answer(answer.text, cut_off=answer.cut_off))

    def _count(self, kinds: Counter[str]) -> None:
        for kind, amount in kinds.items():
            self.metrics.count("tiercel_parse_repairs_total", amount, kind=kind)
