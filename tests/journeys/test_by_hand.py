"""A capable model by hand: a careful reader wrote its replies, seeing the requests alone.  One conversation a language.

A recording has a line a turn: what is said, the judgement, and the answer where one was asked for; in place of the
number of a passage stand words of it, so that a recording holds as long as the passage is shown, wherever it ranks.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from yorisoi.cli.eval_dialogue import engine
from yorisoi.evaluation.dialogue import Dialogue, Done, hold, load
from yorisoi.ports import ChatRequest
from yorisoi.testing.scripted_chat import ScriptedChat

DIALOGUES = Path(__file__).parents[2] / "benchmarks" / "dialogues"
RECORDINGS = Path(__file__).parent / "recordings" / "conversations_by_hand"
PAGES = {
    "zh": (
        "campus_zh",
        "library_hours_entry library_seats_rooms dorm_card_keys night_curfew staff_shifts_leave laundry",
    ),
    "en": (
        "makerspace_en",
        "hours_and_access meeting_rooms membership_plans events_and_workshops wood_shop inductions",
    ),
}
NOT_WEIGHED = '{"utterances": []}'


class ByHand:
    """Says what was written for the turn that is spoken."""

    def __init__(self, turns: Sequence[Mapping[str, Any]]) -> None:
        self.turn: Mapping[str, Any] = {}
        self.turns = {each["say"]: each for each in turns}
        self.chat = ScriptedChat(self._reply, name="openai:hand", context_tokens=100_000)

    def _reply(self, request: ChatRequest) -> str:
        asked = request.messages[-1].content
        if request.schema is None:
            return with_numbers(self.turn["answer"], asked)
        if request.schema_name == "weighed":
            return NOT_WEIGHED
        assert asked.endswith(f"user: {self.turn['say']}")
        return json.dumps(self.turn["judgement"], ensure_ascii=False)


def with_numbers(answer: str, asked: str) -> str:
    """The answer with the numbers of the passages whose words stand in its marks."""
    shown = re.split(r"(?m)^(?=\[\d+\] )", asked)[1:]

    def number(mark: re.Match[str]) -> str:
        found = [passage for passage in shown if mark[1] in passage]
        assert found, f"no passage shown says {mark[1]}"
        return found[0][: found[0].index("]") + 1]

    return re.sub(r"\[([^\]]+)\]", number, answer)


def recorded(language: str) -> tuple[list[dict[str, Any]], Dialogue]:
    """The turns as they were written, and the conversation with what is expected, which the writer did not see."""
    lines = (RECORDINGS / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    turns = [json.loads(line) for line in lines]
    said = [turn["say"] for turn in turns]
    every = [each for name in ("handbook", "campus_zh", "makerspace_en") for each in load(DIALOGUES / f"{name}.jsonl")]
    [dialogue] = [each for each in every if [line.say for line in each.turns] == said]
    return turns, dialogue


@pytest.fixture
def store(request: pytest.FixtureRequest, at_once: Any, tmp_path: Path) -> Path:
    """The pages of a language: the handbook, or enough of a collection."""
    language: str = request.param
    if language == "ja":
        return request.getfixturevalue("home")  # type: ignore[no-any-return]
    folder, names = PAGES[language]
    files = [f"{folder}/{name}.md" for name in names.split()]
    at_once("ingest", *files, "--home", tmp_path / "home", "--json", folder=DIALOGUES).json  # noqa: B018 raises
    return tmp_path / "home"


@pytest.mark.parametrize(("language", "store"), [(each, each) for each in ("ja", "zh", "en")], indirect=["store"])
async def test_a_conversation_with_a_capable_model_goes_right(language: str, store: Path, converse: Any) -> None:
    turns, dialogue = recorded(language)
    by_hand = ByHand(turns)
    async with converse(store, by_hand.chat) as workspace:
        reply = engine(workspace)

        async def spoken(conversation: str, say: str) -> Done:
            by_hand.turn = by_hand.turns[say]
            done = await reply(conversation, say)
            await workspace.assistant.close()
            return done

        judged = await hold([dialogue], spoken)
    assert [(each.line.say, each.faults) for each in judged if each.faults] == []
    assert [each.done.question for each in judged if each.done.did == "answer"] == [
        turn["judgement"]["question"] for turn in turns if "answer" in turn
    ]


def test_words_of_a_passage_stand_for_its_number() -> None:
    asked = "[1] 年休\n年に10日です。\n\n[2] 夏季休暇\n4日です。\n\n質問: 夏休みは？"
    assert with_numbers("4日です[夏季休暇]。年休とは別です[10日です]。", asked) == "4日です[2]。年休とは別です[1]。"
    with pytest.raises(AssertionError, match="病気休暇"):
        with_numbers("10日です[病気休暇]。", asked)
