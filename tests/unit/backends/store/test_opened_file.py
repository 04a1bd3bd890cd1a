"""A backup that is moved over a file that is open: what would be read or written behind its back is refused."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yorisoi.backends.accounts import Account, open_accounts
from yorisoi.backends.store import open_store
from yorisoi.errors import StoreFailed
from yorisoi.types import Filter, Turn, UserId

KEI = UserId("kei")
NOW = datetime(2026, 4, 1, tzinfo=UTC)
SAID = Turn(speaker="user", text="経理は増田さんです", at=NOW)
ANEW = "the file was replaced or removed while it was open, so it is neither read nor written: start Yorisoi anew"


def restore(file: Path, backup: Path) -> None:
    beside = file.with_name("restored")
    shutil.copy(backup, beside)
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    beside.replace(file)


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    async with open_store(tmp_path / "home"):
        pass
    return Path(shutil.copy(tmp_path / "home" / "yorisoi.db", tmp_path / "backup.db"))


async def test_nothing_is_written_to_a_file_in_whose_place_a_backup_was_moved(tmp_path: Path, backup: Path) -> None:
    home = tmp_path / "home"
    async with open_store(home) as store:
        await store.sessions.append(KEI, "s", [SAID])
        restore(home / "yorisoi.db", backup)
        for _ in range(2):
            with pytest.raises(StoreFailed) as refused:
                await store.sessions.append(KEI, "s", [SAID])
            assert str(refused.value) == f"{home / 'yorisoi.db'}: {ANEW}"
    async with open_store(home) as store:
        assert (await store.sessions.load(KEI, "s")).turns == ()
        await store.sessions.append(KEI, "s", [SAID])
        assert len((await store.sessions.load(KEI, "s")).turns) == 1


async def test_nor_is_it_where_nothing_but_reads_came_before(tmp_path: Path, backup: Path) -> None:
    home = tmp_path / "home"
    async with open_store(home) as store:
        await store.sessions.load(KEI, "s")
        restore(home / "yorisoi.db", backup)
        with pytest.raises(StoreFailed, match="start Yorisoi anew"):
            await store.sessions.append(KEI, "s", [SAID])


async def test_nor_is_anything_read_from_the_file_of_before_or_from_the_new_one(tmp_path: Path, backup: Path) -> None:
    home = tmp_path / "home"
    async with open_store(home) as store:
        await store.sessions.append(KEI, "s", [SAID])
        await store.sessions.load(KEI, "s")
        restore(home / "yorisoi.db", backup)
        reads = (
            lambda: store.sessions.load(KEI, "s"),
            lambda: store.documents.passages([1], Filter()),
            lambda: store.documents.listed(Filter()),
            lambda: store.documents.last_change(),
        )
        for read in reads:
            with pytest.raises(StoreFailed, match="start Yorisoi anew"):
                await read()


async def test_once_replaced_it_stays_so_whatever_is_moved_back(tmp_path: Path, backup: Path) -> None:
    """Else a connection that was opened in between would be asked now and then."""
    file = tmp_path / "home" / "yorisoi.db"
    async with open_store(file.parent) as store:
        await store.sessions.append(KEI, "s", [SAID])
        file.rename(tmp_path / "moved.db")
        shutil.copy(backup, file)
        with pytest.raises(StoreFailed):
            await store.sessions.load(KEI, "s")
        (tmp_path / "moved.db").replace(file)
        with pytest.raises(StoreFailed, match="start Yorisoi anew"):
            await store.sessions.load(KEI, "s")


async def test_a_path_that_leads_nowhere_is_no_longer_the_file(tmp_path: Path) -> None:
    file = tmp_path / "home" / "yorisoi.db"
    async with open_store(file.parent) as store:
        await store.sessions.append(KEI, "s", [SAID])
        file.unlink()
        file.symlink_to(file)
        with pytest.raises(StoreFailed, match="start Yorisoi anew"):
            await store.sessions.append(KEI, "s", [SAID])


async def test_a_file_that_is_gone_is_not_written_either(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        (tmp_path / "yorisoi.db").rename(tmp_path / "moved.db")
        with pytest.raises(StoreFailed, match="start Yorisoi anew"):
            await store.sessions.append(KEI, "s", [SAID])
        (tmp_path / "moved.db").rename(tmp_path / "yorisoi.db")
        await store.sessions.append(KEI, "s", [SAID])


async def test_nor_are_accounts(tmp_path: Path) -> None:
    async with open_accounts(tmp_path, lambda: NOW) as accounts:
        shutil.copy(tmp_path / "accounts.db", tmp_path / "backup.db")
        restore(tmp_path / "accounts.db", tmp_path / "backup.db")
        with pytest.raises(StoreFailed, match=r"accounts\.db: the file was replaced"):
            await accounts.put_person(Account(name="kei", role=1, groups=frozenset()), None, by="me")
        for read in (accounts.any, accounts.people, lambda: accounts.logged_in("x"), lambda: accounts.with_key("x")):
            with pytest.raises(StoreFailed, match="start Yorisoi anew"):
                await read()


async def test_what_another_process_writes_into_the_file_holds_at_once(tmp_path: Path) -> None:
    async with open_accounts(tmp_path, lambda: NOW) as accounts:
        assert not await accounts.any()
        async with open_accounts(tmp_path, lambda: NOW) as beside:
            await beside.put_person(Account(name="kei", role=1, groups=frozenset()), "0123456789", by="me")
        assert await accounts.any()
