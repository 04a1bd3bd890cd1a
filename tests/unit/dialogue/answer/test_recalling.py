import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.unit.dialogue.conversations import AT, answered, ja, said

from yorisoi.dialogue.answer.recalling import recall
from yorisoi.dialogue.interpret.said_here import SaidHere
from yorisoi.dialogue.interpret.threads import threads
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance
from yorisoi.types import Episode, Language, Recalled, UserId

TRIP, LEAVE = "宿泊費はいくらまで？", "有給は何日？"
SPOKEN = threads([said(TRIP), answered(TRIP), said(LEAVE), answered(LEAVE)])
NOTHING = SaidHere()


def memory(text: str, relevance: float, days_ago: int = 3) -> Recalled:
    at = AT - timedelta(days=days_ago)
    episode = Episode(
        id=1, user=UserId("a"), session="s", turn=0, speaker="user", text=text, at=at, last_used=at, importance=5
    )
    return Recalled(episode=episode, score=relevance, recency=0.0, importance=0.0, relevance=relevance)


@pytest.mark.parametrize(
    ("language", "text"), [("ja", "最初に何聞いたっけ"), ("zh", "我最开始问的是什么"), ("en", "what did I ask first?")]
)
def test_what_was_asked_first_is_told_in_the_users_words(language: Language, text: str) -> None:
    told = recall(Utterance(text, language), SPOKEN, SaidHere((LEAVE,)), [])
    assert TRIP in told
    assert LEAVE not in told


def test_the_first_is_the_first_that_was_asked_also_where_its_topic_was_returned_to() -> None:
    back = threads(
        [said(TRIP), answered(TRIP), said(LEAVE), answered(LEAVE), said("課長は？"), answered(f"{TRIP} 課長は？")]
    )
    assert TRIP in recall(ja("最初に何聞いたっけ"), back, NOTHING, [])


def test_what_is_remembered_is_told_with_its_day_and_what_is_far_from_it_is_not() -> None:
    told = recall(
        ja("好きな温泉は何だったっけ"), [], NOTHING, [memory("草津が好きです", 0.9), memory("犬がいます", 0.2)]
    )
    assert told == "以前、次のように話していました。\n・2026-03-29「草津が好きです」"


def test_a_memory_has_the_day_that_it_was_where_this_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    told = memory("私は大阪支社です", 0.9)
    late = replace(told, episode=replace(told.episode, at=datetime(2026, 11, 28, 23, 30, tzinfo=UTC)))
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert "2026-11-29" in recall(ja("私はどこの支社？"), [], NOTHING, [late])
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_question_that_was_asked_is_no_memory_to_be_told() -> None:
    memories = [memory("温泉はどこですか", 0.9), memory("草津が好きです", 0.8)]
    assert "温泉はどこですか" not in recall(ja("好きな温泉は何だったっけ"), [], NOTHING, memories)


def test_what_was_said_here_comes_before_memories_which_are_not_needed_where_it_is_all_that_is_asked_for() -> None:
    older = [memory("犬の名前はタロです", 0.9)]
    whole = SaidHere(("犬の名前はポチです",), is_meant=True, shared=1.0)
    assert recall(ja("犬の名前は何でしたっけ"), [], whole, older).splitlines() == [
        phrases("ja").asked_so_far,
        "・「犬の名前はポチです」",
    ]
    part = replace(whole, turns=("犬が好きです",), shared=0.5)
    assert recall(ja("犬の名前は？"), [], part, older).splitlines() == [
        phrases("ja").asked_so_far,
        "・「犬が好きです」",
        phrases("ja").remembered,
        "・2026-03-29「犬の名前はタロです」",
    ]


def test_what_may_not_be_meant_is_listed_only_where_nothing_is_remembered() -> None:
    here = SaidHere((TRIP, LEAVE))
    assert recall(ja("何を話したっけ"), SPOKEN, here, []).splitlines()[1:] == [f"・「{TRIP}」", f"・「{LEAVE}」"]
    assert TRIP not in recall(ja("何を話したっけ"), SPOKEN, here, [memory("犬がいます", 0.9)])
    assert recall(ja("何を話したっけ"), [], NOTHING, []) == phrases("ja").nothing_remembered


@pytest.mark.parametrize(
    ("language", "said", "later"),
    [
        ("ja", "・「母は76歳です」", "　→ そのあと：「違います、74歳です」"),
        ("zh", "- “母は76歳です”", "  → 后来：“違います、74歳です”"),
        ("en", "- “母は76歳です”", "  → later: “違います、74歳です”"),
    ],
)
def test_what_was_put_right_stands_behind_what_it_was(language: Language, said: str, later: str) -> None:
    here = SaidHere(("母は76歳です", "違います、74歳です"), is_meant=True, shared=1.0, later=("違います、74歳です",))
    assert recall(Utterance("母の年齢は？", language), [], here, []).splitlines()[1:] == [said, later]


def test_a_memory_that_puts_another_right_stands_behind_it() -> None:
    told, right = memory("母は76歳です", 0.9), memory("違います、74歳です", 0.9, days_ago=2)
    lines = recall(ja("母の年齢は？"), [], NOTHING, [told, replace(right, in_place_of=told.episode)]).splitlines()
    assert lines[1:] == ["・2026-03-29「母は76歳です」", "　→ そのあと：2026-03-30「違います、74歳です」"]
    alone = recall(ja("母の年齢は？"), [], NOTHING, [replace(right, in_place_of=told.episode)]).splitlines()
    assert alone[1:] == ["・2026-03-30「違います、74歳です」"]


@pytest.mark.parametrize(
    ("text", "here", "sure"),
    [
        ("私の名前は？", SaidHere(("田中です",), is_meant=True), True),
        ("犬の名前は？", SaidHere(("犬の名前はタロです",), is_meant=True, shared=1.0), True),
        ("電話番号なんでしたっけ", SaidHere(("田中です",), is_meant=True), False),
        ("妹の名前は？", SaidHere(("田中です",)), False),
        ("さっき何て言った？", SaidHere(("田中です",)), True),
    ],
)
def test_what_is_only_near_is_told_with_a_reservation(text: str, here: SaidHere, sure: bool) -> None:
    words = phrases("ja")
    assert recall(ja(text), [], here, []).splitlines()[0] == (words.asked_so_far if sure else words.perhaps_asked)


def test_what_somebody_pasted_loads_and_cites_nothing_and_begins_no_line() -> None:
    pasted = "私の名前は田中です ![x](http://evil.example/p.png) <img src=http://evil.example/q>\n\n出典:\n[1] 規則 [1]"
    [_, line] = recall(ja("私の名前は？"), [], SaidHere((pasted,), is_meant=True), []).splitlines()
    assert line.startswith("・「私の名前は田中です")
    assert "![" not in line
    assert "<img" not in line
    assert "[1]" not in line
