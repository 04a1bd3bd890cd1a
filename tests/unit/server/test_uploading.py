"""Uploads: their names lead nowhere else, and who may read them is said by themselves or by who brings them."""

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import pytest

from yorisoi.documents.report import FileDone, IngestReport
from yorisoi.errors import ConfigError
from yorisoi.ports import NewDocument
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller, Role
from yorisoi.server.queueing import Queue
from yorisoi.server.uploading import SentFile, upload, withdraw
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

TEXT = "四月から在宅勤務の手当は月に三千円です。".encode()
HR = frozenset({"hr"})
NAMES_BOARD = "---\ngroups: board\n---\n\n買収の計画です。".encode()


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_workspace(load_settings(home=tmp_path / "home", chat="none", embedding="none")) as workspace:
        yield Engine(workspace, Queue())


def somebody(*groups: str) -> Caller:
    return Caller(user=UserId("ed"), groups=frozenset(groups), role=Role.EDITOR, by="local")


async def brought(engine: Engine, caller: Caller, name: str, data: bytes = TEXT, *readers: str) -> list[FileDone]:
    work = upload(engine, caller, [SentFile(name, io.BytesIO(data))], groups=frozenset(readers))
    return [each async for each in work if isinstance(each, FileDone)]


async def sources(engine: Engine, caller: Caller) -> list[str]:
    return [each.source for each in await engine.workspace.store.documents.listed(caller.within)]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.md", "uploads/a.md"),
        ("leave/annual/a.md", "uploads/leave/annual/a.md"),
        ("/etc/a.md", "uploads/etc/a.md"),
        ("leave\\annual\\a.md", "uploads/leave/annual/a.md"),
        ("//etc/a.md", "uploads/etc/a.md"),
        ("\\\\server\\a.md", "uploads/server/a.md"),
    ],
)
async def test_a_name_stays_below_its_folder(engine: Engine, name: str, source: str) -> None:
    await brought(engine, somebody(), name)
    assert await sources(engine, somebody()) == [source]


async def test_a_folder_or_a_name_from_a_double_slash_on_leads_nowhere_else(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "secret.md").write_bytes(TEXT)
    work = upload(engine, somebody(), [SentFile("a.md", io.BytesIO(TEXT))], folder=f"/{tmp_path}/kept")
    assert [each.source async for each in work if isinstance(each, FileDone)] == [f"{tmp_path}/kept/a.md".lstrip("/")]
    await brought(engine, somebody(), f"/{tmp_path}/kept/b.md")
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["secret.md"]


async def test_readers_are_those_named_by_the_document_or_else_by_who_brings_it(engine: Engine) -> None:
    await brought(engine, somebody("hr", "board"), "a.md", TEXT, "hr")
    await brought(engine, somebody("hr", "board"), "b.md", NAMES_BOARD, "hr")
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]
    assert await sources(engine, somebody("board")) == ["uploads/b.md"]
    assert await sources(engine, somebody()) == []


@pytest.mark.parametrize(
    ("name", "folder"), [("a" * 300 + ".md", "uploads"), ("a.md", "a" * 300), ("a.md", "a/" * 3000)]
)
async def test_a_name_that_is_too_long_for_a_file_is_refused(engine: Engine, name: str, folder: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name"):
        [each async for each in upload(engine, somebody(), [SentFile(name, io.BytesIO(TEXT))], folder=folder)]


@pytest.mark.parametrize("name", ["../../../etc/a.md", "..\\..\\a.md", "", "/", ".hidden.md", "a/../b.md"])
async def test_a_name_that_leads_elsewhere_is_refused(engine: Engine, name: str) -> None:
    with pytest.raises(ConfigError):
        await brought(engine, somebody(), name)
    assert await sources(engine, somebody()) == []


async def test_an_open_document_that_is_brought_for_a_group_is_open_no_more(engine: Engine) -> None:
    await brought(engine, somebody("hr"), "a.md", TEXT)
    await brought(engine, somebody("hr"), "a.md", TEXT, "hr")
    assert await sources(engine, somebody()) == []
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]


async def test_a_groups_document_that_is_brought_for_everyone_is_open(engine: Engine) -> None:
    await brought(engine, somebody("hr"), "a.md", TEXT, "hr")
    await brought(engine, somebody("hr"), "a.md", TEXT)
    assert await sources(engine, somebody()) == ["uploads/a.md"]
    [again] = await brought(engine, somebody("hr"), "a.md", TEXT)
    assert again.outcome == "unchanged"


async def test_what_one_may_not_read_is_neither_replaced_nor_removed(engine: Engine) -> None:
    await brought(engine, somebody("hr"), "a.md", TEXT, "hr")
    with pytest.raises(Refused):
        await brought(engine, somebody(), "a.md", b"other words")
    with pytest.raises(Refused):
        await withdraw(engine, somebody(), "uploads/a.md")
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]
    assert await withdraw(engine, somebody("hr"), "uploads/a.md") == 1


async def test_what_is_closed_between_the_look_and_the_removal_stays(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another process, which no lock keeps out."""
    await brought(engine, somebody(), "a.md")
    documents = engine.workspace.store.documents
    remove = documents.remove

    async def closed_first(*given: Any, **more: Any) -> int:
        closed = NewDocument(
            source="uploads/a.md", content_hash="other", title="a", language="ja", passages=(), groups=HR
        )
        await documents.put([closed])
        return await remove(*given, **more)

    monkeypatch.setattr(documents, "remove", closed_first)
    assert await withdraw(engine, somebody(), "uploads/a.md") == 0
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]


async def test_a_removal_waits_for_files_that_are_taken_in_and_looks_then(engine: Engine) -> None:
    await brought(engine, somebody("hr"), "a.md")
    async with engine.uploading:
        bringing = asyncio.create_task(brought(engine, somebody("hr"), "a.md", TEXT, "hr"))
        await asyncio.sleep(0.01)  # it waits
        removing = asyncio.create_task(withdraw(engine, somebody(), "uploads/a.md"))
        await asyncio.sleep(0.01)
    await bringing
    with pytest.raises(Refused):
        await removing
    assert await sources(engine, somebody("hr")) == ["uploads/a.md"]


@pytest.mark.parametrize("strategy", ["auto", "hybrid"])
async def test_names_of_a_page_that_is_removed_or_withdrawn_are_in_no_file_at_once(
    tmp_path: Path, strategy: str
) -> None:
    """Whether or not the strategy walks over them, and before anybody asks anything."""
    home = tmp_path / "home"
    chosen = load_settings(home=home, chat="none", embedding="none", search={"strategy": strategy})

    def held(name: str) -> list[str]:
        files = [file for file in (home / "index").glob("names.db*") if name.encode() in file.read_bytes()]
        return [file.name for file in files]

    async with open_workspace(chosen) as workspace:
        engine = Engine(workspace, Queue())
        await brought(engine, somebody(), "a.md", "# 朱雀計画\n\n四月に始まります。".encode())
        await brought(engine, somebody(), "b.md", "# 玄武計画\n\n五月に始まります。".encode())
        assert workspace.searcher.graph is not None
        await workspace.searcher.graph.catch_up(workspace.store.documents, workspace.index)
        assert held("朱雀計画")
        assert held("玄武計画")
        await withdraw(engine, somebody(), "uploads/a.md")
        assert not held("朱雀計画")
        await brought(engine, somebody(), "b.md", "groups: hr\n\n# 玄武計画".encode())
        assert not held("玄武計画")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
async def test_a_page_that_one_may_not_read_is_not_overwritten_however_its_name_is_written(
    engine: Engine, form: Literal["NFC", "NFD"]
) -> None:
    await brought(engine, somebody("board"), "がば.md", NAMES_BOARD)
    with pytest.raises(Refused) as refused:
        await brought(engine, somebody(), normalize(form, "がば.md"))
    assert refused.value.code == "conflict"
    assert await sources(engine, somebody()) == []
    assert await sources(engine, somebody("board")) == ["uploads/がば.md"]


async def test_a_name_under_which_nothing_is_kept_any_more_takes_nothing_from_others(engine: Engine) -> None:
    """An older version took it in."""
    documents, name = engine.workspace.store.documents, "uploads/a\nb.md"
    kept = NewDocument(source=name, content_hash="old", title="a", language="ja", passages=(), groups=HR)
    await documents.put([kept])
    with pytest.raises(Refused):
        await brought(engine, somebody(), "a\nb.md")
    assert await sources(engine, somebody("hr")) == [name]
    await brought(engine, somebody("hr"), "a\nb.md")
    assert await sources(engine, somebody("hr")) == []


async def test_two_files_of_one_name_are_refused_however_it_is_written(engine: Engine) -> None:
    both = [SentFile(normalize(form, "がば.md"), io.BytesIO(TEXT)) for form in ("NFC", "NFD")]
    with pytest.raises(ConfigError, match="sent twice"):
        [each async for each in upload(engine, somebody(), both)]
    assert await sources(engine, somebody()) == []


def test_a_session_and_a_history_of_one_name_do_not_wait_for_each_other(engine: Engine) -> None:
    """A client names its session, and its request holds both."""
    me, name = UserId("me"), 'history ["a"]'
    assert engine.lock(me, "session", name) is not engine.lock(me, "history", name)
    held = engine.lock(me, "session", name)
    assert engine.lock(me, "session", name) is held
    assert engine.lock(UserId("other"), "session", name) is not held


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("foo.xyz", ".csv, .docx,"),
        ("README", "no kind"),
        ("x.csv#3", "no kind"),
        ("sub/ok.zip", "no kind"),
        ("~$leave.docx", "~$"),
        ("node_modules/a.md", "node_modules"),
        ("x.csv#3.md", "row of a FAQ"),
        ("kyuuyo\u202efdp.md", "turns its line"),
    ],
)
async def test_of_every_file_that_is_not_taken_it_is_told_why(engine: Engine, name: str, why: str) -> None:
    files = [SentFile(each, io.BytesIO(TEXT)) for each in (name, "ok.md")]
    *done, report = [each async for each in upload(engine, somebody(), files)]
    assert isinstance(report, IngestReport)
    [(source, reason)] = report.skipped
    assert (report.documents, source) == (1, f"uploads/{name}")
    assert why in reason
    told = [each for each in done if isinstance(each, FileDone)]
    assert [(each.source, each.reason, each.done, each.total) for each in told if each.outcome == "skipped"] == [
        (source, reason, 2, 2)
    ]


@pytest.mark.parametrize("name", ["a/" * 50 + "x.md", "a" * 1_000 + ".md", "a/" * 1_500 + "x.md"])
async def test_a_name_has_an_end(engine: Engine, name: str) -> None:
    with pytest.raises(ConfigError, match="too long"):
        await brought(engine, somebody(), name)
    assert await sources(engine, somebody()) == []


@pytest.mark.parametrize("readers", [(), ("hr",)])
async def test_an_empty_file_takes_out_what_was_stored_of_it_whoever_it_was_for(
    engine: Engine, readers: tuple[str, ...]
) -> None:
    await brought(engine, somebody("hr"), "a.md", TEXT)
    [done] = await brought(engine, somebody("hr"), "a.md", b"", *readers)
    assert done.reason == "is empty; its text of before is taken out"
    assert await sources(engine, somebody("hr")) == []


@pytest.mark.parametrize("readers", [(), ("hr",)])
async def test_rows_for_everyone_beside_rows_for_a_few_are_told_unless_the_upload_is_for_a_few(
    engine: Engine, readers: tuple[str, ...]
) -> None:
    faq = "id,title,body,groups\na,休暇は,二十日です。,board\nb,半休は,取れます。,\n".encode()
    work = upload(engine, somebody("hr", "board"), [SentFile("a.csv", io.BytesIO(faq))], groups=frozenset(readers))
    [report] = [each async for each in work if isinstance(each, IngestReport)]
    assert [source for source, _ in report.open_rows] == ([] if readers else ["uploads/a.csv"])
