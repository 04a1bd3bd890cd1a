"""Whole conversations over the sample handbook, without a model, judged as `eval dialogue` does: conversations.jsonl.

README's dialogues, those that this project began with, and what went wrong before the turn was begun anew: a follow-up
found the corporate card, a greeting was searched, a new question was glued to ours.  Each is held by somebody of whom
nothing is known.
"""

import asyncio
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from yorisoi.cli.eval_dialogue import engine
from yorisoi.evaluation.dialogue import Dialogue, Judged, hold, load
from yorisoi.types import Reply, UserId

DIALOGUES = load(Path(__file__).with_name("conversations.jsonl"))
QUICK = ("readme", "source", "annual-leave-zh", "visa-en", "who-one-is", "talk-around")
"""How the names of those begin that are held without SLOW_TESTS too."""
RUNS = 10


def is_quick(dialogue: Dialogue) -> bool:
    return dialogue.id.startswith(QUICK)


@pytest.fixture(scope="module")
def held(handbook: Path, tmp_path_factory: pytest.TempPathFactory, opened: Any) -> dict[str, list[Judged]]:
    """Every conversation that is to be held, once, by its id."""
    dialogues = [each for each in DIALOGUES if os.environ.get("SLOW_TESTS") == "1" or is_quick(each)]
    home = Path(shutil.copytree(handbook, tmp_path_factory.mktemp("conversations") / "home"))

    async def run() -> list[Judged]:
        async with opened(home) as workspace:
            return await hold(dialogues, engine(workspace))

    judged = asyncio.run(run())
    return {dialogue.id: [each for each in judged if each.dialogue is dialogue] for dialogue in dialogues}


@pytest.mark.parametrize(
    "name", [pytest.param(each.id, marks=() if is_quick(each) else pytest.mark.slow) for each in DIALOGUES]
)
def test_every_turn_does_what_a_good_colleague_would(held: dict[str, list[Judged]], name: str) -> None:
    turns = [(each.line.say, each.faults, each.done.question, each.done.text) for each in held[name]]
    assert turns
    assert [turn for turn in turns if turn[1]] == []


def test_answers_are_readable_and_talk_asks_nothing(held: dict[str, list[Judged]]) -> None:
    for judged in (each for turns in held.values() for each in turns):
        assert "##" not in judged.done.text
        assert "**" not in judged.done.text
        assert judged.done.did != "talk" or not judged.done.text.rstrip().endswith(("か。", "?", "？")), (
            judged.done.text
        )


def said(reply: Reply) -> tuple[object, ...]:
    """What a user sees of a reply, and why it came."""
    cited = [(cite.source, cite.section, cite.quote) for cite in reply.citations]
    return reply.action, reply.rule, reply.reason, reply.text, reply.question, reply.choices, cited, reply.attributes


LONGEST: Sequence[Dialogue] = sorted(DIALOGUES, key=lambda each: -len(each.turns))[:4]


@pytest.mark.slow
@pytest.mark.usefixtures("reads_anew")
async def test_the_same_conversation_gives_the_same_replies_ten_times_out_of_ten(converse: Any, home: Path) -> None:
    """With what is worked out after a turn finished before the next one, and still pending, also of everybody else."""
    async with converse(home) as workspace:
        reply, close = workspace.assistant.reply, workspace.assistant.close
        for dialogue in LONGEST[:2]:
            runs = []
            for run in range(RUNS):
                user, replies = UserId(f"{dialogue.id}-{run}"), []
                for line in dialogue.turns:
                    replies.append(said(await reply(line.say, user=user, session=str(user))))
                    if run % 2:
                        await close()
                runs.append(replies)
            assert [run for run in runs if run != runs[0]] == [], dialogue.id


@pytest.mark.slow
@pytest.mark.usefixtures("reads_anew")
async def test_conversations_held_at_once_are_those_held_one_after_the_other(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:

        async def alone(dialogue: Dialogue, name: str) -> list[tuple[object, ...]]:
            user = UserId(f"{name}-{dialogue.id}")
            return [
                said(await workspace.assistant.reply(line.say, user=user, session=str(user))) for line in dialogue.turns
            ]

        one_by_one = [await alone(dialogue, "one") for dialogue in LONGEST]
        at_once = await asyncio.gather(*(alone(dialogue, "once") for dialogue in LONGEST))
        assert list(at_once) == one_by_one


async def test_a_conversation_goes_on_after_a_restart_as_if_there_had_been_none(converse: Any, home: Path) -> None:
    replies: dict[str, list[tuple[object, ...]]] = {}
    for restarts in (False, True):
        for dialogue in LONGEST[:2]:
            replies[f"{dialogue.id} {restarts}"] = await _held(dialogue, converse, home, restarts)
    for dialogue in LONGEST[:2]:
        assert replies[f"{dialogue.id} True"] == replies[f"{dialogue.id} False"]


async def _held(dialogue: Dialogue, converse: Any, home: Path, restarts: bool) -> list[tuple[object, ...]]:
    user, found = UserId(f"{dialogue.id}-{restarts}"), []
    for part in [[line] for line in dialogue.turns] if restarts else [list(dialogue.turns)]:
        async with converse(home) as workspace:
            found += [said(await workspace.assistant.reply(line.say, user=user, session=str(user))) for line in part]
    return found


async def test_who_is_asked_back_needlessly_is_told_what_the_choices_say(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        reply = await workspace.assistant.reply("どうしよう、社員証が見つからない", user=UserId("hana"))
        assert reply.action == "ask"
        lines = reply.text.splitlines()[-len(reply.choices) :]
        assert lines[0].startswith(f"1. {reply.choices[0].text} — ")
        assert all(line.startswith(f"{at}. ") for at, line in enumerate(lines, 1))
        vague = await workspace.assistant.reply("休暇について", user=UserId("ken"))
        assert vague.text.splitlines()[1:] == [f"{at}. {choice.text}" for at, choice in enumerate(vague.choices, 1)]
