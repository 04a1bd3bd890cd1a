"""A turn while it is being made: one record that grows from what was said to what is done about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from yorisoi.dialogue.budget import Budget, BudgetedChat
from yorisoi.dialogue.clarify.attributes import tells_nothing_else
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.clarify.policy import OVERVIEW, Thresholds
from yorisoi.dialogue.interpret.aside import without_name
from yorisoi.dialogue.interpret.interpretations import Interpretation
from yorisoi.dialogue.interpret.judgement import SHOWN, Judgement
from yorisoi.dialogue.interpret.said_here import SaidHere
from yorisoi.dialogue.interpret.threads import Thread, asked_in_a_row, indexed
from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.language import Utterance
from yorisoi.language.own_name import own_name
from yorisoi.overview import Overview
from yorisoi.ports import ChatModel
from yorisoi.retrieval.broad import Survey, survey, survey_of
from yorisoi.retrieval.search import Found
from yorisoi.tracing import Trace, TracedChat
from yorisoi.types import (
    Assessment,
    Choice,
    Decision,
    Degraded,
    Filter,
    Hit,
    Language,
    Recalled,
    Session,
    Topic,
    Turn,
    UserId,
)

_WANTS, _WANTED = (Kind.QUESTION, Kind.VAGUE, Kind.TROUBLE), 0.7
"""Kinds of utterances that want something, and their probability from which who introduces oneself does too:
「はじめまして、経費精算の件なんですが」 has .8."""


@dataclass(slots=True, kw_only=True)
class TurnState:
    """What is known of the turn so far; the parts are filled in the order in which they stand here."""

    # 1 load
    said: Utterance
    user: UserId
    at: datetime
    within: Filter
    trace: Trace
    session: Session
    """The end of it that is looked back at."""
    known: dict[str, str]
    """The user's attributes."""
    thresholds: Thresholds
    store: Overview
    """What the reader's documents held when the turn began."""
    budget: Budget
    """Of time, until the first word."""
    since: int = 0
    """Revision of the user's memory before anything was read of it."""
    learnt: Mapping[str, str] = field(default_factory=dict)
    """Attributes that the user has just told."""
    told_at: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """The earlier turns (session, index), of whichever conversation, by which some of `known` is known."""
    just_answer: bool = False
    choice: Choice | None = None
    passes_all: bool = False
    """The user finds none of the choices offered fitting."""
    degraded: list[Degraded] = field(default_factory=list)

    # 2 to 4: interpret, search, weigh
    threads: Sequence[Thread] = ()
    wording: Wording = field(init=False)
    meant: Interpretation = field(init=False)
    candidates: Sequence[Interpretation] = ()
    """All that the utterance may mean."""
    found: Found = field(init=False)
    evidence: Evidence = field(init=False)
    recalled: Sequence[Recalled] = ()
    said_here: SaidHere | None = None
    """What the utterance may ask for of this conversation, where it is one that recalls."""
    told_all: bool = False
    """What is asked for was told with all that is named, which the best passage does not have all of."""
    told_before: Sequence[str] = ()
    """What was told in other conversations, where the utterance may put it right."""
    judgement: Judgement | None = None
    """Of a capable model."""
    web: Sequence[Hit] = ()
    """Found on the web."""

    # 5 decide
    assessment: Assessment = field(init=False)
    decision: Decision = field(init=False)
    topics: tuple[Topic, ...] = ()
    conversation_shown: bool = False
    """To a model: what it says may be made of any turn in view."""
    told_apart: set[str] = field(default_factory=set)
    """Attributes by which it was told which pages hold for the user."""

    def model(self, chat: ChatModel) -> ChatModel:
        """The model as it is asked in this turn: in its time, and with a trace."""
        return TracedChat(BudgetedChat(chat, self.budget), self.trace)

    @property
    def text(self) -> str:
        return self.said.text

    @property
    def language(self) -> Language:
        return self.said.language

    @property
    def now(self) -> datetime:
        """By this machine's clock: by universal time it is still yesterday in Japan until nine."""
        return self.at.astimezone()

    @property
    def history(self) -> Sequence[Turn]:
        return self.session.turns

    @property
    def in_view(self) -> list[tuple[str, int]]:
        """The turns (session, index) that are looked back at, so that nobody has to remember them; of a reply that is
        withheld nothing is to be seen."""
        return [(self.session.id, index) for index, said in indexed(self.history) if said.text]

    @property
    def question(self) -> str:
        """That was understood; it stands alone."""
        return self.meant.question

    @property
    def asked(self) -> Utterance:
        """What is looked for within a page: see `Interpretation.asked`."""
        return Utterance(self.meant.asked, self.language)

    @property
    def only_announces(self) -> bool:
        """The user has said no more than that there is a question, and no model knows better."""
        announces = patterns(self.language).announces.search(self.said.normal)
        return announces is not None and self.judgement is None

    @property
    def model_says(self) -> str:
        """What a capable model would say by itself; empty where it says nothing, or would say that it forgets."""
        return self.judgement.say if self.judgement and not self.asks_to_forget else ""

    @property
    def asks_to_forget(self) -> bool:
        return asks_to_forget(self.said)

    @property
    def did_not_help(self) -> bool:
        """The user says that what the last reply quoted does not work, which is no small talk."""
        tried = bool(self.history) and bool(self.history[-1].pages)
        return tried and patterns(self.language).did_not_help.search(self.said.normal) is not None

    @property
    def given(self) -> str:
        """What a model may say again of its own: the passages that it is shown, and what the user said and is known by.

        Not what was said to the user: it would vouch for itself."""
        shown = (*self.found.hits[:SHOWN], *self.web)
        said = (turn.text for turn in self.history if turn.speaker == "user")
        remembered = (each.episode.text for each in self.recalled if each.episode.speaker != "assistant")
        told = (*self.known.values(), *chain.from_iterable(self.store.attributes.values()))
        return "\n".join((self.text, *said, *remembered, *told, *(hit.passage.in_context for hit in shown)))

    @property
    def survey(self) -> Survey | None:
        """What is asked for where the question is broad, by its words or by a capable model's judgement; else None."""
        if self.judgement and self.judgement.broad and self.judgement.action == "answer":
            return survey_of(self.question, self.language)
        return survey(self.question, self.language)

    @property
    def overview(self) -> str | None:
        """The rule by which a broad question is answered theme by theme; None: it is not broad."""
        return OVERVIEW if self.survey else None

    @property
    def introduces(self) -> bool:
        """The user says who one is and wants nothing, and goes on about nothing unless one gives one's name."""
        introduces = introduces_oneself(self.said) and self.wording.is_a(*_WANTS) < _WANTED
        if self.meant.how == "goes-on":
            return introduces and gives_name(self.said)
        return self.meant.how == "alone" and (introduces or tells_nothing_else(self.text, self.store.attributes))

    @property
    def is_ordered(self) -> bool:
        """The user has said whether to be asked, so that no model needs to."""
        return self.just_answer or self.passes_all or wants_to_be_asked(self.said)

    @property
    def ask_backs_in_a_row(self) -> int:
        return len(asked_in_a_row(self.history))


def wants_an_answer_now(said: Utterance) -> bool:
    """The user is tired of being asked back."""
    return patterns(said.language).just_answer.search(said.normal) is not None


def wants_to_be_asked(said: Utterance) -> bool:
    """The user would rather be asked before anything is searched."""
    return patterns(said.language).ask_first.search(said.normal) is not None


def introduces_oneself(said: Utterance) -> bool:
    """The user says in so many words who one is, and asks nothing."""
    introduces = patterns(said.language).introduces_oneself.search(said.normal) is not None
    introduces = introduces or gives_name(said)
    return introduces and not is_question(said.text, said.language)


def gives_name(said: Utterance) -> bool:
    """The user says what one is called, first or alone."""
    return own_name(said.text, said.language) != "" or without_name(said) is not said


def asks_to_forget(said: Utterance) -> bool:
    """The user wants something forgotten that was said, which no word in a conversation does."""
    return patterns(said.language).asks_to_forget.search(said.normal) is not None
