"""People, keys, logins and the audit log of a server: `accounts.db` in the home, apart from what is kept of anybody.

Of secrets only hashes are kept: Argon2id of passwords (RFC 9106), SHA-256 of keys and logins: 256 random bits each.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import URL, delete, exists, insert, or_, select, update

from yorisoi.backends import account_tables as tables
from yorisoi.backends.account_names import composed, folded, is_name
from yorisoi.backends.home import begin_file, look_at
from yorisoi.backends.store.database import Database, uninterrupted
from yorisoi.errors import ConfigError, StoreError
from yorisoi.ports import Clock

FILE = "accounts.db"
KEY = "yorisoi"
"""What keys begin with, so that they can be found where they should not be."""
LEAST_PASSWORD = 10
_MOST_PASSWORD = 1000
_MOST_OF_A_LABEL = 200
_NO_NAME = "the name is empty, too long or cannot be printed"
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

    def __init__(self, database: Database, clock: Clock, owners: Collection[str] = ()) -> None:
        """`owners` are the names under which somebody on this machine converses without an account."""
        self._database, self._clock, self._owners = database, clock, frozenset(map(folded, owners))
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
            found = select(or_(exists(select(tables.people.c.name)), exists(select(tables.keys.c.id))))
            return bool(await connection.scalar(found))

    # ------------------------------------------------------------ people

    @uninterrupted
    async def put_person(self, account: Account, password: str | None, *, by: str) -> None:
        """Add somebody, or change them; without a password the one they have stays.  Logins of somebody whose password
        changes, or who is disabled, end.  Raises ConfigError: a name or a password that is none."""
        if not is_name(account.name):
            raise ConfigError(_NO_NAME)
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
            name = await _known_as(connection, account.name) or composed(account.name)
            if await connection.scalar(select(tables.people.c.name).where(tables.people.c.name == name)) is None:
                await connection.execute(insert(tables.people).values(name=name, **row))
            else:
                await connection.execute(update(tables.people).where(tables.people.c.name == name).values(**row))
            if password is not None or account.disabled:
                for table in (tables.logins, tables.provided):
                    await connection.execute(delete(table).where(table.c.name == name))
            what = {"name": name, "role": int(account.role), "groups": sorted(account.groups)}
            await self._note(connection, by, "disable" if account.disabled else "put person", what)

    @uninterrupted
    async def remove_person(self, name: str, *, by: str) -> None:
        """Remove somebody with their keys and logins.  What is kept of them stays.  Raises StoreError: nobody."""
        async with self._database.writing() as connection:
            name = await _known_as(connection, name) or name
            gone = await connection.execute(delete(tables.people).where(tables.people.c.name == name))
            gone_keys = await connection.execute(delete(tables.keys).where(tables.keys.c.user == name))
            if not gone.rowcount + gone_keys.rowcount:
                raise StoreError(f"there is nobody called {name}")
            for table in (tables.logins, tables.provided):
                await connection.execute(delete(table).where(table.c.name == name))
            await self._note(connection, by, "remove person", {"name": name})

    async def person(self, name: str) -> Account | None:
        """The person of that name, however its letters are composed."""
        async with self._database.reading() as connection:
            known = select(tables.people).where(tables.people.c.name == await _known_as(connection, name))
            row = (await connection.execute(known)).one_or_none()
        return _account(row) if row is not None else None

    async def people(self) -> list[Account]:
        async with self._database.reading() as connection:
            return [
                _account(row) for row in await connection.execute(select(tables.people).order_by(tables.people.c.name))
            ]

    async def refusal(self, name: str) -> str | None:
        """Why somebody for whom a proxy or a provider vouches may not come in under that name; None: they may.

        A name under which somebody on this machine converses is given to others by an administrator only, with its
        memory."""
        disabled = await self._is_disabled(name)
        if disabled:
            return f"{name} is disabled here"
        if disabled is None and folded(name) in self._owners:
            return f"{name} is who runs this server; let an administrator add a person of that name"
        return None

    async def _is_disabled(self, name: str) -> bool | None:
        """Who is disabled is so in any spelling that is not another person's; None: there is nobody of that name."""
        async with self._database.reading() as connection:
            asked = select(tables.people.c.name, tables.people.c.disabled).where(
                (tables.people.c.name == name) | tables.people.c.disabled
            )
            rows = (await connection.execute(asked)).all()
        named = [row for row in rows if row.name == name]
        if any(row.disabled for row in named or rows if folded(row.name) == folded(name)):
            return True
        return False if named else None

    # ------------------------------------------------------------ logins

    async def log_in(self, name: str, password: str) -> tuple[Account, str] | None:
        """The person and a token that stands for them from now on, if that is the password.

        It is looked at for a while: a password changed, a person disabled or removed meanwhile lets nobody in."""
        self._waiting += 1  # before anything is waited for, or all that come at once would pass
        try:
            async with self._database.reading() as connection:
                name = await _known_as(connection, name) or name
                found = select(tables.people).where(tables.people.c.name == name)
                row = (await connection.execute(found)).one_or_none()
            hashed = row.password if row is not None and row.password and not row.disabled else None
            right = await self._is_right(hashed or self._nobodys, password[: _MOST_PASSWORD + 1])
        finally:
            self._waiting -= 1
        return await self._begin(name, hashed) if right and hashed else None

    @uninterrupted
    async def _begin(self, name: str, hashed: str) -> tuple[Account, str] | None:
        """A login of the person, if that is the hash of their password still."""
        token, now = secrets.token_urlsafe(32), self._clock()
        still = select(tables.people).where(
            tables.people.c.name == name, tables.people.c.password == hashed, tables.people.c.disabled.is_(False)
        )
        async with self._database.writing() as connection:
            row = (await connection.execute(still)).one_or_none()
            if row is None:
                return None
            await connection.execute(delete(tables.logins).where(tables.logins.c.expires < now.isoformat()))
            login = {"hash": _hash(token), "name": name, "expires": (now + LOGIN_LASTS).isoformat()}
            await connection.execute(insert(tables.logins).values(**login))
        return _account(row), token

    @uninterrupted
    async def log_out(self, token: str) -> None:
        async with self._database.writing() as connection:
            for table in (tables.logins, tables.provided):
                await connection.execute(delete(table).where(table.c.hash == _hash(token)))

    async def logged_in(self, token: str) -> Account | None:
        """Whom the token stands for."""
        found = (
            select(tables.people)
            .join(tables.logins, tables.logins.c.name == tables.people.c.name)
            .where(tables.logins.c.hash == _hash(token), tables.logins.c.expires > self._clock().isoformat())
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        return _account(row) if row is not None and not row.disabled else None

    # ------------------------------------------------------------ logins that a provider vouches for

    @uninterrupted
    async def begin_login(self, kept: Mapping[str, str], token: str | None = None) -> str:
        """A token for the browser that goes to the provider; `kept`, with its `state`, is for when it comes back.

        `token` is the one that the browser has already, from another of its tabs."""
        token, now = token or secrets.token_urlsafe(32), self._clock()
        expires = tables.under_way.c.expires
        oldest = select(expires).order_by(expires.desc()).offset(_MOST_UNDER_WAY - 2).limit(1).scalar_subquery()
        row = {
            "hash": _under_way(token, kept["state"]),
            "kept": json.dumps(dict(kept), ensure_ascii=False),
            "expires": (now + UNDER_WAY_LASTS).isoformat(),
        }
        async with self._database.writing() as connection:
            too_old = or_(expires < now.isoformat(), expires < oldest)
            await connection.execute(delete(tables.under_way).where(too_old))
            await connection.execute(insert(tables.under_way).values(**row))
        return token

    @uninterrupted
    async def end_login(self, token: str, state: str) -> dict[str, str] | None:
        """What was kept for the login of this token and state, once."""
        own = tables.under_way.c.hash == _under_way(token, state)
        async with self._database.writing() as connection:
            row = (await connection.execute(select(tables.under_way).where(own))).one_or_none()
            await connection.execute(delete(tables.under_way).where(own))
        if row is None or row.expires < self._clock().isoformat():
            return None
        found: dict[str, str] = json.loads(row.kept)
        return found

    @uninterrupted
    async def log_in_provided(self, account: Account) -> str:
        """A token that stands for somebody whom a provider knows, with the role and groups that it says.

        Raises ConfigError: `refusal`; somebody with a password or a key here has that name, and may be another.
        """
        token, now = secrets.token_urlsafe(32), self._clock()
        async with self._database.reading() as connection:
            name = await _known_as(connection, account.name) or composed(account.name)
        if refusal := await self.refusal(name):
            raise ConfigError(refusal)
        row = {
            "hash": _hash(token),
            "name": name,
            "role": int(account.role),
            "groups": _written(account.groups),
            "expires": (now + PROVIDED_LASTS).isoformat(),
        }
        async with self._database.writing() as connection:
            if taken := await _taken(connection, name):
                raise ConfigError(taken)
            await connection.execute(delete(tables.provided).where(tables.provided.c.expires < now.isoformat()))
            await connection.execute(insert(tables.provided).values(**row))
        return token

    async def logged_in_provided(self, token: str) -> Account | None:
        """Whom the token stands for.  An administrator may have given them a role and groups beside the provider's, or
        disabled them; a password or a key given to that name since ends it."""
        found = (
            select(tables.provided, tables.people.c.role.label("more"), tables.people.c.groups.label("more_groups"))
            .outerjoin(tables.people, tables.people.c.name == tables.provided.c.name)
            .where(tables.provided.c.hash == _hash(token), tables.provided.c.expires > self._clock().isoformat())
        )
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
            if row is None or await _taken(connection, row.name):
                return None
        if await self.refusal(row.name):
            return None
        groups = _read(row.groups) | _read(row.more_groups or "[]")
        return Account(name=row.name, role=max(row.role, row.more or 0), groups=groups)

    # ------------------------------------------------------------ keys

    @uninterrupted
    async def make_key(
        self, user: str, label: str, role: int, groups: Collection[str], expires: datetime | None, *, by: str
    ) -> str:
        """A new key of the user's; it is told this once.  Raises ConfigError: no name, or it has expired already."""
        if not is_name(user):
            raise ConfigError(_NO_NAME)
        if not label.strip() or len(label) > _MOST_OF_A_LABEL:
            raise ConfigError("a key needs a few words for what it is for")
        if expires and expires <= self._clock():
            raise ConfigError("the key would have expired already")
        id_, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        key = f"{KEY}_{id_}_{secret}"
        row: dict[str, Any] = {
            "id": id_,
            "hash": _hash(key),
            "label": label,
            "role": int(role),
            "groups": _written(groups),
            "expires": expires.isoformat() if expires else None,
            "revoked": False,
        }
        async with self._database.writing() as connection:
            row["user"] = await _known_as(connection, user) or composed(user)
            await connection.execute(insert(tables.keys).values(**row))
            what = {"id": id_, "label": label, "user": row["user"], "role": int(role), "groups": sorted(groups)}
            await self._note(connection, by, "make key", what)
        return key

    @uninterrupted
    async def revoke_key(self, id_: str, *, by: str) -> None:
        """From now on the key opens nothing.  Raises StoreError: there is none of this id."""
        async with self._database.writing() as connection:
            changed = await connection.execute(update(tables.keys).where(tables.keys.c.id == id_).values(revoked=True))
            if not changed.rowcount:
                raise StoreError(f"there is no key {id_}")
            await self._note(connection, by, "revoke key", {"id": id_})

    async def keys(self) -> list[Key]:
        async with self._database.reading() as connection:
            rows = await connection.execute(
                select(tables.keys).order_by(tables.keys.c.user, tables.keys.c.label, tables.keys.c.id)
            )
            return [_key(row) for row in rows]

    async def with_key(self, key: str) -> Account | None:
        """Whom the key is of, with what it may."""
        _, _, rest = key.partition("_")
        async with self._database.reading() as connection:
            known = select(tables.keys).where(tables.keys.c.id == rest.partition("_")[0])
            row = (await connection.execute(known)).one_or_none()
        if row is None or row.revoked or not secrets.compare_digest(row.hash, _hash(key)):
            return None
        if row.expires and row.expires <= self._clock().isoformat():
            return None
        if await self._is_disabled(row.user):
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
            rows = await connection.execute(select(tables.audit).order_by(tables.audit.c.number.desc()).limit(limit))
            return [Audited(at=datetime.fromisoformat(row.at), by=row.by, did=row.did, what=row.what) for row in rows]

    async def _note(self, connection: Any, by: str, did: str, what: object) -> None:
        row = {"at": self._clock().isoformat(), "by": by, "did": did, "what": json.dumps(what, ensure_ascii=False)}
        await connection.execute(insert(tables.audit).values(**row))

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

        async with self._looking:
            return await asyncio.to_thread(look)


@asynccontextmanager
async def open_accounts(home: Path, clock: Clock, owners: Collection[str] = ()) -> AsyncIterator[Accounts]:
    """The accounts of a home, which is there already; made with the first look, readable by their owner only."""
    path = home / FILE
    look_at(home)
    try:
        begin_file(path)
    except OSError as error:
        raise StoreError(f"{path}: the accounts cannot be opened: {error.strerror}") from error
    database = Database(URL.create("sqlite+aiosqlite", database=str(path)), str(path))
    try:
        async with database.writing() as connection:
            await connection.run_sync(tables.tables.create_all)
            await connection.run_sync(tables.by_expiry.create, checkfirst=True)  # of a table that was there before
        yield Accounts(database, clock, owners)
    finally:
        await database.close()


async def _known_as(connection: Any, name: str) -> str | None:
    """The name as a person, or else a key, has it already, however its letters are composed."""
    known = [
        *(await connection.execute(select(tables.people.c.name))).scalars(),
        *(await connection.execute(select(tables.keys.c.user))).scalars(),
    ]
    alike = [each for each in known if composed(each) == composed(name)]
    return name if name in alike else next(iter(alike), None)


async def _taken(connection: Any, name: str) -> str | None:
    """Why that name is not a provider's to give; None: it is.

    A key that was revoked or has expired counts: what its user said is kept under the name."""
    person = (await connection.execute(select(tables.people).where(tables.people.c.name == name))).one_or_none()
    if person is not None:
        return f"{name} has a password here and signs in with it" if person.password else None
    if await connection.scalar(select(exists().where(tables.keys.c.user == name))):
        return f"a key here is {name}'s, who may be another: let an administrator add the person"
    return None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _under_way(token: str, state: str) -> str:
    """Of a login: one of several that a browser may have begun in its tabs."""
    return _hash(f"{token} {state}")


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
