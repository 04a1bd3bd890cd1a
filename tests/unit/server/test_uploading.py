"""Uploads: their names lead nowhere else, and who may read them is said by themselves or by who brings them."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from yorisoi.documents.report import FileDone
from yorisoi.server.documents import listed, remove, take_in
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller, Role
from yorisoi.server.queueing import Queue
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

TEXT = "四月から在宅勤務の手当は月に三千円です。".encode()
NAMES_BOARD = "---\ngroups: board\n---\n\n買収の計画です。".encode()


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_workspace(load_settings(home=tmp_path / "home", chat="none", embedding="none")) as workspace:
        yield Engine(workspace, Queue())


def somebody(*groups: str) -> Caller:
    return Caller(user=UserId("ed"), groups=frozenset(groups), role=Role.EDITOR, by="local")


async def brought(engine: Engine, caller: Caller, name: str, data: bytes = TEXT, *readers: str) -> list[FileDone]:
    work = take_in(engine, caller, [(name, io.BytesIO(data))], readers=frozenset(readers))
    return [each async for each in work if isinstance(each, FileDone)]


async def sources(engine: Engine, caller: Caller) -> list[str]:
    return [each.document.source for each in await listed(engine, caller)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.md", "uploads/a.md"),
        ("leave/annual/a.md", "uploads/leave/annual/a.md"),
        ("../../../etc/a.md", "uploads/etc/a.md"),
        ("/etc/a.md", "uploads/etc/a.md"),
        ("..\\..\\a.md", "uploads/a.md"),
    ],
)
async def test_a_name_stays_below_its_folder(engine: Engine, name: str, source: str) -> None:
    await brought(engine, somebody(), name)
    assert await sources(engine, somebody()) == [source]


async def test_readers_are_those_named_by_the_document_or_else_by_who_brings_it(engine: Engine) -> None:
    await brought(engine, somebody("hr", "board"), "a.md", TEXT, "hr")
    await brought(engine, somebody("hr", "board"), "b.md", NAMES_BOARD, "hr")
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]
    assert await sources(engine, somebody("board")) == ["uploads/b.md"]
    assert await sources(engine, somebody()) == []


async def test_bringing_the_same_file_for_others_changes_its_readers(engine: Engine) -> None:
    await brought(engine, somebody("hr"), "a.md", TEXT, "hr")
    await brought(engine, somebody("hr"), "a.md", TEXT)
    assert await sources(engine, somebody()) == ["uploads/a.md"]
    await brought(engine, somebody("hr"), "a.md", TEXT, "hr")
    assert await sources(engine, somebody()) == []


async def test_nobody_gives_a_document_to_a_group_of_others(engine: Engine) -> None:
    with pytest.raises(Refused):
        await brought(engine, somebody("hr"), "a.md", TEXT, "board")
    assert await sources(engine, somebody("hr", "board")) == []


async def test_what_one_may_not_read_is_neither_replaced_nor_removed(engine: Engine) -> None:
    await brought(engine, somebody("hr"), "a.md", TEXT, "hr")
    [told] = await brought(engine, somebody(), "a.md", b"other words")
    assert (told.outcome, told.source) == ("skipped", "uploads/a.md")
    assert await remove(engine, somebody(), ["uploads/a.md"]) == 0
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]
    assert await remove(engine, somebody("hr"), ["uploads/a.md"]) == 1


async def test_documents_are_found_by_the_words_of_title_and_source(engine: Engine) -> None:
    await brought(engine, somebody(), "leave.md", "# 年次休暇\n\n二十日です。".encode())
    await brought(engine, somebody(), "travel.md")
    assert [each.document.title for each in await listed(engine, somebody(), "年次 LEAVE")] == ["年次休暇"]
    assert await listed(engine, somebody(), "年次 travel") == []
