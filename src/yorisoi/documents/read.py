"""A file's bytes, and bytes as text: never more than the limit, never a guess that garbles."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from yorisoi.documents.config import DocumentsConfig
from yorisoi.errors import DocumentError, WithoutText

_BINARY = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_HALF_WIDTH_KANA = re.compile("[\uff61-\uff9f]")
_KANA = re.compile("[\u3040-\u30ff]")
_NOT_ASCII = re.compile("[^\x00-\x7f]")


def read_bytes(path: Path, config: DocumentsConfig, within: Path | None = None) -> bytes:
    """The content of a regular file, which lies `within` a folder.

    Raises DocumentError: missing, not a file, not permitted, too large, a link that leads out of the folder;
    WithoutText: empty."""
    with _opened(path, within) as file:
        size = os.fstat(file.fileno()).st_size
        if size > config.max_bytes:
            raise DocumentError(f"is {size:,} bytes; the limit is {config.max_bytes:,}")
        data = file.read(config.max_bytes + 1)
    if len(data) > config.max_bytes:
        raise DocumentError(f"grew beyond the limit of {config.max_bytes:,} bytes while it was read")
    if not data.strip():
        raise WithoutText("is empty")
    return data


def read_head(path: Path, most: int, within: Path | None = None) -> bytes:
    """The first bytes of such a file, however large it is.  Raises DocumentError, as `read_bytes` does."""
    with _opened(path, within) as file:
        return file.read(most)


@contextmanager
def _opened(path: Path, within: Path | None) -> Iterator[BinaryIO]:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise DocumentError("is not a regular file")
        with path.open("rb") as file:
            if within and not _lies_within(path, within, os.fstat(file.fileno())):
                raise DocumentError("is a link out of the folder (documents.follow_links)")
            yield file
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(f"cannot be opened: {reason}") from error


def _lies_within(path: Path, folder: Path, opened: os.stat_result) -> bool:
    """Whether what was opened lies there: a link may have been put in the file's place, and taken away again, since."""
    real = Path(os.path.realpath(path))
    return real.is_relative_to(folder) and os.path.samestat(real.stat(), opened)


def decode(data: bytes, config: DocumentsConfig) -> str:
    """Bytes as text with `\\n` line ends.

    Tried strictly and in this order: a byte order mark, ISO-2022-JP (it has escapes), UTF-8, then CP932 and EUC-JP.
    Statistical detection is refused: it misjudges short Japanese texts.  Most EUC-JP is also valid CP932, where it
    reads as half-width kana; that tells them apart.  Chinese in GBK would pass as either, so a long text without kana
    is refused rather than garbled.  Raises DocumentError: no encoding fits, binary, too long; WithoutText: empty.
    """
    text = _text(data)
    if text is None:
        raise DocumentError("is not text in a known encoding (UTF-8, UTF-16 with a mark, CP932, EUC-JP)")
    if _BINARY.search(text):
        raise DocumentError("is binary, not text")
    check_length(text, config)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise WithoutText("is empty")
    return text


def check_length(text: str, config: DocumentsConfig) -> None:
    """Raises DocumentError when a text is longer than a document may be."""
    if len(text) > config.max_characters:
        raise DocumentError(f"holds {len(text):,} characters of text; the limit is {config.max_characters:,}")


def _text(data: bytes) -> str | None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _strictly(data, "utf-16")
    if b"\x1b$" in data and (text := _strictly(data, "iso2022_jp")) is not None:
        return text
    if (text := _strictly(data, "utf-8-sig")) is not None:
        return text
    return _legacy_japanese(data)


def _legacy_japanese(data: bytes) -> str | None:
    cp932, euc_jp = _strictly(data, "cp932"), _strictly(data, "euc_jp")
    if cp932 is not None and euc_jp is not None:
        return euc_jp if _share(_HALF_WIDTH_KANA, cp932) > 0.2 and _plausible(euc_jp) else _checked(cp932)
    return _checked(cp932 if cp932 is not None else euc_jp)


def _checked(text: str | None) -> str | None:
    return text if text is not None and _plausible(text) else None


def _plausible(text: str) -> bool:
    """Whether this can be Japanese: a text of any length has kana, and little of it is half-width."""
    if len(_NOT_ASCII.findall(text[:10_000])) < 100:
        return True
    return _share(_KANA, text) > 0.05 and _share(_HALF_WIDTH_KANA, text) < 0.5


def _share(characters: re.Pattern[str], text: str) -> float:
    """The share of some characters among the first non-ASCII ones; enough to tell an encoding."""
    head = text[:10_000]
    return len(characters.findall(head)) / max(1, len(_NOT_ASCII.findall(head)))


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
