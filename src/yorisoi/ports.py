"""The seams of the house: what the rooms ask of the outside world.

Each port is a Protocol whose docstring is its contract.  `yorisoi.testing` holds a conformance suite for the ports that
have more than one implementation, and fakes that keep the same contract.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from yorisoi.change_ports import ChangeLog, Position
from yorisoi.graph_ports import Community, GraphStore, Report, Walked
from yorisoi.log_ports import TurnLog
from yorisoi.memory_ports import EpisodeStore, Erasure, PersonaStore, SessionStore
from yorisoi.overview import Overview
from yorisoi.types import Attribute, Document, Feedback, Filter, Language, Passage, UserId

Vectors = NDArray[np.float32]
"""Shape (n, dimension), rows of unit length."""

Clock = Callable[[], datetime]
"""The time now, with a time zone."""


# ---------------------------------------------------------------- models


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    messages: tuple[Message, ...]
    max_tokens: int
    schema: Mapping[str, Any] | None = None
    """JSON Schema of an object.  The completion's text is then one JSON object; whoever asked still has to check it."""
    schema_name: str = "reply"
    first_word_s: float | None = None
    """Seconds after which the call is given up unless something of the text has come; of an object, all of it.  Kept by
    what stands around every model (`backends/chat/resting.py`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    text: str
    model: str
    prompt_tokens: int
    """As counted by the backend; 0 when it does not say."""
    completion_tokens: int
    seconds: float
    truncated: bool = False
    """The text is not whole: it stopped at `max_tokens`, or broke off before its end."""


class ChatModel(Protocol):
    """A generative model.

    `complete` returns the whole text and, on the way, hands each piece to `on_text` as it arrives; the pieces joined
    are the text.  Temperature is 0 where the backend allows it.  Raises BackendUnavailable (not reachable, timed out),
    BackendRefused (key, quota, prompt too long), MalformedReply (no text at all).  Safe to call concurrently.
    """

    @property
    def name(self) -> str:
        """`provider:model`, for traces and replies."""
        ...

    @property
    def capable(self) -> bool:
        """Whether its judgement of a conversation may be believed; a small one only words answers."""
        ...

    @property
    def context_tokens(self) -> int:
        """How many tokens of documents a prompt should spend at most: small for slow models."""
        ...

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion: ...


class Embedder(Protocol):
    """Texts -> unit vectors, float32, shape (n, dimension).

    Queries and passages are separate because asymmetric models (e5) prefix them differently.  An empty sequence gives
    shape (0, dimension); row i belongs to text i; equal texts give equal vectors.  Raises BackendUnavailable,
    BackendRefused.
    """

    @property
    def name(self) -> str:
        """Identifies the vector space: two embedders with one name may share a store."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors: ...

    async def embed_queries(self, texts: Sequence[str]) -> Vectors: ...


@runtime_checkable
class Reader(Protocol):
    """Queries -> what a model makes of them on the way to their embeddings, shape (n, width).

    An embedding is trained to tell what a text is about, and forgets how it is put; layers before the last still know.
    An `Embedder` may be a Reader as well; one that is not leaves the need to ask to what the words show.  Vectors are
    those of the model that `Embedder.name` names.  Raises BackendUnavailable, BackendRefused.
    """

    async def read(self, queries: Sequence[str]) -> NDArray[np.float32]: ...


class Reranker(Protocol):
    """(question, passages) -> how well each passage answers it: one finite number a passage, larger is better, in the
    order given.

    Numbers of one call can be compared with each other; their range belongs to the model (logits, probabilities), so
    they are not for adding to other scores as they are.  No passages give [], without asking the model; equal passages
    get equal scores.  A passage may be cut to what the model can read.  Raises BackendUnavailable (not reachable, timed
    out), BackendRefused (key, quota, size), MalformedReply (not one number for each passage).  Safe to call
    concurrently.
    """

    @property
    def name(self) -> str:
        """`provider:model`, for traces."""
        ...

    async def scores(self, query: str, passages: Sequence[str]) -> list[float]: ...


# ---------------------------------------------------------------- the web


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPage:
    """What a search engine says of a page."""

    url: str
    """http or https."""
    title: str
    text: str
    """A snippet; never empty."""


class WebSearch(Protocol):
    """A question -> pages of the web, best first, each address once.

    `[]` means that the engines found nothing, never that they did not answer.  Raises BackendUnavailable (not
    reachable, timed out, engines silent), BackendRefused, MalformedReply.  Nothing but the query and its language goes
    out.
    """

    @property
    def name(self) -> str:
        """`provider:address`, for traces, without any secret."""
        ...

    async def search(self, query: str, limit: int, language: Language) -> list[WebPage]: ...


# ---------------------------------------------------------------- search


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """A text, or a query, as the lexical index sees it: see `yorisoi.language.analyse`."""

    words: tuple[str, ...]
    """Morphemes, words or stems in normal form, function words left out; repeated as often as they occur."""
    bigrams: tuple[str, ...] = ()
    """Character bigrams of runs of Han and Kana; empty for other scripts."""

    def __bool__(self) -> bool:
        return bool(self.words or self.bigrams)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedPassage:
    """What an index keeps of a passage."""

    id: int
    terms: Terms
    vector: NDArray[np.float32] | None
    """Shape (dimension,); None for a store without embeddings."""
    language: Language
    source: str
    section: tuple[str, ...]
    groups: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """How the vectors of a collection lie: what a cosine of it is worth."""

    count: int
    """Of vectors; mean and covariance may be of a sample of them."""
    mean: NDArray[np.float32]
    """(dimension,)."""
    covariance: NDArray[np.float32]
    """(dimension, dimension)."""


class PassageIndex(Protocol):
    """A cache of the store's passages that can be searched by words and by vector.

    - `position` is that of the last change that is durably applied, `Position()` for an empty index.
    - `apply` puts and removes passages; a put replaces the passage of the same id, and doing either again changes
      nothing.  After it returns, `position` is `upto`, searches see the changes, and a killed process does not lose
      them.  A process killed inside `apply` leaves an index whose `position` is the old one and that answers queries.
    - Searches return at most `limit` pairs (passage id, score), large scores first, ties by id; only passages that pass
      the filter; `[]` means that nothing matches, never that searching failed.
    - `by_vector` with `apart` returns at most `limit` pairs of each language.
    - `vector_scores` gives, shape (vectors, ids), what `by_vector` would give the passages named, whether or not they
      are among the nearest; NaN for those that the index does not hold (any more) or that have no vector.
    - `moments` tells how the vectors of the passages of each language lie; without languages that have fewer than two.
    - `languages` tells the language of passages that the index holds.
    - `clear` empties it: everything can be rebuilt from the store.  With `at`, only while that is its position: of two
      processes that find it another store's, the second leaves alone what the first has built.
    - `beside` tells whether searches that are asked at once run beside each other.

    Raises BackendUnavailable when it cannot be opened or written.
    """

    async def position(self) -> Position: ...

    async def apply(self, puts: Sequence[IndexedPassage], removed: Collection[int], upto: Position) -> None: ...

    async def by_words(self, terms: Terms, limit: int, within: Filter) -> list[tuple[int, float]]: ...

    async def by_vector(
        self, vector: NDArray[np.float32], limit: int, within: Filter, *, apart: bool = False
    ) -> list[tuple[int, float]]: ...

    async def vector_scores(self, vectors: Vectors, ids: Sequence[int]) -> NDArray[np.float32]: ...

    async def moments(self) -> Mapping[Language, Moments]: ...

    async def languages(self, ids: Collection[int]) -> dict[int, Language]: ...

    async def clear(self, at: Position | None = None) -> None: ...

    @property
    def beside(self) -> bool: ...


class PassageGraph(Protocol):
    """A cache of the names that the store's passages bear and mention, over which one can walk.

    - `catch_up` brings it up to the store's newest change, durably; returns how many changes were applied.  Killed at
      any point, the next goes on from there; what is left of another store, or another history of it, is forgotten.
      `index` is up to date already, and tells who may mention a new name.
    - `walk` starts from passages, by their shares (id -> share), and from the names in the question.  It enters no
      passage that these groups' readers may not read, and tells of no name that only such have.  A step into a passage
      that is `drawn` counts 1 + that many times.  With `to_pages`, nothing unless a name leads to a page that bears it.
    - `named` are the names in the question that such a reader's walk may start from, as they are written.
    - `communities` tells what belongs together of what these readers may read, the largest first; it knows nothing of
      the rest.  They are kept: what comes later joins one of them, until much has changed.  Each carries the report
      that was put for it with `keep_report`, as long as none of its passages comes, goes or changes.
    - `keep_report` takes the report of passages as they were read at the store's change `position` or later; of one
      that has gone or changed since, nothing is kept.  Returns whether it was.
    - `clear` empties it: everything can be rebuilt from the store.

    Raises BackendUnavailable when it cannot be read or written.
    """

    async def catch_up(self, store: "DocumentStore", index: PassageIndex) -> int: ...

    async def walk(
        self,
        question: str,
        language: Language,
        seeds: Mapping[int, float],
        readers: frozenset[str],
        *,
        drawn: Mapping[int, float] | None = None,
        to_pages: bool = False,
    ) -> Walked: ...

    async def named(self, question: str, language: Language, readers: frozenset[str]) -> Sequence[str]: ...

    async def communities(
        self, store: "DocumentStore", index: PassageIndex, readers: frozenset[str]
    ) -> Sequence[Community]: ...

    async def keep_report(
        self, store: "DocumentStore", community: Community, report: Report, position: Position
    ) -> bool: ...

    async def clear(self) -> None: ...


# ---------------------------------------------------------------- stores: SQL is the truth


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassage:
    """A passage on its way into the store."""

    section: tuple[str, ...]
    text: str
    language: Language
    context_hash: str
    """SHA-256 of `in_context(title, section, text)`, which is what was embedded."""
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDocument:
    """A document on its way into the store; the fields mean what they mean in `Document`."""

    source: str
    content_hash: str
    """SHA-256 of what was read: an unchanged document is not taken again."""
    title: str
    language: Language
    passages: tuple[NewPassage, ...]
    owner: str | None = None
    contact: str | None = None
    updated: str | None = None
    """ISO date."""
    applies_to: Mapping[str, str] = field(default_factory=dict)
    groups: frozenset[str] = frozenset()


class DocumentStore(ChangeLog, Protocol):
    """Documents, their passages and vectors, and the change log that feeds the index.

    Each writing call is one transaction: after it returns, a killed process loses nothing of it; before, nothing of it
    is seen.  Reading calls leave out what the filter excludes.
    """

    async def bind_embedding(self, name: str, dimension: int) -> None:
        """Remember the embedding model of an empty store.  Raises EmbeddingMismatch when it was built with another."""
        ...

    async def hashes(self, under: str = "") -> dict[str, str]:
        """Source -> content hash of the stored documents whose source starts with `under`."""
        ...

    async def put(self, documents: Sequence[NewDocument], *, over: Mapping[str, str] | None = None) -> frozenset[str]:
        """Store documents, each replacing the one of the same source; with `over`, source -> content hash of what was
        stored when they were read, only where that still stands there (a source that it lacks: nothing).  Returns the
        sources of those that what somebody stored or removed meanwhile, which is left as it is, differs from.
        """
        ...

    async def remove(self, sources: Collection[str], *, over: Mapping[str, str] | None = None) -> int:
        """Remove documents, with `over` only those that still stand there as it says; returns how many they were."""
        ...

    async def passages(self, ids: Sequence[int], within: Filter) -> list[Passage]:
        """Passages by id, in the order asked for; the missing and the forbidden are left out."""
        ...

    async def listed(self, within: Filter, *, after: str = "", limit: int | None = 100) -> list[Document]:
        """By source, behind `after`: what the filter's groups may read and its sources cover; all without a `limit`."""
        ...

    async def neighbours(self, passage: Passage, before: int, after: int) -> list[Passage]:
        """The passages around one, itself included, in order of position.

        None where the page has other readers by now, or is another one: who could read the passage may not read those.
        """
        ...

    async def vectors(self, context_hashes: Collection[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors already computed, by `context_hash`, so that no text is embedded twice."""
        ...

    async def unasked(self, limit: int, *, after: int = 0) -> list[Passage]:
        """Passages of which nobody has asked yet what they answer, by id, behind this one; whoever may read them."""
        ...

    async def put_questions(self, written: Sequence[tuple[Passage, NDArray[np.float32] | None]]) -> int:
        """Keep what passages have in `asked`, with the vector of `searched`, where they stand as they did: how many."""
        ...

    async def forget_questions(self) -> int:
        """Remove all questions, for good: of how many passages.  They go with their passage too, and with its title."""
        ...

    async def overview(self, groups: frozenset[str] | None = frozenset()) -> Overview:
        """What the store holds for a reader of these access groups; None: for its owner, who may read everything.

        Of a page that the reader may not read nothing is in it: no attribute, no value, not that it is there."""
        ...


class ProfileStore(Protocol):
    """What is lastingly known of a user: attributes such as the office."""

    async def attributes(self, user: UserId) -> dict[str, Attribute]: ...

    async def learn(self, user: UserId, name: str, value: str, *, session: str, turn: int) -> None:
        """Keep an attribute with its evidence; a new value supersedes the old one, which stays in the history."""
        ...


class TraceStore(Protocol):
    """One JSON document per turn."""

    async def save(
        self,
        trace_id: str,
        user: UserId,
        session: str,
        body: Mapping[str, Any],
        *,
        turn: int | None = None,
        sources: Sequence[tuple[str, int]] | None = None,
        since: int | None = None,
    ) -> None:
        """Keep the trace of the user's turn of that index, and from which earlier turns (session, index) words went
        into it: it is erased with any of them (None: with any before it).  `since`: see `SessionStore.append`."""
        ...

    async def load(self, trace_id: str, user: UserId) -> dict[str, Any]:
        """The trace.  Raises StoreError when the user has none of that id."""
        ...

    async def newest(
        self, user: UserId, *, session: str | None = None, before: int | None = None, limit: int = 20
    ) -> list[dict[str, Any]]:
        """The user's own, whole, newest first, with `trace_id` and `session`; of one session, and `before` its turn."""
        ...

    async def recent(self, user: UserId, limit: int = 20) -> list[dict[str, Any]]:
        """`trace_id`, `session`, `at`, `utterance`, `action` of the user's newest traces."""
        ...


class FeedbackStore(Protocol):
    """What users made of their turns, as a log: events are added, never changed.  `since`: see `SessionStore`."""

    async def add(self, user: UserId, event: Feedback, *, since: int | None = None) -> None: ...

    async def events(self, user: UserId) -> list[Feedback]:
        """Everything the user's log holds, in the order in which it was added."""
        ...

    async def erase(self, user: UserId) -> int:
        """Remove the user's log, for good; returns how many events it held."""
        ...


class Store(Protocol):
    """All that is kept, under one roof."""

    @property
    def documents(self) -> DocumentStore: ...

    @property
    def sessions(self) -> SessionStore: ...

    @property
    def profiles(self) -> ProfileStore: ...

    @property
    def episodes(self) -> EpisodeStore: ...

    @property
    def persona(self) -> PersonaStore: ...

    @property
    def erasure(self) -> Erasure: ...

    @property
    def traces(self) -> TraceStore: ...

    @property
    def feedback(self) -> FeedbackStore: ...

    @property
    def graph(self) -> GraphStore: ...

    @property
    def log(self) -> TurnLog: ...
