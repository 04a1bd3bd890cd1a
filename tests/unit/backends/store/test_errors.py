"""What comes of a database that is not there, without one: its errors are made here."""

import errno
import socket
import ssl
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from yorisoi.backends.store import open_store
from yorisoi.backends.store.database import _our_errors
from yorisoi.backends.store.open import _named
from yorisoi.errors import BackendUnavailable, StoreError


class OfPostgresql(Exception):
    """As the driver's are."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("the database system is what it is")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"),
        socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
        TimeoutError(),
        ssl.SSLCertVerificationError(1, "certificate verify failed"),
        OSError(errno.EHOSTUNREACH, "No route to host"),
        OSError(errno.ENETUNREACH, "Network is unreachable"),
        FileNotFoundError(errno.ENOENT, "No such file or directory"),  # as of a socket in the file system
        OSError("Multiple exceptions: [Errno 111] Connect call failed ('::1', 1), [Errno 111] Connect call failed"),
    ],
    ids=repr,
)
def test_no_way_to_the_database_may_be_tried_again(error: OSError) -> None:
    with pytest.raises(BackendUnavailable, match="cannot be reached; try again") as raised, _our_errors("db"):
        raise error
    assert raised.value.retryable


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(errno.ENOENT, "No such file or directory", "notes.md"),
        PermissionError(errno.EACCES, "Permission denied", "notes.md"),
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EIO, "Input/output error"),
    ],
    ids=repr,
)
def test_an_error_of_a_file_is_no_lost_connection(error: OSError) -> None:
    with pytest.raises(type(error), match=error.strerror) as raised, _our_errors("db"):
        raise error
    assert raised.value is error


@pytest.mark.parametrize("code", ["57P01", "57P02", "57P03", "08006", "08001", "53300"])
def test_a_server_that_restarts_or_is_full_may_be_tried_again(code: str) -> None:
    with pytest.raises(BackendUnavailable, match="try again"), _our_errors("db"):
        raise DBAPIError("SELECT", {}, OfPostgresql(code))


@pytest.mark.parametrize("code", ["57014", "53100", "3D000", "28P01"])
def test_other_errors_of_the_server_are_told_as_they_are(code: str) -> None:
    with pytest.raises(StoreError, match=r"^db: the database system is what it is$"), _our_errors("db"):
        raise DBAPIError("SELECT", {}, OfPostgresql(code))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql+asyncpg://yori:geheim@db.example:5432/yori", "postgresql+asyncpg://db.example:5432/yori"),
        ("postgresql+asyncpg://db.example/yori?user=yori&password=geheim", "postgresql+asyncpg://db.example/yori"),
        ("postgresql+asyncpg://yori:ge@heim@db.example/yori", "postgresql+asyncpg"),
        ("postgresql+asyncpg://yori:ge@he/im@db.example/yori", "postgresql+asyncpg"),
        ("sqlite+aiosqlite:////srv/at@home/yori.db", "sqlite+aiosqlite:////srv/at%40home/yori.db"),
    ],
)
def test_errors_name_host_and_database_alone(url: str, name: str) -> None:
    assert _named(make_url(url)) == name


async def test_no_error_tells_a_password_of_the_urls_query(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_bytes("これは日記です。".encode() * 1_000)
    with pytest.raises(StoreError, match=r"notes\.db: this is not a Yorisoi store") as raised:
        async with open_store(tmp_path, url=f"sqlite+aiosqlite:///{tmp_path}/notes.db?timeout=1&uri=false"):
            pass
    assert "?" not in str(raised.value)


async def test_a_port_that_is_none_is_refused_without_being_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="its port is no number") as raised:
        async with open_store(tmp_path, url="postgresql+asyncpg://yori:geheim/yori"):
            pass
    assert "geheim" not in str(raised.value)
