import asyncio
import json
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event
from tests.held import files_holding

from yorisoi.backends.store import open_store
from yorisoi.backends.store.migrate import MIGRATIONS, bring_up_to_date, build, migrate
from yorisoi.backends.store.open import FILE, _in_home
from yorisoi.backends.store.schema import REVISION, metadata
from yorisoi.change_ports import Position
from yorisoi.errors import StoreError
from yorisoi.graph_ports import Origin
from yorisoi.memory_ports import NewFact, Settled
from yorisoi.testing.document_stores import new_document_without_vectors
from yorisoi.types import Choice, Episode, Feedback, Triple, Turn, UserId


def held(home: Path, words: str) -> list[str]:
    return files_holding(home, words.encode())


def make_older(connection: sqlite3.Connection, revision: str) -> None:
    """As a version left it without marks and questions; what later migrations change of rows is the test's own."""
    for table, column in (
        ("passages", "asked"),
        ("passages", "searched_hash"),
        ("turns", "groups"),
        ("turns", "drawn_from"),
    ):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    connection.execute("DROP TABLE marks")
    connection.execute("DROP INDEX origins_by_mark")
    connection.execute("ALTER TABLE origins DROP COLUMN mark")
    connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))


async def refusal_to_open(home: Path) -> str:
    with pytest.raises(StoreError) as raised:
        async with open_store(home) as store:
            await store.documents.overview()
    message = str(raised.value)
    assert "\n" not in message
    assert str(home) in message
    return message


def shape_of(file: Path, built_by: Callable[[Connection], None]) -> dict[tuple[str, str], list[tuple[Any, ...]]]:
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        built_by(connection)
    engine.dispose()
    shape = {}
    with closing(sqlite3.connect(file)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall():
            for of in ("table_info", "foreign_key_list", "index_list"):
                shape[name, of] = sorted(row[1:] for row in connection.execute(f"PRAGMA {of}('{name}')"))
    return shape


def build_by_migrations(connection: Connection) -> None:
    migrate(connection, "here", None)


@pytest.mark.parametrize("built_by", [build, build_by_migrations])
def test_the_migrations_build_what_the_schema_says(tmp_path: Path, built_by: Callable[[Connection], None]) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / FILE}")
    with engine.begin() as connection:
        built_by(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISION
    engine.dispose()


def test_a_store_that_is_built_is_one_that_was_migrated(tmp_path: Path) -> None:
    """But for the order of columns that came later, and what a constraint is called."""
    told = [shape_of(tmp_path / name, built_by) for name, built_by in (("new", build), ("older", build_by_migrations))]
    assert told[0] == told[1]


async def test_many_stores_are_built_at_once(tmp_path: Path) -> None:
    async def built(name: str) -> int:
        async with open_store(tmp_path / name) as store:
            return (await store.documents.overview()).documents

    assert await asyncio.gather(*map(built, "abcdefgh")) == [0] * 8


def test_the_newest_revision_is_the_one_that_the_fast_path_looks_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


async def test_ids_are_never_reused_in_any_numbered_table(tmp_path: Path) -> None:
    async with open_store(tmp_path):
        pass
    connection = sqlite3.connect(tmp_path / FILE)
    tables = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    connection.close()
    numbered = {name for name, sql in tables.items() if "AUTOINCREMENT" in sql}
    assert numbered == {
        "origins",
        "triples",
        "documents",
        "passages",
        "changes",
        "marks",
        "sessions",
        "attributes",
        "episodes",
        "traces",
        "feedback",
        "facts",
        "reflections",
    }


async def test_opening_a_store_that_is_up_to_date_costs_one_select(tmp_path: Path) -> None:
    async with open_store(tmp_path):
        pass
    database = _in_home(tmp_path)
    statements: list[str] = []
    for engine in (database.reader, database.writer):
        event.listen(engine.sync_engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    await bring_up_to_date(database)
    await database.close()
    assert len(statements) == 1


async def test_opening_does_not_import_alembic_when_nothing_is_to_do(tmp_path: Path) -> None:
    async with open_store(tmp_path):
        pass
    code = (
        "import asyncio, sys, pathlib\n"
        "from yorisoi.backends.store import open_store\n"
        "async def main():\n"
        f"    async with open_store(pathlib.Path({str(tmp_path)!r})): pass\n"
        "asyncio.run(main())\n"
        "sys.exit('alembic' in sys.modules)\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code)
    assert await process.wait() == 0


async def test_what_is_stored_is_private_to_its_user(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    async with open_store(home) as store:
        await store.documents.put([new_document_without_vectors("a.md")])
        assert stat.S_IMODE(home.stat().st_mode) == 0o700
        modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in home.iterdir()}
        assert modes == {(False, 0o600), (True, 0o700)}


async def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes("これは日記です。".encode() * 1_000)
    assert "not a Yorisoi store" in await refusal_to_open(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith("これは".encode())


async def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    assert "not a Yorisoi store" in await refusal_to_open(tmp_path)
    connection = sqlite3.connect(tmp_path / FILE)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]
    connection.close()


@pytest.mark.parametrize(
    ("revision", "reason"), [("yorisoi_9999", "from a newer Yorisoi"), ("3f2a91", "not a Yorisoi store")]
)
async def test_a_store_of_an_unknown_revision_is_refused(tmp_path: Path, revision: str, reason: str) -> None:
    async with open_store(tmp_path):
        pass
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()
    assert reason in await refusal_to_open(tmp_path)


async def test_sources_that_may_name_too_early_turns_are_all_that_was_said_before(tmp_path: Path) -> None:
    user, at = UserId("u"), datetime(2026, 5, 1, tzinfo=UTC)
    named = [(), (("s", 0),), (("s", 0),), (("s", 1), ("t", 4)), (("t", 4),), (), (("s", 2),)]
    async with open_store(tmp_path) as store:
        for session in ("s", "whole"):
            for sources in named:
                reply = Turn(speaker="assistant", text="はい。", at=at, sources=sources)
                first = await store.sessions.append(user, session, [Turn(speaker="user", text="休暇", at=at), reply])
                await store.traces.save(f"{session}{first}", user, session, {}, turn=first, sources=sources)
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        of_s = "session_number = (SELECT number FROM sessions WHERE id = 's')"
        connection.execute(f"DELETE FROM turns WHERE position IN (4, 5) AND {of_s}")
        make_older(connection, "yorisoi_0009")
    connection.close()
    async with open_store(tmp_path) as store:
        kept = {session: (await store.sessions.load(user, session)).turns for session in ("s", "whole")}
    connection = sqlite3.connect(tmp_path / FILE)
    traces = dict(connection.execute("SELECT id, sources FROM traces"))
    connection.close()
    before = [["s", place] for place in (0, 1, 2, 3)]
    assert [turn.sources for turn in kept["whole"][1::2]] == named
    assert [turn.sources for turn in kept["s"][1:4:2]] == [(), (("s", 0),)], "before the gap they are right"
    assert kept["s"][5].sources == (("s", 1), ("t", 4), *map(tuple, before), ("s", 6))
    assert [turn.sources for turn in kept["s"][7::2]] == [(("t", 4),), (), None], "two name nothing of the session"
    assert json.loads(traces["s6"]) == [["s", 1], ["t", 4], *before]
    assert traces["s12"] is None
    assert json.loads(traces["s2"]) == [["s", 0]]
    assert json.loads(traces["whole12"]) == [["s", 2]]


async def test_replies_of_an_older_version_keep_what_they_were_made_of(tmp_path: Path) -> None:
    user, at = UserId("u"), datetime(2026, 5, 1, tzinfo=UTC)
    set_back = at - timedelta(seconds=2)
    offered = (Choice(text="本社", source="tokyo.md"), Choice(text="大阪", source=""))
    replies = {
        "s": [
            Turn(
                speaker="assistant",
                text="4月です。",
                at=at,
                sources=(),
                pages=("plan.md",),
                groups=frozenset({"board"}),
            ),
            Turn(speaker="assistant", text="どちら？", at=set_back, sources=(("s", 1),), choices=offered),
            Turn(speaker="assistant", text="はい。", at=at, sources=None, pages=("trip.md",)),
        ],
        "t": [Turn(speaker="assistant", text="前にも。", at=at, sources=(("s", 3), ("s", 2)), pages=("faq.md",))],
    }
    async with open_store(tmp_path) as store:
        for session, ours in replies.items():
            for reply in ours:
                await store.sessions.append(user, session, [Turn(speaker="user", text="休暇", at=at), reply])
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute("ALTER TABLE turns DROP COLUMN drawn_from")
        connection.execute("UPDATE alembic_version SET version_num = 'yorisoi_0015'")
    connection.close()
    async with open_store(tmp_path) as store:
        kept = [turn for each in replies for turn in (await store.sessions.load(user, each)).turns[1::2]]
    assert [turn.drawn_from for turn in kept] == [
        ("plan.md",),
        ("tokyo.md", "plan.md"),
        ("trip.md",),
        ("faq.md", "tokyo.md", "plan.md"),
    ]
    assert [set(turn.groups) for turn in kept] == [{"board"}, {"board"}, set(), {"board"}]


async def test_an_events_place_is_told_from_a_turns_in_what_an_older_version_kept(tmp_path: Path) -> None:
    """The event had the place (s, 1) of a reply, the other (events, 0)."""
    user, at = UserId("u"), datetime(2026, 5, 1, tzinfo=UTC)
    sources = (("s", 0), ("s", 1), ("events", 0))
    of_both = (("s", 0), ("s", 1), ("s", -2), ("events", -1))
    async with open_store(tmp_path) as store:
        for who in (user, UserId("another")):
            reply = Turn(speaker="assistant", text="はい。", at=at, sources=sources)
            await store.sessions.append(who, f"{who}t", [Turn(speaker="user", text="休暇", at=at), reply])
            await store.traces.save(f"{who}t0", who, f"{who}t", {}, turn=0, sources=sources)
        await store.sessions.append(user, "s", [Turn(speaker="user", text="休暇", at=at), reply])
        happened = Episode(
            id=0,
            user=user,
            session="events",
            turn=0,
            speaker="user",
            kind="event",
            text="犬が好き",
            at=at,
            last_used=at,
            importance=1,
        )
        ids = await store.episodes.add(user, [(happened, None), (replace(happened, session="s"), None)])
        fact = NewFact(kind="likes", topic="犬", text="犬が好き", span=(0, 4), by="rules")
        done = Settled(episode=ids[0], importance=1, vector=None, terms=(), facts=(fact,))
        assert await store.episodes.settle(user, [done], await store.episodes.revision(user))
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute("UPDATE episodes SET turn = 0 WHERE session = 'events'")
        connection.execute("UPDATE episodes SET turn = 1 WHERE session = 's' AND kind = 'event'")
        connection.execute("UPDATE facts SET turn = 0")
        make_older(connection, "yorisoi_0010")
    connection.close()
    async with open_store(tmp_path) as store:
        mine, another = [(await store.sessions.load(who, f"{who}t")).turns for who in (user, UserId("another"))]
        events = [each for each in (await store.episodes.all(user))[0] if each.kind == "event"]
        [known] = await store.persona.facts(user)
    connection = sqlite3.connect(tmp_path / FILE)
    traces = {id_: json.loads(named) for id_, named in connection.execute("SELECT id, sources FROM traces")}
    connection.close()
    assert [(each.session, each.turn) for each in events] == [("events", -1), ("s", -2)]
    assert (known.session, known.turn) == ("events", -1)
    assert (mine[1].sources, another[1].sources) == (of_both, sources)
    assert traces == {"ut0": [list(each) for each in of_both], "anothert0": [list(each) for each in sources]}


async def test_words_that_no_longer_held_are_taken_out_of_the_traces_of_an_older_version(tmp_path: Path) -> None:
    user, old = UserId("u"), "京都在住です"
    memory = {"episode": {"text": "奈良に引っ越しました"}, "why": ["words: 京都", f"in place of: {old}"]}
    body = {"steps": [{"name": "load"}, {"name": "recall", "recalled": [memory, {"why": []}]}]}
    async with open_store(tmp_path) as store:
        await store.traces.save("t", user, "s", body)
        await store.traces.save("other", user, "s", {"utterance": '"in place of: ', "steps": [{"name": "recall"}]})
    assert held(tmp_path, old)
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        make_older(connection, "yorisoi_0010")
    connection.close()
    async with open_store(tmp_path) as store:
        kept = await store.traces.load("t", user)
        assert held(tmp_path, old) == []
    [recalled, _] = kept["steps"][1]["recalled"]
    assert recalled == {**memory, "why": ["words: 京都"]}


async def test_a_conversation_that_an_older_version_erased_loses_its_name(tmp_path: Path) -> None:
    user, at = UserId("u"), datetime(2026, 5, 1, tzinfo=UTC)
    about = ("ムクドリの相談", "s", None)
    async with open_store(tmp_path) as store:
        for session in filter(None, about):
            await store.sessions.append(user, session, [Turn(speaker="user", text="休暇", at=at)])
        for each in about:
            await store.feedback.add(user, Feedback(kind="up", at=at, session=each))
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute("DELETE FROM turns WHERE session_number = 1")
        connection.execute("DELETE FROM episodes WHERE session = 'ムクドリの相談'")
        make_older(connection, "yorisoi_0011")
    connection.close()
    assert held(tmp_path, "ムクドリ")
    async with open_store(tmp_path) as store:
        assert [each.session for each in await store.feedback.events(user)] == [None, "s", None]
        assert len((await store.sessions.load(user, "s")).turns) == 1
    assert held(tmp_path, "ムクドリ") == []


async def test_what_an_older_version_derived_from_a_store_is_told_from_what_belongs_to_it(tmp_path: Path) -> None:
    """It knew no marks; nor does the migration draw those again that it drew when the same backup was opened before."""
    async with open_store(tmp_path) as store:
        await store.documents.put([new_document_without_vectors(source) for source in ("a.md", "b.md")])
        for name in ("a.tsv", "b.tsv"):
            await store.graph.put(Origin(name=name), [Triple(head="小樽市", relation="所在", tail="北海道")])
    positions, versions = [], []
    for told in ([True], [False, True]):
        connection = sqlite3.connect(tmp_path / FILE)
        with connection:
            make_older(connection, "yorisoi_0012")
        connection.close()
        async with open_store(tmp_path) as store:
            versions.append(await store.graph.version())
            positions.append(Position(2, await store.documents.mark(2)))
            assert [await each.is_of(store.documents) for each in (*positions, Position(2))] == [*told, False]
            assert [each.mark async for some in store.documents.changes(0) for each in some] == [positions[-1].mark] * 2
    assert versions[0] != versions[1]
    assert {version.split("-")[0] for version in versions} == {"2"}


async def test_only_so_many_marks_are_kept_and_what_is_further_behind_is_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yorisoi.backends.store.change_log.MARKS", 3)
    async with open_store(tmp_path) as store:
        seen: list[Position] = []
        for number in range(5):
            await store.documents.put([new_document_without_vectors(f"{number}.md")])
            newest = await store.documents.last_change()
            seen.append(Position(newest, await store.documents.mark(newest)))
        assert [await each.is_of(store.documents) for each in seen] == [False, False, True, True, True]


async def test_a_damaged_store_says_so(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put([new_document_without_vectors(f"{number}.md") for number in range(500)])
    file = tmp_path / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert "the store is damaged" in await refusal_to_open(tmp_path)


async def test_a_home_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    assert "cannot be opened" in await refusal_to_open(tmp_path / "home")


@pytest.mark.parametrize(
    "url", ["sqlite+aiosqlite:////no/such/folder.db", "sqlite+aiosqlite://user:secret@/x", "secret", "secret://x"]
)
async def test_a_database_that_cannot_be_had_is_a_store_error_without_secrets(tmp_path: Path, url: str) -> None:
    with pytest.raises(StoreError) as raised:
        async with open_store(tmp_path, url=url):
            pass
    assert "secret@" not in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.slow
async def test_many_processes_may_open_a_new_store_at_once(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys, pathlib\n"
        "from yorisoi.backends.store import open_store\n"
        "from yorisoi.testing.document_stores import new_document_without_vectors\n"
        "async def main():\n"
        f"    async with open_store(pathlib.Path({str(tmp_path)!r})) as store:\n"
        "        await store.documents.put([new_document_without_vectors(sys.argv[1])])\n"
        "asyncio.run(main())\n"
    )
    processes = [await asyncio.create_subprocess_exec(sys.executable, "-c", code, f"{n}.md") for n in range(4)]
    assert [await process.wait() for process in processes] == [0] * 4
    async with open_store(tmp_path) as store:
        assert len(await store.documents.hashes()) == 4


async def test_a_store_that_is_up_to_date_opens_within_milliseconds(tmp_path: Path) -> None:
    seconds = []
    for _ in range(6):
        started = time.perf_counter()
        async with open_store(tmp_path):
            seconds.append(time.perf_counter() - started)
    assert sorted(seconds)[1] < 0.05  # measured 4 ms; the rest is for a busy machine
