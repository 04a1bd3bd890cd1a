"""What every store of conversations, attributes, episodes, traces and feedback must do; documents have their own file.

    for check in SESSION_STORE_CONTRACT:
        await check(new_empty_store().sessions)

Each function takes an empty store and fails by assertion.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import numpy as np

from yorisoi.errors import StoreError
from yorisoi.memory_ports import EpisodeStore, SessionStore
from yorisoi.ports import FeedbackStore, ProfileStore, Store, TraceStore
from yorisoi.testing.document_stores import DOCUMENT_STORE_CONTRACT, refusal, vector_of
from yorisoi.types import Action, Attribute, Choice, Episode, Feedback, Session, Turn, UserId

AIKO, BEN = UserId("aiko"), UserId("ben")
NOON = datetime(2026, 5, 1, 12, tzinfo=timezone(timedelta(hours=9)))


def said(text: str, minutes: int = 0) -> Turn:
    return Turn(speaker="user", text=text, at=NOON + timedelta(minutes=minutes))


def episode(text: str, *, user: UserId = AIKO, minutes: int = 0) -> Episode:
    at = NOON + timedelta(minutes=minutes)
    return Episode(id=0, user=user, session="s", turn=0, speaker="user", text=text, at=at, last_used=at, importance=5)


# ---------------------------------------------------------------- sessions


async def an_unknown_session_is_new_and_empty(store: SessionStore) -> None:
    assert await store.load(AIKO, "s") == Session(id="s", user=AIKO)
    assert await store.sessions(AIKO) == []


async def turns_come_back_as_they_were_spoken(store: SessionStore) -> None:
    asked = Turn(
        speaker="assistant",
        text="どの休暇ですか。",
        at=NOON,
        action=Action.ASK,
        question="休暇の種類は？",
        choices=(
            Choice(text="看護休暇", source="leave/nursing.md"),
            Choice(text="大阪", source="a.md", attribute="勤務地"),
        ),
        groups=frozenset({"人事", "hr"}),
    )
    assert await store.append(AIKO, "s", [said("休暇について"), asked]) == 0
    assert await store.append(AIKO, "s", [said("看護休暇です")]) == 2
    assert (await store.load(AIKO, "s")).turns == (said("休暇について"), asked, said("看護休暇です"))
    assert await store.turns(AIKO, [("s", 1), ("s", 9), ("t", 0)]) == {("s", 1): asked}
    assert await store.turns(BEN, [("s", 1)]) == {}


async def turns_are_counted_from_the_first_and_the_newest_can_be_had_alone(store: SessionStore) -> None:
    for number in range(3):
        await store.append(AIKO, "s", [said(f"{number}a"), said(f"{number}b")])
    whole = await store.load(AIKO, "s")
    assert [turn.index for turn in whole.turns] == list(range(6))
    assert [turn.index for turn in (await store.sessions(AIKO))[0].turns] == list(range(6))
    newest = await store.load(AIKO, "s", last=3)
    assert [(turn.index, turn.text) for turn in newest.turns] == [(3, "1b"), (4, "2a"), (5, "2b")]
    assert await store.load(AIKO, "s", last=100) == whole
    assert (await store.load(AIKO, "s", last=0)).turns == ()
    assert AIKO not in await refusal(store.load(BEN, "s", last=0), StoreError)
    assert await store.load(AIKO, "new", last=3) == Session(id="new", user=AIKO)
    before = await store.load(AIKO, "s", last=2, before=3)
    assert [(turn.index, turn.text) for turn in before.turns] == [(1, "0b"), (2, "1a")]
    assert (await store.load(AIKO, "s", before=2)).turns == whole.turns[:2]
    assert (await store.load(AIKO, "s", before=0)).turns == ()
    assert AIKO not in await refusal(store.load(BEN, "s", before=0), StoreError)
    assert await store.append(AIKO, "s", []) == 6
    assert await store.append(AIKO, "new", []) == 0


async def concurrent_turns_all_survive_at_dense_positions(store: SessionStore) -> None:
    pairs = [[said(f"{number}a"), said(f"{number}b")] for number in range(10)]
    firsts = await asyncio.gather(*(store.append(AIKO, "s", pair) for pair in pairs))
    turns = (await store.load(AIKO, "s")).turns
    assert sorted(firsts) == list(range(0, 20, 2))
    for first, pair in zip(firsts, pairs, strict=True):
        assert list(turns[first : first + 2]) == pair


async def a_session_is_its_first_users_alone(store: SessionStore) -> None:
    await store.append(AIKO, "s", [said("秘密")])
    for attempt in (store.load(BEN, "s"), store.append(BEN, "s", [said("割り込み")])):
        assert AIKO not in await refusal(attempt, StoreError)
    assert (await store.load(AIKO, "s")).turns == (said("秘密"),)
    assert await store.sessions(BEN) == []


async def a_session_is_called_as_its_user_wishes(store: SessionStore) -> None:
    await store.append(AIKO, "s", [said("休暇について")])
    await store.rename(AIKO, "s", "夏休み")
    assert (await store.load(AIKO, "s")).title == "夏休み"
    await store.append(AIKO, "s", [said("何日ですか")])
    assert [session.title for session in await store.sessions(AIKO)] == ["夏休み"]
    for wrong in (store.rename(BEN, "s", "乗っ取り"), store.rename(AIKO, "none", "無い")):
        assert AIKO not in await refusal(wrong, StoreError)
    assert (await store.load(AIKO, "s")).title == "夏休み"
    await store.rename(AIKO, "s", "")
    assert (await store.load(AIKO, "s")).title == ""


async def sessions_come_newest_first(store: SessionStore) -> None:
    await store.append(AIKO, "old", [said("一", 1)])
    await store.append(AIKO, "new", [said("二", 2)])
    await store.append(BEN, "other", [said("三", 3)])
    assert [session.id for session in await store.sessions(AIKO)] == ["new", "old"]
    await store.append(AIKO, "old", [said("四", 4)])
    [newest] = await store.sessions(AIKO, limit=1)
    assert newest == Session(id="old", user=AIKO, turns=(said("一", 1), said("四", 4)))
    begun = await store.sessions(AIKO, begun=True)
    assert [(session.id, session.turns) for session in begun] == [("old", (said("一", 1),)), ("new", (said("二", 2),))]


# ---------------------------------------------------------------- attributes


async def a_new_value_supersedes_the_old_one(store: ProfileStore) -> None:
    assert await store.attributes(AIKO) == {}
    await store.learn(AIKO, "勤務地", "東京本社", session="s", turn=0)
    await store.learn(AIKO, "雇用形態", "正社員", session="s", turn=2)
    await store.learn(AIKO, "勤務地", "大阪支社", session="s", turn=4)
    await store.learn(AIKO, "勤務地", "大阪支社", session="t", turn=0)
    assert await store.attributes(AIKO) == {
        "勤務地": Attribute(value="大阪支社", told_at=("s", 4)),
        "雇用形態": Attribute(value="正社員", told_at=("s", 2)),
    }


async def attributes_of_another_user_stay_apart(store: ProfileStore) -> None:
    await store.learn(AIKO, "勤務地", "東京本社", session="s", turn=0)
    await store.learn(BEN, "勤務地", "大阪支社", session="t", turn=0)
    assert await store.attributes(AIKO) == {"勤務地": Attribute(value="東京本社", told_at=("s", 0))}
    assert await store.attributes(BEN) == {"勤務地": Attribute(value="大阪支社", told_at=("t", 0))}


# ---------------------------------------------------------------- episodes


async def episodes_come_back_oldest_first_with_their_vectors(store: EpisodeStore) -> None:
    assert await store.all(AIKO) == ([], None)
    later, earlier = episode("後", minutes=5), episode("先", minutes=1)
    await store.add(AIKO, [(later, vector_of("後")), (earlier, vector_of("先"))])
    found, vectors = await store.all(AIKO)
    assert [replace(each, id=0) for each in found] == [earlier, later]
    assert len({each.id for each in found}) == 2
    assert vectors is not None
    assert vectors.dtype == np.float32
    assert vectors.flags.c_contiguous
    np.testing.assert_array_equal(vectors, np.stack([vector_of("先"), vector_of("後")]))


async def episodes_without_vectors_are_kept(store: EpisodeStore) -> None:
    await store.add(AIKO, [(episode("一"), None)])
    found, vectors = await store.all(AIKO)
    assert ([each.text for each in found], vectors) == (["一"], None)
    await store.add(AIKO, [(episode("二", minutes=1), vector_of("二"))])
    found, vectors = await store.all(AIKO)
    assert vectors is not None
    assert len(vectors) == len(found) == 2
    assert not vectors[0].any()


async def no_call_reaches_another_users_episodes(store: EpisodeStore) -> None:
    await store.add(AIKO, [(episode("秘密"), None)])
    [[secret], _] = await store.all(AIKO)
    assert (await store.all(BEN))[0] == []
    await store.touch(BEN, [secret.id], NOON + timedelta(hours=1))
    assert (await store.all(AIKO))[0] == [secret]
    await refusal(store.add(BEN, [(episode("偽り", user=AIKO), None)]), StoreError)
    assert (await store.all(AIKO))[0] == [secret]
    assert (await store.all(BEN))[0] == []


async def touching_notes_the_last_use(store: EpisodeStore) -> None:
    await store.add(AIKO, [(episode("一"), None), (episode("二", minutes=1), None)])
    [[first, second], _] = await store.all(AIKO)
    used = datetime(2026, 6, 1, tzinfo=UTC)
    await store.touch(AIKO, [first.id], used)
    await store.touch(AIKO, [], used)
    assert (await store.all(AIKO))[0] == [replace(first, last_used=used), second]


# ---------------------------------------------------------------- traces


async def a_trace_comes_back_as_it_was_saved(store: TraceStore) -> None:
    body = {"utterance": "休暇", "action": "ask", "steps": [{"name": "gate", "seconds": 0.5}], "none": None}
    await store.save("t1", AIKO, "s", body)
    assert await store.load("t1", AIKO) == body
    assert list(await store.load("t1", AIKO)) == list(body)
    await store.save("t1", AIKO, "s", {"utterance": "訂正"})
    assert await store.load("t1", AIKO) == {"utterance": "訂正"}


async def a_trace_that_is_unknown_or_anothers_is_an_error(store: TraceStore) -> None:
    await store.save("hers", BEN, "s", {"utterance": "秘密"})
    for other in ("t1", "hers"):
        assert other in await refusal(store.load(other, AIKO), StoreError)


async def recent_traces_come_newest_first(store: TraceStore) -> None:
    for number in range(3):
        await store.save(f"t{number}", AIKO, "s", {"utterance": f"問{number}", "action": "search"})
    await store.save("secret", BEN, "s2", {"utterance": "秘密"})
    newest, older = await store.recent(AIKO, limit=2)
    assert newest.keys() == {"trace_id", "session", "at", "utterance", "action"}
    assert (newest["trace_id"], newest["utterance"], newest["action"]) == ("t2", "問2", "search")
    assert older["trace_id"] == "t1"
    assert datetime.fromisoformat(newest["at"]).tzinfo is not None


async def the_newest_traces_are_the_users_own(store: TraceStore) -> None:
    for number, session in enumerate(("s", "t", "s")):
        await store.save(f"t{number}", AIKO, session, {"utterance": f"問{number}", "reply": {"rule": "⑥"}})
    await store.save("secret", BEN, "s2", {"utterance": "秘密"})
    newest, older = await store.newest(AIKO, limit=2)
    assert newest == {"utterance": "問2", "reply": {"rule": "⑥"}, "trace_id": "t2", "session": "s"}
    assert older["trace_id"] == "t1"
    assert [each["trace_id"] for each in await store.newest(AIKO, session="s")] == ["t2", "t0"]
    assert await store.newest(AIKO, session="s2") == []
    for turn in (0, 2, 4):
        await store.save(f"of-{turn}", AIKO, "u", {}, turn=turn)
    assert [each["trace_id"] for each in await store.newest(AIKO, session="u", before=4)] == ["of-2", "of-0"]
    assert (await store.load("secret", BEN))["utterance"] == "秘密"
    assert "秘密" not in await refusal(store.load("secret", AIKO), StoreError)


# ---------------------------------------------------------------- feedback


async def feedback_comes_back_in_the_order_in_which_it_was_given(store: FeedbackStore) -> None:
    assert await store.events(AIKO) == []
    needless = Feedback(
        kind="needless",
        at=NOON,
        session="s",
        trace_id="t1",
        rule="②",
        clarification_probability=0.625,
        comment="聞かなくてよい",
    )
    # in the order of the log, whatever the clock says
    reset = Feedback(kind="reset", at=NOON - timedelta(minutes=5))
    for event in (needless, reset, needless):
        await store.add(AIKO, event)
    assert await store.events(AIKO) == [needless, reset, needless]


async def feedback_of_another_user_stays_apart_and_is_not_erased(store: FeedbackStore) -> None:
    mine, theirs = Feedback(kind="up", at=NOON, trace_id="t1"), Feedback(kind="missed", at=NOON, trace_id="t2")
    await store.add(AIKO, mine)
    await store.add(BEN, theirs)
    assert (await store.events(AIKO), await store.events(BEN)) == ([mine], [theirs])
    assert await store.erase(AIKO) == 1
    assert (await store.events(AIKO), await store.events(BEN)) == ([], [theirs])
    assert await store.erase(AIKO) == 0


# ---------------------------------------------------------------- the log of turns


async def the_log_tells_what_came_of_everybodys_turns(store: Store) -> None:
    for minutes, (user, groups) in enumerate(((AIKO, ["hr"]), (BEN, None))):
        session = f"{user}s"
        reply = Turn(
            speaker="assistant",
            text="あります。",
            at=NOON,
            action=Action.SEARCH,
            question="休暇は",
            pages=("a.md",),
            sources=((session, 4),) if user == AIKO else None,
        )
        first = await store.sessions.append(user, session, [said("休暇", minutes), reply])
        load = {"name": "load", **({"groups": groups} if groups is not None else {})}
        known = {"remembers": False, "picked": ["b.md"]} if user == AIKO else {}
        body = {"utterance": "休暇", "steps": [load], "reply": {"rule": "choice"}, **known}
        await store.traces.save(f"{user}t", user, session, body, turn=first)
    await store.feedback.add(AIKO, Feedback(kind="down", at=NOON, trace_id="aikot"))
    newest, oldest = await store.log.turns(NOON - timedelta(days=9999), 10)
    assert (newest.user, newest.groups, newest.feedback) == (BEN, None, frozenset())
    assert (newest.remembers, oldest.remembers) == (True, False), "where it is not known it may"
    assert (newest.made_from, newest.from_others) == (None, True), "so too"
    assert (oldest.made_from, oldest.session, oldest.index) == (frozenset({4}), "aikos", 0)
    assert (newest.picked, oldest.picked) == (("",), ("b.md",))
    assert oldest == await store.log.turn("aikot")
    assert (oldest.user, set(oldest.groups or ()), oldest.shared) == (AIKO, {"hr"}, False)
    assert set(oldest.feedback) == {"down"}
    assert (oldest.utterance, oldest.text, oldest.question, oldest.rule) == ("休暇", "あります。", "休暇は", "choice")
    assert (oldest.cited, oldest.offered, oldest.asked_back) == (("a.md",), (), False)
    assert len(await store.log.turns(NOON - timedelta(days=9999), 1)) == 1
    assert await store.log.turns(oldest.at + timedelta(days=1), 10) == []
    assert await store.log.turn("none") is None
    assert await store.log.conversation(oldest) == [oldest]


async def the_last_word_says_whether_a_turn_is_shared_and_nobody_elses(store: Store) -> None:
    asked = Turn(
        speaker="assistant",
        text="どれ？",
        at=NOON,
        action=Action.ASK,
        choices=(Choice(text="看護休暇", source="b.md"),),
    )
    first = await store.sessions.append(AIKO, "s", [said("休暇"), asked])
    await store.traces.save("t", AIKO, "s", {"utterance": "休暇", "steps": [], "reply": {"rule": "②"}}, turn=first)

    async def told(user: UserId, *, shared: bool) -> bool:
        await store.feedback.add(user, Feedback(kind="down", at=NOON, trace_id="t", shared=shared))
        turn = await store.log.turn("t")
        assert turn is not None
        assert (turn.asked_back, turn.offered) == (True, ("b.md",))
        return turn.shared

    assert not await told(BEN, shared=True)
    assert await told(AIKO, shared=True)
    assert not await told(AIKO, shared=False)


SESSION_STORE_CONTRACT = (
    an_unknown_session_is_new_and_empty,
    turns_come_back_as_they_were_spoken,
    turns_are_counted_from_the_first_and_the_newest_can_be_had_alone,
    concurrent_turns_all_survive_at_dense_positions,
    a_session_is_its_first_users_alone,
    a_session_is_called_as_its_user_wishes,
    sessions_come_newest_first,
)
PROFILE_STORE_CONTRACT = (a_new_value_supersedes_the_old_one, attributes_of_another_user_stay_apart)
EPISODE_STORE_CONTRACT = (
    episodes_come_back_oldest_first_with_their_vectors,
    episodes_without_vectors_are_kept,
    no_call_reaches_another_users_episodes,
    touching_notes_the_last_use,
)
TRACE_STORE_CONTRACT = (
    a_trace_comes_back_as_it_was_saved,
    a_trace_that_is_unknown_or_anothers_is_an_error,
    recent_traces_come_newest_first,
    the_newest_traces_are_the_users_own,
)
FEEDBACK_STORE_CONTRACT = (
    feedback_comes_back_in_the_order_in_which_it_was_given,
    feedback_of_another_user_stays_apart_and_is_not_erased,
)
LOG_CONTRACT = (
    the_log_tells_what_came_of_everybodys_turns,
    the_last_word_says_whether_a_turn_is_shared_and_nobody_elses,
)

__all__ = [
    "DOCUMENT_STORE_CONTRACT",
    "EPISODE_STORE_CONTRACT",
    "FEEDBACK_STORE_CONTRACT",
    "LOG_CONTRACT",
    "PROFILE_STORE_CONTRACT",
    "SESSION_STORE_CONTRACT",
    "TRACE_STORE_CONTRACT",
]
