"""The local user comes in where nobody ever had an account, and nowhere else."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import normalize

import pytest
from starlette.requests import HTTPConnection

from yorisoi.backends.accounts import Account, Accounts, open_accounts
from yorisoi.errors import ConfigError
from yorisoi.server.app import local_user
from yorisoi.server.errors import STATUS, Refused
from yorisoi.server.identity import Caller, Role
from yorisoi.server.signing_in import Doors, cookie_name, role_of
from yorisoi.settings import OidcSettings, ServerSettings
from yorisoi.types import UserId

HANAKO = Account(name="hanako", role=1, groups=frozenset())
NOBODY = HTTPConnection({"type": "http", "headers": []})


@pytest.fixture
async def accounts(tmp_path: Path) -> AsyncIterator[Accounts]:
    async with open_accounts(tmp_path, lambda: datetime(2026, 4, 1, tzinfo=UTC)) as opened:
        yield opened


@pytest.fixture
async def owned(tmp_path: Path) -> AsyncIterator[Accounts]:
    """Of a server that taro runs."""
    async with open_accounts(tmp_path, lambda: datetime(2026, 4, 1, tzinfo=UTC), owners=("local", "taro")) as opened:
        yield opened


def through_proxy(*headers: tuple[str, bytes]) -> HTTPConnection:
    raw = [(name.lower().encode(), value) for name, value in headers]
    return HTTPConnection({"type": "http", "headers": raw, "client": ("127.0.0.1", 1)})


def with_key(key: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"authorization", f"Bearer {key}".encode())]})


async def is_open(doors: Doors) -> bool:
    """For the local user."""
    try:
        return (await doors(NOBODY)).by == "local"
    except Refused:
        return False


async def test_the_local_user_comes_in_as_long_as_nobody_has_an_account(accounts: Accounts) -> None:
    assert await is_open(Doors(accounts, ServerSettings(), local_user()))
    behind = ServerSettings(proxy_header="X-User"), ServerSettings(oidc=OidcSettings(issuer="https://id.example"))
    assert not any([await is_open(Doors(accounts, settings, local_user())) for settings in behind])


async def test_with_the_last_account_gone_the_local_user_stays_out(accounts: Accounts) -> None:
    doors = Doors(accounts, ServerSettings(), local_user())
    assert await is_open(doors)
    await accounts.put_person(HANAKO, None, by="me")
    assert not await is_open(doors)
    await accounts.remove_person("hanako", by="me")
    assert not await is_open(doors)
    assert await is_open(Doors(accounts, ServerSettings(), local_user()))


async def test_an_account_that_came_in_itself_was_seen(accounts: Accounts) -> None:
    doors = Doors(accounts, ServerSettings(), local_user())
    key = await accounts.make_key("hanako", "test", 1, [], None, by="me")
    assert (await doors(with_key(key))).user == "hanako"
    await accounts.remove_person("hanako", by="me")
    assert not await is_open(doors)


PROXY = ServerSettings(proxy_header="X-User", proxy_groups_header="X-Groups")


async def test_a_proxy_names_people_and_groups_in_any_script(accounts: Accounts) -> None:
    doors = Doors(accounts, PROXY, None)
    for written in ("ガンダム 太郎", "カ\u3099ンタ\u3099ム 太郎"):
        found = await doors(through_proxy(("X-User", written.encode()), ("X-Groups", "人事, 営業".encode())))
        assert (found.user, found.groups, found.by) == ("ガンダム 太郎", {"人事", "営業"}, "proxy")


async def test_only_the_blanks_of_http_are_no_part_of_what_a_proxy_says(accounts: Accounts) -> None:
    doors = Doors(accounts, PROXY, None)
    found = await doors(through_proxy(("X-User", b"\t kei \t"), ("X-Groups", b"\thr , staff ")))
    assert (found.user, found.groups) == ("kei", {"hr", "staff"})
    wide = await doors(through_proxy(("X-User", "\u3000kei".encode()), ("X-Groups", "\u3000hr,staff\u3000".encode())))
    assert (wide.user, wide.groups) == ("\u3000kei", {"\u3000hr", "staff\u3000"})


async def test_a_login_that_a_browser_still_has_is_not_whom_the_proxy_names(accounts: Accounts) -> None:
    await accounts.put_person(Account(name="aoi", role=1, groups=frozenset({"hr"})), "correct horse", by="me")
    logged_in = await accounts.log_in("aoi", "correct horse")
    assert logged_in
    cookie = ("Cookie", f"{cookie_name(PROXY)}={logged_in[1]}".encode())
    doors = Doors(accounts, PROXY, None)
    assert (await doors(through_proxy(cookie, ("X-User", b"ren")))).user == "ren"
    for headers in ((cookie,), (cookie, ("X-User", b"aoi"))):  # who has a password here comes by no proxy's word
        found = await doors(through_proxy(*headers))
        assert (found.user, found.by) == ("aoi", "password")
    elsewhere = through_proxy(cookie, ("X-User", b"ren"))
    elsewhere.scope["client"] = ("203.0.113.9", 1)
    assert (await doors(elsewhere)).user == "aoi", "whoever says so is no proxy"


@pytest.mark.parametrize(
    "name", ["太郎", "Taro", "ＴＡＲＯ", "taro", "taro\u034f", "\u3164taro", "ta\ufe0fro", "taro\u2800", "taro \u115f"]
)
async def test_who_is_disabled_does_not_come_in_however_the_proxy_writes_the_name(
    accounts: Accounts, name: str
) -> None:
    for each in ("太郎", "taro"):
        await accounts.put_person(Account(name=each, role=1, groups=frozenset(), disabled=True), None, by="me")
    doors = Doors(accounts, PROXY, None)
    with pytest.raises(Refused):
        await doors(through_proxy(("X-User", name.encode())))
    await accounts.put_person(Account(name="TARO", role=1, groups=frozenset()), None, by="me")
    assert (await doors(through_proxy(("X-User", b"TARO")))).user == "TARO", "another person, whom they added"


@pytest.mark.parametrize(
    "headers",
    [
        (("X-User", b"chosen"), ("X-User", b"real")),
        (("X-User", b""), ("x-user", b"real")),
        (("X-User", b"real"), ("X-Groups", b"board"), ("X-Groups", b"users")),
        (("X-User", "太郎".encode("cp932")),),
        (("X-User", b"real"), ("X-Groups", b"\xff")),
        (("X-User", b"re\x07al"),),
        (("X-User", "real\u200b".encode()),),
        (("X-User", b" "),),
        (("X-User", b"x" * 201),),
        (("X-User", "\u3164".encode()),),
        *((("X-User", f"kei{blank}".encode()),) for blank in "\x1c\x1f\x85\xa0\u2003\u2028"),
        *((("X-User", f"{blank}kei".encode()),) for blank in "\x0b\x1e\x85\xa0\u2003\u2029"),
        *((("X-User", b"kei"), ("X-Groups", f"staff,{blank}hr".encode())) for blank in "\x1f\x85\xa0\u2028"),
    ],
)
async def test_a_proxys_word_in_doubt_is_nobodys(accounts: Accounts, headers: tuple[tuple[str, bytes], ...]) -> None:
    with pytest.raises(Refused) as refused:
        await Doors(accounts, PROXY, local_user())(through_proxy(*headers))
    assert STATUS[refused.value.code] == 401


@pytest.mark.parametrize("name", ["local", "LOCAL", "taro", "Taro"])
async def test_the_memory_of_who_runs_the_server_is_given_away_by_an_administrator_only(
    owned: Accounts, name: str
) -> None:
    """That person converses there without an account, under a name that others may have elsewhere."""
    doors, vouched = Doors(owned, PROXY, None), Account(name=name, role=1, groups=frozenset())
    with pytest.raises(Refused):
        await doors(through_proxy(("X-User", name.encode())))
    with pytest.raises(ConfigError, match="administrator"):
        await owned.log_in_provided(vouched)
    await owned.put_person(vouched, None, by="taro")
    assert (await doors(through_proxy(("X-User", name.encode())))).user == name
    found = await owned.logged_in_provided(await owned.log_in_provided(vouched))
    assert found
    assert found.name == name
    await owned.remove_person(name, by="taro")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_callers_groups_are_the_same_however_their_letters_are_composed(form: str) -> None:
    group, other = normalize(form, "管理グループ"), normalize("NFD" if form == "NFC" else "NFC", "管理グループ")
    assert role_of({group}, ServerSettings(administrator_group=other)) is Role.ADMINISTRATOR
    callers = [Caller(user=UserId("a"), groups=frozenset({each}), role=Role.USER, by="key") for each in (group, other)]
    assert callers[0] == callers[1]
