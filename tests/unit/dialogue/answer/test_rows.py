"""Which rows of a table are shown."""

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.rows import with_rows_asked_for
from yorisoi.types import Language

HEAD = "| 区分 | 一般社員 | 課長以上 |\n"
DAILY, CITIES, ELSEWHERE = (
    f"| {row} |\n"
    for row in (
        "日当 | 2,500円 | 3,000円",
        "宿泊費（東京、大阪） | 13,000円 | 15,000円",
        "宿泊費（その他） | 11,000円 | 12,500円",
    )
)
AFTER = "\n実費です。"


def shown(said: str, question: str = "", language: Language = "ja") -> str:
    table = HEAD + "|---|---|---|\n" + DAILY + CITIES + ELSEWHERE + AFTER
    passage = hit(1, "国内出張", "金額", text=table).passage
    return with_rows_asked_for(passage, said, question or said, language).text


@pytest.mark.parametrize(
    ("said", "question", "rows"),
    [
        ("宿泊費はいくら？", "", CITIES + ELSEWHERE),
        ("日当は？", "宿泊費はいくら？ 日当は？", DAILY + "\n"),
        ("課長は？", "大阪の宿泊費は？ 課長は？", CITIES + "\n"),  # a column's name beside a row's
        ("大阪は？", "宿泊費はいくら？ 大阪は？", CITIES + "\n"),
        ("いくら？", "日当はいくら？", DAILY + "\n"),  # names nothing itself
    ],
)
def test_those_rows_are_shown_that_are_asked_for(said: str, question: str, rows: str) -> None:
    assert shown(said, question) == HEAD + rows.rstrip("\n") + "\n" + AFTER


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("タクシー代は？", "宿泊費はいくら？ タクシー代は？"),  # asks for what the table has not
        ("国内出張の金額は？", ""),  # stands above the table, and tells no rows apart
        ("3,000円くらい？", ""),  # of a number nobody knows what it counts
        ("", ""),
    ],
)
def test_else_all_are(said: str, question: str) -> None:
    assert shown(said, question) == HEAD + DAILY + CITIES + ELSEWHERE + AFTER


def test_of_rows_that_are_asked_for_alike_those_are_shown_that_name_the_reader() -> None:
    passage = hit(1, "国内出張", "金額", text=HEAD + DAILY + CITIES + ELSEWHERE).passage
    for said, rows in (("宿泊費は？", CITIES), ("日当は？", DAILY)):
        assert with_rows_asked_for(passage, said, said, "ja", ["大阪支社", "大阪"]).text == HEAD + rows


def test_a_verb_tells_no_rows_apart() -> None:
    rows = "| ごみ | 曜日 |\n| 燃えるごみ | 月・木 |\n| 燃えないごみ | 第2水曜 |\n| 古紙・段ボール | 第1金曜 |"
    passage = hit(1, "出し方", text=rows).passage
    assert with_rows_asked_for(passage, "燃えないゴミはいつ？", "燃えないゴミはいつ？", "ja").text == rows
    assert "古紙" in (paper := with_rows_asked_for(passage, "ダンボールは？", "ダンボールは？", "ja").text)
    assert "燃え" not in paper


def test_of_a_short_table_all_rows_are_shown() -> None:
    short = HEAD + DAILY + CITIES
    assert (
        with_rows_asked_for(hit(1, "国内出張", text=short).passage, "日当は？", "日当は？", "ja").text == short.strip()
    )
