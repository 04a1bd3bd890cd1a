"""Which rows of a table are shown."""

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.rows import above, cells, heads, named, with_rows_as_near
from yorisoi.types import Hit

HEAD = "| 区分 | 一般社員 | 課長以上 |\n"
DAILY, CITIES, ELSEWHERE = (
    f"| {row} |\n"
    for row in (
        "日当 | 2,500円 | 3,000円",
        "宿泊費（東京、大阪） | 13,000円 | 15,000円",
        "宿泊費（その他） | 11,000円 | 12,500円",
    )
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


def table(*rows: str) -> list[str]:
    return [f"| {row} |\n" for row in rows]


LOCKED = table("建物 | 曜日 | 施錠", "本館 | 平日 | 22時", "別館 | 平日 | 20時", " | 土曜 | 17時", "〃 | 日曜 | 15時")
PRICED = table(
    "品名 | 単価 | 備考", "【旧価格】 | - | －", "用紙 | 2,480円 | 箱", "【新価格】 | - | －", "用紙 | 2,980円 | 箱"
)
ROOMS = table("部屋 | 平日 |  | 休日", " | 午前 | 午後 | 終日", "もみじ | 1,200円 | 1,500円 | 3,000円")


@pytest.mark.parametrize(
    ("said", "at", "of"),
    [
        (LOCKED, 1, [0]),
        (LOCKED, 3, [0, 2]),
        (LOCKED, 4, [0, 2, 3]),
        (PRICED, 2, [0, 1]),
        (PRICED, 4, [0, 3]),
        (PRICED, 3, [0]),
        (ROOMS, 2, [0, 1]),
        (ROOMS, 1, [0]),
        (ROOMS, 0, []),
        (["実費です。", "税込です。"], 1, []),
    ],
)
def test_a_row_is_told_below_all_that_says_what_it_is_of(said: list[str], at: int, of: list[int]) -> None:
    assert above(said, at) == of
    assert bool(named(said, at)) == (of == [0] and cells(said[at])[0] != "")
