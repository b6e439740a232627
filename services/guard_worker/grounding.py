"""Whether the source carries a candidate: quotes, numbers, dates, names, words, language."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from services.guard_worker.attribution import Origin
from services.guard_worker.case import Case
from services.guard_worker.clock_times import disputed_times, told_otherwise
from services.guard_worker.counting import unlike_counts
from services.guard_worker.date_support import is_meant_exactly, unsupported_dates
from services.guard_worker.measures import unlike_measures
from services.guard_worker.other_writings import in_figures
from services.guard_worker.relative_times import DayRange, day_ranges, is_meant, unlike_days
from services.guard_worker.shares import unlike_shares
from services.guard_worker.testimony import Testimony, speaker_names
from services.guard_worker.wording import amounts_in, coverage, missing_names, missing_words
from shared.domain.candidate import Attribution, Candidate, Role
from shared.domain.decision import Grounding
from shared.text.dates import dates_in
from shared.text.language import NO_SCRIPT, language_of, languages_agree, script_of
from shared.text.negation import same_polarity
from shared.text.normalise import canonical
from shared.text.numbers import numbers_in, unsupported_numbers
from shared.text.tokens import content_words

_FOREIGN_SHARE = 0.5
_DENIALS = "不没未别"
"""A Chinese word may hold its negation: 不用 denies 用."""

_ENOUGH_WORDS = 5
_EARLIEST_MIDNIGHT_HOUR = 10
_GROUNDED_IN_SOURCE = 0.75


def unsupported_amounts(candidate: Candidate, testimony: Testimony, support: Sequence[str]) -> tuple[str, ...]:
    """Numbers, dates and amounts that neither the source nor its time words carry, or that it carries of another unit, as written."""
    texts = (*support, *speaker_names(candidate))
    texts = (*texts, *in_figures(texts))
    missing = unsupported_numbers(candidate.text, texts)
    ranges = _meant_days(testimony, support)
    unmeant = [surface for surface in told_otherwise(candidate.text, missing, texts) if not _is_resolved(surface, ranges)]
    unlike = (*unlike_measures(candidate.text, texts), *disputed_times(candidate.text, texts), *unlike_shares(candidate.text, texts))
    unlike = (*unlike, *unlike_days(candidate.text, texts, has_time_words=bool(ranges)))
    spoken_at = [message.at for message in testimony.cited] + [candidate.observed_at]
    unlike = (*unlike, *unlike_counts(candidate.text, texts), *unsupported_dates(candidate.text, texts, ranges, spoken_at))
    return tuple(dict.fromkeys((*unmeant, *unlike, *_unsupported_validity(candidate, testimony, texts, ranges))))


def unsupported_names(candidate: Candidate, support: Sequence[str]) -> tuple[str, ...]:
    """Names of people, places and things that stand nowhere in the source."""
    return missing_names(candidate.text, (*support, *speaker_names(candidate)))


def speaks_another_language(candidate: Candidate, testimony: Testimony) -> bool:
    """True where the statement is a translation: another script or language than its quotes, and not their words."""
    quoted = " ".join(testimony.quotes)
    if not missing_words(candidate.text, testimony.quotes):
        return False
    scripts = (script_of(candidate.text), script_of(quoted))
    if NO_SCRIPT in scripts:
        return False
    if scripts[0] != scripts[1]:
        return coverage(candidate.text, testimony.quotes) < _FOREIGN_SHARE or scripts[0] not in {"Hani", "Latn"}
    is_long = min(len(content_words(candidate.text)), len(content_words(quoted))) >= _ENOUGH_WORDS
    is_foreign = coverage(candidate.text, testimony.quotes) < _FOREIGN_SHARE
    return is_long and is_foreign and not languages_agree(language_of(candidate.text), language_of(quoted))


def is_unrelated(candidate: Candidate, support: Sequence[str]) -> bool:
    """True where no content word of the statement, and no amount, stands in what supports it."""
    if coverage(candidate.text, support) > 0:
        return False
    return not amounts_in(candidate.text)


def is_flipped(candidate: Candidate, testimony: Testimony) -> bool:
    """True where the statement says in the source's own words what the source denies, or denies what it says."""
    quoted = "\n".join(testimony.quotes)  # no denial reaches from one quote into the next
    said = canonical(quoted)
    foreign = [word for word in missing_words(candidate.text, testimony.quotes) if word.lstrip(_DENIALS) not in said]
    return not foreign and not same_polarity(candidate.text, quoted)


def weigh(case: Case, testimony: Testimony, origin: Origin) -> tuple[Grounding, bool]:
    """How well it is carried, and whether no model may raise that.

    Grounded: every content word in the quotes, or most of them in the cited messages, none of it denied
    there. A weak confirmation, a flipped negation or an inference is weak whatever a model says.
    """
    candidate = case.candidate
    if not origin.is_certain or is_flipped(candidate, testimony) or origin.attribution is Attribution.AGENT_INFERENCE:
        return Grounding.WEAKLY_GROUNDED, True
    quoted = coverage(candidate.text, (*testimony.quotes, *speaker_names(candidate)))
    held = coverage(candidate.text, (*origin.support, *speaker_names(candidate)))
    is_grounded = quoted == 1.0 or held >= _GROUNDED_IN_SOURCE
    return (Grounding.GROUNDED if is_grounded else Grounding.WEAKLY_GROUNDED), False


def _meant_days(testimony: Testimony, support: Sequence[str]) -> tuple[DayRange, ...]:
    found: list[DayRange] = []
    for message in testimony.cited:
        found.extend(day_ranges(message.text, message.at))
    if testimony.cited:
        newest = max(message.at for message in testimony.cited)
        for text in support:
            found.extend(day_ranges(text, newest))
    return tuple(found)


def _is_resolved(surface: str, ranges: tuple[DayRange, ...]) -> bool:
    """A date, or a bare year or day number, that the source says in relative words."""
    dates = [mention.value for mention in dates_in(surface)]
    years = _years_in(surface)
    return bool(dates or years) and all(is_meant_exactly(value, ranges) for value in (*dates, *years))


def _years_in(text: str) -> list[str]:
    """Bare four-digit numbers that may be years."""
    return [mention.value for mention in numbers_in(text) if len(mention.value) == 4 and mention.value.isdecimal()]


def _unsupported_validity(
    candidate: Candidate, testimony: Testimony, texts: Sequence[str], ranges: tuple[DayRange, ...]
) -> tuple[str, ...]:
    """Ends of the validity interval that the source does not name. A host's own event needs no words for its times."""
    if testimony.cited and all(message.role is Role.TOOL for message in testimony.cited):
        return ()
    named = tuple(value for text in texts for value in (*(mention.value for mention in dates_in(text)), *_years_in(text)))
    spoken_at = [message.at for message in testimony.cited] + [candidate.observed_at]
    return tuple(
        moment.date().isoformat()
        for moment in (candidate.valid_from, candidate.valid_to)
        if moment is not None and moment not in candidate.given_times and not _is_time_supported(moment, named, ranges, spoken_at)
    )


def _is_time_supported(moment: datetime, named: Sequence[str], ranges: tuple[DayRange, ...], spoken_at: Sequence[datetime]) -> bool:
    if any(abs((moment - at).total_seconds()) <= 2 * 86_400 for at in spoken_at):
        return True
    days = tuple(day.isoformat() for day in _local_days(moment))
    return any(is_meant(day, ranges) or any(_names_day(value, day) for value in named) for day in days)


def _local_days(moment: datetime) -> tuple[date, ...]:
    """The day of a moment in UTC, and the next one where it may be a midnight further east (UTC+14 at most)."""
    day = moment.date()
    return (day, day + timedelta(days=1)) if moment.hour >= _EARLIEST_MIDNIGHT_HOUR and day < date.max else (day,)


def _names_day(value: str, day: str) -> bool:
    """`2026-03` and `2026` name their days, `--03-05` that day of any year."""
    return day.endswith(value[2:]) if value.startswith("--") else day.startswith(value)
