"""What the user picks of the choices, by number or by words."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

import pytest
from tests.unit.dialogue.conversations import ja

from yorisoi.dialogue.clarify.picking import passed_over, picked, picked_of, with_choices, with_what_is_picked
from yorisoi.language import Utterance, detect_language
from yorisoi.types import Action, Choice, Language, Turn

OFFERED = (
    Choice(text="年次有給休暇", source="leave/annual.md"),
    Choice(text="子の看護休暇", source="leave/nursing.md"),
    Choice(text="慶弔休暇", source="leave/condolence.md"),
)


def spoken(reply: str) -> Language:
    """Of a bare number, the language of what was said before."""
    return detect_language(reply, "ja")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("2", 1),
        ("２", 1),
        ("2番", 1),
        ("二番目です", 1),
        ("2つ目でお願いします", 1),
        ("子の看護休暇", 1),
        ("子の看護休暇です。", 1),
        ("慶弔休暇でお願いします", 2),
        ("the second one", 1),
        ("1.", 0),
        ("看護です", 1),
        ("看護だと？", 1),
        ("慶弔の場合は？", 2),
        ("慶弔なら", 2),
        ("有給の方です", 0),
        ("我选第2个", 1),
        ("2 please", 1),
        ("あ、二番目のやつだ", 1),
        ("那就第二个吧", 1),
        ("oh, the second one", 1),
        ("2nd", 1),
        ("(2)", 1),
        ("（２）", 1),
        ("❷", 1),
        ("2️⃣", 1),
        ("③\u20e3", 2),
    ],
)
def test_a_choice_can_be_picked_by_number_or_by_words(reply: str, expected: int) -> None:
    assert picked(reply, OFFERED, spoken(reply)) is OFFERED[expected]


@pytest.mark.parametrize(
    "reply",
    [
        "4",
        "0",
        "子の看護休暇は何日取れますか",
        "年次有給休暇と慶弔休暇",
        "休暇",
        "はい",
        "わかりません",
        "2日休みたい",
        "子の看護休暇はいつまで",
        "看護だと何日？",
        "それだと？",
    ],
)
def test_a_reply_that_says_more_or_less_than_a_choice_picks_none(reply: str) -> None:
    assert picked(reply, OFFERED, spoken(reply)) is None


def turn(speaker: Literal["user", "assistant"], action: Action | None = None, *choices: Choice) -> Turn:
    return Turn(speaker=speaker, text="…", at=datetime(2026, 1, 1, tzinfo=UTC), action=action, choices=choices)


def test_what_was_offered_since_the_last_answer_is_not_offered_again() -> None:
    office = Choice(text="東京本社", source="tokyo.md", attribute="勤務地")
    asked = [
        turn("user"),
        turn("assistant", Action.ASK, OFFERED[0]),
        turn("user"),
        turn("assistant", Action.ASK, office),
    ]
    assert passed_over(asked) == {"年次有給休暇"}
    assert passed_over([*asked, turn("user"), turn("assistant", Action.SEARCH)]) == frozenset()


def test_choices_are_numbered_below_the_question() -> None:
    assert with_choices("どれですか。", OFFERED[:2]) == "どれですか。\n1. 年次有給休暇\n2. 子の看護休暇"


def test_each_may_have_a_line_behind_its_name() -> None:
    lines = ["年に20日です。", ""]
    assert with_choices("どれですか。", OFFERED[:2], lines) == (
        "どれですか。\n1. 年次有給休暇 — 年に20日です。\n2. 子の看護休暇"
    )


@pytest.mark.parametrize(
    ("reply", "place"),
    [("2", "慶弔休暇 > 日数"), ("あ、二番目のやつだ", "慶弔休暇 > 日数"), ("3", None), ("2日です", None)],
)
def test_of_the_sections_that_an_answer_lists_one_is_picked_by_its_number(reply: str, place: str | None) -> None:
    text = "近いのは次のところです。\n- 病気休暇 [1] 年に10日です。\n- 慶弔休暇 > 日数 [2] 5日です。"
    answered = Turn(speaker="assistant", text=text, at=datetime(2026, 4, 1, tzinfo=UTC), action=Action.SEARCH)
    choice = picked_of(ja(reply), answered)
    assert (choice and choice.text) == place


def test_no_number_picks_nothing_whatever_a_history_lists() -> None:
    text = f"- 就業規則 [0] 本則です。\n- 退職 [{'9' * 5000}] 別表です。"
    brought = Turn(speaker="assistant", text=text, at=datetime(2026, 4, 1, tzinfo=UTC), action=Action.SEARCH)
    assert picked_of(ja("有給休暇は何日ですか"), brought) is None
    assert picked_of(ja("2"), brought) is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("二番目のやつ、おばあちゃんでも使える？", "慶弔休暇 日数 おばあちゃんでも使える?"),
        ("２番は何日まで？", "慶弔休暇 日数 何日まで?"),
        ("じゃあ1つ目の方は契約社員でもいい？", "病気休暇 契約社員でもいい?"),
        ("2番の、いくら？", "慶弔休暇 日数 いくら?"),
        ("第二个要多少钱？", "慶弔休暇 日数 要多少钱?"),
        ("for number 2, when is it due?", "慶弔休暇 日数 when is it due?"),
        ("the second one, does it cost anything?", "慶弔休暇 日数 does it cost anything?"),
        ("9番のやつ、いつまで？", "9番のやつ、いつまで？"),
        ("❷番のやつ、いつまで？", "慶弔休暇 日数 いつまで?"),
        ("一番近い駅は？", "一番近い駅は？"),
        ("2日前に言えばいい？", "2日前に言えばいい？"),
        ("第一次去要带什么", "第一次去要带什么"),
        ("first, how do I apply?", "first, how do I apply?"),
        ("2番", "2番"),
    ],
)
def test_a_number_stands_for_what_it_names_where_something_is_asked_of_it(said: str, meant: str) -> None:
    text = "近いのは次のところです。\n- 病気休暇 [1] 年に10日です。\n- 慶弔休暇 > 日数 [2] 5日です。"
    answered = Turn(speaker="assistant", text=text, at=datetime(2026, 4, 1, tzinfo=UTC), action=Action.SEARCH)
    assert with_what_is_picked(Utterance(said, spoken(said)), answered).text == meant


def test_of_the_choices_too() -> None:
    asked = Turn(speaker="assistant", text="?", at=datetime(2026, 4, 1, tzinfo=UTC), action=Action.ASK, choices=OFFERED)
    assert with_what_is_picked(ja("2番のやつは半日でも取れる？"), asked).text == "子の看護休暇 半日でも取れる?"


def test_a_first_sentence_picks_and_the_rest_belongs_to_the_question() -> None:
    asked = Turn(speaker="assistant", text="?", at=datetime(2026, 4, 1, tzinfo=UTC), action=Action.ASK, choices=OFFERED)
    choice = picked_of(ja("子の看護休暇のほうです。来週の水曜に休みたいんですけど"), asked)
    assert choice == replace(OFFERED[1], text="子の看護休暇 来週の水曜に休みたいんですけど")
    assert picked_of(ja("2番です。急ぎです。"), asked) == replace(OFFERED[1], text="子の看護休暇 急ぎです。")
    for said in (
        "看護の話ではないです。子の看護休暇のほうです",
        "子の看護休暇ではありません。年次有給休暇のほうです。",
        "子の看護休暇は済みました。年休を取りたいです。",
        "子の看護休暇じゃなくて。年次有給休暇です。",
        "1番。いや、2番です。",
        "子の看護休暇？いいえ、年次有給休暇のことです。",
    ):
        assert picked_of(ja(said), asked) is None, said


def test_what_several_sections_of_a_page_have_in_common_is_the_page() -> None:
    sections = [Choice(text=f"年假（上海）：{heading}", source="zh/annual.md") for heading in ("天数", "申请方法")]
    others = [*sections, Choice(text="病假：天数", source="zh/sick.md")]
    assert picked("年假吧", others, "zh") == Choice(text="年假", source="zh/annual.md")
    assert picked("天数", others, "zh") is None
