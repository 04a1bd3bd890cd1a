"""What Yorisoi said, as the page shows it: a reply just made, or a turn of a session with what its trace kept."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from yorisoi.dialogue.answer.quoting import is_shown
from yorisoi.tracing import plain
from yorisoi.types import Action, Choice, Citation, Degraded, Language, Person, Reply, Session, Turn

_MARKER = re.compile(r"\[(\d{1,3})\]")
_WEB = re.compile(r"https?://", re.I)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A citation and where it leads."""

    number: int
    where: str
    quote: str
    outside: bool
    address: str
    quote_shown: bool
    """The answer itself does not hold these words."""

    @property
    def attributes(self) -> dict[str, str]:
        return {"target": "_blank", "rel": "noopener noreferrer"} if self.outside else {"data-beside": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of an answer; `citation` is the one that it is a marker of."""

    text: str
    citation: Cited | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Led:
    """A topic, and in words how it was come upon."""

    name: str
    way: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    session: str
    language: Language
    trace_id: str
    """Empty: no trace is left of the turn, and nothing can be said of it."""
    asks: bool
    text: str
    choices: tuple[Choice, ...] = ()
    citations: tuple[Cited, ...] = ()
    person: Person | None = None
    topics: tuple[Led, ...] = ()
    degraded: tuple[Degraded, ...] = ()

    @property
    def parts(self) -> list[Part]:
        """The text, its markers with the citations they stand for."""
        return list(_parts(self.text, {cite.number: cite for cite in self.citations}))

    @property
    def mail(self) -> str:
        """The person's contact, where it is an address of mail and nothing else."""
        contact = self.person.contact if self.person else None
        return contact if contact and _MAIL.fullmatch(contact) else ""


def of_reply(reply: Reply) -> Said:
    return Said(
        session=reply.session,
        language=reply.language,
        trace_id=reply.trace_id,
        asks=reply.action == "ask",
        text=_without_choices(reply.text, reply.choices),
        choices=reply.choices,
        citations=_cited(reply.citations, reply.text),
        person=reply.person,
        topics=tuple(Led(name=topic.name, way=way(plain(topic.path))) for topic in reply.topics),
        degraded=reply.degraded,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """An utterance and what was said to it; None: it was lost, as when the server was killed between the two, or erased
    with what it was made of."""

    utterance: str
    reply: Said | None


def exchanges(session: Session, traces: Sequence[Mapping[str, Any]]) -> list[Exchange]:
    """A session's turns in pairs; `traces` are the session's, newest first, and may be fewer than its turns."""
    by_words = {(trace.get("utterance"), trace["reply"]["text"]): trace for trace in traces if trace.get("reply")}
    return [
        Exchange(utterance=mine.text, reply=_reply(session, mine, after, by_words))
        for mine, after in zip_longest(session.turns, session.turns[1:])
        if mine.speaker == "user"
    ]


def _reply(session: Session, mine: Turn, after: Turn | None, by_words: Mapping[Any, Mapping[str, Any]]) -> Said | None:
    if after is None or after.speaker == "user":
        return None
    return _of_turn(session, after, by_words.get((mine.text, after.text)))


def _of_turn(session: Session, turn: Turn, trace: Mapping[str, Any] | None) -> Said:
    steps = {step["name"]: step for step in trace["steps"]} if trace else {}
    answered = steps.get("answer", {})
    cited = [_citation(each) for each in answered.get("citations", ())]
    person, led = answered.get("person"), steps.get("topics", {}).get("topics", ())
    return Said(
        session=session.id,
        language=steps.get("interpret", {}).get("language", ""),
        trace_id=trace["trace_id"] if trace else "",
        asks=turn.action is Action.ASK,
        text=_without_choices(turn.text, turn.choices),
        choices=turn.choices,
        citations=_cited(cited, turn.text),
        person=Person(**person) if person else None,
        topics=tuple(Led(name=each["name"], way=way(each["path"])) for each in led),
    )


def _citation(kept: Mapping[str, Any]) -> Citation:
    """As a trace has it."""
    return Citation(**{**kept, "section": tuple(kept["section"]), "path": tuple(kept.get("path", ()))})


def way(path: Sequence[Mapping[str, Any]]) -> str:
    """北海道 –所在→ 札幌市, each edge in the direction of its triple."""
    arrows = [
        f" –{step['relation']}→ {step['end']}" if step["forward"] else f" ←{step['relation']}– {step['end']}"
        for step in path
    ]
    return "".join([path[0]["start"], *arrows]) if path else ""


def _cited(citations: Sequence[Citation], text: str) -> tuple[Cited, ...]:
    return tuple(
        Cited(
            number=cite.number,
            where=" › ".join(dict.fromkeys((cite.title, *cite.section))),
            quote=" ".join(cite.quote.split()),
            outside=cite.outside,
            address=_address(cite),
            quote_shown=not is_shown(cite, text),
        )
        for cite in citations
    )


def _address(cite: Citation) -> str:
    if not cite.outside:
        return f"/passages/{cite.passage_id}?{urlencode({'quote': cite.quote})}#cited"
    return cite.source if _WEB.match(cite.source) else "#"  # never javascript:


def _parts(text: str, cited: Mapping[int, Cited]) -> Iterator[Part]:
    at = 0
    for marker in _MARKER.finditer(text):
        if found := cited.get(int(marker[1])):
            yield Part(text=text[at : marker.start()])
            yield Part(text=marker[0], citation=found)
            at = marker.end()
    yield Part(text=text[at:])


def _without_choices(text: str, choices: Sequence[Choice]) -> str:
    """A question without the numbered list at its end, which the page shows as buttons."""
    lines = text.split("\n")
    numbered = [f"{number}. {choice.text}" for number, choice in enumerate(choices, start=1)]
    if choices and lines[-len(numbered) :] == numbered:
        return "\n".join(lines[: -len(numbered)])
    return text
