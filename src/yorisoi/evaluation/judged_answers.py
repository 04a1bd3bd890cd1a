"""Answers written with and without personal topics, as a chat model judges them."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from yorisoi.errors import MalformedReply
from yorisoi.evaluation.aspects import VERSION, judge, summary
from yorisoi.evaluation.people import others
from yorisoi.evaluation.personalising import Offered
from yorisoi.evaluation.significance import compare
from yorisoi.language import normal_form
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


def named(answer: str, names: Collection[str]) -> int:
    """How many of these things an answer names, brackets and what follows a space in a name left aside."""
    said = normal_form(answer)
    return sum(_called(name) in said for name in names)


def _called(name: str) -> str:
    return re.split(r"(?<=\S)[ (]", normal_form(name))[0]


def of_interests(offered: Sequence[Offered], plain: str, answers: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """Condition -> how many things of the person's interest, not spoken of before, an answer `names` on average, and
    the difference to the answer without topics: what a written answer is worth without any judge."""
    of_plain = [float(named(plain, each.person.held_out)) for each in offered]
    found: dict[str, Any] = {"plain": {"names": round(sum(of_plain) / len(of_plain), 3)}}
    for name in answers[0]:
        counts = [float(named(of[name], each.person.held_out)) for each, of in zip(offered, answers, strict=True)]
        compared = compare(counts, of_plain)
        found[name] = {
            "names": round(sum(counts) / len(counts), 3),
            "difference": round(compared.difference, 3),
            "ci95": [round(bound, 3) for bound in compared.ci95],
            "p": round(compared.p, 4),
        }
    return found


async def judged(model: ChatModel, place: str, offered: Sequence[Offered]) -> dict[str, Any]:
    """Answers written with the topics of each condition, compared with one that is written without any (`plain`); and
    those for each person with those for another one, which a judge has to tell apart to be believed.

    `of_interests`: see there; `comparisons`: which two -> the `summary` of `aspects.py`; `failed`: how many had no
    usable reply.  Raises what the model raises when it cannot be asked.
    """
    plain = await written(model, place, [])
    answers = [{name: await written(model, place, each.topics[name]) for name in JUDGED} for each in offered]
    pairs = {f"{name} against plain": [(of[name], plain) for of in answers] for name in JUDGED}
    anothers = others([each.person for each in offered])
    pairs[OWN] = [(of["graph"], answers[other]["graph"]) for of, other in zip(answers, anothers, strict=True)]
    found: dict[str, Any] = {"model": model.name, "prompt": VERSION, "failed": 0, "comparisons": {}}
    found["of_interests"] = of_interests(offered, plain, answers)
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
