"""What a session keeps of its turns: the same tests on the fake and on a real Valkey."""

from dataclasses import replace

from shared.adapters.redis_connection import RedisConnection
from shared.adapters.redis_intake import RedisTurnIntake
from shared.adapters.redis_session_words import RedisSessionWords, WordsKept
from shared.domain.candidate import Role
from shared.domain.scope import TENANT_OWNER, Visibility
from shared.domain.session_summary import KeptTurn, summary_turn
from shared.domain.trigger import TriggerType
from shared.domain.turn import Turn, TurnMessage
from shared.ports.captures import ConsumedTurn
from shared.ports.inboxes import InboxKind
from tests.contract.conftest import WORDS_CHARACTERS
from tests.contract.work_doors import WorkDoors
from tests.factories import ANN, BOB, NOW, make_turn


def said(number: int, text: str | None = None, **fields: object) -> Turn:
    return make_turn(text or f"第{number}句 said in turn {number}", turn_id=f"t{number}", **fields)  # type: ignore[arg-type]


def kept(doors: WorkDoors, session: str = "s1") -> list[str]:
    return [message.text for turn in doors.session_words.kept("acme", ANN, session) for message in turn.messages]


def test_spoken_words_are_kept_with_who_may_see_them_as_their_turn_is_accepted(doors: WorkDoors) -> None:
    messages = (
        TurnMessage(message_id="m1", role=Role.USER, text="我住在杭州", name="Ann", occurred_at=NOW),
        TurnMessage(message_id="m2", role=Role.ASSISTANT, text="Noted."),
        TurnMessage(message_id="m3", role=Role.SYSTEM, text="You are Alfred"),
        TurnMessage(message_id="m4", role=Role.TOOL, text="{}"),
    )
    fields = {"visibility": Visibility.USER, "agent_id": "main", "labels": {"a:b": "c"}, "timezone": "Asia/Shanghai", "ttl_seconds": 60}
    turn = replace(said(1), messages=messages, **fields)
    doors.intake.accept_many([turn, turn])
    (found,) = doors.session_words.kept("acme", ANN, "s1")
    spoken = (messages[0], replace(messages[1], occurred_at=NOW))
    assert found == KeptTurn(capture_id=turn.capture_id, turn_id="t1", messages=spoken, at=NOW, **fields)


def test_what_is_no_talk_in_a_session_is_not_kept(doors: WorkDoors) -> None:
    spoken = said(1).messages
    kept_turn = KeptTurn(capture_id="c", turn_id="t", visibility=Visibility.PRIVATE, messages=spoken, at=NOW)
    others = (
        replace(said(1), quarantine="injection:x"),
        replace(said(2), trigger_hint=TriggerType.USER_FEEDBACK),
        replace(said(3), ingested=True),
        summary_turn("acme", ANN, "s1", (kept_turn,), now=NOW),
    )
    doors.intake.accept_many(others)
    doors.intake.skip(said(4), reason="trigger:cron", keep=True)
    assert kept(doors) == []
    doors.intake.accept(replace(said(5), session_id=None))
    assert doors.session_words.kept("acme", ANN, "") == ()


def test_released_words_are_kept_from_then_on(doors: WorkDoors) -> None:
    held = replace(said(1), quarantine="injection:x")
    doors.intake.accept(held)
    lease = doors.inboxes.take_next(InboxKind.CAPTURE, worker_id="w", limit=9)
    assert lease is not None
    doors.captures.commit_extraction(lease, [ConsumedTurn(capture_id=held.capture_id, proposals=())], ())
    doors.inboxes.release(lease)
    assert kept(doors) == []
    assert doors.intake.release(replace(held, quarantine=None))
    assert kept(doors) == [held.messages[0].text]


def test_tenants_owners_and_sessions_never_meet_and_each_owner_of_a_session_is_known(doors: WorkDoors) -> None:
    turns = (said(1), said(2, owner=BOB), said(3, owner=TENANT_OWNER), said(4, session_id="s%3A1"), said(5, tenant_id="other"))
    doors.intake.accept_many(turns)
    assert kept(doors) == [turns[0].messages[0].text]
    assert doors.session_words.owners("acme", "s1") == (TENANT_OWNER, ANN, BOB)
    assert doors.session_words.owners("other", "s1") == (ANN,)
    assert doors.session_words.owners("acme", "s:1") == doors.session_words.kept("acme", ANN, "s:1") == ()


def test_the_oldest_words_fall_out_and_one_turn_is_never_more_than_all(doors: WorkDoors) -> None:
    texts = [f"{number} " + "x" * 298 for number in range(5)]
    doors.intake.accept_many([said(number, text) for number, text in enumerate(texts)])
    assert kept(doors) == texts[2:]
    pages = "Never half a word. 半句也不。" * 200
    doors.intake.accept(said(9, pages))
    (last,) = kept(doors)
    assert 0 < len(last) <= WORDS_CHARACTERS
    assert last.endswith((".", "。"))
    assert pages.startswith(last)


def test_dropped_words_are_gone_and_leave_room(doors: WorkDoors) -> None:
    texts = [f"{number} " + "x" * 298 for number in range(3)]
    turns = [said(number, text) for number, text in enumerate(texts)]
    doors.intake.accept_many(turns)
    doors.session_words.drop("acme", ANN, "s1", [turns[0].capture_id, turns[2].capture_id, "unknown"])
    doors.session_words.drop("acme", BOB, "s1", [turns[1].capture_id])
    assert kept(doors) == [texts[1]]
    doors.intake.accept_many([said(7, texts[0]), said(8, texts[2])])
    assert kept(doors) == [texts[1], texts[0], texts[2]]


def words_key(connection: RedisConnection) -> set[bytes]:
    return {name for name in connection.client.scan_iter() if b":words" in name}


def test_every_key_of_it_ends_by_itself_and_is_entered_under_its_owner(connection: RedisConnection) -> None:
    RedisTurnIntake(connection, max_turns=9, full_at_memory_share=0.8, words=WordsKept(seconds=50)).accept(said(1))
    names = words_key(connection)
    assert len(names) == 4
    assert all(0 < connection.client.ttl(name) <= 50 for name in names)
    assert names <= connection.client.smembers("tiercel:owner:acme:user%3Aann:keys")


def test_words_older_than_the_limit_are_neither_read_nor_kept_on_by_newer_ones(connection: RedisConnection) -> None:
    intake = RedisTurnIntake(connection, max_turns=9, full_at_memory_share=0.8)
    intake.accept(said(1))
    (name,) = [name for name in words_key(connection) if connection.client.type(name) == b"list"]
    entry = connection.client.lindex(name, 0)
    at, rest = entry.split(b"|", 1)
    connection.client.lset(name, 0, b"%d|%s" % (int(at) - 86_400_000, rest))
    assert RedisSessionWords(connection).kept("acme", ANN, "s1") == ()
    intake.accept(said(2))
    assert connection.client.llen(name) == 1
    assert connection.client.get(name + b":size") == b"%d" % len(said(2).messages[0].text)


def test_switched_off_nothing_is_stored_at_all(connection: RedisConnection) -> None:
    RedisTurnIntake(connection, max_turns=9, full_at_memory_share=0.8, words=WordsKept(seconds=0)).accept(said(1))
    assert words_key(connection) == set()


def test_many_turns_of_a_few_characters_are_bounded_by_what_is_stored_and_not_only_by_what_was_said(connection: RedisConnection) -> None:
    intake = RedisTurnIntake(connection, max_turns=9999, full_at_memory_share=0.8, words=WordsKept(characters=1000))
    labels = {f"label{number}": "x" * 100 for number in range(60)}
    intake.accept_many([said(number, "好", labels=labels, session_id="s1") for number in range(30)])
    intake.accept_many([said(number, "ok", session_id="s2") for number in range(200)])
    assert 1 <= connection.client.llen(b"tiercel:words:acme:user%3Aann:s1") < 6
    assert 50 < connection.client.llen(b"tiercel:words:acme:user%3Aann:s2") < 150


def test_of_an_owners_sessions_those_spoken_in_longest_ago_lose_their_words_beyond_a_number(connection: RedisConnection) -> None:
    intake = RedisTurnIntake(connection, max_turns=9999, full_at_memory_share=0.8, words=WordsKept(sessions=3))
    words = RedisSessionWords(connection)
    intake.accept(said(1, session_id="1", owner=BOB))
    for number, session in enumerate(["1", "2", "3", "1", "a:b 1", "2"]):
        intake.accept(said(number, session_id=session))
        _let_pass(connection)
    sessions = ("1", "2", "3", "a:b 1")
    assert [len(words.kept("acme", ANN, session)) for session in sessions] == [2, 1, 0, 1]
    assert [words.owners("acme", session) for session in sessions] == [(ANN, BOB), (ANN,), (), (ANN,)]
    assert len(words.kept("acme", BOB, "1")) == 1


def _let_pass(connection: RedisConnection) -> None:
    """The order of sessions is by milliseconds: let one of them pass."""
    before = connection.client.time()
    while connection.client.time()[1] // 1000 == before[1] // 1000:
        pass


def test_a_talk_whose_size_was_lost_is_trimmed_and_no_turn_is_refused(connection: RedisConnection) -> None:
    intake = RedisTurnIntake(connection, max_turns=9999, full_at_memory_share=0.8)
    intake.accept(said(1))
    connection.client.set(b"tiercel:words:acme:user%3Aann:s1:size", 10**9)
    assert not intake.accept(said(2)).duplicate
    assert connection.client.llen("tiercel:ready:capture:acme") == 1
    assert not intake.accept(said(3)).duplicate


def test_names_of_keys_that_ended_leave_the_owners_set_as_new_ones_come(connection: RedisConnection) -> None:
    names = b"tiercel:owner:acme:user%3Aann:keys"
    connection.client.sadd(names, *(f"tiercel:recall:{number}" for number in range(400)))
    intake = RedisTurnIntake(connection, max_turns=9999, full_at_memory_share=0.8)
    intake.accept_many([said(number) for number in range(300)])
    held = connection.client.smembers(names)
    alive = {name for name in held if connection.client.exists(name)}
    assert len(held - alive) < 200
    assert len(alive) == 300 + 7
