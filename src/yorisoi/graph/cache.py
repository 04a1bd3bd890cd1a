"""The graph's files in the home folder: a cache of the store, rebuilt when triples have come or gone."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from yorisoi.errors import StoreFailed
from yorisoi.graph.network import Network, build, is_graph, load, save
from yorisoi.graph_ports import GraphStore

FORMAT = 2
"""Part of the folder's name: files of another format are not read.  2: names that load nothing."""
_NAMED = re.compile(r"\d{1,18}-\d{1,18}-\d{1,19}")
"""Format, and the store's version: two numbers."""


async def up_to_date(store: GraphStore, folder: Path) -> Network:
    """The graph as the store has it now.  Raises StoreError: its files cannot be written or read."""
    version = await store.version()
    current = folder / f"{FORMAT}-{version}"
    try:
        if not current.is_dir():
            network = await build(store.triples())
            _replace(folder, current, lambda inside: save(network, inside))
        return load(current)
    except (OSError, ValueError, KeyError) as error:
        reason = getattr(error, "strerror", None) or str(error)  # without the path
        if not is_graph(current):
            raise StoreFailed(str(current), f"the graph's files cannot be used: {reason}") from error
        shutil.rmtree(current, ignore_errors=True)
        raise StoreFailed(
            str(current), f"the graph's files cannot be used, and were removed; try again: {reason}"
        ) from error


def _replace(folder: Path, current: Path, write: Callable[[Path], None]) -> None:
    """All files or none; those of other versions go."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        write(beside)
        os.replace(beside, current)
    except OSError:
        if not current.is_dir():  # else another process was quicker
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    for other in folder.iterdir():
        if other != current and _NAMED.fullmatch(other.name) and is_graph(other):
            shutil.rmtree(other, ignore_errors=True)
