"""A home is looked at before anything in it is opened: it may have come with documents, or be open to others.

Whoever can put a link, a file of their own or a folder that they may write into a home would have Yorisoi write, delete
and read elsewhere.  So nothing that Yorisoi opens there is a link or a special file, or belongs to somebody else; what
others may read or write is closed to them, which also ends their putting something in its place after the look.
"""

import errno
import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from yorisoi.backends.disk import is_read_only
from yorisoi.errors import StoreError

INDEX, GRAPH, EVALUATIONS = "index", "graph", "evaluations"
FOLDERS = (INDEX, GRAPH, EVALUATIONS)
_DATABASE = "yorisoi.db"
_FILE = re.compile(r"(?:yorisoi|accounts)\.db(?:-(?:wal|shm|journal))?")
_OF_THE_INDEX = re.compile(
    r"manifest\.json(?:\.\w+)?|write\.lock|words-\d+|vectors-\d+-\d+\.(?:f32|i2|log)|graph-\d+-\d+\.usearch(?:\.\w+)*"
    r"|(?:names|reports)\.db(?:-(?:wal|shm|journal))?"
)
_OF_THE_GRAPH = re.compile(r"\d+-\d+-\d+")
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)  # Windows has neither
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def look_at(home: Path) -> None:
    """Nothing that Yorisoi opens in the home leads elsewhere or is somebody else's; files are 0600 now, folders 0700.

    The home itself may be a link, since whoever names it knows where it is to lead, and keeps the right to be read: it
    may be a folder that holds other things too.  Nobody else may write in it.  Where there is no home nothing is done.
    Raises StoreError, in one line: what is refused.
    """
    try:
        status = home.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"{home}: the store cannot be opened: {error.strerror}") from error
    if not stat.S_ISDIR(status.st_mode):
        raise StoreError(f"{home}: the store cannot be opened: it is no folder")
    owners = _trusted(status.st_uid)
    _refuse_strangers(home, status, owners)
    try:
        _close_to_writers(home, status)
        for path, inside in _entries(home):
            is_file = stat.S_ISREG(inside.st_mode)
            if path.name in FOLDERS and not is_file:  # of a file there whoever opens the cache says so
                _look_inside(path, inside, owners)
            elif _FILE.fullmatch(path.name):
                _plain(path, inside, owners, folder=False)
                _close(path, inside)
    except OSError as error:
        raise StoreError(f"{error.filename or home}: the store cannot be opened: {error.strerror}") from error
    if not (home / _DATABASE).exists():
        _refuse_what_is_no_cache(home)


def begin_file(path: Path) -> None:
    """A file that only its owner may read, where there is none yet; never at the end of a link.

    Raises OSError, also for what is there and no plain file.  What is there is not opened: closing it would let go of
    the locks that this process holds on a database.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _NO_FOLLOW, 0o600))
    except FileExistsError:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise OSError(errno.ELOOP, "it is a link, or no file", str(path)) from None
        if not os.access(path, os.R_OK | os.W_OK):
            number = errno.EROFS if is_read_only(path) else errno.EACCES
            raise OSError(number, os.strerror(number), str(path)) from None


def _user() -> int | None:
    """Who runs this; None on Windows."""
    return os.geteuid() if hasattr(os, "geteuid") else None


def _trusted(owner: int) -> frozenset[int] | None:
    """To whom a home and what is in it may belong: oneself, and root, who may do anything anyway.

    Root opens the home of anybody, as in a container with a folder of the host's; all of it is then that one's or
    root's.  None: the system does not tell.
    """
    user = _user()
    return None if user is None else frozenset({0, user or owner})


def _refuse_strangers(path: Path, status: os.stat_result, owners: frozenset[int] | None) -> None:
    if owners is not None and status.st_uid not in owners:
        raise StoreError(
            f"{path} belongs to another user (number {status.st_uid}): name a home of your own with --home"
        )


def _close_to_writers(home: Path, status: os.stat_result) -> None:
    """Whoever may write in the home can put something else in the place of what was looked at."""
    if _user() is None or not status.st_mode & _OTHERS_WRITE:
        return
    if status.st_mode & stat.S_ISVTX:
        raise StoreError(f"{home} is a folder for everybody's files: name one of your own with --home")
    try:
        home.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS_WRITE)
    except OSError as error:
        # A volume that root has given to a group is how containers hand out folders; one for all is nobody's.
        if status.st_uid != 0 or status.st_mode & stat.S_IWOTH:
            raise StoreError(f"{home} can be written by others, and not be closed to them: {error.strerror}") from error


def _look_inside(folder: Path, status: os.stat_result, owners: frozenset[int] | None) -> None:
    _plain(folder, status, owners, folder=True)
    _close(folder, status)
    left = [folder]
    while left:
        for path, inside in _entries(left.pop()):
            is_folder = stat.S_ISDIR(inside.st_mode)
            _plain(path, inside, owners, folder=is_folder)
            if is_folder:
                left.append(path)


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """What lies in it, links as links; other processes may take it away meanwhile."""
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return
    for name in names:
        path = folder / name
        try:
            yield path, path.lstat()
        except FileNotFoundError:
            continue


def _plain(path: Path, status: os.stat_result, owners: frozenset[int] | None, *, folder: bool) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise StoreError(
            f"{path} is a link, which nothing in a home may be: remove it, or name another home with --home"
        )
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(status.st_mode):
        raise StoreError(f"{path} is no {'folder' if folder else 'file'}: remove it, or name another home with --home")
    _refuse_strangers(path, status, owners)


def _close(path: Path, status: os.stat_result) -> None:
    if _user() is None or not status.st_mode & _OTHERS:
        return
    try:
        path.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)
    except OSError as error:
        raise StoreError(f"{path} is open to others, and cannot be closed to them: {error.strerror}") from error


def _refuse_what_is_no_cache(home: Path) -> None:
    """Before there is a store, `index` and `graph` are no caches of it, unless they look like what a lost one left."""
    for name, ours in ((INDEX, _OF_THE_INDEX), (GRAPH, _OF_THE_GRAPH)):
        for path, _ in _entries(home / name) if (home / name).is_dir() else ():
            if path.name.startswith("."):  # what systems leave in folders
                continue
            if not ours.fullmatch(path.name) or (path.name == "manifest.json" and not _is_manifest(path)):
                raise StoreError(
                    f"{home / name} holds {path.name}, which is not Yorisoi's: name another home with --home"
                )


def _is_manifest(path: Path) -> bool:
    """Whether this is the index's, of whatever version; not that of a web page."""
    try:
        return {"version", "position", "epoch"} <= set(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return False
