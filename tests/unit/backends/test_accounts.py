"""Who may use a server: people, keys, logins, and what of them is on the disk."""

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from yorisoi.backends.accounts import FILE, LOGIN_LASTS, Account, Accounts, open_accounts
from yorisoi.errors import ConfigError, StoreError
from yorisoi.server.errors import Refused
from yorisoi.server.signing_in import Doors
from yorisoi.settings import ServerSettings

PASSWORD = "correct horse battery"
HANAKO = Account(name="花子", role=1, groups=frozenset({"hr"}))


class Hands:
    """A clock whose hands are moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 4, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
async def accounts(tmp_path: Path, clock: Hands) -> AsyncIterator[Accounts]:
    async with open_accounts(tmp_path, clock) as opened:
        yield opened


async def token_of(accounts: Accounts) -> str:
    """Of a login of 花子's."""
    found = await accounts.log_in("花子", PASSWORD)
    assert found
    return found[1]


async def test_a_person_comes_in_by_the_right_password_only(accounts: Accounts) -> None:
    assert not await accounts.any()
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    assert await accounts.any()
    assert (await accounts.log_in("花子", PASSWORD) or ())[0] == HANAKO
    for name, password in (("花子", "wrong"), ("花子", ""), ("nobody", PASSWORD), ("花子", PASSWORD * 100)):
        assert await accounts.log_in(name, password) is None


async def test_a_login_lasts_until_it_ends_expires_or_the_password_changes(accounts: Accounts, clock: Hands) -> None:
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    first, second = await token_of(accounts), await token_of(accounts)
    assert await accounts.logged_in(first) == HANAKO
    await accounts.log_out(first)
    assert await accounts.logged_in(first) is None
    assert await accounts.logged_in(second) == HANAKO
    clock.at += LOGIN_LASTS
    assert await accounts.logged_in(second) is None
    third = await token_of(accounts)
    await accounts.put_person(HANAKO, "another password", by="me")
    assert await accounts.logged_in(third) is None


@pytest.mark.parametrize("change", ["password", "disabled", "removed", "another of that name"])
async def test_a_login_that_is_under_way_does_not_outlive_what_ends_logins(
    accounts: Accounts, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    is_right = accounts._is_right

    async def changed_meanwhile(hashed: str, password: str) -> bool:
        right = await is_right(hashed, password)
        match change:
            case "password":
                await accounts.put_person(HANAKO, "another password", by="me")
            case "disabled":
                await accounts.put_person(replace(HANAKO, disabled=True), None, by="me")
            case _:
                await accounts.remove_person("花子", by="me")
        if change == "another of that name":
            await accounts.put_person(HANAKO, "the other's password", by="me")
        return right

    monkeypatch.setattr(accounts, "_is_right", changed_meanwhile)
    assert await accounts.log_in("花子", PASSWORD) is None


async def test_other_groups_hold_at_once_and_whoever_is_disabled_is_out(accounts: Accounts) -> None:
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    token = await token_of(accounts)
    key = await accounts.make_key("花子", "script", 1, {"hr"}, None, by="me")
    await accounts.put_person(Account(name="花子", role=2, groups=frozenset()), None, by="me")
    found = await accounts.logged_in(token)
    assert found
    assert (found.role, found.groups) == (2, frozenset())
    await accounts.put_person(Account(name="花子", role=2, groups=frozenset(), disabled=True), None, by="me")
    assert await accounts.logged_in(token) is None
    assert await accounts.log_in("花子", PASSWORD) is None
    assert await accounts.with_key(key) is None


async def test_a_key_opens_until_it_is_revoked_or_expires(accounts: Accounts, clock: Hands) -> None:
    lasting = await accounts.make_key("helpdesk", "chat", 1, {"hr", "it"}, None, by="me")
    short = await accounts.make_key("helpdesk", "trial", 1, set(), clock.at + timedelta(days=1), by="me")
    assert await accounts.with_key(lasting) == Account(name="helpdesk", role=1, groups=frozenset({"hr", "it"}))
    assert await accounts.with_key(short)
    clock.at += timedelta(days=1)
    assert await accounts.with_key(short) is None
    [found] = [key for key in await accounts.keys() if key.label == "chat"]
    await accounts.revoke_key(found.id, by="me")
    assert await accounts.with_key(lasting) is None
    for wrong in ("", "yorisoi_", f"yorisoi_{found.id}_guess", lasting[:-1], "\ud800"):
        assert await accounts.with_key(wrong) is None


async def test_whoever_is_removed_is_out_with_keys_and_logins(accounts: Accounts) -> None:
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    token, key = await token_of(accounts), await accounts.make_key("花子", "script", 1, set(), None, by="me")
    await accounts.remove_person("花子", by="me")
    assert await accounts.logged_in(token) is None
    assert await accounts.with_key(key) is None
    assert not await accounts.any()


async def test_no_secret_is_on_the_disk_and_the_file_is_the_owners(accounts: Accounts, tmp_path: Path) -> None:
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    token, key = await token_of(accounts), await accounts.make_key("x", "y", 1, set(), None, by="me")
    _, _, secret_part = key.split("_", 2)
    files = [path for path in (tmp_path / f"{FILE}{end}" for end in ("", "-wal", "-shm")) if path.exists()]
    written = b"".join(path.read_bytes() for path in files)
    assert b"argon2id" in written
    for secret in (PASSWORD, token, key, secret_part):
        assert secret.encode() not in written
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


async def test_what_was_done_is_kept_and_by_whom(accounts: Accounts) -> None:
    await accounts.put_person(HANAKO, PASSWORD, by="admin")
    key = await accounts.make_key("x", "y", 1, set(), None, by="admin")
    await accounts.note("editor", "upload", {"files": ["a.md"]})
    log = await accounts.audit()
    assert [(each.by, each.did) for each in log] == [
        ("editor", "upload"),
        ("admin", "make key"),
        ("admin", "put person"),
    ]
    assert PASSWORD not in str(log)
    assert key not in str(log)
    assert len(await accounts.audit(limit=1)) == 1


async def test_what_cannot_be_is_refused(accounts: Accounts, clock: Hands) -> None:
    for name, password in (
        ("", PASSWORD),
        ("a\nb", PASSWORD),
        ("kei\u200b", PASSWORD),
        ("\u202ekei", PASSWORD),
        ("\u3164", PASSWORD),
        ("a", "short"),
        ("a", "x" * 1001),
        ("x" * 201, PASSWORD),
    ):
        with pytest.raises(ConfigError):
            await accounts.put_person(Account(name=name, role=1, groups=frozenset()), password, by="me")
        if password == PASSWORD:
            with pytest.raises(ConfigError):
                await accounts.make_key(name, "x", 1, set(), None, by="me")
    with pytest.raises(ConfigError):
        await accounts.make_key("x", "x", 1, set(), clock.at, by="me")
    with pytest.raises(StoreError):
        await accounts.remove_person("nobody", by="me")
    with pytest.raises(StoreError):
        await accounts.revoke_key("none", by="me")
    assert not await accounts.any()


async def test_so_many_passwords_wait_to_be_looked_at_and_then_it_is_said(accounts: Accounts) -> None:
    assert not accounts.crowded
    flood = [asyncio.create_task(accounts.log_in(f"nobody{n}", PASSWORD)) for n in range(30)]
    await asyncio.sleep(0)  # each has begun, and none has been looked at
    assert accounts.crowded
    assert await asyncio.gather(*flood) == [None] * 30
    assert not accounts.crowded


async def test_a_provider_does_not_give_the_name_of_a_key_to_somebody(accounts: Accounts) -> None:
    """Unless an administrator says that this is the same person, by adding them."""
    await accounts.make_key("helpdesk", "chat program", 1, [], None, by="admin")
    vouched = Account(name="helpdesk", role=1, groups=frozenset())
    with pytest.raises(ConfigError, match="a key here"):
        await accounts.log_in_provided(vouched)
    await accounts.put_person(vouched, None, by="admin")
    token = await accounts.log_in_provided(vouched)
    assert await accounts.logged_in_provided(token) == vouched


@pytest.mark.parametrize("ended", ["revoked", "expired"])
async def test_the_name_of_a_key_that_opens_nothing_any_more_is_not_given_either(
    accounts: Accounts, clock: Hands, ended: str
) -> None:
    """What was said with it is kept under that name."""
    await accounts.make_key("robot", "laptop", 1, [], clock.at + timedelta(days=1), by="admin")
    [key] = await accounts.keys()
    if ended == "revoked":
        await accounts.revoke_key(key.id, by="admin")
    clock.at += timedelta(days=2)
    with pytest.raises(ConfigError, match="a key here"):
        await accounts.log_in_provided(Account(name="robot", role=1, groups=frozenset()))


@pytest.mark.parametrize("given", ["password", "key"])
@pytest.mark.parametrize("spelt", ["Jos\u00e9", "Jose\u0301"])
async def test_a_providers_login_ends_when_its_name_is_given_to_somebody_here(
    accounts: Accounts, given: str, spelt: str
) -> None:
    vouched = Account(name=spelt, role=1, groups=frozenset())
    token = await accounts.log_in_provided(vouched)
    assert await accounts.logged_in_provided(token) == replace(vouched, name="Jos\u00e9")
    if given == "password":
        await accounts.put_person(replace(vouched, name="Jos\u00e9"), PASSWORD, by="admin")
    else:
        await accounts.make_key("Jos\u00e9", "laptop", 1, [], None, by="admin")
    assert await accounts.logged_in_provided(token) is None


async def test_what_an_administrator_gives_a_providers_person_reaches_them_however_the_name_is_composed(
    accounts: Accounts,
) -> None:
    token = await accounts.log_in_provided(Account(name="Jose\u0301", role=1, groups=frozenset()))
    given = Account(name="Jos\u00e9", role=2, groups=frozenset({"board"}))
    await accounts.put_person(given, None, by="admin")
    assert await accounts.logged_in_provided(token) == given
    await accounts.remove_person("Jos\u00e9", by="admin")
    assert await accounts.logged_in_provided(token) is None


async def test_logins_under_way_in_two_tabs_end_each_by_its_state_and_once(accounts: Accounts) -> None:
    token = await accounts.begin_login({"state": "one"})
    assert await accounts.begin_login({"state": "two"}, token) == token
    assert await accounts.end_login(token, "of a page elsewhere") is None
    for state in ("one", "two"):
        assert await accounts.end_login(token, state) == {"state": state}
        assert await accounts.end_login(token, state) is None


async def test_of_too_many_logins_under_way_the_oldest_are_forgotten_and_not_all_are_looked_at(
    accounts: Accounts, clock: Hands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("yorisoi.backends.accounts._MOST_UNDER_WAY", 3)
    tokens = []
    for number in range(5):
        tokens.append(await accounts.begin_login({"state": f"{number}"}))
        clock.at += timedelta(seconds=1)
    assert [bool(await accounts.end_login(token, f"{n}")) for n, token in enumerate(tokens)] == [False] * 2 + [True] * 3
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        plan = database.execute(
            "explain query plan delete from under_way where expires < 'x' or expires <"
            " (select expires from under_way order by expires desc limit 1 offset 9998)"
        ).fetchall()
    assert all("USING" in step[-1] for step in plan if step[-1].startswith(("SCAN", "SEARCH"))), plan


async def test_accounts_of_an_older_version_are_opened(tmp_path: Path, clock: Hands) -> None:
    async with open_accounts(tmp_path, clock):
        pass
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("drop index under_way_by_expiry")
    async with open_accounts(tmp_path, clock) as opened:
        await opened.begin_login({"state": "s"})
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("select name from sqlite_master where name = 'under_way_by_expiry'").fetchall()


async def test_whoever_is_disabled_does_not_come_in_by_a_proxys_word_either(accounts: Accounts) -> None:
    doors = Doors(accounts, ServerSettings(proxy_header="X-User"), None)
    scope = {"type": "http", "headers": [(b"x-user", b"hanako")], "client": ("127.0.0.1", 1)}
    assert (await doors(HTTPConnection(scope))).user == "hanako"
    await accounts.put_person(Account(name="hanako", role=1, groups=frozenset(), disabled=True), None, by="me")
    with pytest.raises(Refused, match="provider_refused"):
        await doors(HTTPConnection(scope))


async def test_a_providers_login_of_somebody_who_was_disabled_does_not_revive(accounts: Accounts) -> None:
    token = await accounts.log_in_provided(replace(HANAKO, role=2, groups=frozenset({"board"})))
    assert await accounts.logged_in_provided(token)
    await accounts.put_person(replace(HANAKO, disabled=True), None, by="me")
    await accounts.put_person(HANAKO, None, by="me")
    assert await accounts.logged_in_provided(token) is None


COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"


@pytest.mark.parametrize(
    ("of_key", "of_person"),
    [
        (DECOMPOSED, COMPOSED),
        (COMPOSED, DECOMPOSED),
        ("jos\u00e9", "JOS\u00c9"),
        ("kei\u3164", "kei"),
        ("kei ", "kei"),
        ("Jose\u034f\u0301", COMPOSED),
    ],
)
async def test_a_key_of_somebody_who_is_disabled_opens_nothing_however_the_name_is_written(
    accounts: Accounts, of_key: str, of_person: str
) -> None:
    key = await accounts.make_key(of_key, "laptop", 1, [], None, by="me")
    assert await accounts.with_key(key)
    person = Account(name=of_person, role=1, groups=frozenset())
    await accounts.put_person(person, None, by="me")
    assert await accounts.with_key(key)
    await accounts.put_person(replace(person, disabled=True), None, by="me")
    assert await accounts.with_key(key) is None


async def test_a_key_of_an_older_version_is_its_users_too(accounts: Accounts, tmp_path: Path) -> None:
    """It was kept as it was written, and a person of the other spelling beside it."""
    key = await accounts.make_key("x", "laptop", 1, [], None, by="me")
    await accounts.put_person(Account(name=COMPOSED, role=1, groups=frozenset(), disabled=True), None, by="me")
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("update keys set user = ?", (DECOMPOSED,))
    database.close()
    assert await accounts.with_key(key) is None


async def test_a_name_is_kept_composed_and_found_however_it_is_typed(accounts: Accounts) -> None:
    await accounts.put_person(Account(name=DECOMPOSED, role=2, groups=frozenset()), PASSWORD, by="me")
    assert [each.name for each in await accounts.people()] == [COMPOSED]
    for name in (COMPOSED, DECOMPOSED):
        assert (await accounts.log_in(name, PASSWORD) or ())[0] == await accounts.person(name)
    with pytest.raises(ConfigError, match="has a password here"):
        await accounts.log_in_provided(Account(name=DECOMPOSED, role=1, groups=frozenset()))
    await accounts.remove_person(DECOMPOSED, by="me")
    assert await accounts.people() == []


async def test_a_name_that_was_kept_decomposed_stays_whose_it_is(accounts: Accounts, tmp_path: Path) -> None:
    """With what is remembered under it."""
    await accounts.put_person(HANAKO, PASSWORD, by="me")
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("update people set name = ?", (DECOMPOSED,))
    database.close()
    for name in (COMPOSED, DECOMPOSED):
        key = await accounts.make_key(name, "laptop", 1, [], None, by="me")
        for found in (await accounts.with_key(key), (await accounts.log_in(name, PASSWORD) or (None,))[0]):
            assert found
            assert found.name == DECOMPOSED
    await accounts.put_person(Account(name=COMPOSED, role=1, groups=frozenset(), disabled=True), None, by="me")
    assert [(each.name, each.disabled) for each in await accounts.people()] == [(DECOMPOSED, True)]
