"""A store that a backup has taken the place of, and that has gone on since: what was derived from what it was before is
noticed and made anew, whatever the numbers are.  Over every database."""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.contract.test_stores import POSTGRES, POSTGRES_URL, _empty
from tests.unit.house import document

from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.search.reports import KeptReports
from yorisoi.backends.store import SqlStore, open_store
from yorisoi.backends.store.open import FILE
from yorisoi.change_ports import Position
from yorisoi.graph.cache import up_to_date
from yorisoi.graph_ports import Community, Origin, Report
from yorisoi.ports import NewDocument
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.testing.index import ids_by_words
from yorisoi.types import Filter, Triple

EVERYONE: frozenset[str] = frozenset()
BOARD = frozenset({"board"})
TRAVEL = document("travel.md", "国内出張", *(f"「青空計画」の出張{n}の申請は佐藤花子に出します。" for n in range(4)))
MERGER = document("merger.md", "海鳴り作戦", *(f"買収の件{n}を「海鳴り作戦」の社長と話しました。" for n in range(5)))
CLOSED = replace(MERGER, content_hash="closed", groups=BOARD)
RENAMED = replace(CLOSED, title="海鳴り作戦の件")
CANTEEN = document("canteen.md", "社員食堂", *(f"「社員食堂」の席{n}は屋上にあります。" for n in range(5)))
REPORT = Report(title="海鳴り作戦", summary="", findings=(), importance=5, by="m")

OneDatabase = tuple[Callable[[], Awaitable[object]], Callable[[], Awaitable[object]], str | None]
"""Takes a backup; restores it; the address."""


@pytest.fixture(params=["sqlite", "postgresql"])
async def one(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OneDatabase]:
    if request.param == "sqlite":
        yield (lambda: _copied(tmp_path, "", ".bak")), (lambda: _copied(tmp_path, ".bak", "")), None
        return
    if not POSTGRES_URL:
        pytest.skip(f"{POSTGRES} is not set")
    await _empty(POSTGRES_URL)
    name = make_url(POSTGRES_URL).database
    yield (lambda: _cloned(name, f"{name}_backup")), (lambda: _cloned(f"{name}_backup", str(name))), POSTGRES_URL
    await _cloned(None, f"{name}_backup")


async def _copied(home: Path, source: str, target: str) -> None:
    """The store is closed, so that all of it is in its one file."""
    shutil.copy(home / (FILE + source), home / (FILE + target))


async def _cloned(source: str | None, target: str) -> None:
    assert POSTGRES_URL
    engine = create_async_engine(make_url(POSTGRES_URL).set(database="postgres"), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f'DROP DATABASE IF EXISTS "{target}"'))
        if source:
            await connection.execute(text(f'CREATE DATABASE "{target}" TEMPLATE "{source}"'))
    await engine.dispose()


class Derived:
    """What a process that has just started derives from a store."""

    def __init__(self, home: Path, store: SqlStore) -> None:
        self.documents = store.documents
        self.index = EmbeddedIndex(home / "index")
        self.names = EmbeddedNames(home / "index" / "names.db")
        self.reports = KeptReports(home / "index" / "reports.db")

    async def caught_up(self) -> tuple[int, int]:
        return await catch_up(self.documents, self.index), await self.names.catch_up(self.documents, self.index)

    async def communities(self, readers: frozenset[str] = EVERYONE) -> list[Community]:
        return [*await self.names.communities(self.documents, self.index, readers)]

    async def shown(self, readers: frozenset[str] = EVERYONE) -> str:
        return " ".join(name for each in await self.communities(readers) for name in (each.title, *each.names))

    async def found(self, word: str, within: Filter) -> list[str]:
        ids = await ids_by_words(self.index, word, within)
        return [each.document.source for each in await self.documents.passages(ids, Filter(groups=BOARD))]


async def _a_report_of_the_merger(derived: Derived) -> None:
    every = await derived.communities()
    about = next(each for each in every if "海鳴り作戦" in each.names)
    newest = await derived.documents.last_change()
    position = Position(newest, await derived.documents.mark(newest))
    assert await derived.names.keep_report(derived.documents, about, REPORT, position)


@pytest.mark.parametrize("since", [[CLOSED], [CLOSED, CANTEEN], [CLOSED, RENAMED]], ids=["as many", "more", "no line"])
@pytest.mark.parametrize("left", ["all", "names.db", "reports.db"])
async def test_what_a_backup_put_an_end_to_is_nowhere_any_more(
    one: OneDatabase, tmp_path: Path, since: list[NewDocument], left: str
) -> None:
    """As many changes since the backup as were lost; more of them; and so many that of the first no line is left."""
    back_up, restore, url = one
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([TRAVEL])
        await Derived(tmp_path, store).caught_up()
    await back_up()
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([MERGER])
        lost = Derived(tmp_path, store)
        await lost.caught_up()
        assert "海鳴り作戦" in await lost.shown()
        await _a_report_of_the_merger(lost)
        before = await store.documents.last_change()
    await restore()
    async with open_store(tmp_path, url=url) as store:
        for each in since:
            await store.documents.put([each])
        assert await store.documents.last_change() >= before
        derived = Derived(tmp_path, store)
        if left != "all":
            kept = (tmp_path / "index" / left).read_bytes()
            await derived.names.clear()
            await derived.caught_up()
            (tmp_path / "index" / left).write_bytes(kept)
            derived = Derived(tmp_path, store)
        await derived.caught_up()
        assert "海鳴り" not in await derived.shown()
        assert "海鳴り作戦" in await derived.shown(BOARD)
        assert not any(each.report for each in await derived.communities(BOARD))
        assert not derived.reports.passages()
        assert await derived.found("買収", Filter()) == []
        assert await derived.found("買収", Filter(groups=BOARD)) == ["merger.md"] * 5
        assert await Derived(tmp_path, store).caught_up() == (0, 0), "once is enough"


async def test_what_was_acknowledged_after_a_backup_was_restored_is_found(one: OneDatabase, tmp_path: Path) -> None:
    back_up, restore, url = one
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([TRAVEL])
    await back_up()
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([MERGER])
        await Derived(tmp_path, store).caught_up()
    await restore()
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([CANTEEN])
        derived = Derived(tmp_path, store)
        await derived.caught_up()
        assert await derived.found("食堂", Filter()) == ["canteen.md"] * 5
        assert await derived.found("買収", Filter()) == []


async def test_the_same_page_stored_again_after_a_backup_was_restored_is_another_change(
    one: OneDatabase, tmp_path: Path
) -> None:
    back_up, restore, url = one
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([TRAVEL])
    await back_up()
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([MERGER])
        newest = await store.documents.last_change()
        before = Position(newest, await store.documents.mark(newest))
        assert await before.is_of(store.documents)
    await restore()
    async with open_store(tmp_path, url=url) as store:
        assert not await before.is_of(store.documents), "it is ahead"
        await store.documents.put([MERGER])
        assert not await before.is_of(store.documents)
        assert not await Position(newest).is_of(store.documents), "as an older version kept them"
        assert await Position().is_of(store.documents)


async def test_a_report_that_a_model_began_before_a_backup_was_restored_is_not_kept(
    one: OneDatabase, tmp_path: Path
) -> None:
    back_up, restore, url = one
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([TRAVEL])
    await back_up()
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([MERGER])
        derived = Derived(tmp_path, store)
        await derived.caught_up()
        newest = await store.documents.last_change()
        about, position = (await derived.communities())[0], Position(newest, await store.documents.mark(newest))
    await restore()
    async with open_store(tmp_path, url=url) as store:
        await store.documents.put([CANTEEN])
        derived = Derived(tmp_path, store)
        await derived.caught_up()
        assert not await derived.names.keep_report(store.documents, about, REPORT, position)
        assert not derived.reports.passages()


async def test_the_graphs_files_are_those_of_the_triples_that_there_are(one: OneDatabase, tmp_path: Path) -> None:
    back_up, restore, url = one
    async with open_store(tmp_path, url=url) as store:
        await store.graph.put(Origin(name="a"), [Triple(head="小樽市", relation="所在", tail="北海道")])
    await back_up()
    for city in ("札幌市", "函館市"):
        async with open_store(tmp_path, url=url) as store:
            await store.graph.put(Origin(name="b"), [Triple(head=city, relation="所在", tail="北海道")])
            network = await up_to_date(store.graph, tmp_path / "graph")
            assert sorted(network.spellings) == sorted(["小樽市", "北海道", city])
            assert len([*(tmp_path / "graph").iterdir()]) == 1
        await restore()
