"""Question + passages -> answer with citations, by a model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.dialogue.answer.grounding import UNSUPPORTED, claims, ground, without_marks
from yorisoi.dialogue.answer.quoting import not_found
from yorisoi.dialogue.config import AnswerConfig
from yorisoi.dialogue.phrases import phrases, undoubted
from yorisoi.dialogue.prompts import prompts
from yorisoi.errors import MalformedReply
from yorisoi.language import Utterance, normal_form
from yorisoi.language.addresses import Careful, addresses, without_strange_addresses
from yorisoi.language.dates import counted_from, known_days, today, with_dates
from yorisoi.language.sentences import sentences
from yorisoi.language.tokens import estimated_tokens
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.types import Hit, Language, Recalled, Topic, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a model answers, and from what."""

    question: str
    """As it is understood: a model may have put it so."""
    said: str = ""
    """What the user said, where the question is in a model's words; of both only the user's may be repeated."""
    language: Language
    hits: Sequence[Hit]
    carried: Sequence[str] = ()
    """What the user said before that the question goes on about, where the question does not hold it."""
    recalled: Sequence[Recalled] = ()
    topics: Sequence[Topic] = ()
    conversation: Sequence[Turn] = ()
    """For a model that can make use of it."""
    known: Sequence[tuple[str, str]] = ()
    """The user's attributes, likewise."""
    now: datetime | None = None
    """By the user's clock, where the model is to know what day it is."""
    overview: str | None = None
    """How what is given of a broad question belongs together; None: the question is not broad."""
    capable: bool = False
    """The model is believed when it says that the documents do not say it."""


_TURNS, _SAID, _REMEMBERED = 8, 400, 120
"""Of the conversation, as far as it is shown; characters of each; of what is remembered."""
_LONGER = 2
"""Times as long as another answer may be one that tells theme by theme."""


def request(asked: Asked, config: AnswerConfig) -> ChatRequest:
    """The call: fixed instructions, then the documents, what the user said, related topics, then the question."""
    told, marked = prompts(asked.language), config.citations != "grounding"
    parts = [
        f"[{number}] {hit.passage.in_context.strip()}" if marked else f"# {hit.passage.in_context.strip()}"
        for number, hit in enumerate(asked.hits, start=1)
    ]
    if asked.overview and marked:
        parts.append(f"<overview>\n{asked.overview}\n</overview>")
    said_before = [memory.episode.text[:_REMEMBERED] for memory in asked.recalled]
    if said_before := [*said_before, *asked.carried]:
        said = "\n".join(f"- {text}" for text in said_before)
        parts.append(f"{told.said_before}:\n{said}")
    if asked.topics:
        names = " / ".join(topic.name for topic in asked.topics)
        parts.append(f"{told.topics}: {names}")
    if asked.conversation:
        lines = (f"{turn.speaker}: {_as_said(turn, asked.language)}" for turn in asked.conversation[-_TURNS:])
        parts.append("<conversation>\n" + "\n".join(lines) + "\n</conversation>")
    if asked.known:
        parts.append("known of the user: " + "; ".join(f"{name}={value}" for name, value in asked.known))
    question = asked.question
    if asked.now:
        parts.append(f"today: {today(asked.language, asked.now)}")
        question = with_dates(question, asked.language, asked.now)
    parts.append(f"{told.question}: {question}")
    instructions, broad = told.answering if marked else told.answering_unmarked, asked.overview is not None and marked
    return ChatRequest(
        messages=(
            Message(role="system", content=told.surveying if broad else instructions),
            Message(role="user", content="\n\n".join(parts)),
        ),
        max_tokens=config.max_tokens * (_LONGER if broad else 1),
    )


def _as_said(turn: Turn, language: Language) -> str:
    """In one line, of a reply without marks and doubts: the numbers were of other passages."""
    text = turn.text if turn.speaker == "user" else without_marks(undoubted(turn.text, language))
    line = " ".join(text.split())
    return line if len(line) <= _SAID else f"{line[:_SAID]}…"


async def generate(
    model: ChatModel,
    asked: Asked,
    config: AnswerConfig,
    on_text: Callable[[str], None] | None = None,
    reader: object = None,
) -> Answer:
    """The model's answer, its claims held against the passages; `not_found` when it says that they have none, in the
    sentence that says so where it is a capable one.

    Images, and addresses that the model was not given, are taken out.  `reader` may read claims beside passages
    (`ClaimReader`).  Raises MalformedReply when nothing in it rests on a passage, and what the model raises.
    """
    language, hits = asked.language, asked.hits
    outside = [hit.passage.document.source for hit in hits if hit.passage.document.outside]
    spoken = asked.said or asked.question
    known = addresses("\n".join([spoken, told(asked), *outside, *(hit.passage.in_context for hit in hits)]))
    completion = await model.complete(request(asked, config), on_text and Careful(on_text, known))
    said = without_strange_addresses(without_echo(completion.text, language), known)
    survey, claimed = asked.overview is not None, claims(said, len(hits), language)
    cited = claimed if survey else {}
    read = await read_claims(list(claimed), [hit.passage for hit in hits], language, reader, cited)
    days = known_days(asked.question, language, asked.now) if asked.now else frozenset[date]()
    days = counted_from(days, "\n".join(hit.passage.text for hit in hits)) if asked.capable else days
    grounded = ground(said, spoken, hits, language, told(asked), read, survey, days, capable=asked.capable)
    # Once more: marks that were taken out may have stood between the parts of a link.
    grounded = replace(
        grounded,
        text=without_strange_addresses(grounded.text, known),
        doubts=tuple(without_strange_addresses(doubt, known) for doubt in grounded.doubts),
    )
    if not grounded.citations and normal_form(prompts(language).no_answer) in normal_form(completion.text):
        if asked.capable and len(sentences(said, language)) == 1 and grounded.doubts == (UNSUPPORTED,):
            return Answer(text=said, citations=())
        return await not_found(Utterance(asked.question, language), [] if asked.capable else hits, reader)
    if not grounded.citations:
        raise MalformedReply(f"{completion.model}: {'; '.join(grounded.doubts)}")
    text = grounded.text
    if completion.truncated:
        text = f"{text}\n{phrases(language).cut_short}"
    return Answer(text=text, citations=grounded.citations, doubts=grounded.doubts)


def told(asked: Asked) -> str:
    """What a model was told beside the documents, so that it may say it."""
    said = (each.text for each in asked.conversation if each.speaker == "user")
    remembered = (each.episode.text for each in asked.recalled if each.episode.speaker != "assistant")
    names = (topic.name for topic in asked.topics)
    known = (value for _, value in asked.known)
    return "\n".join([*asked.carried, asked.overview or "", *known, *said, *remembered, *names])


def without_echo(text: str, language: Language) -> str:
    """The answer up to where a small model begins to repeat what it was given beside the documents."""
    told = prompts(language)
    kept: list[str] = []
    for line in text.splitlines():
        if line.strip().startswith((told.said_before, told.topics)):
            break
        kept.append(line)
    return "\n".join(kept).rstrip()


def within_budget(hits: Sequence[Hit], tokens: int, passages: int) -> list[Hit]:
    """The first hits that fit the model's budget; at least one, cut if need be."""
    kept: list[Hit] = []
    left = float(tokens)
    for hit in hits[:passages]:
        cost = estimated_tokens(hit.passage.in_context)
        if cost > left and kept:
            break
        if cost > left:
            share = left / cost
            passage = replace(hit.passage, text=hit.passage.text[: int(len(hit.passage.text) * share)])
            hit = replace(hit, passage=passage)
        kept.append(hit)
        left -= cost
    return kept
