"""A model's document and how its items become candidates: mapped, clamped, never trusted."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.domain.candidate import Attribution, Candidate, Category, Layer
from shared.domain.trigger import TriggerType
from shared.extraction.drafts import Draft, candidate_of
from shared.extraction.extraction import document_of, drafts_from, language_differs
from shared.extraction.known import Known
from shared.extraction.windows import Window
from tests.unit.extraction.examples import NOW, said, turn, window

QUOTED = {"text": "I moved to Berlin", "evidence": [{"message_id": "m1", "quote": "I moved to Berlin"}]}


def one(item: dict[str, object], seen: Window | None = None) -> Draft:
    drafts, _ = drafts_from([item], seen or window(turn("Well, I moved to Berlin. And you?")))
    return drafts[0]


def candidate(item: dict[str, object], seen: Window) -> Candidate:
    return candidate_of(one(item, seen), number=0, window=seen, extracted_by="m")


def test_the_document_is_the_written_contract_and_holds_no_id_of_the_host() -> None:
    asked = turn("我今天下午搬家", timezone="Asia/Shanghai")
    document = document_of(
        window(asked, context=(said("assistant", "好"),)), now=NOW, known=[Known("likes tea"), Known("lives in Bonn", "user", "residence")]
    )
    assert document == {
        "now": NOW.isoformat(),
        "timezone": "Asia/Shanghai",
        "turns": [
            {"message_id": "m1", "role": "assistant", "name": None, "at": "2026-03-02T17:00:00+08:00", "text": "好", "context": True},
            {"message_id": "m2", "role": "user", "name": "Ann", "at": "2026-03-02T17:01:00+08:00", "text": "我今天下午搬家"},
        ],
        "known": [{"ref": 1, "text": "likes tea"}, {"ref": 2, "text": "lives in Bonn", "subject": "user", "slot": "residence"}],
        "hint": {},
    }


def test_an_event_is_hinted_with_its_type_and_data() -> None:
    event = turn(("tool", "ctr fell"), trigger_hint=TriggerType.ANOMALY_PATTERN, data={"ctr": 1})
    fields = {"anomaly_pattern": ["metric", "expected", "actual", "cause", "occurrences"]}
    assert document_of(window(event), now=NOW)["hint"] == {"trigger_type": "anomaly_pattern", "data": {"ctr": 1}, "fields": fields}
    assert list(document_of(window(turn("x", ingested=True)), now=NOW)["hint"]["fields"]) == list(TriggerType)
    assert document_of(window(turn("x")), now=NOW)["hint"] == {}


def test_an_invented_reference_is_ignored_and_counted() -> None:
    item = {**QUOTED, "evidence": [{"message_id": "m9", "quote": "x"}, {"message_id": "m1", "quote": "I moved to Berlin"}, "h0", 7]}
    drafts, notes = drafts_from([item], window(turn("I moved to Berlin")))
    assert [cited.quote for cited in drafts[0].cited] == ["I moved to Berlin"]
    assert notes == {"invented_references": 2, "known_cited": 1}


@pytest.mark.parametrize("late", [0, 5, 600])
def test_an_end_that_only_repeats_the_clock_does_not_make_a_fact_outdated_at_once(late: int) -> None:
    seen = window(turn("I live in Graz with my wife"))
    spoken = seen.lines[-1].message.at
    now = spoken + timedelta(seconds=600)
    clock = (spoken + timedelta(seconds=late)).isoformat()
    drafts, notes = drafts_from([{"text": "I live in Graz", "valid_from": clock, "valid_to": clock}], seen, now=now)
    assert (drafts[0].valid_to, notes["copied_clock"]) == (None, 1)


@pytest.mark.parametrize("end", ["2020-12-31T00:00:00Z", "2027-01-01T00:00:00Z"])
def test_an_end_before_or_after_the_talk_stays(end: str) -> None:
    drafts, notes = drafts_from([{"text": "I live in Graz", "valid_to": end}], window(turn("I live in Graz")), now=NOW)
    assert drafts[0].valid_to == datetime.fromisoformat(end)
    assert notes["copied_clock"] == 0


def test_a_model_that_names_no_subject_means_the_speaker_and_one_that_says_null_means_nobody() -> None:
    assert one(QUOTED).subject == "user"
    assert one({**QUOTED, "subject": None}).subject is None
    assert one({**QUOTED, "subject": "berlin office"}).subject == "berlin office"
    of_assistant = window(turn(("assistant", "I moved to Berlin")))
    assert one(QUOTED, of_assistant).subject is None


@pytest.mark.parametrize("reference", [1, "1", "known 1", "known:2", "known[3]"])
def test_what_is_known_already_is_no_evidence(reference: object) -> None:
    item = {"text": "The user keeps bees", "evidence": [{"message_id": reference, "quote": "The user keeps bees"}]}
    drafts, notes = drafts_from([item], window(turn("I moved to Berlin")))
    assert drafts[0].cited == ()
    assert notes == {"known_cited": 1, "evidence_missing": 1}


def test_a_quote_under_the_wrong_reference_is_found_where_it_was_said_and_counts_as_its_speakers() -> None:
    seen = window(turn("which is better, Go or Rust?", ("assistant", "Rust is better for you")))
    wrong = {"text": "Rust is better", "evidence": [{"message_id": "m1", "quote": "Rust is better for you"}]}
    drafts, notes = drafts_from([{**wrong, "source_attribution": "user_stated"}], seen)
    assert ([cited.line.ref for cited in drafts[0].cited], drafts[0].attribution) == (["m2"], None)
    assert notes["quotes_moved"] == 1


@pytest.mark.parametrize("quote", ["nobody said this", "yes", "I like tea"])
def test_a_quote_that_stands_nowhere_or_in_several_messages_stays_where_it_was_put(quote: str) -> None:
    seen = window(turn("hello", "I like tea, yes", ("assistant", "you said: I like tea, yes")))
    drafts, notes = drafts_from([{"text": "I like tea", "evidence": [{"message_id": "m1", "quote": quote}]}], seen)
    assert [cited.line.ref for cited in drafts[0].cited] == ["m1"]
    assert "quotes_moved" not in notes


def test_a_statement_without_evidence_is_tied_to_the_sentence_that_carries_it_x1() -> None:
    seen = window(turn(("assistant", "Moved to Berlin, nice"), "Hello. I moved to Berlin. Bye."))
    drafts, notes = drafts_from([{"text": "User moved to Berlin"}], seen)
    assert [cited.quote for cited in drafts[0].cited] == ["I moved to Berlin."]
    assert notes == {"evidence_found": 1}


def test_a_statement_that_nothing_carries_keeps_no_evidence_and_stays_visible() -> None:
    drafts, notes = drafts_from([{"text": "The user keeps bees"}], window(turn("I moved to Berlin")))
    assert drafts[0].cited == ()
    assert notes == {"evidence_missing": 1}


def test_context_alone_is_no_ground_for_a_statement() -> None:
    seen = window(turn("ok"), context=(said("user", "I live in Rome"),))
    drafts, notes = drafts_from([{"text": "I live in Rome", "evidence": [{"message_id": "m1", "quote": "I live in Rome"}]}], seen)
    assert drafts == ()
    assert notes == {"context_alone": 1}


@pytest.mark.parametrize("answer", ["Yes, let's do that.", "好，就这么办", "再说吧", "ok"])
def test_j5_a_proposal_from_before_that_is_cited_alone_gets_the_answer_to_it_as_evidence(answer: str) -> None:
    seen = window(turn(answer), context=(said("user", "What would you do?", 0), said("assistant", "I recommend Vega-Lite", 1)))
    item = {"text": "Use Vega-Lite", "evidence": [{"message_id": "m2", "quote": "I recommend Vega-Lite"}]}
    drafts, notes = drafts_from([item], seen)
    assert [(cited.line.ref, cited.quote) for cited in drafts[0].cited] == [("m2", "I recommend Vega-Lite"), ("m3", answer)]
    assert notes["answers_added"] == 1


@pytest.mark.parametrize(
    ("role", "answer", "cites"), [("assistant", "I live in Rome", "m1"), ("user", "ok", "m1"), ("assistant", "What is Vega-Lite?", "m1")]
)
def test_whatever_else_is_cited_from_before_alone_stays_alone(role: str, answer: str, cites: str) -> None:
    seen = window(turn(answer), context=(said(role, "I recommend Vega-Lite"),))
    drafts, notes = drafts_from([{"text": "Use Vega-Lite", "evidence": [{"message_id": cites, "quote": "Vega-Lite"}]}], seen)
    assert (drafts, notes["context_alone"]) == ((), 1)


def test_a_candidate_belongs_to_the_turn_of_its_newest_cited_message() -> None:
    first, second = turn(("assistant", "建议每天跑步"), number=1), turn("闲聊", "好，就这么办", number=2)
    seen = window(first, second)
    evidence = [{"message_id": "m1", "quote": "建议每天跑步"}, {"message_id": "m3", "quote": "好，就这么办"}]
    made = candidate({"text": "每天跑步", "evidence": evidence, "source_attribution": "user_confirmed"}, seen)
    assert made.capture_id == second.capture_id
    assert made.position == 2, "counted through the session"
    assert made.attribution is Attribution.USER_CONFIRMED
    assert [(source.message_id, source.is_context) for source in made.sources] == [("t1/h0", True), ("h0", False), ("h1", False)]
    assert {entry.message_id for entry in made.evidence} <= {source.message_id for source in made.sources}


def test_a_candidate_carries_what_its_turn_gives_it() -> None:
    seen = window(turn("I moved to Berlin", labels={"project": "x"}, metadata={"a": 1}, ttl_seconds=60, agent_id="main", chat_id="42"))
    made = candidate(QUOTED, seen)
    assert (made.tenant_id, made.user_id, made.agent_id, made.session_id, made.chat_id) == ("acme", "ann", "main", "s1", "42")
    assert (made.labels, made.metadata, made.ttl_seconds, made.speaker) == ({"project": "x"}, {"a": 1}, 60, "Ann")
    assert made.observed_at == seen.turns[0].occurred_at


def test_an_events_fields_become_labels_unless_its_labels_say_otherwise() -> None:
    event = turn(("tool", "ctr fell"), trigger_hint=TriggerType.ANOMALY_PATTERN, labels={"advertiser": "A"},
                 data={"advertiser": "B", "business_line": "medical", "ctr": 1})  # fmt: skip
    made = candidate({"text": "ctr fell"}, window(event))
    assert made.labels == {"advertiser": "A", "business_line": "medical"}
    assert made.attribution is Attribution.SYSTEM_EVENT


def test_authority_comes_from_the_key_never_from_the_model() -> None:
    rule = turn(("tool", "no refunds"), trigger_hint=TriggerType.RULE_UPDATE)
    claimed = {"text": "no refunds", "source_attribution": "human_config"}
    assert candidate(claimed, window(rule)).attribution is Attribution.SYSTEM_EVENT
    assert (
        candidate({**QUOTED, "source_attribution": "rule_update"}, window(turn("I moved to Berlin"))).attribution is Attribution.USER_STATED
    )
    by_authority = turn(("tool", "no refunds"), trigger_hint=TriggerType.RULE_UPDATE, authority=True)
    assert candidate(claimed, window(by_authority)).attribution is Attribution.RULE_UPDATE


def test_the_user_said_nothing_that_only_an_assistant_said_j2_j6() -> None:
    seen = window(turn(("assistant", "As you like tea, try oolong")))
    item = {"text": "User likes tea", "source_attribution": "user_stated", "evidence": [{"message_id": "m1", "quote": "you like tea"}]}
    made = candidate(item, seen)
    assert made.attribution is Attribution.ASSISTANT_SUGGESTION
    assert not made.criteria[2].holds


@pytest.mark.parametrize(
    ("written", "importance"),
    [(0.7, 0.7), ("0.8", 0.8), (1e15, 1.0), (-3, 0.0), (float("nan"), 0.5), ("high", 0.5), (None, 0.5), ([], 0.5)],
)
def test_importance_is_clamped(written: object, importance: float) -> None:
    assert one({**QUOTED, "importance": written}).importance == importance


@pytest.mark.parametrize(
    ("written", "category"),
    [("preference", Category.PREFERENCE), ("Preferences", Category.PREFERENCE), ("profile", Category.ENTITY), ("events", Category.FACT),
     ("cases", Category.FACT), ("patterns", Category.OTHER), ("mood", Category.OTHER), (None, Category.OTHER)],
)  # fmt: skip
def test_foreign_categories_map_and_unknown_ones_are_other(written: object, category: Category) -> None:
    assert one({**QUOTED, "category": written}).category is category


@pytest.mark.parametrize(
    ("written", "layer"),
    [("L1", Layer.CORE_RULES), ("l3", Layer.REALTIME_ENV), ("realtime_env", Layer.REALTIME_ENV), ("L9", Layer.STRATEGY_EXP)],
)
def test_layers_are_read_in_every_spelling(written: str, layer: Layer) -> None:
    assert one({**QUOTED, "layer": written}).layer is layer


def test_times_without_an_offset_are_the_turns_timezone_e9() -> None:
    seen = window(turn("I moved to Berlin", timezone="Asia/Shanghai"))
    made = one({**QUOTED, "observed_at": "2026-03-02T15:00:00", "valid_from": "2026-03-02T00:00:00Z", "valid_to": "not a time"}, seen)
    assert made.observed_at == datetime(2026, 3, 2, 7, tzinfo=UTC)
    assert made.valid_from == datetime(2026, 3, 2, tzinfo=UTC)
    assert made.valid_to is None


def test_an_interval_that_ends_before_it_begins_is_dropped_and_counted() -> None:
    item = {**QUOTED, "valid_from": "2026-03-02T00:00:00Z", "valid_to": "2025-03-02T00:00:00Z"}
    drafts, notes = drafts_from([item], window(turn("I moved to Berlin")))
    assert (drafts[0].valid_from, drafts[0].valid_to) == (None, None)
    assert notes == {"impossible_interval": 1}


def test_texts_are_cut_to_their_length() -> None:
    made = one({**QUOTED, "name": "n" * 99, "abstract": "a" * 999, "overview": "o" * 999, "subject": " user ", "slot": ""})
    assert (len(made.name or ""), len(made.abstract or ""), len(made.overview or "")) == (30, 100, 300)
    assert (made.subject, made.slot) == ("user", None)


@pytest.mark.parametrize(
    ("item", "trigger", "confidence"),
    [
        ({}, None, 1.0),
        ({"trigger_type": "nonsense"}, None, 1.0),
        ({"trigger_type": "rule_update", "confidence": 0.4}, TriggerType.RULE_UPDATE, 0.4),
    ],
)
def test_ingested_text_needs_a_type(item: dict[str, object], trigger: TriggerType | None, confidence: float) -> None:
    made = one({**QUOTED, **item}, window(turn("I moved to Berlin", ingested=True)))
    assert (made.trigger_type, made.confidence) == (trigger, confidence)


def test_ordinary_conversation_is_user_feedback_and_an_event_keeps_its_type() -> None:
    assert one({**QUOTED, "trigger_type": "nonsense"}).trigger_type is TriggerType.USER_FEEDBACK
    event = window(turn(("tool", "I moved to Berlin"), trigger_hint=TriggerType.ENVIRONMENT_CHANGE))
    made = one({**QUOTED, "trigger_type": "rule_update", "confidence": 0.1}, event)
    assert (made.trigger_type, made.confidence) == (TriggerType.ENVIRONMENT_CHANGE, 1.0)


def test_criteria_that_were_not_answered_do_not_hold_where_they_cannot_be_measured() -> None:
    made = one({**QUOTED, "trigger_type": "rule_update", "criteria": [{"holds": True, "reason": "decree"}, False]})
    assert [criterion.holds for criterion in made.criteria] == [True, False, False]
    assert [criterion.holds for criterion in one(QUOTED).criteria] == [True, True, True]


@pytest.mark.parametrize(
    ("text", "quote", "differs"),
    [
        ("User works at Alibaba in Hangzhou with Ouyang Jing", "我在杭州的阿里巴巴工作，同事叫欧阳靖", True),
        ("我在杭州的阿里巴巴工作，同事叫欧阳靖", "我在杭州的阿里巴巴工作，同事叫欧阳靖", False),
        ("用户住在柏林", "I live in Berlin", True),
        ("I use 腾讯云", "I use 腾讯云", False),
    ],
)
def test_a_statement_in_another_language_than_its_evidence_is_noticed_e5(text: str, quote: str, differs: bool) -> None:
    item = {"text": text, "evidence": [{"message_id": "m1", "quote": quote}]}
    assert language_differs(one(item, window(turn(quote)))) is differs


def test_a_candidate_of_a_huge_turn_carries_the_cited_messages_and_their_surroundings() -> None:
    seen = window(turn(*[f"message {number} " + "x" * 500 for number in range(40)]))
    made = candidate({"text": "message 20", "evidence": [{"message_id": "m21", "quote": "message 20"}]}, seen)
    assert [source.message_id for source in made.sources] == ["h18", "h19", "h20"]


def test_what_an_events_data_decide_no_model_decides_otherwise() -> None:
    event = turn(("tool", "ctr moved"), trigger_hint=TriggerType.ANOMALY_PATTERN, data={"expected": 2.0, "actual": 2.1, "cause": "rain"})
    answered = {"text": "ctr moved", "criteria": [{"holds": True}, {"holds": False}, {"holds": True, "reason": "seen twice"}]}
    criteria = candidate(answered, window(event)).criteria
    assert [(each.holds, each.is_certain) for each in criteria] == [(False, True), (True, True), (True, True)]
    assert criteria[2].reason == "seen twice"


def test_what_neither_data_nor_model_decide_stays_open() -> None:
    event = turn(("tool", "ctr moved"), trigger_hint=TriggerType.ANOMALY_PATTERN)
    assert [each.is_certain for each in candidate({"text": "ctr moved", "criteria": []}, window(event)).criteria] == [False] * 3


@pytest.mark.parametrize(
    ("trigger", "layer"), [(TriggerType.RULE_UPDATE, "L1"), (TriggerType.ANOMALY_PATTERN, "L3"), (TriggerType.PERIODIC_PATTERN, "L2")]
)
def test_no_model_moves_an_event_to_another_layer(trigger: TriggerType, layer: str) -> None:
    event = turn(("tool", "no refunds"), trigger_hint=trigger)
    assert candidate({"text": "no refunds", "layer": "L4"}, window(event)).layer.value == layer


def test_an_ingested_rule_is_core_knowledge_whatever_layer_a_model_gives() -> None:
    item = {"text": "no refunds", "layer": "L2", "trigger_type": "rule_update", "confidence": 0.9}
    assert candidate(item, window(turn("no refunds", ingested=True))).layer.value == "L1"


def test_what_the_figures_of_a_free_text_deny_no_model_grants() -> None:
    figures = {"expected": {"value": 2.0, "quote": "2.0"}, "actual": {"value": 2.1, "quote": "2.1"}}
    item = {"text": "ctr moved from 2.0 to 2.1", "trigger_type": "anomaly_pattern", "confidence": 0.9, "criteria": [{"holds": True}] * 3}
    told = window(turn("ctr moved from 2.0 to 2.1", ingested=True))
    assert [each.holds for each in candidate({**item, "data": figures}, told).criteria] == [False, True, True]
    assert [each.holds for each in candidate(item, told).criteria] == [True, True, True]


def test_figures_that_a_model_reads_in_an_event_fill_what_its_data_lack() -> None:
    event = turn(("tool", "ctr moved from 2.0 to 2.1"), trigger_hint=TriggerType.ANOMALY_PATTERN, data={"expected": 2.0})
    item = {"text": "ctr moved from 2.0 to 2.1", "data": {"actual": {"value": 2.1, "quote": "2.1"}}, "criteria": [{"holds": True}] * 3}
    assert not candidate(item, window(event)).criteria[0].holds
