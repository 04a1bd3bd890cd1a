"""The other way to steer a turn: the model calls functions, one a step, until it asks, draws out or answers.

    ask_missing_information(question)    a question back
    draw_out_consultation(question)      a question back
    search_documents(query)              the documents, in other words
    search_conversations(query)          what the user said in other conversations
    search_web(query)                    the web, where a server for it is set
    answer()                             from what was found

All of them are offered in one call, as a JSON object of a function's name and one text: a form that half a billion
parameters can fill in.  The documents have been searched with the utterance before the first step, so that the model
chooses with titles in view.  What searches bring is data: it is shown as titles and first words, on lines of their own.

Caps and overrides (just answer, a choice picked, too many questions in a row) are none of the model's business:
`policy.obey` keeps them.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field

from yorisoi.dialogue.given import as_given
from yorisoi.dialogue.prompts import prompts
from yorisoi.errors import MalformedReply
from yorisoi.language import Utterance, detect_language, normal_form
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.types import Assessment, Language, Turn

ASKING = ("ask_missing_information", "draw_out_consultation")
ANSWER = "answer"

Search = Callable[[str], Awaitable[Sequence[str]]]
"""A query -> what was found, a line each; no lines when nothing was."""

_FRAGMENT = 8
_SHOWN_LINES = 5
_SHOWN_CHARACTERS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """One step: what the model called, and what came of it."""

    function: str
    argument: str
    found: tuple[str, ...] = ()
    """For a search, what was shown of it to the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steered:
    """Where the steps led."""

    calls: tuple[Called, ...]
    by: str
    """The model's name."""
    doubts: tuple[str, ...] = ()
    """About what it would have asked."""

    @property
    def function(self) -> str:
        """`ask_missing_information`, `draw_out_consultation`, or `answer`, also when the steps ran out in a search."""
        return self.calls[-1].function if self.calls[-1].function in ASKING else ANSWER

    @property
    def question(self) -> str | None:
        """To be asked back."""
        return self.calls[-1].argument or None if self.function in ASKING else None

    def held_to(self, given: str, language: Language) -> "Steered":
        """With what may be told of the question: see `as_given`."""
        *before, last = self.calls
        asked, doubts = as_given(self.question or "", given, language)
        return replace(self, calls=(*before, replace(last, argument=asked)), doubts=doubts) if self.question else self

    def judged(
        self, scored: Assessment, language: Language, history: Sequence[Turn], known: Mapping[str, str]
    ) -> tuple[str, Assessment]:
        """The function to obey, and the assessment with the question to ask.

        A question that is not worth asking gives way to the one that the documents suggest, and that one to an answer.
        """
        function, question = self.function, self.question
        if function in ASKING:
            draws_out = function == "draw_out_consultation"
            suggested = scored.res_consultation if draws_out else scored.ask_missing_info
            questions = (each for each in (question, suggested) if each)
            question = next((each for each in questions if worth_asking(each, language, history, known)), None)
            if draws_out:
                scored = replace(scored, res_consultation=question)
            else:
                scored = replace(scored, ask_missing_info=question)
            function = function if question else ANSWER
        return function, replace(scored, by=self.by)


class _Call(BaseModel):
    function: str
    argument: str = Field(default="", max_length=400)


async def steer(
    model: ChatModel,
    said: Utterance,
    history: Sequence[Turn],
    *,
    titles: Sequence[str],
    known: Mapping[str, str],
    searches: Mapping[str, Search],
    max_steps: int,
) -> Steered:
    """Let the model call functions, at most `max_steps`.

    `titles` are those of the pages that the utterance found, `known` the user's attributes, `searches` the searches
    that can be had, by name.  A model that searches for what was searched before knows no better: from then on it
    may ask or answer only.  (Small ones begin with the search that is already done.)
    Raises MalformedReply when the model calls nothing that was offered, and what model and searches raise.
    """
    calls: list[Called] = []
    made = {("search_documents", said.normal)}
    offered = dict(searches)
    for _ in range(max_steps):
        completion = await model.complete(request(said, history, titles, known, searches, offered, calls))
        call = parse(completion.text, offered, by=completion.model)
        calls.append(call)
        if call.function not in offered:
            break
        if (call.function, normal_form(call.argument)) in made:
            offered.clear()
            continue
        made.add((call.function, normal_form(call.argument)))
        found = tuple(_line(each) for each in (await searches[call.function](call.argument))[:_SHOWN_LINES])
        calls[-1] = replace(call, found=found)
    return Steered(calls=tuple(calls), by=completion.model)


def request(
    said: Utterance,
    history: Sequence[Turn],
    titles: Sequence[str],
    known: Mapping[str, str],
    searches: Iterable[str],
    offered: Iterable[str],
    calls: Sequence[Called],
) -> ChatRequest:
    """One step's call: instructions that never change in a turn, the conversation, what was found, the utterance.

    All `searches` are explained, those `offered` can be called.
    """
    words = prompts(said.language)
    told = (f"{name}: {words.functions[name]}" for name in (*ASKING, *searches, ANSWER))
    shown = (f"user: {text} -> {_as_json(function, argument)}" for text, function, argument in words.examples)
    lines = [f"{turn.speaker}: {turn.text[:200]}" for turn in history]
    lines += [f"known: {name}={value}" for name, value in known.items()]
    lines.append(f"search_documents({_line(said.text)}) -> {_shown(titles)}")
    lines += [f"{call.function}({_line(call.argument)}) -> {_shown(call.found)}" for call in calls]
    lines.append(f"user: {said.text}")
    return ChatRequest(
        messages=(
            Message(role="system", content="\n".join((words.calling, *told, *shown))),
            Message(role="user", content="\n".join(lines)),
        ),
        max_tokens=160,
        schema={
            "type": "object",
            "properties": {
                "function": {"enum": [*ASKING, *offered, ANSWER]},
                "argument": {"type": "string", "maxLength": 120},
            },
            "required": ["function", "argument"],
            "additionalProperties": False,
        },
        schema_name="call",
    )


def parse(answer: str, searches: Mapping[str, Search], *, by: str) -> Called:
    """What the model called.  Raises MalformedReply: nothing that was offered, or a search for nothing."""
    try:
        call = _Call.model_validate(json.loads(answer))
    except ValueError as error:
        raise MalformedReply(f"{by} called no function: {answer[:80]!r}") from error
    if call.function not in (*ASKING, *searches, ANSWER):
        raise MalformedReply(f"{by} called {call.function!r}, which was not offered")
    argument = " ".join(call.argument.split())
    if call.function in searches and not argument:
        raise MalformedReply(f"{by} called {call.function} for nothing")
    return Called(function=call.function, argument=argument)


def worth_asking(question: str, language: Language, history: Sequence[Turn], known: Mapping[str, str]) -> bool:
    """A sentence in the user's language that was not asked before, and asks for no attribute that is known."""
    asked = normal_form(question)
    before = [normal_form(turn.text) for turn in history if turn.speaker == "assistant"]
    return (
        len(asked) >= _FRAGMENT
        and detect_language(question, language) == language
        and not any(asked in text for text in before)
        and not any(normal_form(name) in asked for name in known)
    )


def _as_json(function: str, argument: str) -> str:
    return json.dumps({"function": function, "argument": argument}, ensure_ascii=False)


def _shown(found: Sequence[str]) -> str:
    return " / ".join(_line(each) for each in found) or "-"


def _line(text: str) -> str:
    return " ".join(text.split())[:_SHOWN_CHARACTERS]
