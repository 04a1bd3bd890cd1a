"""The local user comes in where nobody ever had an account, and nowhere else."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from yorisoi.backends.accounts import Account, Accounts, open_accounts
from yorisoi.server.app import local_user
from yorisoi.server.errors import Refused
from yorisoi.server.signing_in import Doors
from yorisoi.settings import OidcSettings, ServerSettings

HANAKO = Account(name="hanako", role=1, groups=frozenset())
NOBODY = HTTPConnection({"type": "http", "headers": []})


@pytest.fixture
async def accounts(tmp_path: Path) -> AsyncIterator[Accounts]:
    async with open_accounts(tmp_path, lambda: datetime(2026, 4, 1, tzinfo=UTC)) as opened:
        yield opened


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
