"""yorisoi doctor: is everything there that a conversation needs?"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

from yorisoi.backends.store.open import FILE
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, print_json
from yorisoi.errors import StoreError, YorisoiError
from yorisoi.evaluation import self_test
from yorisoi.evaluation.self_test import LegCheck, Sample
from yorisoi.ports import ChatRequest, Message
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import Settings
from yorisoi.wiring import Workspace, open_workspace

BROKEN = 1
"""Exit status."""
_NAMED = 3
"""Sources that a line names."""


class Failed(YorisoiError):
    """A check found something wrong; the text says what, and what to do."""


@dataclass(frozen=True, slots=True)
class Patient:
    workspace: Workspace
    samples: Sequence[Sample]
    """Passages of the store that the search has to find again."""
    home: Path
    """As it was named."""


Check = Callable[[Patient], Awaitable[str]]


def doctor(home: Home = None, chat: Chat = None, embedding: Embedding = None, as_json: Json = False) -> None:
    """Try every part with the store's own text, and say what is wrong."""
    rows = asyncio.run(_examine(settings(home, chat, embedding)))
    well = all(row["ok"] for row in rows)
    if as_json:
        print_json({"ok": well, "checks": rows})
    else:
        for row in rows:
            console.print(f"{'ok  ' if row['ok'] else 'FAIL'} {row['check']:10} {row['detail']}", markup=False)
    if not well:
        raise typer.Exit(BROKEN)


async def _examine(chosen: Settings) -> list[dict[str, Any]]:
    if (chosen.home / FILE).exists():
        return await _examined(chosen, chosen.home)
    with TemporaryDirectory() as empty:  # the models can be tried all the same, and nothing is begun in a wrong place
        return await _examined(chosen.model_copy(update={"home": Path(empty)}), chosen.home)


async def _examined(chosen: Settings, home: Path) -> list[dict[str, Any]]:
    try:
        async with open_workspace(chosen) as workspace:
            documents = workspace.store.documents
            patient = Patient(workspace, await self_test.sample(documents), home)
            # Before a search that would bring the index, and the names, up to the store.
            found = [await _try("store", _store, patient)]
            if patient.samples:
                found += [await _try("index", _index, patient), await _try("names", _names, patient)]
            found.append(await _try("embedding", _embedding, patient))
            if patient.samples:
                legs: dict[str, Check] = {"lexical": _lexical, "vector": _vector, "search": _search}
                found += [await _try(name, check, patient) for name, check in legs.items()]
            found.append(await _try("chat", _chat, patient))
            if workspace.web:
                found.append(await _try("web", _web, patient))
            return found
    except StoreError as error:  # it cannot even be opened
        return [_row("store", False, str(error), 0.0)]


async def _try(name: str, check: Check, patient: Patient) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        ok, detail = True, await check(patient)
    except YorisoiError as error:
        ok, detail = False, " ".join(str(error).split())
    return _row(name, ok, detail, time.perf_counter() - began)


def _row(name: str, ok: bool, detail: str, seconds: float) -> dict[str, Any]:
    return {"check": name, "ok": ok, "detail": detail, "ms": round(1000 * seconds, 1)}


# ---------------------------------------------------------------- the checks


async def _store(patient: Patient) -> str:
    home = patient.home
    holds = await patient.workspace.store.documents.overview(None)
    if not holds.passages:
        raise Failed(f"no documents in {home}: take some in with `yorisoi ingest PATH`, or name another with --home")
    return f"{holds.documents} documents, {holds.passages} passages in {home}"


async def _index(patient: Patient) -> str:
    documents, index = patient.workspace.store.documents, patient.workspace.index
    with _index_trouble(patient):
        position = await index.position()
        ours = position.seq > 0 and await position.is_of(documents)
        applied = await catch_up(documents, index)
    if not ours:
        return f"was empty, broken or another store's; built again from the store ({applied} changes)"
    if not applied:
        return "up to date with the store"
    return f"was {applied} changes behind the store; has caught up"


async def _embedding(patient: Patient) -> str:
    embedder = patient.workspace.embedder
    if embedder is None:
        return "none: search is by words only"
    vectors = await embedder.embed_queries(["休暇"])
    return f"{embedder.name}, {vectors.shape[1]} dimensions"


async def _lexical(patient: Patient) -> str:
    """Passages by their own words, through the search by words alone."""
    with _index_trouble(patient):
        found = await self_test.by_words(patient.samples, patient.workspace.store.documents, patient.workspace.index)
    if not found.ok and found.wordless == len(found.lost):
        raise Failed(
            f"{_counted(found)}; no words can be made of them, so that only the search by meaning finds them: "
            "keep an embedding model"
        )
    return _told(found, patient)


async def _vector(patient: Patient) -> str:
    """Passages by their own words, through the search by meaning alone."""
    embedder = patient.workspace.embedder
    if embedder is None:
        return "off: there is no embedding model"
    if bare := sum(not each.embedded for each in patient.samples):
        raise Failed(
            f"{bare} of {len(patient.samples)} passages have no vector, since they were taken in without an embedding "
            "model: run `yorisoi ingest` on their files again (or search with --embedding none)"
        )
    vectors = await embedder.embed_queries([each.query for each in patient.samples])
    documents, index = patient.workspace.store.documents, patient.workspace.index
    with _index_trouble(patient):
        return _told(await self_test.by_vector(patient.samples, vectors, documents, index), patient)


async def _search(patient: Patient) -> str:
    """Passages by their own words, as a user searches."""
    with _index_trouble(patient):
        return _told(await self_test.fused(patient.samples, patient.workspace.searcher), patient)


async def _names(patient: Patient) -> str:
    """What walks and communities go over."""
    documents, index, graph = (
        patient.workspace.store.documents,
        patient.workspace.index,
        patient.workspace.searcher.graph,
    )
    if graph is None:
        return "off"
    with _index_trouble(patient):
        applied = await graph.catch_up(documents, index)
        found = await graph.communities(documents, index, frozenset())
    themes = sum(each.level == 0 for each in found)
    behind = f"was {applied} changes behind the store; has caught up" if applied else "up to date with the store"
    return f"{behind}; what everyone may read falls into {themes} themes"


async def _chat(patient: Patient) -> str:
    chat = patient.workspace.chat
    if chat is None:
        return "none: answers quote the documents"
    request = ChatRequest(messages=(Message(role="user", content="「はい」とだけ答えてください。"),), max_tokens=8)
    completion = await chat.complete(request)
    return f"{completion.model} answered in {completion.seconds:.1f} s"


async def _web(patient: Patient) -> str:
    web = patient.workspace.web
    if web is None:
        return "off: no server is named"
    pages = await web.search.search("天気", 1, "ja")
    return f"{web.search.name} {'answers' if pages else 'answers, but finds nothing for 天気'}"


@contextmanager
def _index_trouble(patient: Patient) -> Iterator[None]:
    """Whatever a damaged index makes happen, as one line that says how to get rid of it."""
    try:
        yield
    except Failed:
        raise
    except BaseException as error:  # tantivy is in Rust, whose panics are no Exceptions
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        what = str(error) if isinstance(error, YorisoiError) else f"{type(error).__name__}: {error}"
        raise Failed(f"{what}; if that stays so, {_rebuild(patient)}") from error


def _told(found: LegCheck, patient: Patient) -> str:
    """Raises Failed when too few were found."""
    if not found.ok:
        raise Failed(f"{_counted(found)}; {_rebuild(patient)}")
    return _counted(found)


def _counted(found: LegCheck) -> str:
    lost = dict.fromkeys(found.lost)
    named = ", ".join([*lost][:_NAMED]) + (", ..." if len(lost) > _NAMED else "")
    return f"found {found.found} of {found.of} passages by their own words" + (f", not {named}" if lost else "")


def _rebuild(patient: Patient) -> str:
    index = patient.workspace.settings.home / "index"
    return f"delete {index} and it is built again from the store"
