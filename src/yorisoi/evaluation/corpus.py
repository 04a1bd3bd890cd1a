"""A corpus -> a store: every document one passage, unless it is too long for that."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace

from yorisoi.documents import DocumentsConfig, LoadedDocument
from yorisoi.documents.binding import bind
from yorisoi.documents.draft import content_hash, new_document, without_vectors
from yorisoi.documents.report import Tally
from yorisoi.documents.size import size
from yorisoi.documents.storing import put_embedded
from yorisoi.errors import DataSetError
from yorisoi.evaluation.beir import DataSet, Entry
from yorisoi.language import detect_language
from yorisoi.ports import DocumentStore, Embedder, NewDocument, NewPassage
from yorisoi.types import in_context


def source_prefix(data: DataSet) -> str:
    """What stands before a document's id in its `Document.source`, as the file does before a FAQ row's."""
    return f"{data.name}/corpus.jsonl#"


async def take_in(
    data: DataSet,
    *,
    store: DocumentStore,
    embedder: Embedder | None,
    config: DocumentsConfig,
    on_progress: Callable[[int, int], None] | None = None,
) -> int:
    """Bring the store to hold this corpus and nothing else; returns how many documents are new or changed.

    A document of at most `config.maximum` is one passage, as it is given; a longer one is split as a user's own
    document is, but filled to the maximum.  Documents without title and text are left out.  May be interrupted and
    called again: what is stored is not embedded again.
    Raises DataSetError when the store holds other documents, EmbeddingMismatch, and what store and embedder raise.
    """
    prefix = source_prefix(data)
    stored = await store.hashes()
    if foreign := next((source for source in stored if not source.startswith(prefix)), None):
        raise DataSetError(
            f"the folder to keep {data.name} in holds other documents already ({foreign}): name one of its own"
        )
    if embedder:
        await bind(store, embedder)
    config = replace(config, target=config.maximum)
    drafts = {prefix + entry.id: _hash(entry, config) for entry in data.corpus.values() if _has_text(entry)}
    new = [
        _draft(entry, prefix + entry.id, config)
        for entry in data.corpus.values()
        if prefix + entry.id in drafts
        and not _is_stored(stored.get(prefix + entry.id), drafts[prefix + entry.id], embedder)
    ]
    if gone := stored.keys() - drafts.keys():
        await store.remove(sorted(gone))
    done = len(drafts) - len(new)
    told = on_progress or (lambda _done, _total: None)
    told(done, len(drafts))

    def stored_now(documents: int) -> None:
        nonlocal done
        done += documents
        told(done, len(drafts))

    await put_embedded(
        new,
        store=store,
        embedder=embedder,
        batch_passages=config.batch_passages,
        tally=Tally(),
        on_stored=stored_now,
    )
    return len(new)


def without_text(corpus: Mapping[str, Entry]) -> int:
    """Documents that are left out because there is nothing to find in them."""
    return sum(not _has_text(entry) for entry in corpus.values())


def _has_text(entry: Entry) -> bool:
    return bool(entry.text.strip() or entry.title.strip())


def _hash(entry: Entry, config: DocumentsConfig) -> str:
    readers = sorted(entry.groups)
    return content_hash(f"{entry!r}{readers or ''}".encode("utf-8", "surrogatepass"), config)


def _is_stored(known: str | None, wanted: str, embedder: Embedder | None) -> bool:
    return known == wanted or (embedder is None and known == without_vectors(wanted))


def _draft(entry: Entry, source: str, config: DocumentsConfig) -> NewDocument:
    title = " ".join(entry.title.split())
    text = entry.text if entry.text.strip() else title
    language = detect_language(f"{title}\n{text}")
    if size(text) > config.maximum:
        loaded = LoadedDocument(title=title, text=text, language=language, groups=entry.groups)
        return new_document(loaded, source, _hash(entry, config), config)
    whole = NewPassage(
        section=(),
        text=text,
        language=language,
        context_hash=hashlib.sha256(in_context(title, (), text).encode("utf-8", "surrogatepass")).hexdigest(),
    )
    return NewDocument(
        source=source,
        content_hash=_hash(entry, config),
        title=title,
        language=language,
        passages=(whole,),
        groups=entry.groups,
    )
