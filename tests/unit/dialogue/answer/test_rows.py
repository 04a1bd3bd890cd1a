"""Which rows of a table are shown."""

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.rows import cells, heads, named, with_rows_as_near, with_rows_asked_for
from yorisoi.types import Hit, Language

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


def row(number: int, text: str, score: float, section: str = "金額", columns: str = HEAD) -> Hit:
    return hit(number, "国内出張", section, text=f"{columns}|---|---|---|\n{text}".strip(), score=score, page=1)


def test_rows_that_are_passages_are_told_together_where_they_come_as_near() -> None:
    other = hit(9, "交際費", text="1人5,000円まで。", score=5.5)
    hits = [row(3, ELSEWHERE, 6.0), other, row(2, CITIES, 5.0), row(1, DAILY, 1.0)]
    first, *rest = with_rows_as_near(hits)
    assert first.passage.text == f"{HEAD}|---|---|---|\n{CITIES}{ELSEWHERE}".strip()
    assert [each.passage.id for each in (first, *rest)] == [3, 9, 1]


@pytest.mark.parametrize(
    "other",
    [
        row(2, CITIES, 5.9, "海外"),
        row(2, CITIES + ELSEWHERE, 5.9),  # of which nobody knows whether it is the same table
        row(2, CITIES, 5.9, columns="| 区分 | 夏 | 冬 |\n"),
        hit(2, "国内出張", "金額", page=1),
    ],
)
def test_rows_of_another_table_and_other_text_stay_by_themselves(other: Hit) -> None:
    hits = [row(1, DAILY, 6.0), other]
    assert with_rows_as_near(hits) == hits
    assert with_rows_as_near(hits[::-1]) == hits[::-1]
    assert with_rows_as_near([]) == []


def test_where_a_row_says_what_those_below_it_are_of_all_stay() -> None:
    prices = "".join(
        f"| {group} |  |  |\n| 大人 | {price}円 |  |\n" for group, price in (("宿泊", 8000), ("日帰り", 2000))
    )
    text = f"| 区分 | 料金 | 備考 |\n{prices}"
    shown = with_rows_asked_for(hit(1, "入館料", text=text).passage, "日帰りの大人はいくら", "", "ja")
    assert shown.text == text.strip()


def test_an_empty_cell_is_one() -> None:
    assert cells("|利益|20||") == ["利益", "20", ""]
    assert cells("||上期|下期|") == ["", "上期", "下期"]


def test_rows_below_a_blank_one_are_of_columns_that_nobody_knows() -> None:
    said = [*map("| {} |\n".format, ("商品 | 単価", "洗剤 | 320円", " | ", "代理店 | 手数料", "東西商事 | 12%"))]
    assert heads(said) == [0, 0, 2, 3, 4]
    assert [named(said, at) for at in (1, 4)] == ["洗剤 — 単価: 320円", ""]


def test_notes_below_rows_that_are_told_together_are_told_once() -> None:
    first, *_ = with_rows_as_near([row(2, f"{CITIES}\n※税込です", 6.0), row(3, f"{ELSEWHERE}\n※税込です", 5.0)])
    assert first.passage.text == f"{HEAD}|---|---|---|\n{CITIES}{ELSEWHERE}\n※税込です"


def test_nothing_is_lost_of_what_stands_below_a_table() -> None:
    hits = [row(2, f"{CITIES}\n取り消しは無料です。", 6.0), row(3, ELSEWHERE, 5.9)]
    assert with_rows_as_near(hits) == hits
    assert with_rows_as_near(hits[::-1]) == hits[::-1]


def test_where_a_cell_means_the_one_above_all_rows_stay() -> None:
    text = "| 曜日 | 担当 |\n| 木曜 | 鈴木 |\n| 金曜 | 高橋 |\n| 土曜 | 同上 |"
    assert with_rows_asked_for(hit(1, "当番", text=text).passage, "土曜の担当は？", "", "ja").text == text
