"""Answers written with and without personal topics, as a chat model judges them."""

from collections.abc import Sequence
from typing import Any

from yorisoi.errors import MalformedReply
from yorisoi.evaluation.aspects import VERSION, judge, summary
from yorisoi.evaluation.personalising import Offered
from yorisoi.ports import ChatModel, ChatRequest, Message

JUDGED = ("graph", "graph+episodes")
OWN = "graph against another's"
_INSTRUCTIONS = "あなたは旅の案内係です。質問に二、三文の日本語で答え、話題があれば役に立つものに触れてください。"


def question_about(place: str) -> str:
    return f"{place}に行こうと思っているんだけど、おすすめの観光地はある?"


async def written(model: ChatModel, place: str, topics: Sequence[str]) -> str:
    """An answer to the question about the place, with these topics at hand."""
    said = question_about(place) + (f"\n\n話題: {' / '.join(topics)}" if topics else "")
    messages = (Message(role="system", content=_INSTRUCTIONS), Message(role="user", content=said))
    return (await model.complete(ChatRequest(messages=messages, max_tokens=200))).text


async def judged(model: ChatModel, place: str, offered: Sequence[Offered]) -> dict[str, Any]:
    """Answers written with the topics of each condition, compared with one that is written without any (`plain`); and
    those for each person with those for another one, which a judge has to tell apart to be believed.

    `comparisons`: which two -> the `summary` of `aspects.py`; `failed`: how many had no usable reply.  Raises what the
    model raises when it cannot be asked.
    """
    plain = await written(model, place, [])
    answers = [{name: await written(model, place, each.topics[name]) for name in JUDGED} for each in offered]
    pairs = {f"{name} against plain": [(of[name], plain) for of in answers] for name in JUDGED}
    anothers = [*answers[1:], answers[0]]
    pairs[OWN] = [(of["graph"], another["graph"]) for of, another in zip(answers, anothers, strict=True)]
    found: dict[str, Any] = {"model": model.name, "prompt": VERSION, "failed": 0, "comparisons": {}}
    for name, compared in pairs.items():
        verdicts = []
        for each, two in zip(offered, compared, strict=True):
            about = f"「{each.person.interest}」に関心がある。話したもの: {'、'.join(each.person.spoken_of)}"
            try:
                verdicts.append(await judge(model, about, question_about(place), two))
            except MalformedReply:
                found["failed"] += 1
        if verdicts:
            found["comparisons"][name] = summary(verdicts)
    return found
