"""Which files ingest takes, and the names the store knows them by."""

import os
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from yorisoi.documents.load import KNOWN_EXTENSIONS, TABLES
from yorisoi.errors import ConfigError
from yorisoi.language.plain import tells_itself
from yorisoi.normalization import normalized

_LEFT_OUT = {"node_modules", "__pycache__"}
AS_A_ROW = re.compile(f"(?:{'|'.join(map(re.escape, TABLES))})#", re.IGNORECASE)
"""In a name that a row may have too: `faq.csv#7`.  One of the two would replace the other, with its readers."""

_SEVERAL = "is the name of several files of a folder, and none is kept: rename all but one"
_UNTOLD = "breaks or turns its line, holds what nobody sees, or loads an image where it is told: rename it"
_UNKNOWN = f"is of no kind that is read: {', '.join(sorted(KNOWN_EXTENSIONS))}"
_UNWANTED = f"is named as what folders leave out is, or lies in such a folder (~$..., {', '.join(sorted(_LEFT_OUT))})"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file to take."""

    path: Path
    source: str
    """Its name in the store: see `walk`."""
    within: Path | None = None
    """The folder that it may not lead out of when it is read, which may be much later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the given paths hold."""

    files: tuple[SourceFile, ...]
    folders: tuple[str, ...]
    """Names of the folders given: what is stored below them and no longer there can be pruned."""
    unreadable: tuple[tuple[str, str], ...]
    """(folder, reason): what is stored below them may still be there."""
    left_out: tuple[tuple[str, str], ...] = ()
    """(file, reason)."""
    unclear: tuple[str, ...] = ()
    """Names under which nothing is kept: of several files of a folder, where it is open whose page it is, and for whom,
    and those that `tells_itself` refuses."""


def walk(paths: Iterable[str | Path], *, follow_links: bool = False) -> Found:
    """The files that the paths name, sorted by source name.

    A folder's files are named below the folder's own name, wherever it stands: `examples/handbook` gives
    `handbook/leave/annual.md`, from any working directory.  A file given by itself is named below the folder that it
    is in: `examples/faq.csv`, which is also its name when `examples` is given.  Names are in Unicode NFC.

    Left out of folders: hidden files and folders, `node_modules`, Office's lock files, links to folders (they may
    lead in circles), links to files outside (whoever may write into a folder could show everybody what the reader of
    it may read) unless `follow_links`, and unknown extensions.  A file given by itself is taken whatever it is.  No
    file is taken whose name a row of a FAQ may have, or that `tells_itself` refuses, and none of a folder's whose names
    become one (two forms of Unicode, a byte that is no text and its number): the rest of the folder goes on.

    Raises ConfigError: a path that does not exist, or different files of one name below two of the paths.
    """
    files: dict[str, SourceFile] = {}
    folders: list[str] = []
    unreadable: list[tuple[str, str]] = []
    left_out: list[tuple[str, str]] = []
    unclear: dict[str, str] = {}
    for given in paths:
        path = Path(given).expanduser()
        where = Path(os.path.abspath(path))  # without following links: their name is the user's choice
        if path.is_dir():
            folders.append(_named(where.name))
            found: Iterable[SourceFile] = _below(path, where.name, unreadable)
        elif os.path.lexists(path):
            found = [SourceFile(path=path, source=_joined(where.parent.name, where.name))]
        else:
            raise ConfigError(f"no such file or folder: {given}")
        taken = [*_allowed(found, path if path.is_dir() and not follow_links else None, left_out)]
        refused = _no_names(taken)
        unclear |= refused
        for file in taken:
            if file.source not in refused:
                _add(files, file)
    left_out += [(source, why) for source, why in unclear.items() if source not in files]  # given by itself as well
    return Found(
        files=tuple(files[source] for source in sorted(files)),
        folders=tuple(folders),
        unreadable=tuple(unreadable),
        left_out=tuple(sorted(left_out)),
        unclear=tuple(sorted(unclear.keys() - files.keys())),
    )


def passed_over(paths: Iterable[Path], found: Found, root: Path) -> list[tuple[str, str]]:
    """(file, reason) of what `walk` has left out of folders of `root` without a word: of files that were sent one by
    one it is told."""
    told = {*(file.source for file in found.files), *(source for source, _ in found.left_out)}
    named = [(_joined(*path.relative_to(root).parts), path.suffix.lower() in KNOWN_EXTENSIONS) for path in paths]
    return [(source, _UNWANTED if known else _UNKNOWN) for source, known in named if source not in told]


def is_below(source: str, folder: str) -> bool:
    """Whether a source name lies below a folder's name; all do below `""`, the root of the file system."""
    return not folder or source.startswith(f"{folder}/")


def _allowed(files: Iterable[SourceFile], folder: Path | None, left_out: list[tuple[str, str]]) -> Iterator[SourceFile]:
    """Those that may be taken, bound to the folder that they must not lead out of, if any."""
    bound = Path(os.path.realpath(folder)) if folder else None
    for file in files:
        if AS_A_ROW.search(file.source):
            left_out.append((file.source, "is named as a row of a FAQ is (.csv#): rename it"))
        elif folder and _leads_out(file.path, folder):
            left_out.append((file.source, "is a link out of the folder (documents.follow_links)"))
        else:
            yield replace(file, within=bound)


def _no_names(files: Collection[SourceFile]) -> dict[str, str]:
    """The names that no page can have, and why."""
    untold = [file.source for file in files if not tells_itself(file.source)]
    return dict.fromkeys(untold, _UNTOLD) | dict.fromkeys(_of_several(files), _SEVERAL)


def _of_several(files: Iterable[SourceFile]) -> set[str]:
    """The names that different files have."""
    by_name = defaultdict[str, set[str]](set)
    for file in files:
        by_name[file.source].add(str(file.path))
    shared = {name: paths for name, paths in by_name.items() if len(paths) > 1}
    return {name for name, paths in shared.items() if len({*map(os.path.realpath, paths)}) > 1}


def _add(files: dict[str, SourceFile], file: SourceFile) -> None:
    known = files.setdefault(file.source, file)
    if known.path != file.path and os.path.realpath(known.path) != os.path.realpath(file.path):
        raise ConfigError(
            f"{known.path} and {file.path} would both be known as {file.source}; "
            "give the folder above them, or rename one"
        )


def _below(root: Path, root_name: str, unreadable: list[tuple[str, str]]) -> Iterator[SourceFile]:
    def source_of(path: Path) -> str:
        return _joined(root_name, *path.relative_to(root).parts)

    def note(error: OSError) -> None:
        unreadable.append((source_of(Path(error.filename)), f"cannot be opened: {error.strerror}"))

    for folder, below, names in os.walk(root, onerror=note):
        below[:] = sorted(name for name in below if _is_wanted(name))
        for name in sorted(names):
            if _is_wanted(name) and Path(name).suffix.lower() in KNOWN_EXTENSIONS:
                path = Path(folder, name)
                yield SourceFile(path=path, source=source_of(path))


def _leads_out(path: Path, folder: Path) -> bool:
    return path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _is_wanted(name: str) -> bool:
    return not name.startswith((".", "~$")) and name not in _LEFT_OUT


def _joined(*names: str) -> str:
    return _named("/".join(filter(None, names)))


def _named(name: str) -> str:
    """NFC, so that a file is the same on every system; bytes that are not text become `\\xNN`."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return normalized("NFC", text)
