"""Whole conversations: read, held turn after turn, judged, told."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.cli.eval_dialogue import done as done_of
from yorisoi.errors import DataSetError
from yorisoi.evaluation.dialogue import Dialogue, Done, Line, faults, hold, load, report
from yorisoi.types import Assessment, Choice, Citation, Reply

ROW = {"id": "a", "kind": "follow-up", "turns": [{"say": "宿泊費は？", "action": "answer", "page": "travel"}]}


def written(folder: Path, *rows: object) -> Path:
    file = folder / "dialogues.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return file


def with_turn(**turn: object) -> dict[str, object]:
    return {**ROW, "turns": [{"say": "x", "action": "answer", **turn}]}


# ---------------------------------------------------------------- reading


def test_conversations_are_read_with_all_that_is_expected(tmp_path: Path) -> None:
    expected = {"page": ["a", "b"], "question_has": [["宿泊費", "宿泊料"]], "question_lacks": ["カード"]}
    full = with_turn(say=" 課長は？ ", action="either", choices_about="大阪", text_has=["円"], **expected)
    [read] = load(written(tmp_path, full))
    assert (read.id, read.kind) == ("a", "follow-up")
    assert read.turns == (
        Line(
            say="課長は？",
            action="either",
            page=("a", "b"),
            question_has=(("宿泊費", "宿泊料"),),
            question_lacks=("カード",),
            choices_about=("大阪",),
            text_has=(("円",),),
        ),
    )


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], "is empty"),
        ([ROW, ROW], "stands twice"),
        ([{**ROW, "turns": []}], "line 1.*turns"),
        ([{**ROW, "turns": "x"}], "turns"),
        ([{"kind": "x", "turns": ROW["turns"]}], '"id"'),
        ([ROW, {**ROW, "id": "b", "kind": None}], "line 2.*kind"),
        ([{**ROW, "turns": ["x"]}], "turn 1 is not an object"),
        ([with_turn(say="  ")], '"say" is empty'),
        ([with_turn(action="search")], "none of answer, ask"),
        ([with_turn(page=3)], '"page" is not a list'),
        ([with_turn(page=[3])], '"page"'),
        ([with_turn(question_has="x")], "list of lists"),
        ([with_turn(question_has=[[3]])], "question_has"),
        ([with_turn(text_has="x")], "text_has.*list of lists"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_one_line_that_says_where(
    tmp_path: Path, rows: list[object], complaint: str
) -> None:
    with pytest.raises(DataSetError, match=complaint) as refused:
        load(written(tmp_path, *rows))
    assert len(str(refused.value).splitlines()) == 1


# ---------------------------------------------------------------- judging

DID = {did: Done(did=did, question="宿泊費 課長は？") for did in ("answer", "ask", "talk", "none")}  # type: ignore[arg-type]


@pytest.mark.parametrize("did", DID)
@pytest.mark.parametrize("wanted", ["answer", "ask", "either", "talk", "none"])
def test_what_was_done_is_held_against_what_should_be(wanted: str, did: str) -> None:
    right = did == wanted or (wanted == "either" and did in ("answer", "ask"))
    assert (faults(Line(say="x", action=wanted), DID[did]) == ()) == right  # type: ignore[arg-type]


def line(action: str = "answer", **expected: tuple[object, ...]) -> Line:
    return Line(say="x", action=action, **expected)  # type: ignore[arg-type]


def done(did: str = "answer", question: str = "x", **more: tuple[str, ...] | str) -> Done:
    return Done(did=did, question=question, **more)  # type: ignore[arg-type]


def test_one_of_the_pages_is_cited_by_source_title_or_heading() -> None:
    wanted = line(page=("travel/domestic", "宿泊費"))
    assert faults(wanted, done(pages=("handbook/travel/domestic.md\n国内出張", "a.md"))) == ()
    assert faults(wanted, done(pages=("a.md\n海外出張\n日当と宿泊費",))) == ()
    assert faults(wanted, done(pages=("a.md\n名刺",))) == ("wrong page",)
    assert faults(wanted, done(pages=())) == ("wrong page",)
    assert faults(line("ask", page=("travel",)), done("ask")) == (), "a question back cites nothing"


def test_the_question_understood_holds_one_word_of_each_list_and_none_that_was_left() -> None:
    wanted = line(question_has=(("宿泊費", "宿泊料"), ("課長",)), question_lacks=("カード",))
    assert faults(wanted, done(question="宿泊料 課長は？")) == ()
    assert faults(wanted, done(question="課長は？")) == ("question lacks 宿泊費/宿泊料",)
    assert faults(wanted, done(question="宿泊費 課長 カード")) == ("question still has カード",)
    assert len(faults(wanted, done(question="カード"))) == 2
    assert faults(line("talk", question_lacks=("カード",)), done("talk", "カード")) == (), (
        "of talk no question is understood"
    )


def test_a_question_back_has_choices_about_one_of_the_things() -> None:
    wanted = line("ask", choices_about=("大阪", "東京"))
    assert faults(wanted, done("ask", choices=("大阪支社", "福岡支社"))) == ()
    assert faults(wanted, done("ask", choices=("福岡支社", "名刺"))) == ("choices about something else",)
    assert faults(wanted, done("ask")) == ("no choices",)


def test_what_is_said_has_one_of_each_list() -> None:
    wanted = line("talk", text_has=(("ひまり", "日葵"), ("小3",)))
    assert faults(wanted, done("talk", text="ひまりさん、小3ですね。")) == ()
    assert faults(wanted, done("talk", text="ひまりさんですね。")) == ("reply lacks 小3",)


def test_width_and_case_make_no_difference() -> None:
    assert (
        faults(line(page=("ZOOM",), question_has=(("ＺＯＯＭ",),)), done(question="zoom", pages=("Zoomの始め方",)))
        == ()
    )


@given(st.sampled_from(["answer", "ask", "either", "talk", "none"]), st.text(max_size=20), st.sampled_from(sorted(DID)))
def test_who_expects_nothing_finds_no_fault_but_in_what_was_done(action: str, question: str, did: str) -> None:
    assert len(faults(line(action), done(did, question))) <= 1


# ---------------------------------------------------------------- holding and telling


def dialogue(name: str, kind: str, *actions: str) -> Dialogue:
    turns = tuple(Line(say=f"{name}-{n}", action=action) for n, action in enumerate(actions))  # type: ignore[arg-type]
    return Dialogue(id=name, kind=kind, turns=turns)


async def test_every_conversation_is_held_once_and_its_turns_in_order() -> None:
    heard: list[tuple[str, str]] = []

    async def converse(conversation: str, say: str) -> Done:
        heard.append((conversation, say))
        return done("talk" if say == "b-0" else "answer", say)

    judged = await hold([dialogue("a", "x", "answer", "answer"), dialogue("b", "y", "answer")], converse)
    assert heard == [("a", "a-0"), ("a", "a-1"), ("b", "b-0")]
    assert [each.faults for each in judged] == [(), (), ("talk for answer",)]


async def told(*dialogues: Dialogue) -> Mapping[str, Any]:
    """Of somebody who answers whatever is said."""

    async def converse(conversation: str, say: str) -> Done:  # noqa: ARG001
        return Done(did="answer", question=say, trace_id=f"t-{say}")

    return report(await hold(dialogues, converse))


async def test_turns_and_conversations_are_counted_by_kind_and_by_action() -> None:
    found = await told(
        dialogue("a", "follow-up", "answer", "answer", "ask"),
        dialogue("b", "follow-up", "answer"),
        dialogue("c", "talk", "talk", "answer"),
    )
    assert (found["turns"], found["conversations"]) == (6, 3)
    assert found["turns_right"] == round(4 / 6, 4)
    assert found["conversations_right"] == round(1 / 3, 4)
    assert found["by_kind"]["follow-up"] == {
        "turns": 4, "conversations": 2, "turns_right": 0.75, "conversations_right": 0.5,
    }  # fmt: skip
    assert found["by_action"]["answer"]["turns_right"] == 1.0
    assert found["by_action"]["talk"] == {
        "turns": 1,
        "conversations": 1,
        "turns_right": 0.0,
        "conversations_right": 0.0,
    }
    assert found["faults"] == {"answer for ask": 1, "answer for talk": 1}


async def test_of_what_is_to_be_answered_from_a_page_it_is_told_how_often_that_comes_first() -> None:
    pages = {"first": ("出張", "休暇"), "behind": ("休暇", "出張"), "asked": ("出張",), "none": ()}

    async def converse(conversation: str, say: str) -> Done:  # noqa: ARG001
        return done("ask" if say == "asked" else "answer", say, pages=pages[say])

    turns = tuple(Line(say=say, action="answer", page=("出張",)) for say in pages)
    found = report(await hold([Dialogue(id="a", kind="x", turns=turns)], converse))
    assert found["page_first"] == found["by_kind"]["x"]["page_first"] == 0.25
    assert "page_first" not in await told(dialogue("a", "x", "answer"))


async def test_every_wrong_turn_is_told_with_its_trace() -> None:
    found = await told(dialogue("a", "follow-up", "answer", "ask"))
    [wrong] = found["wrong"]
    assert (wrong["id"], wrong["turn"], wrong["say"], wrong["faults"]) == ("a", 2, "a-1", ["answer for ask"])
    assert wrong["trace_id"] == "t-a-1"


async def test_faults_of_one_kind_are_counted_together_whatever_word_was_missing() -> None:
    turns = tuple(Line(say="x", action="answer", question_has=((word,),)) for word in ("宿泊費", "課長"))
    found = await told(Dialogue(id="a", kind="x", turns=turns))
    assert list(found["faults"].values()) == [2]


# ---------------------------------------------------------------- what a reply did

SCORES = Assessment(clarity=1, is_question=1, is_consultation=5, in_internal_docs=1, ask_person=5)
CITED = Citation(number=1, title="国内出張", source="travel/domestic.md", section=("宿泊費",), passage_id=1, quote="…")


def reply(action: str = "answer", rule: str = "⑥", **more: object) -> Reply:
    given_ = {
        "session": "s",
        "reason": "…",
        "text": "…",
        "language": "ja",
        "question": "宿泊費は？",
        "evidence": {},
        "trace_id": "t",
    }
    return Reply(action=action, rule=rule, assessment=SCORES, **{**given_, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("replied", "did"),
    [
        (reply("ask", "②"), "ask"),
        (reply(citations=(CITED,)), "answer"),
        (reply(), "none"),
        (reply(rule="small-talk"), "talk"),
        (reply(rule="memory"), "talk"),
        (reply(rule="memory", citations=(CITED,)), "answer"),
    ],
)
def test_what_a_reply_did_is_seen_in_what_it_asks_and_cites(replied: Reply, did: str) -> None:
    assert done_of(replied).did == did


def test_pages_and_choices_are_those_of_the_reply() -> None:
    asked = done_of(reply("ask", "②", choices=(Choice(text="大阪支社", source="o.md"),), citations=(CITED,)))
    assert asked.choices == ("大阪支社",)
    assert asked.pages == ("travel/domestic.md\n国内出張\n宿泊費",)
    assert (asked.question, asked.trace_id) == ("宿泊費は？", "t")
