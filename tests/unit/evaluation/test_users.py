"""Simulated users: read, reacting, leaving, counted."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from yorisoi.errors import DataSetError, MalformedReply
from yorisoi.evaluation.dialogue import Converse, Done
from yorisoi.evaluation.experiment import Case
from yorisoi.evaluation.played_users import playing
from yorisoi.evaluation.users import User, Visit, cases, load, outcomes, visit
from yorisoi.language.packs import packs
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import Choice

ROW: dict[str, Any] = {
    "id": "a",
    "goal": "大阪で夏休みが何日取れるか",
    "pages": ["summer-osaka"],
    "needs": 1,
    "says": ["夏休みのこと", "大阪の夏休みは何日？"],
    "details": {"勤務地": "大阪支社", "知りたいこと": "日数"},
    "persona": "chatty",
    "patience": 2,
}
RIGHT = Done(did="answer", question="q", pages=("leave/summer-osaka.md\n夏季休暇",), text="4日です。")
WRONG = Done(did="answer", question="q", pages=("leave/annual.md\n年休",), text="10日です。")
TALK, NONE = Done(did="talk", question="q", text="はい。"), Done(did="none", question="q", text="ありません。")


def asked(text: str = "勤務地はどちらですか。", *offered: Choice) -> Done:
    return Done(did="ask", question="q", text=text, offered=offered)


def read(folder: Path, *rows: dict[str, Any]) -> list[User]:
    file = folder / "users.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return load(file)


@pytest.fixture
def user(tmp_path: Path) -> Callable[..., User]:
    def made(**words: Any) -> User:
        [found] = read(tmp_path, {**ROW, **words})
        return found

    return made


def replies(*given: Done) -> tuple[Converse, list[str]]:
    """Something that converses and replies so, and what was said to it."""
    left, heard = iter(given), list[str]()

    async def converse(_: str, say: str) -> Done:
        heard.append(say)
        return next(left)

    return converse, heard


# ---------------------------------------------------------------- the set


def test_a_user_is_read_with_all_that_is_known(user: Callable[..., User]) -> None:
    found = user()
    assert (found.says, found.pages, found.needs) == (("夏休みのこと", "大阪の夏休みは何日？"), ("summer-osaka",), 1)
    assert (found.persona, found.patience, found.language) == ("chatty", 2, "ja")
    assert found.details == {"勤務地": "大阪支社", "知りたいこと": "日数"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"id": None}, '"id"'),
        ({"goal": 3}, '"goal"'),
        ({"says": []}, "no way to put it"),
        ({"says": ["x", " "]}, "empty text"),
        ({"says": "x"}, "not a list"),
        ({"pages": "x"}, "not a list"),
        ({"persona": "cross"}, '"persona" is none of terse, chatty, hurried, formal'),
        ({"patience": None}, '"patience"'),
        ({"patience": True}, '"patience"'),
        ({"needs": -1}, '"needs"'),
        ({"details": ["x"]}, '"details"'),
        ({"details": {"勤務地": 3}}, '"details"'),
        ({"details": {"勤務地": ""}}, '"details" holds an empty text'),
    ],
)
def test_a_line_that_describes_no_user_is_named(words: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match=f"users.jsonl line 1.*{complaint}"):
        read(tmp_path, {**ROW, **words})


def test_an_empty_file_and_an_id_that_stands_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match="is empty"):
        read(tmp_path)
    with pytest.raises(DataSetError, match="'a' stands twice"):
        cases(read(tmp_path, ROW, ROW))


def test_cases_are_labelled_by_persona_language_and_beginning(user: Callable[..., User]) -> None:
    made = [user(), user(id="b", needs=0), user(id="c", pages=[], says=["Is there a gym?"], persona="terse")]
    assert [case.labels["begins"] for case in cases(made)] == ["vague", "clear", "nowhere"]
    assert cases(made)[2].labels == {"persona": "terse", "language": "en", "begins": "nowhere"}


@pytest.mark.parametrize("language", sorted(code for code, pack in packs().items() if pack.users))
def test_every_persona_speaks_every_language_and_only_the_hurried_leave_without_a_word(language: str) -> None:
    words = packs()[language].users
    assert words
    assert set(words.manners) == {"terse", "chatty", "hurried", "formal"}
    assert {name for name, manner in words.manners.items() if not manner.tired or not manner.thanks} == {"hurried"}


# ---------------------------------------------------------------- the conversation


async def test_who_has_the_right_page_thanks_and_leaves(user: Callable[..., User]) -> None:
    converse, heard = replies(RIGHT, TALK)
    found = await visit(user(), converse)
    assert (found.left, found.thanked, len(found.exchanges)) == ("reached", "talk", 1)
    assert heard[0] == "夏休みのこと"
    assert len(heard) == 2


async def test_asked_for_a_detail_the_user_tells_just_that_one_and_each_once(user: Callable[..., User]) -> None:
    again = asked("何をお知りになりたいですか。")
    converse, heard = replies(asked("知りたいことは何ですか。"), again, asked(), RIGHT, TALK)
    await visit(user(patience=3, says=["夏休みのこと", "日数"]), converse)
    assert "日数" in heard[1]
    assert "大阪支社" in heard[2]
    assert "日数" in heard[3]  # nothing is left to tell: it is put in other words
    assert "そういうことじゃなくて" in heard[3]


async def test_the_choice_that_leads_to_the_goal_is_picked_before_one_that_a_detail_names(
    user: Callable[..., User],
) -> None:
    offered = (
        Choice(text="福岡支社", source="leave/summer-fukuoka.md", attribute="勤務地"),
        Choice(text="日数", source="leave/annual.md"),
        Choice(text="大阪支社", source="leave/summer-osaka.md", attribute="勤務地"),
    )
    converse, heard = replies(asked("どちらですか。", *offered), RIGHT, TALK)
    await visit(user(persona="terse"), converse)
    assert heard[1] == "3"


async def test_of_several_sections_of_the_right_page_the_one_nearest_to_the_goal_is_picked(
    user: Callable[..., User],
) -> None:
    offered = tuple(Choice(text=text, source="leave/summer-osaka.md") for text in ("申請", "何日取れるか", "注意"))
    converse, heard = replies(asked("どれですか。", *offered), RIGHT)
    await visit(user(persona="hurried"), converse)
    assert heard == ["夏休みのこと", "何日取れるか"]


async def test_choices_of_which_none_fits_are_passed_over(user: Callable[..., User]) -> None:
    offered = (Choice(text="出張", source="travel.md"), Choice(text="会議室", source="rooms.md"))
    converse, heard = replies(asked("どれですか。", *offered), RIGHT, TALK)
    await visit(user(), converse)
    assert "大阪支社" in heard[1]


@pytest.mark.parametrize("useless", [WRONG, TALK, NONE])
async def test_after_a_reply_of_no_use_the_next_way_to_put_it_is_tried_and_then_the_user_leaves(
    useless: Done, user: Callable[..., User]
) -> None:
    converse, heard = replies(useless, useless)
    found = await visit(user(), converse)
    assert (found.left, found.thanked, len(heard)) == ("at a loss", None, 2)
    assert "大阪の夏休みは何日？" in heard[1]


async def test_asked_more_often_than_one_bears_one_asks_to_be_told_and_then_leaves(user: Callable[..., User]) -> None:
    converse, heard = replies(asked(), asked(), asked())
    found = await visit(user(patience=1), converse)
    assert (found.left, len(heard)) == ("tired", 3)
    assert heard[2] == "もういいから、とにかく教えて"


async def test_who_is_in_a_hurry_leaves_at_once_and_says_no_thanks(user: Callable[..., User]) -> None:
    converse, heard = replies(asked())
    assert (await visit(user(persona="hurried", patience=0), converse)).left == "tired"
    assert len(heard) == 1
    converse, heard = replies(RIGHT)
    assert (await visit(user(persona="hurried"), converse)).thanked is None
    assert len(heard) == 1


async def test_where_the_documents_hold_nothing_the_goal_is_to_be_told_so(user: Callable[..., User]) -> None:
    converse, _ = replies(WRONG, NONE, TALK)
    found = await visit(user(pages=[]), converse)
    assert (found.left, len(found.exchanges)) == ("reached", 2)


# ---------------------------------------------------------------- played by a model


async def test_a_model_words_what_the_user_says_and_sees_who_it_is(user: Callable[..., User]) -> None:
    model = ScriptedChat(['{"say": " 大阪なんですけど ", "leaves": false}'])
    converse, heard = replies(asked(), RIGHT, TALK)
    found = await visit(user(), converse, playing(user(), model))
    assert (found.left, heard[1]) == ("reached", "大阪なんですけど")
    seen = model.requests[0].messages[1].content
    assert "大阪で夏休みが何日取れるか" in seen
    assert "勤務地=大阪支社" in seen
    assert "assistant: 勤務地はどちらですか。  (asked back)" in seen


async def test_a_model_may_leave(user: Callable[..., User]) -> None:
    converse, _ = replies(WRONG)
    found = await visit(user(), converse, playing(user(), ScriptedChat(['{"say": "", "leaves": true}'])))
    assert found.left == "at a loss"


async def test_a_model_that_never_leaves_comes_to_an_end(user: Callable[..., User]) -> None:
    converse, heard = replies(*[WRONG] * 100)
    await visit(user(), converse, playing(user(), ScriptedChat(lambda _: '{"say": "ねえ", "leaves": false}')))
    assert len(heard) == 12


@pytest.mark.parametrize("text", ['{"say": " ", "leaves": false}', '{"say": "x"}', '{"leaves": false}'])
async def test_what_is_no_next_utterance_is_malformed(text: str, user: Callable[..., User]) -> None:
    converse, _ = replies(WRONG)
    with pytest.raises(MalformedReply):
        await visit(user(), converse, playing(user(), ScriptedChat([text])))


# ---------------------------------------------------------------- the figures


async def counted(user: User, *given: Done) -> dict[str, Any]:
    converse, _ = replies(*given)
    made: Visit = await visit(user, converse)
    return dict(outcomes(made, Case(id=user.id, input=user)))


async def test_questions_that_a_vague_beginning_needs_are_not_needless_and_cost_no_extra_turn(
    user: Callable[..., User],
) -> None:
    found = await counted(user(), asked(), RIGHT, TALK)
    assert (found["goals_reached"], found["turns"], found["extra_turns"]) == (True, 2, 0)
    assert (found["questions_needed"], found["questions_needless"]) == (1, 0)
    assert (found["cited_first"], found["thanks_met"], found["gave_up"]) == (True, True, False)


async def test_a_question_after_a_clear_beginning_is_needless(user: Callable[..., User]) -> None:
    found = await counted(user(needs=0), asked(), RIGHT, NONE)
    assert (found["extra_turns"], found["questions_needed"], found["questions_needless"]) == (1, 0, 1)
    assert found["thanks_met"] is False


async def test_nothing_is_said_of_the_turns_of_a_goal_that_was_not_reached(user: Callable[..., User]) -> None:
    found = await counted(user(patience=0, persona="hurried"), asked())
    assert (found["goals_reached"], found["gave_up"]) == (False, True)
    assert [found[name] for name in ("turns", "extra_turns", "cited_first", "thanks_met")] == [None] * 4
