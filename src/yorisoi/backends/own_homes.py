"""Which homes this user made, or has named, on this machine.

The home that nobody names is the one that lies in the current folder, and that folder may have come from elsewhere,
with a home in it that holds an administrator's key.  A home of one's own bears a random mark, and a file of that mark's
hash in the user's state folder holds the path: neither an archive nor a repository brings that along.
"""

import contextlib
import hashlib
import os
import re
import secrets
from pathlib import Path

from yorisoi.backends.home import look_at
from yorisoi.backends.search.durable import replace_file
from yorisoi.errors import StoreError

MARK = "mark"
USUAL = ".yorisoi"
_ACCOUNTS = "accounts.db"
_IS_MARK = re.compile(r"[0-9a-f]{32}")
_LONGEST = 100


def refuse_strange(home: Path) -> None:
    """Raises StoreError: there is a home that nobody named, and it is not known to be this user's own.

    Where homes cannot be remembered (no state folder, as in many containers) it is taken for one's own, unless it holds
    accounts.
    """
    if home.is_symlink():
        raise StoreError(f"{home} in this folder is a link: name it to open what it leads to: --home {home}")
    if not _holds_something(home) or _is_known(home):
        return
    if _registry() is not None or (home / _ACCOUNTS).exists():
        raise StoreError(
            f"{home} in this folder was not made by you on this machine and in this place (or by an earlier version): "
            f"if it is yours, name it once: --home {home}"
        )


def remember(home: Path) -> None:
    """From now on the home, which is made if it is not there, is opened in its folder without being named.

    Done for homes that can be found so: in the current folder, or of the usual name.
    """
    if not (home.name == USUAL or home.resolve().is_relative_to(Path.cwd().resolve())) or _is_known(home):
        return
    registry = _registry()
    if registry is None:
        return
    with contextlib.suppress(OSError):  # whoever opens the store says what is wrong with the folder
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        mark = secrets.token_hex(16)
        # First the registry: killed in between, the home is still empty, and made again.
        replace_file(registry / _name(mark), os.fsencode(home.resolve()))
        replace_file(home / MARK, mark.encode())


def cannot_be_remembered() -> str | None:
    """Why homes cannot be remembered; None where they can."""
    if _registry() is not None:
        return None
    return f"homes cannot be remembered as yours, since {_state() or 'the state folder'} cannot be written"


def admit(home: Path, *, named: bool, new: bool) -> None:
    """The home may be opened.  Raises StoreError: it is none of one's own, or not as `look_at` demands."""
    if not named:
        refuse_strange(home)
    look_at(home)
    if new or (home / "yorisoi.db").exists():
        remember(home)


def _holds_something(home: Path) -> bool:
    """More than the mark, and what a process that was killed over it has left."""
    try:
        return any(not name.startswith(MARK) for name in os.listdir(home))
    except OSError:
        return False


def _is_known(home: Path) -> bool:
    registry = _registry()
    mark = _read(home / MARK)
    if registry is None or mark is None or not _IS_MARK.fullmatch(mark.decode("ascii", "replace")):
        return False
    try:
        return (registry / _name(mark.decode())).read_bytes() == os.fsencode(home.resolve())
    except OSError:
        return False


def _read(mark: Path) -> bytes | None:
    """What stands in the file, if it is one: a FIFO would keep who reads it waiting."""
    try:
        handle = os.open(mark, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        return os.read(handle, _LONGEST)
    except OSError:
        return None
    finally:
        os.close(handle)


def _name(mark: str) -> str:
    return hashlib.sha256(mark.encode()).hexdigest()


def _state() -> Path | None:
    """Where the system has programs keep their state; None for a user without a home folder."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(given):  # others do not count, says the XDG specification
        return Path(given)
    try:
        return Path.home() / ".local" / "state"
    except RuntimeError:
        return None


def _registry() -> Path | None:
    """The folder of known homes, made if it is not there; None where there can be none."""
    if (state := _state()) is None:
        return None
    folder = state / "yorisoi" / "homes"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.R_OK | os.W_OK | os.X_OK) else None
