"""Which rows of a table are shown."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.answer.rows import as_told, in_its_place, named, names_columns, with_rows_meant
from yorisoi.language.tables import cells
from yorisoi.types import Hit, Passage

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


def meant(hits: Sequence[Hit], asked: str = "", *, whole: bool = False) -> list[Hit]:
    """Of the hits and a page that has all of their passages in order."""
    page = sorted((each.passage for each in hits), key=lambda passage: passage.id)
    return with_rows_meant(hits, page, ja(asked), whole=whole)


def told(hits: Sequence[Hit], columns: str = HEAD) -> str:
    """What stands below the columns of the first."""
    return hits[0].passage.text.removeprefix(f"{columns}|---|---|---|\n")


GAP = "| … | … | … |\n"


def test_rows_that_are_passages_are_told_together_where_they_come_as_near() -> None:
    other = hit(9, "交際費", text="1人5,000円まで。", score=5.5)
    hits = meant([row(3, ELSEWHERE, 6.0), other, row(2, CITIES, 5.0), row(1, DAILY, 1.0)])
    assert told(hits) == f"{GAP}{CITIES}{ELSEWHERE}".strip()
    assert [each.passage.id for each in hits] == [3, 9, 1]


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("日当はいくら", (DAILY,)),
        ("日当と宿泊費（その他）はそれぞれ", (DAILY, GAP, ELSEWHERE)),
        ("13,000円なのはどれ", (CITIES,)),
        ("113,000円なのはどれ", (GAP, CITIES, ELSEWHERE)),
        ("出張の宿泊費", (GAP, CITIES, ELSEWHERE)),
    ],
)
def test_rows_whose_cells_are_said_are_told_and_else_those_that_come_as_near(asked: str, rows: Sequence[str]) -> None:
    hits = [row(3, ELSEWHERE, 6.0), row(2, CITIES, 5.0), row(1, DAILY, 1.0)]
    assert told(meant(hits, asked)) == "".join(rows).strip()
    assert told(meant(hits, asked, whole=True)) == f"{DAILY}{CITIES}{ELSEWHERE}".strip()


@pytest.mark.parametrize(
    ("asked", "told_rows"),
    [
        ("体重14kgの子は何mg？", ["13kg以上15kg未満 | 130mg | 14.5mL"]),
        ("15kgだと？", ["15kg以上17kg未満 | 150mg | 16.5mL"]),
    ],
)
def test_the_row_that_bounds_a_number_that_is_said_is_told(asked: str, told_rows: Sequence[str]) -> None:
    columns = "| 体重 | 坐剤 | 水薬 |\n"
    bands = [
        "11kg以上13kg未満 | 110mg | 12.5mL",
        "13kg以上15kg未満 | 130mg | 14.5mL",
        "15kg以上17kg未満 | 150mg | 16.5mL",
    ]
    hits = [row(at, f"| {band} |\n", 6.0 - at, "用量", columns) for at, band in enumerate(bands, start=1)]
    assert told(meant(hits, asked), columns) == "\n".join(f"| {one} |" for one in told_rows)


def test_what_stands_in_several_columns_and_verbs_name_no_row() -> None:
    columns = "| 料理 | 卵 | 乳 |\n"
    rows = ["カレー | なし | あり", "親子丼 | あり | なし", "おにぎり | なし | なし", "プリン | あり | あり"]
    hits = [row(at, f"| {each} |", 9.0 - 3 * at, columns=columns) for at, each in enumerate(rows)]
    assert told(meant(hits, "卵なしのメニューはありますか"), columns) == "| カレー | なし | あり |"
    assert meant(hits[:1], "卵", whole=True)[0].passage.text.endswith("| カレー | なし | あり |")
    assert with_rows_meant(hits, [], ja("卵"), whole=True) == hits, "the page has changed"


def test_of_rows_with_what_is_said_those_are_told_that_have_most_of_it_and_of_names_within_others_the_longer() -> None:
    columns = "| 場所 | 部屋 | 料金 |\n"
    rows = ["東京 | 会議室 | 900円", "東京 | 小会議室 | 500円", "大阪 | 会議室 | 700円", "大阪 | 小会議室 | 400円"]
    hits = [row(at, f"| {each} |", 9.0 - 3 * at, columns=columns) for at, each in enumerate(rows)]
    assert "| 700円" in told(meant(hits, "大阪の会議室"), columns)
    assert told(meant(hits, "小会議室は？"), columns).count("| 小会議室 |") == 2
    assert [each.passage.id for each in meant(hits, "大阪の小会議室")] == [3, 1, 2], (
        "the best found is not what was named"
    )


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
    assert meant(hits) == hits
    assert meant(hits[::-1]) == hits[::-1]
    assert meant([]) == []


def test_an_empty_cell_is_one() -> None:
    assert cells("|利益|20||") == ["利益", "20", ""]
    assert cells("||上期|下期|") == ["", "上期", "下期"]


def test_notes_below_rows_that_are_told_together_are_told_once() -> None:
    hits = meant([row(2, f"{CITIES}\n※税込です", 6.0), row(3, f"{ELSEWHERE}\n※税込です", 5.0)])
    assert told(hits) == f"{CITIES}{ELSEWHERE}\n※税込です"


def test_nothing_is_lost_of_what_stands_below_a_table() -> None:
    hits = [row(2, f"{CITIES}\n取り消しは無料です。", 6.0), row(3, ELSEWHERE, 5.9)]
    assert meant(hits) == hits
    assert meant(hits[::-1]) == hits[::-1]


def table(*rows: str) -> list[str]:
    return [f"| {row} |\n" for row in rows]


REGULAR = table("建物 | 平日 | 土曜", "本館 | 休み | 17時", "本館 | 22時 | 17時", "別館 | 20時 | 休み")


@pytest.mark.parametrize(
    "rows",
    [
        ("建物 | 曜日 | 施錠", "本館 | 平日 | 22時", " | 土曜 | 17時"),
        ("建物 | 曜日 | 施錠", "本館 | 平日 | 22時", "〃 | 土曜 | 17時"),
        ("品名 | 単価 | 備考", "【旧価格】 | - | －", "用紙 | 2,480円 | 箱"),
        ("部屋 | 平日 |  | 休日", " | 午前 | 午後 | 終日", "もみじ | 1,200円 | 1,500円 | 3,000円"),
        ("支店 | 売上 | 人員", " | 千円 | 人", "大阪 | 455,200 | 28"),
        ("支店 | 売上 | 人員", "単位 | 千円 | 人", "大阪 | 455,200 | 28", "東京 | 12 | 45"),
        (
            "往路 | 駅発 | 工場着 | 備考",
            "5便 | 7:10 | 7:35 | -",
            "復路 | 工場発 | 駅着 | 備考",
            "5便 | 22:00 | 22:20 | -",
        ),
        ("検査 | 基準値 | 要再検査", "血糖 | 99 | 110", "女性の検査 | 女性の基準値 | 要再検査の値", "血色素 | 12 | 11"),
        ("会員 | 料金", "法人 | 9,000円", "└ 追加 | 2,000円"),
        ("部門 | 人数", "製造部 | 106人", "うち外国籍 | 9人"),
        ("講座 | 受講料 | 曜日", "書道 | 4,100円 | 月曜", "▼ 来年度の予定 | 予価 | ", "三味線 | 5,100円 | 火曜"),
        ("部門 | 人数", "製造部 | 106人", "（うち外国籍） | 9人"),
        ("Costs | 2026", "Staff | 20", "of which pensions | 3"),
        ("事業 | 売上", "飲料 | 106", "　缶 | 9"),
        ("部署 | 予算", "営業本部 | 9,000", "第一課 | 2,000", "製造本部 | 8,000", "第一課 | 3,000"),
        ("拠点 | 2024年度売上", "東京 | 9,000", "拠点 | 2024年度人員", "大阪 | 120名"),
        ("売上 | 4月", "東京 | 1250", "利益 | 4月", "大阪 | 130"),
        ("機械 | 料金", "単位 | 千円／日", "ショベル | 12", "クレーン | 要見積", "発電機 | 3"),
        ("商品 | 単価", "洗剤 | 320円", " | ", "代理店 | 手数料", "東西商事 | 12%"),
    ],
)
def test_a_table_whose_rows_do_not_say_what_they_are_of_is_told_as_a_whole(rows: tuple[str, ...]) -> None:
    assert as_told(["料金です。\n", *table(*rows), "税込です。"]) == [
        "料金です。\n",
        "".join(table(*rows)),
        "税込です。",
    ]
    assert as_told([*REGULAR, "税込です。"]) == [*REGULAR, "税込です。"]
    assert as_told([]) == []


def passages(*texts: str) -> list[Passage]:
    return [hit(number, "料金", "会費", text=text, page=1).passage for number, text in enumerate(texts, 1)]


COLUMNS = "| 会員 | 月会費 |\n|---|---|\n"
STUDENTS, ADULTS = f"{COLUMNS}| 学生 | 4,400円 |", f"{COLUMNS}| 一般 | 6,600円 |"
OLD, ALSO = "次の表は、2023年度までの会費です。", "上の会費は廃止しました。"


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ((OLD, STUDENTS, ADULTS, ALSO), f"{OLD}\n\n{STUDENTS}\n\n{ALSO}"),
        ((STUDENTS,), STUDENTS),
        ((f"{OLD}\n\n{STUDENTS}", f"{OLD}\n\n{ADULTS}"), f"{OLD}\n\n{STUDENTS}"),
        ((OLD, f"{OLD}\n\n{STUDENTS}"), f"{OLD}\n\n{STUDENTS}"),
        (("税込です。\n\n" + OLD, f"{OLD}\n\n{STUDENTS}"), f"税込です。\n\n{OLD}\n\n{STUDENTS}"),
        (("略" * 90 + f"\n\n{OLD}", f"{OLD}\n\n{STUDENTS}"), f"{OLD}\n\n{STUDENTS}"),
        (("略" * 400 + OLD, STUDENTS, ALSO + "略" * 400), None),
        (("| 別 | 表 |\n|---|---|\n| 1 | 2 |", STUDENTS), STUDENTS),
        ((STUDENTS, f"法人の会費\n\n{ADULTS}"), STUDENTS),
        ((f"個人の会費\n\n{STUDENTS}\n| 一般 | 6,600円 |", f"法人の会費\n\n{STUDENTS}"), f"法人の会費\n\n{STUDENTS}"),
        (("館内\n\n-----\n\n食堂は9時から", STUDENTS), f"館内\n\n-----\n\n食堂は9時から\n\n{STUDENTS}"),
        (("次の方は半額です。下記の方は無料です。", STUDENTS), f"次の方は半額です。下記の方は無料です。\n\n{STUDENTS}"),
    ],
)
def test_a_row_is_told_between_what_stands_around_its_table(page: tuple[str, ...], told: str | None) -> None:
    found = passages(*page)
    first = next(each for each in reversed(found) if each.text.endswith(STUDENTS))
    placed = in_its_place(Hit(passage=first, score=1.0, legs={}), found, 1000)
    assert placed
    text = placed.passage.text
    assert text == told if told else text.startswith("…略") and OLD in text and ALSO in text and text.endswith("略…")


@pytest.mark.parametrize(
    "note", ["次の額の2割増しとする。", "体重は以下のとおり量ります。", "Not for a weight below 40 kg."]
)
def test_a_note_behind_a_table_is_told_unless_another_table_follows_it(note: str) -> None:
    def placed(*texts: str) -> str:
        found = passages(*texts)
        told = in_its_place(Hit(passage=found[0], score=1.0, legs={}), found, 1000)
        assert told
        return told.passage.text

    assert placed(f"{STUDENTS}\n\n{note}") == f"{STUDENTS}\n\n{note}"
    assert placed(f"{STUDENTS}\n\n{note}", "窓口へ。").startswith(f"{STUDENTS}\n\n{note}")
    assert placed(f"{STUDENTS}\n\n次のとおりです。", "| 別 | 表 |\n|---|---|\n| 1 | 2 |") == STUDENTS


def test_rows_that_are_left_out_between_those_that_are_told_are_marked() -> None:
    rows, columns = [f"| {month}月 | 資源 |" for month in range(1, 6)], "| 月 | 種類 |\n|---|---|\n"
    found = passages(*(f"{columns}{row}" for row in rows))

    def of_months(asked: str) -> str:
        [hit] = with_rows_meant([Hit(passage=found[0], score=1.0, legs={})], found, ja(asked), whole=False)
        placed = in_its_place(hit, found, 1000)
        assert placed
        return placed.passage.text.removeprefix(columns).replace("| … | … |", "…").replace(" | 資源 |", "")

    assert of_months("2月と4月") == "…\n| 2月\n…\n| 4月\n…"
    assert of_months("1月、2月、5月は") == "| 1月\n| 2月\n…\n| 5月"
    assert of_months("資源の日") == "\n".join(rows).replace(" | 資源 |", "")
    assert of_months("3月は？") == "| 3月", "one was asked for"
    assert of_months("13月は？") == "| 1月", "none was named"


def test_nobody_is_sure_of_a_table_whose_rows_are_more_than_there_is_room_for() -> None:
    found = passages(*(f"{COLUMNS}| 会員{number} | {number}円 |" for number in range(100)))
    one, every = (
        with_rows_meant([Hit(passage=found[0], score=1.0, legs={})], found, ja("会員"), whole=whole)
        for whole in (False, True)
    )
    assert in_its_place(one[0], found, 1000)
    assert in_its_place(every[0], found, 1000) is None


def test_of_a_table_that_was_torn_for_its_size_all_is_told_or_nobody_is_sure() -> None:
    rows = "| 平日 | |\n| 学生 | 400円 |", "| 一般 | 600円 |\n| 土日 | |", "| 学生 | 500円 |\n| 一般 | 700円 |"
    found = passages(f"{OLD}\n\n{COLUMNS}{rows[0]}", *(f"{COLUMNS}{each}" for each in rows[1:]), "別の話。")
    for each in found[:3]:
        placed = in_its_place(Hit(passage=each, score=1.0, legs={}), found, 1000)
        assert placed
        assert placed.passage.text == "\n".join((f"{OLD}\n\n{COLUMNS}{rows[0]}", *rows[1:])) + "\n\n別の話。"
        assert in_its_place(Hit(passage=each, score=1.0, legs={}), found, 100) is None
    found = passages(f"{COLUMNS}{rows[0]}", f"{COLUMNS}| 平日 | |\n| … | … |\n| 一般 | 600円 |\n| 土日 | |")
    assert in_its_place(Hit(passage=found[0], score=1.0, legs={}), found, 1000) == Hit(
        passage=replace(found[0], text=f"{COLUMNS}{rows[0]}\n| 一般 | 600円 |\n| 土日 | |"), score=1.0, legs={}
    ), "what is said again where rows go on stands once"
    [other] = passages("表のない文。\n\n-----\n\nほかの文。")
    assert in_its_place(Hit(passage=other, score=1.0, legs={}), [other], 10) == Hit(passage=other, score=1.0, legs={})
    assert not names_columns(other)


def test_a_row_is_told_with_what_stands_in_brackets_above_its_table() -> None:
    assert named(["売上（単位：百万円）\n\n", *REGULAR], 3) == "本館 — 平日: 22時 | 土曜: 17時（単位：百万円）"
    assert named(["売上は（仮に）こうです。\n\n", *REGULAR], 3) == "本館 — 平日: 22時 | 土曜: 17時"
