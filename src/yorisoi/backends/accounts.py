"""People, keys, logins and the audit log of a server: `accounts.db` in the home, apart from what is kept of anybody.

Of secrets only hashes are kept: Argon2id of passwords (RFC 9106), SHA-256 of keys and logins: 256 random bits each.
"""

import asyncio
import hashlib
import json
import os
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import (
    URL,
    Boolean,
    Column,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.errors import ConfigError, StoreError
from yorisoi.ports import Clock

FILE = "accounts.db"
KEY = "yorisoi"
"""What keys begin with, so that they can be found where they should not be."""
LEAST_PASSWORD = 10
_MOST_PASSWORD = 1000
LOGIN_LASTS = timedelta(days=14)
PROVIDED_LASTS = timedelta(hours=8)
"""A working day: then the provider is asked again, who knows who has left, and who is of which group."""
UNDER_WAY_LASTS = timedelta(minutes=10)
_MOST_UNDER_WAY = 10_000
"""Begun by anybody who asks: of more the oldest are forgotten."""
_AT_ONCE = 2
"""Passwords that are looked at at once: each takes 64 MB for 50 ms."""
_WAITING = 20
"""Passwords that wait to be looked at, half a second in all; more is a flood."""

_tables = MetaData()
_people = Table(
    "people",
    _tables,
    Column("name", String, primary_key=True),
    Column("password", Text),
    Column("role", Integer, nullable=False),
    Column("groups", Text, nullable=False),
    Column("disabled", Boolean, nullable=False),
)
_keys = Table(
    "keys",
    _tables,
    Column("id", String, primary_key=True),
    Column("hash", String, nullable=False),
    Column("label", Text, nullable=False),
    Column("user", String, nullable=False),
    Column("role", Integer, nullable=False),
    Column("groups", Text, nullable=False),
    Column("expires", String),
    Column("revoked", Boolean, nullable=False),
)
_logins = Table(
    "logins",
    _tables,
    Column("hash", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("expires", String, nullable=False),
)
_provided = Table(
    "provided",
    _tables,
    Column("hash", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("role", Integer, nullable=False),
    Column("groups", Text, nullable=False),
    Column("expires", String, nullable=False),
)
"""Logins that a provider vouches for."""
_under_way = Table(
    "under_way",
    _tables,
    Column("hash", String, primary_key=True),
    Column("kept", Text, nullable=False),
    Column("expires", String, nullable=False),
)
"""Logins for which somebody is at the provider now."""
_audit = Table(
    "audit",
    _tables,
    Column("number", Integer, primary_key=True),
    Column("at", String, nullable=False),
    Column("by", String, nullable=False),
    Column("did", String, nullable=False),
    Column("what", Text, nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who may use the server."""

    name: str
    role: int
    """`yorisoi.server.identity.Role`."""
    groups: frozenset[str]
    disabled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key, without its secret."""

    id: str
    label: str
    """What it is for."""
    user: str
    role: int
    groups: frozenset[str]
    expires: datetime | None
    revoked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """Something that was done by an administrator or an editor, or a login that failed."""

    at: datetime
    by: str
    did: str
    what: str


class Accounts:
    """Who may use a server.  Raises StoreError as the stores do."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._hasher = PasswordHasher()
        self._nobodys = self._hasher.hash(secrets.token_hex())
        """Looked at for names that are not there, so that how long it takes tells nothing."""
        self._looking = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    @property
    def crowded(self) -> bool:
        """Whether so many passwords wait to be looked at that one more would wait for seconds."""
        return self._waiting >= _WAITING

    async def any(self) -> bool:
        """Whether there is anybody, or any key."""
        async with self._database.reading() as connection:
            found = select(or_(exists(select(_people.c.name)), exists(select(_keys.c.id))))
            return bool(await connection.scalar(found))

    # ------------------------------------------------------------ people

    @uninterrupted
    async def put_person(self, account: Account, password: str | None, *, by: str) -> None:
        """Add somebody, or change them; without a password the one they have stays.  Logins of somebody whose password
        changes, or who is disabled, end.  Raises ConfigError: a name or a password that is none."""
        if not account.name.strip() or len(account.name) > 200 or not account.name.isprintable():
            raise ConfigError("the name is empty or cannot be printed")
        if password is not None and not LEAST_PASSWORD <= len(password) <= _MOST_PASSWORD:
            raise ConfigError(f"a password has {LEAST_PASSWORD} to {_MOST_PASSWORD} characters")
        row: dict[str, Any] = {
            "role": int(account.role),
            "groups": _written(account.groups),
            "disabled": account.disabled,
        }
        if password is not None:
            row["password"] = await self._hashed(password)
        async with self._database.writing() as connection:
            known = await connection.scalar(select(_people.c.name).where(_people.c.name == account.name))
            if known is None:
                await connection.execute(insert(_people).values(name=account.name, **row))
            else:
                await connection.execute(update(_people).where(_people.c.name == account.name).values(**row))
            if password is not None or account.disabled:
                for table in (_logins, _provided):
                    await connection.execute(delete(table).where(table.c.name == account.name))
            what = {"name": account.name, "role": int(account.role), "groups": sorted(account.groups)}
            await self._note(connection, by, "disable" if account.disabled else "put person", what)

    @uninterrupted
    async def remove_person(self, name: str, *, by: str) -> None:
        """Remove somebody with their keys and logins.  What is kept of them stays.  Raises StoreError: nobody."""
        async with self._database.writing() as connection:
            gone = await connection.execute(delete(_people).where(_people.c.name == name))
            gone_keys = await connection.execute(delete(_keys).where(_keys.c.user == name))
            if not gone.rowcount + gone_keys.rowcount:
                raise StoreError(f"there is nobody called {name}")
            for table in (_logins, _provided):
                await connection.execute(delete(table).where(table.c.name == name))
            await self._note(connection, by, "remove person", {"name": name})

    async def people(self) -> list[Account]:
        async with self._database.reading() as connection:
            return [_account(row) for row in await connection.execute(select(_people).order_by(_people.c.name))]

    async def is_disabled(self, name: str) -> bool:
        """Whether somebody of that name may not come in, whoever vouches for them."""
        async with self._database.reading() as connection:
            return bool(await connection.scalar(select(_people.c.disabled).where(_people.c.name == name)))

    # ------------------------------------------------------------ logins

    async def log_in(self, name: str, password: str) -> tuple[Account, str] | None:
        """The person and a token that stands for them from now on, if that is the password.

        It is looked at for a while: a password changed, a person disabled or removed meanwhile lets nobody in."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(_people).where(_people.c.name == name))).one_or_none()
        hashed = row.password if row is not None and row.password and not row.disabled else None
        right = await self._is_right(hashed or self._nobodys, password[: _MOST_PASSWORD + 1])
        return await self._begin(name, hashed) if right and hashed else None

    @uninterrupted
    async def _begin(self, name: str, hashed: str) -> tuple[Account, str] | None:
        """A login of the person, if that is the hash of their password still."""
        token, now = secrets.token_urlsafe(32), self._clock()
        still = select(_people).where(
            _people.c.name == name, _people.c.password == hashed, _people.c.disabled.is_(False)
        )
        async with self._database.writing() as connection:
            row = (await connection.execute(still)).one_or_none()
            if row is None:
                return None
            await connection.execute(delete(_logins).where(_logins.c.expires < now.isoformat()))
            login = {"hash": _hash(token), "name": name, "expires": (now + LOGIN_LASTS).isoformat()}
            await connection.execute(insert(_logins).values(**login))
        return _account(row), token

    @uninterrupted
    async def log_out(self, token: str) -> None:
        async with self._database.writing() as connection:
            for table in (_logins, _provided):
                await connection.execute(delete(table).where(table.c.hash == _hash(token)))

    async def logged_in(self, token: str) -> Account | None:
        """Whom the token stands for."""
        found = (
            select(_people)
            .join(_logins, _logins.c.name == _people.c.name)
            .where(_logins.c.hash == _hash(token), _logins.c.expires > self._clock().isoformat())
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        return _account(row) if row is not None and not row.disabled else None

    # ------------------------------------------------------------ logins that a provider vouches for

    @uninterrupted
    async def begin_login(self, kept: Mapping[str, str]) -> str:
        """A token for the browser that goes to the provider; `kept` is for when it comes back."""
        token, now = secrets.token_urlsafe(32), self._clock()
        newest = select(_under_way.c.hash).order_by(_under_way.c.expires.desc()).limit(_MOST_UNDER_WAY - 1)
        async with self._database.writing() as connection:
            too_old = or_(_under_way.c.expires < now.isoformat(), _under_way.c.hash.not_in(newest))
            await connection.execute(delete(_under_way).where(too_old))
            expires = (now + UNDER_WAY_LASTS).isoformat()
            row = {"hash": _hash(token), "kept": json.dumps(dict(kept)), "expires": expires}
            await connection.execute(insert(_under_way).values(**row))
        return token

    @uninterrupted
    async def end_login(self, token: str) -> dict[str, str] | None:
        """What was kept for this token, once."""
        own = _under_way.c.hash == _hash(token)
        async with self._database.writing() as connection:
            row = (await connection.execute(select(_under_way).where(own))).one_or_none()
            await connection.execute(delete(_under_way).where(own))
        if row is None or row.expires < self._clock().isoformat():
            return None
        found: dict[str, str] = json.loads(row.kept)
        return found

    @uninterrupted
    async def log_in_provided(self, account: Account) -> str:
        """A token that stands for somebody whom a provider knows, with the role and groups that it says.

        Raises ConfigError: somebody with a password or a key here has that name, and may be another.
        """
        token, now = secrets.token_urlsafe(32), self._clock()
        async with self._database.writing() as connection:
            own = select(_people.c.name).where(_people.c.name == account.name, _people.c.password.is_not(None))
            if await connection.scalar(own):
                raise ConfigError(f"{account.name} has a password here and signs in with it")
            keys = select(_keys.c.id).where(_keys.c.user == account.name, _keys.c.revoked.is_(False))
            theirs = select(_people.c.name).where(_people.c.name == account.name)
            if await connection.scalar(keys) and not await connection.scalar(theirs):
                raise ConfigError(
                    f"a key here is {account.name}'s, who may be another: let an administrator add the person"
                )
            await connection.execute(delete(_provided).where(_provided.c.expires < now.isoformat()))
            row = {
                "hash": _hash(token),
                "name": account.name,
                "role": int(account.role),
                "groups": _written(account.groups),
                "expires": (now + PROVIDED_LASTS).isoformat(),
            }
            await connection.execute(insert(_provided).values(**row))
        return token

    async def logged_in_provided(self, token: str) -> Account | None:
        """Whom the token stands for.  An administrator may have given them a role and groups beside the provider's, or
        disabled them; a password given to that name since ends it."""
        found = (
            select(_provided, _people.c.role.label("more"), _people.c.groups.label("more_groups"))
            .outerjoin(_people, _people.c.name == _provided.c.name)
            .where(_provided.c.hash == _hash(token), _provided.c.expires > self._clock().isoformat())
            .where(_people.c.password.is_(None), or_(_people.c.disabled.is_(None), _people.c.disabled.is_(False)))
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        if row is None:
            return None
        groups = _read(row.groups) | _read(row.more_groups or "[]")
        return Account(name=row.name, role=max(row.role, row.more or 0), groups=groups)

    # ------------------------------------------------------------ keys

    @uninterrupted
    async def make_key(
        self, user: str, label: str, role: int, groups: Collection[str], expires: datetime | None, *, by: str
    ) -> str:
        """A new key of the user's; it is told this once.  Raises ConfigError: no name, or it has expired already."""
        if not user.strip() or not label.strip() or len(user) > 200 or len(label) > 200:
            raise ConfigError("a key needs the name of its user, and what it is for")
        if expires and expires <= self._clock():
            raise ConfigError("the key would have expired already")
        id_, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        key = f"{KEY}_{id_}_{secret}"
        row = {
            "id": id_,
            "hash": _hash(key),
            "label": label,
            "user": user,
            "role": int(role),
            "groups": _written(groups),
            "expires": expires.isoformat() if expires else None,
            "revoked": False,
        }
        async with self._database.writing() as connection:
            await connection.execute(insert(_keys).values(**row))
            what = {"id": id_, "label": label, "user": user, "role": int(role), "groups": sorted(groups)}
            await self._note(connection, by, "make key", what)
        return key

    @uninterrupted
    async def revoke_key(self, id_: str, *, by: str) -> None:
        """From now on the key opens nothing.  Raises StoreError: there is none of this id."""
        async with self._database.writing() as connection:
            changed = await connection.execute(update(_keys).where(_keys.c.id == id_).values(revoked=True))
            if not changed.rowcount:
                raise StoreError(f"there is no key {id_}")
            await self._note(connection, by, "revoke key", {"id": id_})

    async def keys(self) -> list[Key]:
        async with self._database.reading() as connection:
            rows = await connection.execute(select(_keys).order_by(_keys.c.user, _keys.c.label, _keys.c.id))
            return [_key(row) for row in rows]

    async def with_key(self, key: str) -> Account | None:
        """Whom the key is of, with what it may."""
        _, _, rest = key.partition("_")
        known = select(_keys, _people.c.disabled).outerjoin(_people, _people.c.name == _keys.c.user)
        async with self._database.reading() as connection:
            row = (await connection.execute(known.where(_keys.c.id == rest.partition("_")[0]))).one_or_none()
        if row is None or row.revoked or row.disabled or not secrets.compare_digest(row.hash, _hash(key)):
            return None
        if row.expires and row.expires <= self._clock().isoformat():
            return None
        return Account(name=row.user, role=row.role, groups=_read(row.groups))

    # ------------------------------------------------------------ audit

    @uninterrupted
    async def note(self, by: str, did: str, what: object) -> None:
        """Keep that something was done; never a secret."""
        async with self._database.writing() as connection:
            await self._note(connection, by, did, what)

    async def audit(self, limit: int = 100) -> list[Audited]:
        """Newest first."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(_audit).order_by(_audit.c.number.desc()).limit(limit))
            return [Audited(at=datetime.fromisoformat(row.at), by=row.by, did=row.did, what=row.what) for row in rows]

    async def _note(self, connection: Any, by: str, did: str, what: object) -> None:
        row = {"at": self._clock().isoformat(), "by": by, "did": did, "what": json.dumps(what, ensure_ascii=False)}
        await connection.execute(insert(_audit).values(**row))

    # ------------------------------------------------------------ passwords

    async def _hashed(self, password: str) -> str:
        async with self._looking:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _is_right(self, hashed: str, password: str) -> bool:
        def look() -> bool:
            try:
                return self._hasher.verify(hashed, password)
            except (Argon2Error, ValueError):
                return False

        self._waiting += 1
        try:
            async with self._looking:
                return await asyncio.to_thread(look)
        finally:
            self._waiting -= 1


@asynccontextmanager
async def open_accounts(home: Path, clock: Clock) -> AsyncIterator[Accounts]:
    """The accounts of a home, which is there already; made with the first look, readable by their owner only."""
    path = home / FILE
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))
    except OSError as error:
        raise StoreError(f"{path}: the accounts cannot be opened: {error.strerror}") from error
    database = Database(URL.create("sqlite+aiosqlite", database=str(path)), str(path))
    try:
        async with database.writing() as connection:
            await connection.run_sync(_tables.create_all)
        yield Accounts(database, clock)
    finally:
        await database.close()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _written(groups: Collection[str]) -> str:
    return json.dumps(sorted(groups), ensure_ascii=False)


def _read(groups: str) -> frozenset[str]:
    return frozenset(json.loads(groups))


def _account(row: Any) -> Account:
    return Account(name=row.name, role=row.role, groups=_read(row.groups), disabled=row.disabled)


def _key(row: Any) -> Key:
    return Key(
        id=row.id,
        label=row.label,
        user=row.user,
        role=row.role,
        groups=_read(row.groups),
        expires=datetime.fromisoformat(row.expires) if row.expires else None,
        revoked=row.revoked,
    )
