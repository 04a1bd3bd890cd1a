"""Is there room on the disk?"""

import shutil
from pathlib import Path

from yorisoi.errors import BackendUnavailable

_MARGIN = 200_000_000
"""Left free: a disk filled to the last byte takes other programs down with it."""


def require_space(folder: Path, needed: int) -> None:
    """Raise BackendUnavailable unless the disk that holds a folder has `needed` bytes free, and some more."""
    free = shutil.disk_usage(folder).free
    if free < needed + _MARGIN:
        raise BackendUnavailable(
            f"{folder} needs {_gigabytes(needed + _MARGIN)} free for the download, the disk has {_gigabytes(free)}"
        )


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB"
