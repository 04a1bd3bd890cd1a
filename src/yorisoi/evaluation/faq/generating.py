"""Queries for a FAQ by a chat model, in three ways.

    title    the title in other words
    answer   questions whose answers stand in the body
    user     the refined instruction: six rules, and phrases as users have them

The instruction is in the language of the FAQ: with English ones models answered in English.  What a query must not be
is left to the second step (judging.py), since models follow negative instructions badly.
Source: 戸田, "LLMを利用したFAQ検索の評価データセットの作成" parts 1 and 2, 2023.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from yorisoi.errors import BackendError
from yorisoi.evaluation.faq.asking import ask, each, shown, words_of
from yorisoi.evaluation.faq.replies import queries_in
from yorisoi.evaluation.faq.sets import Faq
from yorisoi.ports import ChatModel, ChatRequest, Message

TOKENS_A_QUERY = 40
_PHRASES = 3
"""Of the users' phrases, so many are shown, drawn anew for each FAQ: the same ones would colour the whole set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Queries made for FAQs in one way, not yet checked."""

    faqs: tuple[str, ...]
    way: str
    texts: tuple[str, ...]
    made_by: tuple[str, ...]
    """Of each text: the model, or the rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One FAQ in one way, or two FAQs together."""

    faqs: tuple[Faq, ...]
    way: str
    request: ChatRequest
    n: int


def tasks(
    faqs: Iterable[Faq],
    ways: Sequence[str],
    model: ChatModel,
    *,
    n: int,
    seed: int,
    phrases: Sequence[str] = (),
) -> list[Task]:
    """What the model is going to be asked, `n` queries of each way for each FAQ."""
    return [
        Task(faqs=(faq,), way=way, n=n, request=_request(faq, way, model, n, seed, phrases))
        for faq in faqs
        for way in ways
    ]


def instruction(faq: Faq, way: str, n: int, seed: int, phrases: Sequence[str] = ()) -> str:
    """What a model is told; the same seed shows the same phrases to the same FAQ."""
    words = words_of(faq.language)
    draw = random.Random(f"{seed} {faq.id}")
    own = phrases or words.phrases
    some = draw.sample(list(own), min(_PHRASES, len(own)))
    said = words.generating[way].format(n=n, phrases=", ".join(f"「{phrase}」" for phrase in some))
    return f"{said}\n{words.form}"


def _request(faq: Faq, way: str, model: ChatModel, n: int, seed: int, phrases: Sequence[str]) -> ChatRequest:
    asked = f"{instruction(faq, way, n, seed, phrases)}\n\n{shown(faq, model)}"
    return ChatRequest(messages=(Message(role="user", content=asked),), max_tokens=TOKENS_A_QUERY * n + 40)


async def generate(
    model: ChatModel,
    todo: Sequence[Task],
    *,
    at_once: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[list[Draft], Mapping[str, str]]:
    """The drafts, and what failed: FAQ and way -> why.  Asking again later tries those once more."""

    async def one(task: Task) -> Draft:
        words = words_of(task.faqs[0].language)
        texts = await ask(
            model,
            task.request,
            lambda reply: queries_in(reply, words, task.n) or None,
            f"{words.again}\n{words.form}",
        )
        return Draft(
            faqs=tuple(faq.id for faq in task.faqs),
            way=task.way,
            texts=tuple(texts),
            made_by=(model.name,) * len(texts),
        )

    found = await each(todo, one, at_once=at_once, on_progress=on_progress)
    failed = {
        " ".join((*(faq.id for faq in task.faqs), task.way)): str(result)
        for task, result in zip(todo, found, strict=True)
        if isinstance(result, BackendError)
    }
    return [result for result in found if isinstance(result, Draft)], failed
