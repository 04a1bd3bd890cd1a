"""The values that cross rooms: frozen, keyword-only, without behaviour beyond what they mean."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Literal, NewType, TypeAlias

from yorisoi.normalization import normalized

Language: TypeAlias = str
"""Language of a text, the ISO 639 code of a module of `yorisoi.language.packs`: ja, zh, en, ..."""
UNDETERMINED: Language = "und"
"""No language that is known; takes the neutral path."""

UserId = NewType("UserId", str)
"""Whose memory, attributes and sessions a call may touch: part of every such call's type."""

NOTHING: Mapping[str, str] = {}

LONGEST_PERSON = 200
"""Characters of a page's owner and contact: every hit and reply that names the page repeats them."""


# ---------------------------------------------------------------- documents


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One source of passages: a file, or one row of a FAQ table."""

    id: int
    source: str
    """Where it came from: the path as it was given to ingest, or `faq.csv#faq_012`."""
    title: str
    language: Language
    owner: str | None = None
    """Who answers for the page, and is named when a person should be asked; at most LONGEST_PERSON characters."""
    contact: str | None = None
    updated: date | None = None
    applies_to: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """For whom it holds, attribute to value: {"勤務地": "大阪支社"}.  Empty: for everyone."""
    groups: frozenset[str] = frozenset()
    """Who may read it.  Empty: everyone."""
    outside: bool = False
    """It was found on the web, and is none of one's own documents."""

    @property
    def is_question(self) -> bool:
        """A row of a FAQ, whose title is a question itself."""
        return "#" in self.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stretch of a document small enough to be found, shown and cited."""

    id: int
    document: Document
    position: int
    """Index within the document, from 0; neighbours differ by 1."""
    section: tuple[str, ...]
    """Headings above the passage, outermost first, without the document's title."""
    text: str
    language: Language
    asked: tuple[str, ...] = ()
    """Questions that it answers, in the words of those who ask: it is found by them, and they are never quoted."""

    @property
    def place(self) -> tuple[int, tuple[str, ...]]:
        """The section of which page."""
        return self.document.id, self.section

    @property
    def headings(self) -> tuple[str, ...]:
        """Of its document and above it."""
        return self.document.title, *self.section

    @property
    def in_context(self) -> str:
        return in_context(self.document.title, self.section, self.text)

    @property
    def searched(self) -> str:
        """What is embedded, indexed and read with a question."""
        return "\n".join((self.in_context, *self.asked))


def in_context(title: str, section: tuple[str, ...], text: str) -> str:
    """A passage under its headings, with which it is searched, since a table row rarely repeats its title."""
    headings = " > ".join(dict.fromkeys((title, *section)))
    return f"{headings}\n{text}" if headings else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which passages may be found.  Empty tuples do not restrict; `groups` always does."""

    languages: tuple[Language, ...] = ()
    sources: tuple[str, ...] = ()
    """Sources or folders of sources: `handbook/leave` covers `handbook/leave/annual.md`."""
    sections: tuple[str, ...] = ()
    """Headings: a passage below any of them passes."""
    groups: frozenset[str] = frozenset()
    """The reader's access groups.  Pages without groups are everyone's; others need one in common."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", group_names(self.groups))


def group_names(written: Iterable[str]) -> frozenset[str]:
    """Access groups in the one spelling that they are compared in (NFC): who types a name in pieces means the same."""
    return frozenset(normalized("NFC", name) for name in written)


# ---------------------------------------------------------------- search


@dataclass(frozen=True, slots=True, kw_only=True)
class LegRank:
    """Where one leg of the search saw a passage."""

    rank: int
    """From 1."""
    score: float
    """On the leg's own scale: cosine, BM25, ...; large is good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage found, with what every leg said of it."""

    passage: Passage
    score: float
    legs: Mapping[str, LegRank]
    """By leg and query, such as `vector` or `lexical`; a leg that did not see it is absent."""
    also: tuple[Passage, ...] = ()
    """Further passages of the same text, which were folded into this one."""
    path: tuple[str, ...] = ()
    """How a walk came to it: names and titles of pages, this page's last; empty where the search itself found it."""


# ---------------------------------------------------------------- dialogue


class Action(StrEnum):
    ASK = "ask"
    """One question goes back to the user."""
    SEARCH = "search"
    """The documents are searched and answered from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """An utterance on the five scales of source 000: integers 1..5, **1 = strongest**."""

    clarity: int
    is_question: int
    is_consultation: int
    in_internal_docs: int
    ask_person: int
    ask_missing_info: str | None = None
    """What to ask a questioner for."""
    res_consultation: str | None = None
    """What to say to draw a consultation out."""
    ask_user_meta_info: str | None = None
    """The user attribute that the answer depends on."""
    standalone_question: str | None = None
    keywords: tuple[str, ...] = ()
    clarification_probability: float | None = None
    """That something has to be asked for before an answer helps, 0..1; None: only its coarse form, `clarity`, is
    known."""
    by: str = "heuristic"
    """Who assessed: `heuristic`, or the model's name."""

    def __post_init__(self) -> None:
        for scale in SCALES:
            if not 1 <= getattr(self, scale) <= 5:
                raise ValueError(f"{scale} must lie in 1..5, not {getattr(self, scale)}")
        if self.clarification_probability is not None and not 0 <= self.clarification_probability <= 1:
            raise ValueError(f"clarification_probability must lie in 0..1, not {self.clarification_probability}")


SCALES = ("clarity", "is_question", "is_consultation", "in_internal_docs", "ask_person")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do with an utterance, and by which rule."""

    action: Action
    rule: str
    """`①`..`⑥`, or the override that spoke first: `just-answer`, `ask-cap`, ..."""
    reason: str
    """One sentence in the user's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to make a vague question clear, taken from a document that was found."""

    text: str
    source: str
    attribute: str | None = None
    """Set when picking it tells something lasting about the user, such as the office."""
    value: str | None = None
    """What is then kept, where it is not the text itself: IE for アイルランド."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A passage that the answer rests on."""

    number: int
    """As written in the answer: [1]."""
    title: str
    source: str
    section: tuple[str, ...]
    passage_id: int
    quote: str
    """The sentence or sentences of the passage that support the claim."""
    outside: bool = False
    """From the web: `source` is an address, and `passage_id` is not in the store."""
    path: tuple[str, ...] = ()
    """How a walk came to it: see `Hit.path`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One utterance of a conversation, as spoken."""

    speaker: Literal["user", "assistant"]
    text: str
    at: datetime
    action: Action | None = None
    """What the assistant did; None for the user's turns."""
    question: str | None = None
    """For the assistant's turns: the standalone question that was understood."""
    choices: tuple[Choice, ...] = ()
    sources: tuple[tuple[str, int], ...] | None = None
    """For the assistant's turns: those, by session and index, whose words went into this one beside the turn that it
    replies to.  It is erased with any of them.  None: not known, which counts as all before it in its session."""
    pages: tuple[str, ...] = ()
    """For the assistant's turns: sources of the pages that were cited, the first one first."""
    drawn_from: tuple[str, ...] = ()
    """For the assistant's turns: sources of the pages that may have gone into it, those that it cites or offers first,
    then those of the replies that it was made of; two hundred at most."""
    groups: frozenset[str] = frozenset()
    """For the assistant's turns: the groups by which its reader could then read any page, and those of the replies that
    it was made of."""
    index: int | None = field(default=None, compare=False)
    """In its session, which may have gaps where turns were erased; None: it is in no store.  A turn is the same before
    and after it is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A conversation of one user."""

    id: str
    user: UserId
    turns: tuple[Turn, ...] = ()
    title: str = ""
    """As its user named it; empty: it is called by what was said first in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Degraded:
    """A step that went its model-free or reduced way, and why."""

    step: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Whom to ask when a person knows better: the owner of a page."""

    name: str
    contact: str | None = None
    source: str
    """The page they answer for."""


# ---------------------------------------------------------------- memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """Something that happened with one user: an utterance as spoken, or an event that was recorded."""

    id: int
    user: UserId
    session: str
    turn: int
    """Index of the turn in its session: the evidence.  Events count down from -1 within theirs: none has
    the place of a turn."""
    speaker: str
    """`user` (whose memory it is), `assistant`, or the name of someone else who spoke."""
    kind: Literal["said", "event"] = "said"
    text: str
    at: datetime
    last_used: datetime
    importance: int
    """1..10."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something lasting about the user, in the user's own words, with where it comes from and how long it held."""

    id: int
    user: UserId
    kind: str
    """What sort of fact: `likes`, `dislikes`, `home`, `work`, ...: see `yorisoi.memory.persona`."""
    topic: str
    """What it is about, in normal form: two facts of one slot (`kind` group and topic) cannot both hold."""
    text: str
    """The words of the evidence that say it."""
    episode: int
    """Id of the episode that it rests on."""
    session: str
    turn: int
    span: tuple[int, int]
    """Where in the episode's text: characters from, to (exclusive)."""
    by: str
    """Who found it: `rules`, a model's name, or `user` for a correction."""
    valid_from: datetime
    last_confirmed: datetime
    confirmations: int = 1
    """How often it was said."""
    confirmed_by: tuple[int, ...] = ()
    """Episodes that said it again."""
    superseded_by: int | None = None
    """Id of the fact that took its place; None: it holds."""
    superseded_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """A conclusion drawn from several episodes, which are its evidence."""

    id: int
    user: UserId
    text: str
    episodes: tuple[int, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """What holds of a user, and the turn (session, index) that told it first: what is made of the one derives from
    the other."""

    value: str
    told_at: tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """An episode that came to mind, and why."""

    episode: Episode
    score: float
    recency: float
    importance: float
    relevance: float
    why: tuple[str, ...] = ()
    """What spoke for it: `words: ...`, `meaning: ...`, `time: ...`, `speaker: ...`, `fact` (of the kind asked for),
    `in place of: e12`."""
    neighbours: tuple[Episode, ...] = ()
    """The turns just before and after it."""
    also: tuple[Episode, ...] = ()
    """Further episodes of the same words, which were folded into this one."""
    in_place_of: Episode | None = None
    """The one that came to mind and no longer holds."""


# ---------------------------------------------------------------- feedback


FeedbackKind = Literal["up", "down", "needless", "missed", "rephrased", "ignored_choice", "reset"]
"""`up`, `down`: thumbs; `needless`: the question back was not wanted; `missed`: one would have been; `rephrased`,
`ignored_choice`: noticed in what the user said next; `reset`: what went before no longer counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What a user made of one turn: an event that is kept, and that the user's threshold is computed from."""

    kind: FeedbackKind
    at: datetime
    session: str | None = None
    """Of the turn it is about; None for a reset."""
    trace_id: str | None = None
    """Of the turn it is about; None for a reset, and where the trace was gone."""
    rule: str | None = None
    """By which that turn was decided."""
    clarification_probability: float | None = None
    """As that turn saw it; None where it was not worked out."""
    comment: str | None = None
    shared: bool = False
    """The user lets editors of the documents see that turn; of several events about one the last one says."""


# ---------------------------------------------------------------- the graph


@dataclass(frozen=True, slots=True, kw_only=True)
class Triple:
    """A statement of the graph, its names as they were written."""

    head: str
    relation: str
    tail: str
    confidence: float = 1.0
    """0..1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """A word that something said turned upon."""

    word: str
    """As it was said."""
    relation: Literal["talked about", "likes", "dislikes", "visited"]
    salience: float
    """How much it mattered there, above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One edge of a path, in the direction in which it was walked."""

    start: str
    relation: str
    end: str
    forward: bool
    """False: the triple is (end, relation, start)."""
    source: str
    """The document or file that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic that may interest the user, and how it was come upon."""

    name: str
    path: tuple[Step, ...]
    """From the topic word to it."""
    distance: float
    """From the user, small is near; squared, in the space of the graph's vectors."""
    because: str
    """The interest of the user's that lies nearest to it."""
    episode: int | None = None
    """The recalled episode that the topic word comes from; None: the utterance."""
    said: tuple[tuple[str, int], ...] = ()
    """Where the user spoke of that interest, and of the topic word: (session, index of the turn)."""


# ---------------------------------------------------------------- the reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What one turn brought, with everything that explains it."""

    session: str
    action: Literal["ask", "answer"]
    rule: str
    reason: str
    text: str
    language: Language
    question: str
    """The standalone question that was understood."""
    assessment: Assessment
    evidence: Mapping[str, object]
    """What the documents said about the clarity of the utterance."""
    trace_id: str
    choices: tuple[Choice, ...] = ()
    citations: tuple[Citation, ...] = ()
    person: Person | None = None
    episodes: tuple[Recalled, ...] = ()
    topics: tuple[Topic, ...] = ()
    """Where the user's interests lead from what was said."""
    attributes: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """What is known of the user and was made use of."""
    threshold: float = 0.5
    """Of the clarification probability, from which this user is asked back."""
    degraded: tuple[Degraded, ...] = ()
