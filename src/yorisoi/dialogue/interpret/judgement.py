"""What a capable model makes of an utterance: one structured call that sees all a turn knows.

It interprets and decides: what is asked, standing alone; whether to answer, ask or talk; what to say then.  It is
believed unless the evidence plainly contradicts (`answer/sureness.py`).  The instructions come first and never change,
so that a backend with prefix caching reads them once.  What users and documents say stands below them, as data.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from yorisoi.dialogue.excerpt import excerpt
from yorisoi.dialogue.given import as_given
from yorisoi.dialogue.phrases import undoubted
from yorisoi.dialogue.prompts import prompts
from yorisoi.errors import MalformedReply
from yorisoi.language import Utterance, keywords
from yorisoi.language.addresses import addresses, without_strange_addresses
from yorisoi.language.dates import today, with_dates
from yorisoi.language.normal import without_controls
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.types import SCALES, Action, Assessment, Hit, Language, Turn

_SNIPPET, _SAID, _ANSWERED = 200, 600, 700
"""Characters shown of a passage, of an utterance, of a reply of ours."""
SHOWN = 10
"""Passages shown."""
_TURNS = 12
"""Of the conversation, ours included."""


_Line = Annotated[str, AfterValidator(lambda text: " ".join(without_controls(text).split()))]
"""Below which nothing looks like a source or a choice of ours, and which is read in its own direction."""


_Action = Literal["answer", "ask", "consult", "talk", "not_found"]


class Judgement(BaseModel):
    """The model's word.  The five scales run from 1 (strongest) to 5, as in source 000."""

    model_config = ConfigDict(frozen=True)

    question: _Line = Field(max_length=400)
    action: _Action
    """`consult`: hear a person out first."""
    say: _Line = Field(default="", max_length=600)
    choices: list[str] = Field(default_factory=list, max_length=5)
    broad: bool = False
    """It asks for an overview, of all documents or of what they say of a subject."""
    clarity: int = Field(ge=1, le=5)
    is_question: int = Field(ge=1, le=5)
    is_consultation: int = Field(ge=1, le=5)
    in_internal_docs: int = Field(ge=1, le=5)
    ask_person: int = Field(ge=1, le=5)


_SAYING = ("ask", "consult", "talk")
"""Those with which `say` has to be told; beside that nothing was found it may be."""
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "question": {"type": "string", "maxLength": 400},
        "action": {"enum": list(get_args(_Action))},
        "say": {"type": "string", "maxLength": 600},
        "choices": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
        "broad": {"type": "boolean"},
        **{name: {"type": "integer", "minimum": 1, "maximum": 5} for name in SCALES},
    },
    "required": ["question", "action", "say", "choices", "broad", *SCALES],
    "additionalProperties": False,
}


def request(
    said: Utterance,
    history: Sequence[Turn],
    known: Mapping[str, str],
    attributes: Mapping[str, Sequence[str]],
    candidates: Sequence[str],
    hits: Sequence[Hit],
    now: datetime | None = None,
) -> ChatRequest:
    """The call.

    `attributes`: by which the documents tell their readers apart.  `candidates`: questions that the utterance may mean,
    by whose words excerpts of what was found are chosen.  `now`: by the user's clock.
    """
    text, language = said.text, said.language
    keys, parts = keywords(" ".join(candidates) or text, language), []
    if history:
        parts.append(
            "<conversation>\n" + "\n".join(_line(turn, language) for turn in history[-_TURNS:]) + "\n</conversation>"
        )
    if known:
        parts.append("known of the user: " + "; ".join(f"{name}={value}" for name, value in known.items()))
    if attributes:
        told = (f"{name}: {' / '.join(values[:8])}" for name, values in attributes.items())
        parts.append("documents differ by: " + "; ".join(told))
    parts.append(
        "<found>\n"
        + ("\n".join(_found(number, hit, keys) for number, hit in enumerate(hits[:SHOWN], 1)) or "-")
        + "\n</found>"
    )
    if now:
        parts.append(f"today: {today(language, now)}")
    parts.append(f"user: {with_dates(text, language, now) if now else text}")
    return ChatRequest(
        messages=(
            Message(role="system", content=prompts(language).judging),
            Message(role="user", content="\n\n".join(parts)),
        ),
        max_tokens=700,
        schema=SCHEMA,
        schema_name="judgement",
    )


def _line(turn: Turn, language: Language) -> str:
    said = " ".join(undoubted(turn.text, language).split())[: _SAID if turn.speaker == "user" else _ANSWERED]
    asked = "  (asked back)" if turn.action is Action.ASK else ""
    return f"{turn.speaker}: {said}{asked}"


def _found(number: int, hit: Hit, keys: Sequence[str]) -> str:
    heading = " > ".join(dict.fromkeys(hit.passage.headings))
    readers = "".join(f" ({name}: {value})" for name, value in hit.passage.document.applies_to.items())
    return f"{number}. {heading}{readers}: {' '.join(excerpt(hit.passage, keys, _SNIPPET).split())}"


async def judge(
    model: ChatModel, asked: ChatRequest, given: str, language: Language, days: Collection[date] = ()
) -> tuple[Judgement, tuple[str, ...]]:
    """The model's judgement, held to what it was `given` and to these `days`, and doubts about what it would have said
    (see `as_given`).

    Raises MalformedReply when it does not fit the schema or nothing is left to say, and what the model raises.
    """
    completion = await model.complete(asked)
    try:
        judged = Judgement.model_validate(json.loads(completion.text))
    except (ValueError, RecursionError) as error:
        raise MalformedReply(f"{completion.model} gave no judgement: {completion.text[:80]!r}") from error
    question, *choices = (
        without_strange_addresses(each, addresses(given)).strip() for each in (judged.question, *judged.choices)
    )
    if not question:
        raise MalformedReply(f"{completion.model} gave no judgement: {completion.text[:80]!r}")
    may_say = judged.action in _SAYING or judged.action == "not_found"
    said, doubts = as_given(judged.say, given, language, days) if may_say else ("", ())
    if judged.action in _SAYING and not said:
        raise MalformedReply("; ".join((f"{completion.model} would {judged.action}, and says nothing", *doubts)))
    return judged.model_copy(update={"question": question, "choices": choices, "say": said}), doubts


def believed(scored: Assessment, judgement: Judgement, *, by: str) -> Assessment:
    """The model's scales and words, with what only the documents tell."""
    asks, draws_out = judgement.action == "ask", judgement.action == "consult"
    clarity = max(2, judgement.clarity) if asks or draws_out else 1
    return replace(
        scored,
        clarity=clarity,
        clarification_probability=None,
        is_question=min(2, judgement.is_question) if asks else judgement.is_question,
        is_consultation=min(2, judgement.is_consultation) if draws_out else max(3, judgement.is_consultation),
        in_internal_docs=judgement.in_internal_docs,
        ask_person=min(scored.ask_person, judgement.ask_person),
        ask_missing_info=judgement.say if asks else None,
        res_consultation=judgement.say if draws_out else None,
        standalone_question=judgement.question,
        by=by,
    )
