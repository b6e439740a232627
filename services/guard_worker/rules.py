"""The deterministic rules, in order. They outrank every model: no model is asked where one fires."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from services.guard_worker import grounding
from services.guard_worker.attribution import Origin, trace_origin
from services.guard_worker.case import Case
from services.guard_worker.invented_words import invented_words
from services.guard_worker.judge_prompt import INSTRUCTIONS
from services.guard_worker.reading import UNMEANT, Doubt, Reading, read_against
from services.guard_worker.speech_acts import (
    clauses,
    has_prompt_words,
    is_about_the_talk,
    is_hedged,
    is_lone_hedge,
    is_model_refusal,
    is_passing_state,
    is_session_talk,
)
from services.guard_worker.testimony import Testimony, hear, speaker_names
from services.guard_worker.wording import content, missing_words
from shared.domain.candidate import Attribution, Category, Layer, Role
from shared.domain.decision import GuardStage
from shared.domain.layer_policy import AUTHORITIES, USERS_OWN
from shared.domain.session_summary import is_summary_slot
from shared.extraction.extraction_prompt import PROMPT_RUNS
from shared.extraction.offline_phrases import TELLING
from shared.extraction.prompt_examples import repeats_any, runs_of
from shared.extraction.session_summary import INSTRUCTIONS as SUMMARY_INSTRUCTIONS
from shared.text.chunking import sentences
from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.noise import is_task_residue, noise_reason
from shared.text.normalise import canonical
from shared.text.only_secrets import says_only_secrets

_NOISE_WITH_A_NAME = frozenset({"meta_noise", "system_content"})
_OF_THE_USER = re.compile(r"^\W*(?:the )?user\b|^\W*用户", re.IGNORECASE)
_SESSION_CHARS = 60
_SHORT_CLAUSE = 20
_LONG_TEXT, _MOST_GROWTH = 600, 3  # characters, and times the characters of all quotes


@dataclass(frozen=True, slots=True)
class Hearing:
    """A case with what its sources say of it."""

    case: Case
    testimony: Testimony
    origin: Origin


Rule = Callable[[Hearing], tuple[str, object] | None]
"""A rule's answer: the reason it rejects for and what it saw, or None."""


def apply_hygiene(case: Case) -> Case:
    """Harmful statements are refused, text that addresses the model waits for a person."""
    if (category := harmful_category(case.text)) is not None:
        return case.rejected(GuardStage.HYGIENE, "harmful", category=category)
    quotes = tuple(evidence.quote for evidence in case.candidate.evidence)
    mark = injection_mark(case.text)
    # What was quoted word for word has passed the door, or a reviewer has let it in.
    if mark is None or not missing_words(case.text, quotes):
        return case
    return case.for_review(GuardStage.HYGIENE, "quarantined", mark=mark)


def apply_rules(case: Case) -> Case:
    """The first rule that fires rejects; else the case goes on with its true attribution and its grounding."""
    testimony = hear(case.candidate)
    origin = trace_origin(case, testimony)
    heard = Hearing(case, testimony, origin)
    for rule in RULES:
        if (answer := rule(heard)) is not None:
            return case.rejected(GuardStage.RULES, answer[0], rule=rule.__name__.lstrip("_"), saw=answer[1])
    level, is_capped = grounding.weigh(case, testimony, origin)
    reading = _read(heard)
    settled = replace(
        case,
        candidate=replace(case.candidate, attribution=origin.attribution),
        grounding=level,
        is_capped=is_capped,
        is_flipped=grounding.is_flipped(case.candidate, testimony),
        doubts=tuple(doubt.value for doubt in (*reading.plain, *_invented(heard))),
        faint_doubts=tuple(doubt.value for doubt in reading.faint),
    )
    seen: dict[str, Any] = {"attribution": origin.attribution.value, "grounding": level.value, "claimed": case.candidate.attribution.value}
    if doubts := [*settled.doubts, *settled.faint_doubts]:
        seen["doubts"] = doubts
    return settled.noted(GuardStage.RULES, "passed", **seen)


def _is_no_memory(heard: Hearing) -> tuple[str, object] | None:
    """Noise, shrapnel, statements whose point was a secret, and a model's excuses that nobody said."""
    reason = noise_reason(heard.case.text)
    if reason is not None:
        return (reason if reason in _NOISE_WITH_A_NAME else "not_a_memory"), reason
    if says_only_secrets(heard.case.text):
        return "not_a_memory", "only_secrets"
    if is_model_refusal(heard.case.text) and missing_words(heard.case.text, heard.testimony.witnesses):
        return "not_a_memory", "model_refusal"
    return None


def _is_only_talk(heard: Hearing) -> tuple[str, object] | None:
    """What was said rather than what is, and what is gone by tomorrow unless it is told as the present. A summary tells of both."""
    if is_summary_slot(heard.case.candidate.slot):
        return None
    if is_about_the_talk(heard.case.text):
        return "not_a_memory", "about_the_talk"
    is_present = heard.case.candidate.layer is Layer.REALTIME_ENV
    if is_passing_state(heard.case.text) and not is_present:
        return "not_a_memory", "passing_state"
    return None


def _rests_on_talk(heard: Hearing) -> tuple[str, object] | None:
    """All that the user said is noise, the work at hand or talk about it; the work at hand may be told as the present."""
    is_present = heard.case.candidate.layer is Layer.REALTIME_ENV
    spoken = [message.text for message in heard.testimony.by(Role.USER)]
    if not spoken or is_summary_slot(heard.case.candidate.slot) or heard.origin.attribution is not Attribution.USER_STATED:
        return None
    if len(reasons := [reason for text in spoken if (reason := noise_reason(text)) is not None]) == len(spoken):
        return (reasons[0] if reasons[0] in _NOISE_WITH_A_NAME else "not_a_memory"), reasons
    if not is_present and all(is_task_residue(text) for text in spoken):
        return "not_a_memory", "task_residue"
    if all(len(text) <= _SESSION_CHARS and is_session_talk(text) for text in spoken):
        return "not_a_memory", "session_talk"
    return None


def _is_prompt_leak(heard: Hearing) -> tuple[str, object] | None:
    """Our own prompt's words, unless the user said them."""
    if not missing_words(heard.case.text, heard.testimony.witnesses):
        return None
    if has_prompt_words(heard.case.text) or _repeats_prompt(heard.case.text):
        return "prompt_leak", None
    return None


def _lacks_evidence(heard: Hearing) -> tuple[str, object] | None:
    """No quote, a quote that is not in its message, or quotes from earlier messages alone."""
    if heard.testimony.unfound or not heard.testimony.cited:
        return "unsupported", [evidence.message_id for evidence in heard.testimony.unfound]
    if all(message.is_context for message in heard.testimony.cited):
        return "unsupported", "context_only"
    return None


def _outgrows_its_words(heard: Hearing) -> tuple[str, object] | None:
    """Far longer than what it cites: it says more than anybody did, or the same over and over."""
    cited = sum(len(quote) for quote in heard.testimony.quotes)
    length = len(heard.case.text)
    return ("unsupported", f"{length}/{cited}") if length > max(_LONG_TEXT, _MOST_GROWTH * cited) else None


def _is_inference(heard: Hearing) -> tuple[str, object] | None:
    """What an agent inferred is neither a core rule nor experience."""
    is_inferred = heard.origin.attribution is Attribution.AGENT_INFERENCE
    return ("inference", heard.case.candidate.layer.value) if is_inferred and heard.case.candidate.layer in _NOT_INFERRED else None


def _has_nobody_behind_it(heard: Hearing) -> tuple[str, object] | None:
    """An unconfirmed suggestion, recalled memories, a system prompt or a mere question."""
    return None if heard.origin.refusal is None else (heard.origin.refusal, [message.role.value for message in heard.testimony.cited])


def _is_tentative(heard: Hearing) -> tuple[str, object] | None:
    """A preference or decision with maybe, might, 可能, 考虑一下 in the words it rests on; a fact that has lost its maybe."""
    if heard.origin.attribution in AUTHORITIES:
        return None
    if heard.case.candidate.category not in _HELD_OPINIONS and is_hedged(heard.case.text):
        return None
    spoken = [clause for message in heard.testimony.by(Role.USER) for clause in _clauses_about(heard, message.text)]
    hedged = [clause for clause in (*clauses(heard.case.text), *spoken) if is_hedged(clause)]
    return ("tentative", len(hedged)) if hedged else None


def _has_unsupported_amounts(heard: Hearing) -> tuple[str, object] | None:
    missing = grounding.unsupported_amounts(heard.case.candidate, heard.testimony, heard.origin.support)
    return ("unsupported_number", list(missing)) if missing else None


def _has_unsupported_names(heard: Hearing) -> tuple[str, object] | None:
    missing = grounding.unsupported_names(heard.case.candidate, heard.origin.support)
    return ("unsupported", list(missing)) if missing else None


def _speaks_another_language(heard: Hearing) -> tuple[str, object] | None:
    return ("language_mismatch", None) if grounding.speaks_another_language(heard.case.candidate, heard.testimony) else None


def _is_not_meant(heard: Hearing) -> tuple[str, object] | None:
    """Supposed, told in a story, dreamt, meant the other way round, or in a text that the user only handed over."""
    unmeant = [doubt.value for doubt in _read(heard).plain if doubt in UNMEANT]
    return ("unsupported", unmeant) if unmeant else None


def _read(heard: Hearing) -> Reading:
    """Only the user's own words are read: a confirmed suggestion or a tool's report speaks of them otherwise."""
    if heard.origin.attribution is not Attribution.USER_STATED or not heard.origin.is_certain:
        return Reading()
    messages = tuple(message.text for message in heard.testimony.by(Role.USER))
    if not is_summary_slot(heard.case.candidate.slot):
        return read_against(heard.case.text, heard.testimony.witnesses, messages)
    # Each sentence of a summary rests on words of its own.
    read = [read_against(sentence, heard.testimony.witnesses, messages) for sentence in sentences(heard.case.text)]
    plain, faint = (dict.fromkeys(doubt for reading in read for doubt in getattr(reading, kind)) for kind in ("plain", "faint"))
    return Reading(plain=tuple(plain), faint=tuple(faint))


def _invented(heard: Hearing) -> tuple[Doubt, ...]:
    """Things that no message names; of the user a tool says only what stands in its report."""
    candidate = heard.case.candidate
    if heard.origin.attribution is Attribution.TOOL_OBSERVATION and _OF_THE_USER.search(candidate.text):
        return (Doubt.INVENTED,) if missing_words(candidate.text, heard.origin.support) else ()
    if heard.origin.attribution not in USERS_OWN:
        return ()
    messages = (*(message.text for message in candidate.sources), *heard.origin.support, *speaker_names(candidate))
    return (Doubt.INVENTED,) if invented_words(candidate.text, messages) else ()


def _is_unrelated(heard: Hearing) -> tuple[str, object] | None:
    return ("unsupported", "no_shared_word") if grounding.is_unrelated(heard.case.candidate, heard.origin.support) else None


RULES: tuple[Rule, ...] = (
    _is_no_memory,
    _is_only_talk,
    _is_prompt_leak,
    _lacks_evidence,
    _outgrows_its_words,
    _has_nobody_behind_it,
    _rests_on_talk,
    _speaks_another_language,
    _is_inference,
    _is_tentative,
    _has_unsupported_amounts,
    _has_unsupported_names,
    _is_unrelated,
    _is_not_meant,
)

_HELD_OPINIONS = frozenset({Category.PREFERENCE, Category.DECISION})
_NOT_INFERRED = frozenset({Layer.CORE_RULES, Layer.STRATEGY_EXP})


def _clauses_about(heard: Hearing, text: str) -> list[str]:
    """The clauses of a message that its quotes touch and that speak of the candidate, with a lone hedge before them.

    "Not sure I told you, but ..." doubts the telling alone.
    """
    quoted = [canonical(quote) for quote in heard.testimony.quotes]
    words = len(content(heard.case.text))
    text = TELLING.sub("", text)
    spoken = clauses(text)
    touched = []
    for index, clause in enumerate(spoken):
        plain = canonical(clause)
        is_quoted = bool(plain) and any(plain in quote or quote in plain for quote in quoted)
        if is_quoted and len(missing_words(heard.case.text, (clause,))) < words:
            touched.append(clause)
            if index and is_lone_hedge(spoken[index - 1]):
                touched.append(spoken[index - 1])
            beside = ((spoken[index - 1], clause) if index else None, (clause, spoken[index + 1]) if index + 1 < len(spoken) else None)
            touched += [
                piece for pair in beside if pair is not None and _are_joined(*pair, text) for piece in pair if _is_short_hedge(piece)
            ]
    return touched


def _are_joined(first: str, second: str, text: str) -> bool:
    """Only a comma stands between two clauses."""
    return re.search(rf"{re.escape(first)}\s*[,，]\s*{re.escape(second)}", text) is not None


def _is_short_hedge(clause: str) -> bool:
    return len(clause) <= _SHORT_CLAUSE and is_hedged(clause)


def _repeats_prompt(text: str) -> bool:
    """A run of words from the instructions of either model, or something out of their examples."""
    return repeats_any(text, _PROMPT_RUNS)


_PROMPT_RUNS = runs_of(INSTRUCTIONS) | PROMPT_RUNS | runs_of(SUMMARY_INSTRUCTIONS)
