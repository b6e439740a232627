"""The three criteria of each trigger type, decided over a report's data and words; what these do not decide is left open."""

from collections.abc import Callable, Mapping

from shared.domain.candidate import Criterion, Layer
from shared.domain.trigger import TriggerType
from shared.extraction.conversation_value import measure_conversation
from shared.extraction.event_readings import Report, decided, fails, holds, undecided
from shared.extraction.event_words import ADVISORY, BINDING, CAUSES, DOUBTS, FIRST_PERSON, TIME_BOUNDS
from shared.extraction.offline_refusals import hedge_of, refusal_of
from shared.text.dates import dates_in

Criteria = tuple[Criterion, Criterion, Criterion]

DEVIATION_THRESHOLD = 0.2
USUAL_NOISE = 0.05
LEAST_CYCLES = LEAST_OCCURRENCES = LEAST_DOMAINS = 2
SIGNIFICANT_P = 0.05
SIGNIFICANT_T = 2.0
WEAK_CORRELATION = 0.3
RETELLING = frozenset({"hearsay", "request"})
"""What a report of a user's words is by its nature: "the client says", "help me"."""


LAYERS = {
    TriggerType.RULE_UPDATE: Layer.CORE_RULES,
    TriggerType.ENVIRONMENT_CHANGE: Layer.REALTIME_ENV,
    TriggerType.ANOMALY_PATTERN: Layer.REALTIME_ENV,
}


def layer_of_event(trigger: TriggerType) -> Layer:
    """Rules are core knowledge, what is so at present passes, the rest is experience. No model moves an event elsewhere."""
    return LAYERS.get(trigger, Layer.STRATEGY_EXP)


def criteria_of(report: Report) -> Criteria:
    """Yes, no or open, each with what was seen. The thresholds stand above; the criteria in shared.domain.trigger."""
    return _CRITERIA[report.trigger](report)


def _user_feedback(report: Report) -> Criteria:
    words = " ".join((*report.texts("feedback"), report.summary))
    doubt = _doubt(words, ignoring=RETELLING)
    definite, concrete, _ = measure_conversation(" ".join((*report.texts("correct_way"), words)), said_by_user=True)
    attitude = definite if doubt is None else fails(doubt)
    from_user = report.value("from_user")
    if isinstance(from_user, bool):
        said = decided(f"from_user {from_user}", is_so=from_user)
    else:
        said = holds("in the first person") if FIRST_PERSON.search(words) is not None else undecided("from_user is not given")
    return attitude, concrete, said


def _strategy_execution(report: Report) -> Criteria:
    doubt = _doubt(report.summary)
    if doubt is not None:
        chain = fails(doubt)
    elif report.texts("mechanism"):
        chain = holds("a mechanism is given")
    else:
        chain = _by_words(report.summary, lacks="mechanism is not given")
    pairs = report.pairs("target_metric", "actual_metric")
    if pairs:
        against = holds(_seen("target_metric", "actual_metric", pairs))
    elif report.value("target_metric") is None or report.value("actual_metric") is None:
        against = undecided("target_metric and actual_metric are not both given")
    else:
        against = fails("target_metric and actual_metric have no number in common")
    known = [name for name in ("conditions", "category", "business_line") if report.texts(name)]
    use = holds(f"{known[0]} is given") if known else undecided("conditions, category or business_line are not given")
    return chain, against, use


def _environment_change(report: Report) -> Criteria:
    has_times = any((report.value("started_at"), report.value("ended_at"), report.valid_from, report.valid_to))
    if has_times or dates_in(report.summary) or TIME_BOUNDS.search(report.summary) is not None:
        bounds = holds("a beginning or an end is named")
    else:
        bounds = undecided("started_at or ended_at is not given")
    doubt = _doubt(report.summary)
    objective = holds("no hedge, no hearsay") if doubt is None else fails(doubt)
    bears = holds("an impact is given") if report.texts("impact") else undecided("impact is not given")
    return bounds, objective, bears


def _rule_update(report: Report) -> Criteria:
    words = " ".join((*report.texts("rule"), report.summary))
    if report.authority:
        source = holds("a key with authority")
    else:
        source = holds("issued_by is given") if report.texts("issued_by") else undecided("issued_by is not given")
    has_times = any((report.value("effective_from"), report.value("effective_to"), report.valid_from, report.valid_to))
    if report.texts("scope") or has_times or dates_in(words):
        scope = holds("a scope or a date is named")
    else:
        scope = undecided("scope or effective_from is not given")
    mandatory = report.value("is_mandatory")
    if isinstance(mandatory, bool):
        constraint = decided(f"is_mandatory {mandatory}", is_so=mandatory)
    elif BINDING.search(words) is not None:
        constraint = holds("binding words")
    elif ADVISORY.search(words) is not None or hedge_of(words) is not None:
        constraint = fails("a recommendation")
    else:
        constraint = undecided("is_mandatory is not given")
    return source, scope, constraint


def _anomaly_pattern(report: Report) -> Criteria:
    pairs = report.pairs("expected", "actual")
    if pairs:
        deviates = any(abs(actual - expected) > DEVIATION_THRESHOLD * abs(expected) + _rounding(expected) for expected, actual in pairs)
        beyond = decided(_seen("expected", "actual", pairs), is_so=deviates)
    else:
        beyond = undecided("expected and actual are not both given")
    cause = holds("a cause is given") if report.texts("cause") else _by_words(report.summary, lacks="cause is not given")
    times = report.number("occurrences")
    lasting = undecided("occurrences is not given") if times is None else decided(f"seen {times:g} times", is_so=times >= LEAST_OCCURRENCES)
    return beyond, cause, lasting


def _performance_optimization(report: Report) -> Criteria:
    pairs = report.pairs("before", "after")
    both = holds(_seen("before", "after", pairs)) if pairs else undecided("before and after are not both given")
    changed = report.texts("changed")
    variable = decided(f"changed: {len(changed)}", is_so=len(changed) == 1) if changed else undecided("changed is not given")
    return both, _gain(report, pairs), variable


def _gain(report: Report, pairs: tuple[tuple[float, float], ...]) -> Criterion:
    """A difference beyond the usual fluctuation, in the direction that counts as better."""
    p_value = report.number("p_value")
    if p_value is not None and p_value > SIGNIFICANT_P:
        return fails(f"p_value {p_value:g}")
    if not pairs:
        return undecided("before and after are not both given")
    noise = report.number("noise")
    share = USUAL_NOISE if noise is None else noise
    higher = report.value("higher_is_better")
    gains = [(after - before) * (-1 if higher is False else 1) for before, after in pairs]
    sizes = gains if isinstance(higher, bool) else [abs(gain) for gain in gains]
    is_gain = any(size > share * abs(before) + _rounding(before) for size, (before, _) in zip(sizes, pairs, strict=True))
    return decided(f"{_seen('before', 'after', pairs)}, noise {share:g}", is_so=is_gain)


def _cross_domain_correlation(report: Report) -> Criteria:
    domains = {domain.casefold() for domain in report.texts("domains")}
    several = decided(f"domains: {len(domains)}", is_so=len(domains) >= LEAST_DOMAINS) if domains else undecided("domains is not given")
    excluded = report.value("confounders_excluded")
    if excluded is None:
        alone = undecided("confounders_excluded is not given")
    else:
        alone = decided("excluded" if excluded else "not excluded", is_so=excluded is not False)
    return several, _support(report), alone


def _support(report: Report) -> Criterion:
    """By the p-value, else by t = r * sqrt((n - 2) / (1 - r^2)) > 2, which is about p < .05 for Pearson's r."""
    p_value, r, size = report.number("p_value"), report.number("correlation"), report.number("sample_size")
    if p_value is not None and p_value > SIGNIFICANT_P:
        return fails(f"p_value {p_value:g}")
    if r is not None and abs(r) < WEAK_CORRELATION:
        return fails(f"correlation {r:g}")
    if r is None:
        return undecided("correlation is not given")
    if p_value is not None:
        return holds(f"correlation {r:g}, p_value {p_value:g}")
    if size is None:
        return undecided("sample_size or p_value is not given")
    t_squared = r * r * (size - 2) / max(1 - r * r, 1e-9)
    return decided(f"correlation {r:g} of {size:g}", is_so=t_squared > SIGNIFICANT_T**2)


def _periodic_pattern(report: Report) -> Criteria:
    cycles, period, watched = report.number("cycles_observed"), report.number("period_days"), report.number("observed_days")
    if period is not None and watched is not None:
        seen = watched / period
        whole = decided(f"{watched:g} days of {period:g}", is_so=seen >= 1)
        cycles = seen if cycles is None else min(cycles, seen)
    elif cycles is not None:
        whole = decided(f"{cycles:g} cycles", is_so=cycles >= 1)
    else:
        whole = undecided("period_days and observed_days are not both given")
    has_enough = cycles is not None and cycles >= LEAST_CYCLES
    repeated = undecided("cycles_observed is not given") if cycles is None else decided(f"{cycles:g} cycles", is_so=has_enough)
    advice = holds("advice is given") if report.texts("advice") else undecided("advice is not given")
    return whole, repeated, advice


def _doubt(words: str, *, ignoring: frozenset[str] = frozenset()) -> str | None:
    """A question, a supposition, hearsay or a hedge, as a reason; None where it states."""
    refusal, hedge = refusal_of(words), hedge_of(words)
    if refusal is not None and refusal not in ignoring:
        return refusal
    doubt = DOUBTS.search(words)
    word = hedge or (doubt.group() if doubt is not None else None)
    return f"hedged by {word!r}" if word is not None else None


def _by_words(summary: str, *, lacks: str) -> Criterion:
    return holds("a cause in its words") if CAUSES.search(summary) is not None else undecided(lacks)


def _rounding(value: float) -> float:
    """2.4 is not beyond a fifth of 2.0, whatever floats say."""
    return 1e-9 * abs(value)


def _seen(left: str, right: str, pairs: tuple[tuple[float, float], ...]) -> str:
    return ", ".join(f"{left} {one:g}, {right} {other:g}" for one, other in pairs)


_CRITERIA: Mapping[TriggerType, Callable[[Report], Criteria]] = {
    TriggerType.USER_FEEDBACK: _user_feedback,
    TriggerType.STRATEGY_EXECUTION: _strategy_execution,
    TriggerType.ENVIRONMENT_CHANGE: _environment_change,
    TriggerType.RULE_UPDATE: _rule_update,
    TriggerType.ANOMALY_PATTERN: _anomaly_pattern,
    TriggerType.PERFORMANCE_OPTIMIZATION: _performance_optimization,
    TriggerType.CROSS_DOMAIN_CORRELATION: _cross_domain_correlation,
    TriggerType.PERIODIC_PATTERN: _periodic_pattern,
}
