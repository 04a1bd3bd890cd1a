"""Reads on the caller's own thread see what every other reader sees."""

import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from yorisoi.backends.store import feedback as feedback_module
from yorisoi.backends.store import open_store
from yorisoi.backends.store import sessions as sessions_module
from yorisoi.backends.store.at_once import AtOnce
from yorisoi.backends.store.opened_file import OpenedFile, local_file
from yorisoi.errors import StoreError
from yorisoi.memory_ports import NewFact, Settled
from yorisoi.ports import NewDocument, NewPassage
from yorisoi.types import LONGEST_PERSON, Action, Choice, Feedback, Filter, Turn, UserId


def document(source: str, *texts: str, groups: frozenset[str] = frozenset()) -> NewDocument:
    return NewDocument(
        source=source,
        content_hash="".join(texts),
        title="休暇",
        language="ja",
        passages=tuple(
            NewPassage(section=("休暇", text), text=text, language="ja", context_hash=source + text) for text in texts
        ),
        updated="2026-05-01",
        owner="総務",
        applies_to={"勤務地": "大阪"},
        groups=groups,
    )


async def test_both_ways_read_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_store(tmp_path) as store:
        documents = store.documents
        await documents.put([document("a.md", *map(str, range(60))), document("b.md", "x", groups=frozenset({"hr"}))])
        asked = [61, 3, 99, *range(60, 0, -2)]
        for within in (Filter(), Filter(groups=frozenset({"hr"})), Filter(sections=("7", "8"))):
            at_once = await documents.passages(asked, within)
            newest = await documents.last_change()
            with monkeypatch.context() as patched:
                patched.setattr(documents._database, "at_once", None)
                assert await documents.passages(asked, within) == at_once
                assert await documents.last_change() == newest == 61
            assert at_once


async def test_an_owner_that_was_stored_without_end_is_cut_both_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(tmp_path) as store:
        documents = store.documents
        await documents.put([replace(document("a.md", "x"), owner="人" * 9000, contact="1" * 9000)])
        [listed] = await documents.listed(Filter())
        [at_once] = await documents.passages([1], Filter())
        monkeypatch.setattr(documents._database, "at_once", None)
        [passage] = await documents.passages([1], Filter())
        for page in (listed, at_once.document, passage.document):
            assert (page.owner, page.contact) == ("人" * LONGEST_PERSON, "1" * LONGEST_PERSON)


async def test_passages_do_not_share_what_can_be_changed(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put([document("a.md", "x"), document("b.md", "y")])
        [one, other] = await store.documents.passages([1, 2], Filter())
        assert one.document.applies_to == other.document.applies_to
        assert one.document.applies_to is not other.document.applies_to


async def test_what_another_store_wrote_is_seen_at_once(tmp_path: Path) -> None:
    async with open_store(tmp_path) as reader, open_store(tmp_path) as writer:
        assert await reader.documents.last_change() == 0
        await writer.documents.put([document("a.md", "x", "y")])
        assert await reader.documents.last_change() == 2
        assert len(await reader.documents.passages([1, 2], Filter())) == 2
        await writer.documents.put([document("a.md", "x", "y", groups=frozenset({"hr"}))])
        assert await reader.documents.passages([1, 2], Filter()) == []
        await writer.documents.remove(["a.md"])
        assert await reader.documents.passages([1, 2], Filter(groups=frozenset({"hr"}))) == []


async def test_a_write_that_is_not_committed_neither_shows_nor_blocks(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put([document("a.md", "x")])
        other = sqlite3.connect(tmp_path / "yorisoi.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        other.execute("DELETE FROM changes")
        began = datetime.now(UTC)
        assert await store.documents.last_change() == 1
        assert (datetime.now(UTC) - began).total_seconds() < 5  # and not the busy timeout of 30
        other.execute("ROLLBACK")
        other.close()


async def test_what_cannot_be_told_at_once_is_left_to_the_ordinary_reader(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put([document("a.md", "x")])
        at_once = store.documents._database.at_once
        assert at_once is not None
        assert at_once.rows("SELECT nothing FROM nowhere") is None
        assert await store.documents.last_change() == 1
        other = sqlite3.connect(tmp_path / "yorisoi.db")
        other.execute("ALTER TABLE changes RENAME TO gone")
        other.close()
        with pytest.raises(StoreError, match="changes"):
            await store.documents.last_change()


@pytest.mark.parametrize("url", ["postgresql+asyncpg://h/d", "sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"])
def test_only_a_file_is_read_at_once(url: str) -> None:
    assert local_file(make_url(url)) is None


def test_a_closed_one_stays_closed(tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    reader = AtOnce(OpenedFile(tmp_path / "x.db"))
    assert reader.rows("SELECT 1") == [(1,)]
    reader.close()
    assert reader.rows("SELECT 1") is None


async def test_a_conversation_reads_the_same_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user, now = UserId("u"), datetime(2026, 5, 1, 9, tzinfo=UTC)
    asked = Turn(
        speaker="assistant",
        text="どれですか",
        at=now,
        action=Action.ASK,
        choices=(Choice(text="年次有給休暇", source="a.md", attribute="勤務地"),),
        sources=(("s", 0),),
        pages=("a.md",),
    )
    async with open_store(tmp_path) as store:
        await store.sessions.append(
            user, "s", [Turn(speaker="user", text="有給", at=now), asked], learnt={"勤務地": "大阪"}
        )
        await store.feedback.add(user, Feedback(session="s", kind="up", at=now))
        [first, second] = await store.episodes.unsettled(user, 9)
        fact = NewFact(kind="likes", topic="山", text="山が好き", span=(0, 1), by="rules")
        newer = replace(fact, text="海が好き", supersedes=(-1,))
        settled = Settled(episode=first.id, importance=3, vector=None, terms=("有給",), facts=(fact, newer))
        assert await store.episodes.settle(user, [settled], await store.episodes.revision(user))

        async def read() -> list[object]:
            return [
                await store.sessions.load(user, "s", last=9),
                await store.sessions.load(user, "none", last=9),
                await store.profiles.attributes(user),
                await store.feedback.events(user),
                await store.episodes.unsettled(user, 9),
                await store.episodes.since(user, 1),
                await store.persona.facts(user),
                await store.persona.facts(user, superseded=True),
                await store.persona.stale(user),
                await store.graph.version(),
            ]

        at_once = await read()
        monkeypatch.setattr(store.sessions._database, "at_once", None)
        assert await read() == at_once
    assert at_once[0].turns[1] == asked  # type: ignore[attr-defined]
    assert at_once[4] == [second]
    assert len(at_once[7]) == 2  # type: ignore[arg-type]
    assert at_once[8] == {}


async def test_of_a_long_conversation_a_turn_reads_the_end_and_the_whole_is_put_together_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop waits for neither."""
    user, now, built = UserId("u"), datetime(2026, 5, 1, 9, tzinfo=UTC), list[int]()
    to_turn = sessions_module._to_turn

    def noted(row: Sequence[object]) -> Turn:
        built.append(threading.get_ident())
        return to_turn(row)

    monkeypatch.setattr(sessions_module, "_to_turn", noted)
    async with open_store(tmp_path) as store:
        await store.sessions.append(user, "s", [Turn(speaker="user", text="有給", at=now)] * 1_000)
        await store.sessions.load(user, "s", last=24)
        assert built == [threading.get_ident()] * 24
        built.clear()
        await store.sessions.load(user, "s")
        await store.sessions.sessions(user)
        assert len(built) == 2_000
        assert threading.get_ident() not in built


async def test_a_long_log_of_feedback_is_put_together_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, now, built = UserId("u"), datetime(2026, 5, 1, 9, tzinfo=UTC), list[int]()

    def noted(**row: Any) -> Feedback:
        built.append(threading.get_ident())
        return Feedback(**row)

    async with open_store(tmp_path) as store:
        for number in range(4):
            await store.feedback.add(user, Feedback(session=f"{number}", kind="up", at=now))
        monkeypatch.setattr(feedback_module, "Feedback", noted)
        of_few = await store.feedback.events(user)
        assert set(built) == {threading.get_ident()}
        built.clear()
        monkeypatch.setattr(feedback_module, "_MOST_AT_ONCE", 4)
        assert await store.feedback.events(user) == of_few
        assert [event.session for event in of_few] == ["0", "1", "2", "3"]
        assert len(built) == 4
        assert threading.get_ident() not in built
