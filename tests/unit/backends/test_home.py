"""Nothing in a home leads elsewhere, is somebody else's or open to others: it may have come with documents."""

import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yorisoi.backends import home as homes
from yorisoi.backends.accounts import open_accounts
from yorisoi.backends.home import look_at
from yorisoi.backends.search.durable import append_at, replace_file
from yorisoi.backends.store import open_store
from yorisoi.errors import StoreError
from yorisoi.evaluation import page, sheets

SOMEBODY = 4711

FILES = (
    "yorisoi.db",
    "yorisoi.db-wal",
    "yorisoi.db-shm",
    "yorisoi.db-journal",
    "accounts.db",
    "index/manifest.json",
    "index/manifest.json.new",
    "index/names.db",
    "index/write.lock",
    "index/words-0/meta.json",
    "graph/1-0-0/lists.json",
    "evaluations/run.jsonl",
)
OPENED = ("index", "graph", "evaluations", "index/words-0", "graph/1-0-0")


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    folder = tmp_path / "victim"
    (folder / "words-of-wisdom").mkdir(parents=True)
    (folder / "words-of-wisdom" / "one.txt").write_text("mine")
    (folder / "file").write_text("mine")
    folder.chmod(0o755)
    (folder / "file").chmod(0o644)
    return folder


def state(folder: Path) -> list[tuple[str, int, bytes]]:
    every = sorted([folder, *folder.rglob("*")])
    return [(str(path), path.stat().st_mode, path.read_bytes() if path.is_file() else b"") for path in every]


async def refused(home: Path) -> str:
    """By the store and by the accounts."""
    said = []
    for opening in (open_store(home), open_accounts(home, lambda: datetime(2026, 4, 1, tzinfo=UTC))):
        with pytest.raises(StoreError) as raised:
            async with opening:
                pass
        said.append(str(raised.value))
    assert said[0] == said[1]
    assert "\n" not in said[0]
    return said[0]


@pytest.mark.parametrize("name", FILES)
async def test_a_link_in_the_place_of_a_file_is_refused(tmp_path: Path, victim: Path, name: str) -> None:
    path = tmp_path / "home" / name
    path.parent.mkdir(parents=True)
    path.symlink_to(victim / "file")
    before = state(victim)
    assert f"{path} is a link" in await refused(tmp_path / "home")
    path.unlink()
    path.symlink_to(victim / "not-there-yet")
    assert f"{path} is a link" in await refused(tmp_path / "home")
    assert state(victim) == before


@pytest.mark.parametrize("name", OPENED)
async def test_a_link_in_the_place_of_a_folder_is_refused(tmp_path: Path, victim: Path, name: str) -> None:
    path = tmp_path / "home" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(victim)
    before = state(victim)
    assert f"{path} is a link" in await refused(tmp_path / "home")
    assert state(victim) == before


@pytest.mark.parametrize("name", ["yorisoi.db", "accounts.db", "index/manifest.json", "index", "graph/1-0-0"])
async def test_a_fifo_keeps_nobody_waiting(tmp_path: Path, name: str) -> None:
    path = tmp_path / "home" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    assert f"{path} is no f" in await refused(tmp_path / "home")


async def test_other_things_that_are_no_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "home" / "yorisoi.db").mkdir(parents=True)
    assert "is no file" in await refused(tmp_path / "home")


async def test_what_is_open_to_others_is_closed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with open_store(home):
        pass
    async with open_accounts(home, lambda: datetime(2026, 4, 1, tzinfo=UTC)):
        pass
    for path in home.iterdir():
        path.chmod(0o777 if path.is_dir() else 0o666)
    home.chmod(0o777)
    async with open_store(home):
        modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in home.iterdir()}
        assert modes == {(False, 0o600), (True, 0o700)}
        assert not home.stat().st_mode & 0o022
    (home / "accounts.db").chmod(0o666)
    async with open_accounts(home, lambda: datetime(2026, 4, 1, tzinfo=UTC)):
        assert stat.S_IMODE((home / "accounts.db").stat().st_mode) == 0o600


def test_a_planted_empty_store_does_not_keep_its_mode(tmp_path: Path) -> None:
    (tmp_path / "yorisoi.db").touch()
    (tmp_path / "yorisoi.db").chmod(0o666)
    look_at(tmp_path)
    assert stat.S_IMODE((tmp_path / "yorisoi.db").stat().st_mode) == 0o600


@pytest.fixture
def owned_by_somebody(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """What follows is run by an ordinary user, and the path is somebody else's."""
    real = Path.lstat, Path.stat, os.geteuid()
    strange: set[str] = set()

    def with_owner(status: os.stat_result, path: Path) -> os.stat_result:
        owner = SOMEBODY if str(path) in strange else 1000
        return os.stat_result([*status[:4], owner, *status[5:10]])

    monkeypatch.setattr(homes, "_user", lambda: 1000)
    monkeypatch.setattr(Path, "lstat", lambda path: with_owner(real[0](path), path))
    monkeypatch.setattr(Path, "stat", lambda path, **more: with_owner(real[1](path, **more), path))
    return lambda path: strange.add(str(path))


@pytest.mark.parametrize("name", [".", "yorisoi.db", "accounts.db", "index", "index/manifest.json"])
def test_what_is_somebody_elses_is_refused(
    tmp_path: Path, owned_by_somebody: Callable[[Path], None], name: str
) -> None:
    path = tmp_path / name
    if path.name in ("index", "manifest.json"):
        (tmp_path / "index").mkdir()
    if path.suffix:
        path.touch()
    look_at(tmp_path) if path.name != "manifest.json" else None
    owned_by_somebody(path)
    with pytest.raises(StoreError, match="belongs to another user"):
        look_at(tmp_path)


def test_root_opens_the_home_of_another_but_nothing_of_a_third(
    tmp_path: Path, owned_by_somebody: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A container with a folder of the host's."""
    monkeypatch.setattr(homes, "_user", lambda: 0)
    (tmp_path / "yorisoi.db").touch()
    look_at(tmp_path)
    owned_by_somebody(tmp_path / "yorisoi.db")
    with pytest.raises(StoreError, match="belongs to another user"):
        look_at(tmp_path)


def test_what_cannot_be_closed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, _: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    (tmp_path / "yorisoi.db").touch(mode=0o644)
    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(StoreError, match="open to others"):
        look_at(tmp_path)


def test_a_folder_for_everybodys_files_is_no_home(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(StoreError, match="everybody"):
        look_at(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


async def test_the_home_itself_may_be_a_link_and_hold_other_things(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "notes.txt").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "home").symlink_to(tmp_path / "disk")
    async with open_store(tmp_path / "home"):
        assert (tmp_path / "disk" / "yorisoi.db").is_file()


@pytest.mark.parametrize(
    "name",
    ["index/words-of-wisdom/x.txt", "index/vectors-of-force.pdf", "graph/2024-results/r.csv", "graph/2024-05-Kyoto/p"],
)
async def test_folders_that_were_there_before_are_taken_for_no_cache(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with pytest.raises(StoreError, match="not Yorisoi's"):
        async with open_store(tmp_path):
            pass
    assert path.read_text() == "mine"
    assert not (tmp_path / "yorisoi.db").exists()


async def test_the_manifest_of_a_web_page_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "manifest.json").write_text('{"name": "a page", "icons": []}')
    with pytest.raises(StoreError, match=r"manifest\.json, which is not Yorisoi's"):
        async with open_store(tmp_path):
            pass


async def test_what_a_lost_store_has_left_and_what_systems_leave_is_in_nobodys_way(tmp_path: Path) -> None:
    for name in ("words-3/meta.json", "vectors-3-0.f32", "names.db", "write.lock", ".DS_Store"):
        (tmp_path / "index" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "index" / name).touch()
    (tmp_path / "index" / "manifest.json").write_text('{"version": 1, "position": 0, "epoch": 3}')
    (tmp_path / "graph" / "1-4-4").mkdir(parents=True)
    async with open_store(tmp_path):
        assert (tmp_path / "yorisoi.db").exists()


def test_files_are_never_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    for name in ("manifest.json.new", "manifest.json", "vectors"):
        (tmp_path / name).symlink_to(tmp_path / "mine")
    replace_file(tmp_path / "manifest.json", b"new")
    assert not (tmp_path / "manifest.json").is_symlink()
    with pytest.raises(OSError, match="symbolic links"):
        append_at(tmp_path / "vectors", 0, b"new")
    assert (tmp_path / "mine").read_text() == "mine"
    assert (tmp_path / "manifest.json").read_bytes() == b"new"


def test_nor_are_pages_and_sheets_that_are_written_among_documents(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    for name in ("out.html", "out.csv"):
        (tmp_path / f"{name}.new").symlink_to(tmp_path / "mine")
    page.write(tmp_path / "out.html", "page")
    sheets.write(tmp_path / "out.csv", ["a"], [["b"]])
    assert (tmp_path / "mine").read_text() == "mine"
    assert stat.S_IMODE((tmp_path / "out.html").stat().st_mode) == 0o600
    assert len(list(tmp_path.iterdir())) == 5  # no temporaries stay
