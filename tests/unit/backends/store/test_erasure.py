"""What is erased is gone from the files, with everything that was derived from it; nothing else goes."""

import asyncio
import random
import sqlite3
import tempfile
import threading
from collections.abc import Awaitable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.held import content_of, files_holding

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.backends.store.derivation import Place, with_derived
from yorisoi.backends.store.dialects import forget_deleted
from yorisoi.backends.store.words import Words
from yorisoi.errors import ErasedMeanwhile, StoreError
from yorisoi.memory.keeping import event
from yorisoi.memory_ports import NewFact, Settled
from yorisoi.testing.document_stores import new_document, vector_of
from yorisoi.types import Attribute, Episode, Feedback, Reflection, Turn, UserId

AIKO, BEN = UserId("aiko"), UserId("ben")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
SECRET = "秘密の温泉は草津の奥にあります"


def held(home: Path, words: str) -> list[str]:
    """Names of the files that hold the words, as UTF-8 or as a vector."""
    marks = [words.encode(), vector_of(words).astype("<f4").tobytes()]
    return files_holding(home, *marks)


async def full(*_: object) -> str:
    """In place of what clears the files."""
    return "database or disk is full"


async def tell(store: SqlStore, user: UserId, session: str, *texts: str) -> list[Episode]:
    """Say it, and have it answered and settled, with a fact and a trace for each."""
    for text in texts:
        answer = Turn(speaker="assistant", text="承知しました。", at=NOON, question=f"{text}について", sources=())
        first = await store.sessions.append(user, session, [Turn(speaker="user", text=text, at=NOON), answer])
        body = {"utterance": text, "steps": [{"a": [text]}]}
        await store.traces.save(f"{user}-{session}-{text}", user, session, body, turn=first, sources=())
    waiting = await store.episodes.unsettled(user, 1000)
    done = [
        Settled(
            episode=each.id,
            importance=5,
            vector=vector_of(each.text),
            terms=(each.text,),
            facts=(NewFact(kind="likes", topic=each.text, text=each.text, span=(0, len(each.text)), by="rules"),),
        )
        for each in waiting
    ]
    assert await store.episodes.settle(user, done, await store.episodes.revision(user))
    return (await store.episodes.all(user))[0]


@pytest.mark.parametrize("killed", ["no", "made up for at the next opening", "made up for when a page is removed"])
async def test_nothing_stays_between_the_rows_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: str
) -> None:
    """SQLite moves rows that grow, and leaves what was there in the gaps of its pages."""
    async with open_store(tmp_path) as store:
        await store.sessions.append(BEN, "ben", [Turn(speaker="user", text="残る", at=NOON)])
    names = [f"名{at:03}番" for at in range(0, 60, 2)]
    with closing(sqlite3.connect(tmp_path / "yorisoi.db", isolation_level=None)) as database:
        database.execute("PRAGMA secure_delete = ON")
        for seed in range(100):
            drawn = random.Random(seed)
            for at in range(60):
                user, text = (AIKO, BEN)[at % 2], f"名{at:03}番{'あ' * drawn.randint(3, 70)}"
                values = (at, user, text, NOON.isoformat(sep=" "))
                database.execute("INSERT INTO attributes VALUES (?, ?, ?, '', 's', 0, ?, NULL)", values)
            for at in range(60):
                values = ("い" * drawn.randint(0, 70), at)
                database.execute("UPDATE attributes SET value = ? WHERE id = ?", values)
            database.execute("DELETE FROM attributes WHERE user_id = ?", (AIKO,))
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if any(held(tmp_path, name) for name in names):
                break
            database.execute("DELETE FROM attributes")
    assert any(held(tmp_path, name) for name in names)
    async with open_store(tmp_path) as store:
        bens = await store.profiles.attributes(BEN)
        with monkeypatch.context() as patched, suppress(StoreError):
            if killed != "no":
                patched.setattr("yorisoi.backends.store.clearing.forget_deleted", full)
            await store.erasure.everything(AIKO)
        assert any(held(tmp_path, name) for name in names) is (killed != "no")
        if "removed" in killed:
            await store.documents.put([new_document("a.md")])
            assert await store.documents.remove(["a.md"]) == 1
            assert not any(held(tmp_path, name) for name in names)
        if "opening" in killed:
            monkeypatch.setattr("yorisoi.backends.store.clearing.forget_deleted", full)
    monkeypatch.undo()
    async with open_store(tmp_path) as store:
        assert await store.profiles.attributes(BEN) == bens
        assert len(bens) == 30
        assert [turn.text for turn in (await store.sessions.load(BEN, "ben")).turns] == ["残る"]
    assert not any(held(tmp_path, name) for name in names)


async def test_an_erasure_costs_what_it_erases_and_not_what_the_store_holds(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, SECRET, SECRET, ())
        for number in range(100):
            user = UserId(f"u{number}")
            await store.traces.save(f"t{number}", user, f"s{number}", {"utterance": "あ" * 1000}, turn=0, sources=())
        with closing(sqlite3.connect(tmp_path / "yorisoi.db", isolation_level=None)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            before = content_of(tmp_path / "yorisoi.db")
            await store.erasure.items(AIKO, episodes=[(await said(store))[SECRET]])
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            after = content_of(tmp_path / "yorisoi.db")
    written = sum(before[at : at + 4096] != after[at : at + 4096] for at in range(0, len(after), 4096))
    assert len(after) > 100 * 4096
    assert written < 30


async def test_who_erases_while_others_do_shares_the_next_clearing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleared = 0

    async def clear(*given: Any) -> str | None:
        nonlocal cleared
        cleared += 1
        return await forget_deleted(*given)

    monkeypatch.setattr("yorisoi.backends.store.clearing.forget_deleted", clear)
    async with open_store(tmp_path) as store:
        users = [UserId(f"u{number}") for number in range(12)]
        for user in users:
            await store.sessions.append(user, f"s-{user}", [Turn(speaker="user", text=f"{SECRET}、{user}", at=NOON)])
        await asyncio.gather(*(store.erasure.everything(user) for user in users))
        assert held(tmp_path, SECRET) == []
        assert 1 <= cleared <= 4


async def test_what_is_erased_while_the_files_are_cleared_is_remembered_to_be_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when nobody lives to do so."""
    async with open_store(tmp_path) as store, open_store(tmp_path) as other:
        for user, one in ((AIKO, store), (BEN, other)):
            await one.sessions.append(user, user, [Turn(speaker="user", text=f"{SECRET}、{user}", at=NOON)])

        async def meanwhile(*given: Any) -> str | None:
            with monkeypatch.context() as killed, suppress(StoreError):
                killed.setattr("yorisoi.backends.store.clearing.forget_deleted", full)
                await other.erasure.everything(BEN)
            return await forget_deleted(*given)

        with monkeypatch.context() as patched:
            patched.setattr("yorisoi.backends.store.clearing.forget_deleted", meanwhile)
            await store.erasure.everything(AIKO)
        with closing(sqlite3.connect(tmp_path / "yorisoi.db")) as database:
            assert database.execute("SELECT key FROM meta WHERE key = 'to_clear'").fetchall() == [("to_clear",)]
    async with open_store(tmp_path):
        assert held(tmp_path, SECRET) == []


async def test_one_episode_goes_with_all_that_repeats_it(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        spoken = await tell(store, AIKO, "s", "猫を二匹飼っています", SECRET)
        secret = next(each for each in spoken if each.text == SECRET)
        await store.profiles.learn(AIKO, "温泉", "草津", session="s", turn=secret.turn)
        await store.persona.reflect(
            AIKO,
            [Reflection(id=0, user=AIKO, text="温泉に詳しい", episodes=(secret.id,), by="test", at=NOON)],
            read=[secret.id],
        )
        await tell(store, BEN, "t", SECRET)
        assert held(tmp_path, SECRET)
        erased = await store.erasure.items(AIKO, episodes=[secret.id])
        assert (erased.facts, erased.reflections, erased.traces, erased.attributes) == (2, 1, 1, 1)
        assert erased.turns == 2, "its own, and the answer that repeats it"
        left, vectors = await store.episodes.all(AIKO)
        assert SECRET not in {each.text for each in left}
        assert vectors is not None
        assert len(vectors) == len(left)
        assert "猫を二匹飼っています" in {fact.text for fact in await store.persona.facts(AIKO)}
        assert await store.profiles.attributes(AIKO) == {}
        assert SECRET in {each.text for each in (await store.episodes.all(BEN))[0]}, "another user's stays"
        await store.erasure.everything(BEN)
        assert held(tmp_path, SECRET) == []


async def test_what_was_concluded_from_words_that_are_corrected_is_gone(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        cats, bath, *_ = await tell(store, AIKO, "s", "猫を二匹飼っています", SECRET)
        for text, given in (("猫好き", [cats]), ("温泉に詳しい", [bath]), ("休みは家で過ごす", [cats, bath])):
            concluded = Reflection(id=0, user=AIKO, text=text, episodes=(given[0].id,), by="test", at=NOON)
            await store.persona.reflect(AIKO, [concluded], read=[each.id for each in given])
        await store.episodes.correct(AIKO, bath.id, "温泉には行きません")
        assert [each.text for each in await store.persona.reflections(AIKO)] == ["猫好き"]


ILLNESS = "鬱病の病気休暇は有給ですか"
REWORDED = "鬱病の病気休暇の申請方法は？"
"""What a later turn made of it: the words in another order."""


async def converse(
    store: SqlStore, text: str, question: str, sources: Sequence[tuple[str, int]] | None, session: str = "s"
) -> int:
    """One exchange of Aiko's with its trace; returns the index of what she said."""
    answer = Turn(
        speaker="assistant",
        text=f"{question}: 3日前まで",
        at=NOON,
        question=question,
        sources=sources and tuple(sources),
    )
    first = await store.sessions.append(AIKO, session, [Turn(speaker="user", text=text, at=NOON), answer])
    body = {"utterance": text, "steps": [{"prompt": question}]}
    await store.traces.save(f"{session}{first}", AIKO, session, body, turn=first, sources=sources)
    return first


async def said(store: SqlStore) -> dict[str, int]:
    """Aiko's own utterances that are left, and the ids of their episodes."""
    return {each.text: each.id for each in (await store.episodes.all(AIKO))[0] if each.speaker == "user"}


@pytest.mark.parametrize("sources", [[("s", 0), ("s", 1)], None], ids=["known", "not known"])
async def test_what_a_later_turn_made_of_the_words_goes_and_what_the_user_said_then_stays(
    tmp_path: Path, sources: list[tuple[str, int]] | None
) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, ILLNESS, ILLNESS, ())
        await converse(store, "その申請方法は？", REWORDED, sources)
        await converse(store, "プリンターの使い方は？", "プリンターの使い方は？", ())
        erased = await store.erasure.items(AIKO, episodes=[(await said(store))[ILLNESS]])
        assert held(tmp_path, "鬱病") == []
        assert (erased.turns, erased.traces) == (3, 2)
        assert set(await said(store)) == {"その申請方法は？", "プリンターの使い方は？"}
        left = await store.sessions.load(AIKO, "s")
        assert [turn.text for turn in left.turns] == [
            "その申請方法は？",
            "プリンターの使い方は？",
            "プリンターの使い方は？: 3日前まで",
        ]


async def test_what_came_to_mind_in_another_conversation_is_followed_there(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, ILLNESS, ILLNESS, ())
        await converse(store, "前に聞いた件は？", REWORDED, [("s", 0)], session="later")
        await converse(store, "それはいつまで？", f"{REWORDED}いつまで", [("later", 1)], session="later")
        await store.erasure.items(AIKO, episodes=[(await said(store))[ILLNESS]])
        assert held(tmp_path, "鬱病") == []
        assert set(await said(store)) == {"前に聞いた件は？", "それはいつまで？"}


async def test_who_said_more_with_the_same_words_keeps_it_and_the_facts_in_it(tmp_path: Path) -> None:
    longer = "私は猫が好きです。申請方法を教えてください"
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        await tell(store, AIKO, "s", "申請方法を教えてください", longer)
        first = (await said(store))["申請方法を教えてください"]
        erased = await store.erasure.items(AIKO, episodes=[first])
        assert set(await said(store)) == {longer}
        assert longer in {fact.text for fact in await store.persona.facts(AIKO)}
        assert [item.text for item in erased.said_again] == [longer]


async def test_a_trace_of_anything_at_all_keeps_nothing_from_being_erased(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, "[" * 3000, "[" * 3000, ())
        await converse(store, SECRET, SECRET, ())
        await store.erasure.items(AIKO, episodes=[(await said(store))[SECRET]])
        assert held(tmp_path, SECRET) == []
        assert set(await said(store)) == {"[" * 3000}


async def test_the_name_of_a_conversation_goes_with_it_and_with_words_that_it_repeats(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        spoken = await tell(store, AIKO, "whole", "猫を二匹飼っています") + await tell(
            store, AIKO, "part", "犬", SECRET
        )
        for session, title in (("whole", "ねこの名前はタマ"), ("part", f"{SECRET}こと")):
            await store.sessions.rename(AIKO, session, title)
        gone = [each.id for each in spoken if each.session == "whole" or each.text == SECRET]
        await store.erasure.items(AIKO, episodes=gone[:1], preview=True)
        assert (await store.sessions.load(AIKO, "whole")).title
        await store.erasure.items(AIKO, episodes=gone)
        left = await store.sessions.load(AIKO, "part")
        assert (left.title, [turn.text for turn in left.turns if turn.speaker == "user"]) == ("", ["犬"])
        await store.sessions.rename(AIKO, "part", "いぬ")
        [dog] = [each.id for each in (await store.episodes.all(AIKO))[0] if each.text == "犬"]
        await store.erasure.items(AIKO, episodes=[dog])
    assert held(tmp_path, "タマ") + held(tmp_path, SECRET) + held(tmp_path, "いぬ") == []


@pytest.mark.parametrize(
    ("told", "title", "goes"),
    [
        ("流産後の夏季休暇は取れますか", "流産のこと", True),
        ("うつ病で休んでいます", "うつの話", True),
        ("I had two miscarriages last year", "My miscarriage", True),
        ("我怀孕了产假几天", "产假", True),
        ("流産後の夏季休暇は取れますか", "人事への質問", False),
    ],
)
async def test_the_name_of_a_conversation_goes_with_what_it_has_a_word_of_and_is_shown_before(
    tmp_path: Path, told: str, title: str, goes: bool
) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        [first, *_] = await tell(store, AIKO, "s", told, "こんにちは")
        await tell(store, AIKO, "other", "あした")
        for session in ("s", "other"):
            await store.sessions.rename(AIKO, session, title)
        would = await store.erasure.items(AIKO, episodes=[first.id], preview=True)
        assert [(each.id, each.text) for each in would.items if each.kind == "name"] == [("s", title)] * goes
        assert await store.erasure.items(AIKO, episodes=[first.id]) == would
        assert (await store.sessions.load(AIKO, "s")).title == ("" if goes else title)
        assert (await store.sessions.load(AIKO, "other")).title == title, "nothing of it was erased"


async def test_a_conversation_without_turns_is_in_no_file_and_what_was_learnt_of_it_stays(tmp_path: Path) -> None:
    named = "離婚相談ムクドリ"
    async with open_store(tmp_path) as store:
        await converse(store, "休暇", "休暇", ())
        await converse(store, "健康診断", "健康診断", (), session=named)
        for session in (named, "s"):
            await store.feedback.add(AIKO, Feedback(kind="needless", at=NOON, session=session, rule="②"))
        before = await store.episodes.revision(AIKO)
        gone = [each.id for each in (await store.episodes.all(AIKO))[0] if each.session == named]
        assert (await store.erasure.items(AIKO, episodes=gone)).sessions == 1
        assert held(tmp_path, named) == []
        events = await store.feedback.events(AIKO)
        assert [(each.kind, each.session, each.rule) for each in events] == [
            ("needless", None, "②"),
            ("needless", "s", "②"),
        ]
        for session, since in ((named, None), ("s", before)):
            with pytest.raises(StoreError):
                await store.sessions.rename(AIKO, session, SECRET, since=since)
        assert held(tmp_path, SECRET) == []
        assert await store.sessions.append(BEN, named, [Turn(speaker="user", text="はじめて", at=NOON)]) == 0


async def test_a_preview_tells_what_would_go_and_nothing_goes(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, ILLNESS, ILLNESS, ())
        await converse(store, "その申請方法は？", REWORDED, [("s", 0)])
        illness = (await said(store))[ILLNESS]
        before = await store.sessions.load(AIKO, "s")
        would = await store.erasure.items(AIKO, episodes=[illness], preview=True)
        assert {item.kind for item in would.items} == {"turn", "episode", "trace"}
        assert f"e{illness}" in {item.id for item in would.items}
        assert await store.sessions.load(AIKO, "s") == before
        assert await store.erasure.items(AIKO, episodes=[illness]) == would


async def test_what_was_commented_on_a_turn_goes_with_it_and_other_comments_stay(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        cat, illness = "猫を二匹飼っています", ILLNESS
        spoken = await tell(store, AIKO, "s", cat, illness)
        about = {"session": "s", "kind": "down", "at": NOON}
        comments = {"診断書のことを聞いた": f"aiko-s-{illness}", "跡がもうない": None, "猫は元気": f"aiko-s-{cat}"}
        for comment, trace in comments.items():
            await store.feedback.add(AIKO, Feedback(**about, trace_id=trace, comment=comment))  # type: ignore[arg-type]
        [episode] = [each for each in spoken if each.text == illness]
        would = await store.erasure.items(AIKO, episodes=[episode.id], preview=True)
        assert [item.text for item in would.items if item.kind == "comment"] == ["診断書のことを聞いた", "跡がもうない"]
        await store.erasure.items(AIKO, episodes=[episode.id])
        events = await store.feedback.events(AIKO)
        assert [(each.kind, each.comment) for each in events] == [("down", None), ("down", None), ("down", "猫は元気")]
        assert held(tmp_path, "診断書") == []


async def test_a_fact_that_was_said_again_is_learnt_anew_from_there(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        await tell(store, AIKO, "s", "猫が好きです")
        [fact] = [each for each in await store.persona.facts(AIKO) if each.text == "猫が好きです"]
        await store.sessions.append(AIKO, "t", [Turn(speaker="user", text="私は猫が好きですよ", at=NOON)])
        [again] = await store.episodes.unsettled(AIKO, 10)
        settled = Settled(episode=again.id, importance=1, vector=None, terms=(), confirmed=(fact.id,))
        assert await store.episodes.settle(AIKO, [settled], await store.episodes.revision(AIKO))
        await store.erasure.items(AIKO, episodes=[fact.episode])
        assert [each.id for each in await store.episodes.unsettled(AIKO, 10)] == [again.id]


@pytest.mark.parametrize("everything", [True, False])
async def test_what_a_killed_erasure_left_in_the_log_goes_when_the_store_is_opened_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, everything: bool
) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, SECRET, SECRET, ())
        secret = (await said(store))[SECRET]
        # who reads keeps the log from being cleared when the store is closed
        reader = sqlite3.connect(tmp_path / "yorisoi.db")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turns").fetchone()
        with monkeypatch.context() as patched:
            patched.setattr("yorisoi.backends.store.clearing.forget_deleted", full)
            erase = store.erasure.everything(AIKO) if everything else store.erasure.items(AIKO, episodes=[secret])
            with pytest.raises(StoreError, match=r"erased, but .* disk is full"):
                await erase
    assert held(tmp_path, SECRET) != []
    reader.close()
    async with open_store(tmp_path):
        assert held(tmp_path, SECRET) == []


def to_clear(home: Path) -> bool:
    with closing(sqlite3.connect(home / "yorisoi.db")) as database:
        return bool(database.execute("SELECT key FROM meta WHERE key = 'to_clear'").fetchall())


@pytest.mark.parametrize("closed", [False, True], ids=["while it is open", "when it is closed"])
async def test_what_others_who_read_kept_in_the_files_is_cleared_as_soon_as_they_have_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: bool
) -> None:
    monkeypatch.setattr("yorisoi.backends.store.clearing._AGAIN_S", 60.0 if closed else 0.05)
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        await store.documents.put([new_document("a.md", SECRET), new_document("b.md")])
        with closing(sqlite3.connect(tmp_path / "yorisoi.db", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM documents").fetchone()
            assert await store.documents.remove(["a.md"]) == 1
            assert await store.documents.forget_unused_vectors()
            assert held(tmp_path, SECRET)
            assert to_clear(tmp_path)
        for _ in range(0 if closed else 200):
            if not to_clear(tmp_path):
                break
            await asyncio.sleep(0.05)
        assert to_clear(tmp_path) is closed
        assert closed or held(tmp_path, SECRET) == []
    assert not to_clear(tmp_path)
    assert held(tmp_path, SECRET) == []


async def test_a_store_that_is_closed_at_once_tries_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_store(tmp_path) as store:
        problems: list[str | None] = ["another process reads", None]

        async def cleared(_: float) -> str | None:
            return problems.pop(0)

        monkeypatch.setattr(store.clearing, "_cleared", cleared)
        assert await store.clearing.clear() == "another process reads"
    assert problems == []


async def test_everything_of_a_user_goes_from_the_files_while_the_store_is_open(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        texts = [f"{SECRET}、その{number}" for number in range(40)]
        for number in range(0, 40, 4):
            await tell(store, AIKO, f"s{number}", *texts[number : number + 4])
        await store.feedback.add(AIKO, Feedback(kind="up", at=NOON, comment=SECRET))
        await tell(store, BEN, "t", "犬を飼っています")
        erased = await store.erasure.everything(AIKO)
        assert (erased.turns, erased.traces, erased.sessions, erased.other) == (80, 40, 10, 1)
        assert held(tmp_path, SECRET) == []
        assert (await store.episodes.all(AIKO), await store.persona.facts(AIKO)) == (([], None), [])
        assert await store.sessions.sessions(AIKO) == []
        assert "犬を飼っています" in {each.text for each in (await store.episodes.all(BEN))[0]}
        assert (await store.episodes.since(AIKO, 3)).whole, "who has read them before is told"


async def test_an_older_fact_holds_again_when_the_newer_one_is_erased(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        spoken = await tell(store, AIKO, "s", "大阪に住んでいます")
        [old] = [fact for fact in await store.persona.facts(AIKO) if fact.episode == spoken[0].id]
        new = await store.persona.correct(AIKO, old.id, event(AIKO, "福岡に住んでいます", NOON))
        assert new in await store.persona.facts(AIKO)
        assert old.id not in {fact.id for fact in await store.persona.facts(AIKO)}
        await store.erasure.items(AIKO, facts=[new.id])
        assert old.id in {fact.id for fact in await store.persona.facts(AIKO)}


@pytest.mark.parametrize("what", ["episodes", "facts", "reflections"])
async def test_what_is_not_there_or_not_ones_own_is_refused_and_nothing_goes(tmp_path: Path, what: str) -> None:
    async with open_store(tmp_path) as store:
        spoken = await tell(store, AIKO, "s", SECRET)
        with pytest.raises(StoreError, match="nothing was erased"):
            await store.erasure.items(BEN, **{what: [1]})
        with pytest.raises(StoreError, match="nothing was erased"):
            await store.erasure.items(
                AIKO, episodes=[spoken[0].id], **{what: [10**6]} if what != "episodes" else {}
            ) if (what != "episodes") else await store.erasure.items(AIKO, episodes=[spoken[0].id, 10**6])
        assert (await store.episodes.all(AIKO))[0] == spoken


texts = st.text(alphabet="秘密の温泉犬猫", min_size=9, max_size=60)


@settings(max_examples=8, deadline=None)
@given(st.lists(texts, min_size=1, max_size=12, unique=True), st.randoms(use_true_random=False))
def test_no_random_erasure_leaves_a_trace_in_the_files(told: Sequence[str], chance: object) -> None:
    asyncio.run(_erase_at_random(told, chance))


async def _erase_at_random(told: Sequence[str], chance: object) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(Path(folder)) as store:
            at = NOON
            for text in told:
                at += timedelta(minutes=1)
                await store.sessions.append(AIKO, "s", [Turn(speaker="user", text=text, at=at)])
            for episode in (await store.episodes.all(AIKO))[0]:
                if chance.random() < 0.5 and episode in (await store.episodes.all(AIKO))[0]:  # type: ignore[attr-defined]
                    await store.erasure.items(AIKO, episodes=[episode.id])
            left = {each.text for each in (await store.episodes.all(AIKO))[0]}
            for text in told:
                if not any(text in other for other in left):
                    assert held(Path(folder), text) == []


async def test_of_a_user_who_is_erased_not_even_the_name_stays_and_readers_notice(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await tell(store, AIKO, "s", "猫を二匹飼っています", "犬も飼っています")
        seen = await store.episodes.revision(AIKO)
        await store.erasure.everything(AIKO)
        assert held(tmp_path, AIKO) == []
        assert (await store.episodes.since(AIKO, seen)).whole
        await store.sessions.append(AIKO, "t", [Turn(speaker="user", text="また来ました", at=NOON)])
        anew = await store.episodes.since(AIKO, seen)
        assert anew.whole
        assert [each.episode.text for each in anew.episodes] == ["また来ました"]


async def kept_of(store: SqlStore, since: int) -> list[str]:
    """Which writes of a turn that began at that revision are still taken."""
    spoken = [Turn(speaker="user", text=SECRET, at=NOON)]
    event = Feedback(kind="up", at=NOON)
    writes = {
        "turns": lambda: store.sessions.append(AIKO, "s", spoken, learnt={"温泉": "草津"}, since=since),
        "trace": lambda: store.traces.save("t", AIKO, "s", {"utterance": SECRET}, turn=0, since=since),
        "feedback": lambda: store.feedback.add(AIKO, event, since=since),
        "use": lambda: store.episodes.touch(AIKO, [1], NOON, since=since),
        "title": lambda: store.sessions.rename(AIKO, "s", SECRET, since=since),
    }
    taken = []
    for name, write in writes.items():
        with suppress(ErasedMeanwhile):
            await write()
            taken.append(name)
    return taken


@pytest.mark.parametrize("erased", ["everything", "an item", "a correction"])
async def test_what_was_made_before_something_was_erased_is_not_kept_after(tmp_path: Path, erased: str) -> None:
    """Also when another process erases: the revision lies in the store."""
    async with open_store(tmp_path) as store, open_store(tmp_path) as other:
        await store.documents.bind_embedding("test", len(vector_of("")))
        [episode, *_] = await tell(store, AIKO, "s", SECRET)
        await tell(store, BEN, "b", "猫を飼っています")
        before = await store.episodes.revision(AIKO)
        bens = await store.episodes.revision(BEN)
        if erased == "everything":
            await other.erasure.everything(AIKO)
        elif erased == "an item":
            await other.erasure.items(AIKO, episodes=[episode.id])
        else:
            await other.episodes.correct(AIKO, episode.id, "温泉が好きです")
        assert await kept_of(store, before) == []
        assert erased == "a correction" or held(tmp_path, SECRET) == []
        assert await store.sessions.append(BEN, "b", [Turn(speaker="user", text="犬も", at=NOON)], since=bens) == 2


async def test_one_of_the_same_name_who_begins_anew_is_another(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        await tell(store, AIKO, "s", SECRET)
        before = await store.episodes.revision(AIKO)
        await store.erasure.everything(AIKO)
        await store.sessions.append(AIKO, "new", [Turn(speaker="user", text="こんにちは", at=NOON)])
        assert await kept_of(store, before) == []
        now = await store.episodes.revision(AIKO)
        assert await kept_of(store, now) == ["turns", "trace", "feedback", "use", "title"]
        assert await store.profiles.attributes(AIKO) == {"温泉": Attribute(value="草津", told_at=("s", 0))}


async def test_a_first_turn_is_kept_unless_everything_was_erased_while_it_was_made(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        await tell(store, BEN, "b", SECRET)
        await store.erasure.everything(BEN)  # others begin above what he had
        first = await store.episodes.revision(AIKO)
        assert await kept_of(store, first) == ["turns", "trace", "feedback", "use", "title"]
        await store.erasure.everything(AIKO)
        assert await kept_of(store, first) == []


async def test_a_preview_erases_nothing_so_turns_under_way_are_kept(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        [episode, *_] = await tell(store, AIKO, "s", SECRET)
        before = await store.episodes.revision(AIKO)
        await store.erasure.items(AIKO, episodes=[episode.id], preview=True)
        assert await kept_of(store, before) == ["turns", "trace", "feedback", "use", "title"]


class Looking:
    """Holds an erasure up where it looks for what derives, the first so many times."""

    def __init__(self, patched: pytest.MonkeyPatch, times: int = 1) -> None:
        self._times, self._may_go_on = times, threading.Semaphore(0)
        self._begun = threading.Semaphore(0)
        patched.setattr("yorisoi.backends.store.erased_items.with_derived", self._held_up)

    def _held_up(self, *given: Any) -> set[Place]:
        found = with_derived(*given)
        if self._times:
            self._times -= 1
            self._begun.release()
            assert self._may_go_on.acquire(timeout=10)
        return found

    async def meanwhile(self, write: Awaitable[object]) -> None:
        """Something that others do not wait with until the end of the search."""
        assert await asyncio.to_thread(self._begun.acquire, timeout=10)
        try:
            await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(write)), timeout=3)
        finally:
            self._may_go_on.release()


@pytest.mark.parametrize("preview", [True, False])
async def test_others_write_while_it_is_looked_for_what_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, preview: bool
) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, SECRET, SECRET, ())
        erasing = asyncio.create_task(
            store.erasure.items(AIKO, episodes=[(await said(store))[SECRET]], preview=preview)
        )
        spoken = [Turn(speaker="user", text="犬を飼っています", at=NOON)]
        await Looking(monkeypatch).meanwhile(store.sessions.append(BEN, "b", spoken))
        assert (await erasing).turns == 2
        assert bool(held(tmp_path, SECRET)) == preview


async def test_what_is_written_while_it_is_looked_for_goes_too_and_nothing_is_looked_through_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    look = Words._held_by

    def looked(words: Words, text: str) -> bool:
        looked_at.append(text)
        return look(words, text)

    monkeypatch.setattr(Words, "_held_by", looked)
    async with open_store(tmp_path) as store, open_store(tmp_path) as other:
        await converse(store, SECRET, SECRET, ())
        secret = (await said(store))[SECRET]

        async def write() -> None:
            await converse(other, "その行き方は？", f"{SECRET}の行き方", [("s", 0)])
            await other.traces.save("late", AIKO, "s", {"said": f"{SECRET}とのこと"}, turn=0, sources=())
            await other.feedback.add(AIKO, Feedback(kind="up", at=NOON, comment=f"{SECRET}か"))
            await other.sessions.rename(AIKO, "s", f"{SECRET}の話")

        erasing = asyncio.create_task(store.erasure.items(AIKO, episodes=[secret]))
        await Looking(monkeypatch).meanwhile(write())
        erased = await erasing
        assert (erased.turns, erased.traces, erased.other) == (3, 3, 2), "comment and name"
        assert held(tmp_path, SECRET) == []
        assert set(await said(store)) == {"その行き方は？"}
        bodies = [text for text in looked_at if text.startswith("{")]
        assert len(bodies) == len(set(bodies)) == 3


@pytest.mark.parametrize("times", [1, 3])
async def test_words_that_change_while_they_are_looked_for_are_looked_for_anew_a_few_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    async with open_store(tmp_path) as store:
        await converse(store, SECRET, SECRET, ())
        secret = (await said(store))[SECRET]
        looking = Looking(monkeypatch, times)
        erasing = asyncio.create_task(store.erasure.items(AIKO, episodes=[secret]))
        for time in range(times):
            await looking.meanwhile(store.episodes.correct(AIKO, secret, f"{SECRET}、{time}"))
        if times == 1:
            assert (await erasing).turns == 2
            assert held(tmp_path, SECRET) == []
        else:
            with pytest.raises(StoreError, match="changed meanwhile; nothing was erased"):
                await erasing
            assert len((await store.sessions.load(AIKO, "s")).turns) == 2


words = st.text(alphabet="あい\\", min_size=1, max_size=14)


@given(st.lists(words, max_size=6), st.text(alphabet="あい\\", max_size=40))
def test_words_are_found_wherever_they_stand(looked_for: list[str], text: str) -> None:
    assert Words(looked_for).held_by(text) == any(word in text for word in looked_for)


async def test_a_page_that_is_removed_leaves_the_files_too(tmp_path: Path) -> None:
    """Also the log, which would hold it until others have written as much again."""
    async with open_store(tmp_path) as store:
        await store.documents.bind_embedding("test", len(vector_of("")))
        await store.documents.put(
            [new_document("salaries.md", SECRET), new_document("other.md", "駐輪場は地下1階です。")]
        )
        assert held(tmp_path, SECRET)
        assert await store.documents.remove(["salaries.md"]) == 1
        assert held(tmp_path, SECRET) == []
