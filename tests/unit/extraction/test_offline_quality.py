"""The labelled turns of both languages, end to end without a model: what is plainly said is written, and nothing else."""

from collections import Counter

from tests.bench.offline_quality import figures, load_turns, play, slot_figures

# What only knowledge of the world tells from a statement.
PLAYS_ON_WORDS = {
    "I put the pro in procrastination",
    "My bank account and I are no longer on speaking terms",
    "I'm basically a houseplant with more complicated emotions",
}
PLAYED = [play(case) for case in load_turns()]


def test_what_is_plainly_said_is_written() -> None:
    measured = figures(PLAYED)
    assert measured["statements"] > 400
    assert measured["written"] >= 0.9
    assert measured["written_or_review"] >= 0.95


def test_every_kind_of_statement_is_remembered_in_both_languages() -> None:
    fates: Counter[tuple[str, str, str]] = Counter()
    for one in PLAYED:
        fates.update((one.case.kind, one.case.language, one.fate(item)) for item in one.case.demanded)
    for kind, language in {(kind, language) for kind, language, _ in fates}:
        total = sum(count for (name, tongue, _), count in fates.items() if (name, tongue) == (kind, language))
        assert fates[kind, language, "lost"] <= 0.25 * total, (kind, language)


def test_nothing_is_remembered_that_nobody_stated() -> None:
    false = [candidate.text for one in PLAYED for candidate in one.false]
    assert set(false) <= PLAYS_ON_WORDS


def test_statements_of_different_properties_never_share_a_slot() -> None:
    assert slot_figures()["groups_that_share_a_slot"] == []


def test_rewordings_of_one_property_share_subject_and_slot() -> None:
    measured = slot_figures()
    assert measured["of_another_group"] == []
    assert len(measured["of_another_slot"]) <= 0.03 * measured["statements"], measured["of_another_slot"]
