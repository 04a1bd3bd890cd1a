"""Documents into passages: along headings and sentences, whole where possible, and never a word lost."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from yorisoi.documents import DocumentsConfig, LoadedDocument, Piece, split
from yorisoi.documents.blocks import sections
from yorisoi.documents.pack import LEADING_LINE, MOST_ROWS, ROWS_APART, cut
from yorisoi.documents.size import size

CONFIG = DocumentsConfig()
QUOTED = "社員は「明日は休みます。よろしくお願いします。」と上長に伝えてください。"
PLAIN = "そのうえで、勤怠システムに休暇の種別と理由を登録します。"


def passages(text: str, title: str = "休暇", **sizes: int) -> list[Piece]:
    return split(LoadedDocument(title=title, text=text, language="ja"), DocumentsConfig(**sizes))


def texts(text: str, **sizes: int) -> list[str]:
    return [piece.text for piece in passages(text, **sizes)]


def rows(count: int) -> str:
    head = "| 種別 | 日数 |\n|-|-|\n"
    return head + "".join(f"| 休暇{i} | 入社{i}年目から取得でき、半日単位にも分けられます |\n" for i in range(count))


def test_a_page_within_the_target_is_one_passage():
    assert texts(QUOTED + "\n\n" + PLAIN) == [f"{QUOTED}\n\n{PLAIN}"]


def test_a_heading_that_is_called_as_the_page_is_the_title_where_all_else_stands_below_it():
    below = f"# 休暇\n\n{PLAIN}\n\n## 日数\n\n{QUOTED}\n"
    assert [piece.section for piece in passages(below)] == [(), ("日数",)]
    assert [piece.section for piece in passages(below.replace("## ", "# "))] == [("休暇",), ("日数",)]


def test_what_only_says_the_title_again_is_no_passage_unless_it_is_all_there_is():
    page = f"**休暇**\n\n## 日数\n\n{QUOTED}\n"
    assert [piece.text for piece in passages(page)] == [QUOTED]
    assert [piece.text for piece in passages("休暇\n")] == ["休暇"]


def test_a_heading_too_long_for_one_is_a_paragraph_and_stands_above_nothing():
    words = "長い見出しの言葉" * 5_000
    for page in (f"# {words}\n\n## 節\n\n{QUOTED}\n", f"{words}\n====\n\n## 節\n\n{QUOTED}\n"):
        found = passages(page)
        assert all(len(heading) <= 300 for piece in found for heading in piece.section)
        assert "".join(piece.text for piece in found).count("長い見出しの言葉") == 5_000


def test_a_heading_is_as_long_as_it_is_read():
    ligatures = "\ufdfa" * 250
    for page in (f"# {ligatures}\n\n{QUOTED}\n", f"{ligatures}\n====\n\n{QUOTED}\n"):
        found = passages(page)
        assert not any(piece.section for piece in found)
        assert ligatures in "".join(piece.text for piece in found)


def test_each_passage_knows_the_headings_above_it_without_the_title():
    found = passages(f"# 休暇\n\n{QUOTED * 2}\n\n## 年休\n\n### 申請\n\n{QUOTED * 2}\n\n## 慶弔 ##\n\n{PLAIN * 3}\n")
    assert [piece.section for piece in found] == [(), ("年休", "申請"), ("慶弔",)]


def test_underlined_headings_count_and_lines_of_code_do_not():
    found = passages(f"休暇\n===\n\n年休\n---\n\n{PLAIN * 3}\n\n```sh\n# 見出しではない\n```\n\n{PLAIN}\n")
    assert [piece.section for piece in found] == [("年休",)]
    assert "# 見出しではない" in found[0].text


def test_quotations_stay_whole():
    found = texts((QUOTED + PLAIN) * 30)
    assert len(found) > 3
    for text in found:
        assert text.endswith("。")
        assert text.count("「") == text.count("」")
        assert text.startswith(("社員は「", "そのうえで"))


def test_passages_are_filled_to_the_target_and_no_further():
    sizes = [size(text) for text in texts(PLAIN * 100)]
    assert all(CONFIG.target - size(PLAIN) < each <= CONFIG.target for each in sizes[:-1])


def test_a_small_rest_is_added_to_the_passage_before():
    assert len(texts(PLAIN * 12)) == 1
    assert CONFIG.target < size(PLAIN * 12) < CONFIG.maximum


def test_of_a_larger_table_each_row_is_a_passage_under_its_header():
    found = texts(f"{QUOTED * 3}\n\n次の表のとおりです：\n\n{rows(60)}\n{PLAIN * 3}")
    assert found[0] == QUOTED * 3
    for text in found[1:-1]:
        assert text.startswith("次の表のとおりです：\n\n| 種別 | 日数 |\n|-|-|\n| 休暇")
        assert text.count("| 種別 |") == 1
        assert text.endswith("|")
    assert [re.findall(r"休暇\d+", text) for text in found] == [[], *([f"休暇{i}"] for i in range(60)), []]
    assert found[-1] == PLAIN * 3


@pytest.mark.parametrize(
    ("above", "lead"),
    [
        ("表2　大阪\n\n（単位：円）", "表2　大阪\n\n（単位：円）\n\n"),
        ("繁忙期の料金\n\n※8月10日から8月18日まで", "繁忙期の料金\n\n※8月10日から8月18日まで\n\n"),
        (
            "繁忙期は次の料金です。\n\n※税込です。\n\n※前払いです。",
            "繁忙期は次の料金です。\n\n※税込です。\n\n※前払いです。\n\n",
        ),
        ("この料金は別です。\n\n表2　大阪", "表2　大阪\n\n"),
        (QUOTED, f"{QUOTED}\n\n"),
        (QUOTED * 4, ""),  # no last sentence, whatever that is
        (f"繁忙期\n\n※{QUOTED * 4}", ""),
    ],
)
def test_what_stands_right_before_a_larger_table_stands_whole_before_each_row_or_not_at_all(above, lead):
    found = texts(f"{PLAIN * 6}\n\n{above}\n\n{rows(20)}")
    assert all(text.startswith(f"{lead}| 種別 |") for text in found[-20:])
    assert all(line in "\n".join(found) for line in above.splitlines())


def test_what_stands_before_a_larger_table_gives_way_to_a_long_header():
    names = "".join(f" | {kind}の料金（税込、送料別）" for kind in "一二三四五六七八九十")
    held = "".join(f"| 第{i}営業所{' | 1,000円' * 10} |\n" for i in range(9))
    first, *found = texts(f"{QUOTED * 3}\n\n| 営業所{names} |\n|{'-|' * 11}\n{held}")
    assert first == QUOTED * 3
    assert len(found) == 9
    assert all(text.startswith("| 営業所 | 一の料金") for text in found)


@pytest.mark.parametrize(
    ("below", "told"),
    [
        ("価格はすべて税抜です。", ""),  # it may lead in what follows
        ("※税抜です\n\n（※1）前払いです", "※税抜です\n\n（※1）前払いです"),
        (f"※{PLAIN * 3}", ""),
        ("別館の料金", ""),
        (PLAIN * 3, ""),
    ],
)
def test_notes_below_a_larger_table_are_told_with_each_row(below, told):
    *found, last = texts(f"{rows(20)}\n{below}\n\n- 一\n- 二\n")
    assert all(text.endswith(f"|\n\n{told}" if told else "|") for text in found)
    assert last.startswith(below)


@pytest.mark.parametrize(
    ("below", "is_told"),
    [
        ("価格はすべて税抜です。", True),
        ("- ※税抜です\n- ※前払いです", True),
        ("- ※税抜です\n- 前払いです", False),
    ],
)
def test_what_ends_a_section_below_a_larger_table_may_be_its_notes(below, is_told):
    found = texts(f"{rows(20)}\n{below}\n")
    assert [text.endswith(f"|\n\n{below}") for text in found[:20]] == [is_told] * 20
    assert below in found[-1]


PRICES = [f"| 第{i}会議室（机と椅子の使用を含みます） | {i}00円 | {i}50円 |\n" for i in range(1, 31)]


@pytest.mark.parametrize("heading", ["| 休日 |  |  |\n", "| 休日 | 休日 | 休日 |\n", "| 休日 | 大人 | 子ども |\n"])
@pytest.mark.parametrize("at", range(4, 16))
def test_a_heading_among_rows_stands_above_those_below_it_in_each_text(heading, at):
    header = "| 場所 | 大人 | 子ども |\n|-|-|-|\n"
    found = texts(header + "".join([*PRICES[:at], heading, *PRICES[at:]]))
    assert len(found) > 2
    for text in found:
        assert not text.endswith(heading.strip())
        assert text.count(heading.strip()) == any(row.strip() in text for row in PRICES[at:])
        assert text.startswith(header)
    assert sum(text.count("会議室") for text in found) == 30


def test_rows_below_a_heading_stay_together_or_are_marked_where_they_go_on():
    header, gap = "| 場所 | 大人 | 子ども |\n|-|-|-|\n", "| … | … | … |\n"
    short = "".join(f"| {area} | | |\n{''.join(PRICES[:4])}" for area in ("東京", "大阪", "京都"))
    assert all(sum(row in text for row in PRICES[:4]) == 4 for text in texts(header + short))
    found = texts(f"{header}| 東京 | | |\n{''.join(PRICES)}")
    assert found[0].startswith(f"{header}| 東京 | | |\n{PRICES[0]}")
    assert all(text.startswith(f"{header}| 東京 | | |\n{gap}") for text in found[1:])


def test_a_table_whose_cells_point_at_notes_too_long_to_repeat_is_not_torn():
    table = rows(12).replace("| 休暇1 ", "| 休暇1（※1） ", 1)
    long = "※1 契約社員は、これに一律で二日を加えた日数を取ることができますので、詳しくは人事部にお尋ねください。\n" * 3
    assert size(table) > ROWS_APART
    assert "※1" in table
    assert sum("|-|" in text for text in texts(f"{table}\n※1 税込。\n")) == 12
    assert sum("|-|" in text for text in texts(f"{table}\n{long}")) < 3


def test_a_note_among_rows_is_no_heading():
    found = texts("".join(["| 場所 | 大人 | 子ども |\n|-|-|-|\n", "| ※税込です |  |  |\n", *PRICES]))
    assert "".join(found).count("※税込") == 1


def test_a_blank_row_right_below_the_header_parts_nothing():
    header = "| 場所 | 大人 | 子ども |\n|-|-|-|\n"
    found = texts("".join([header, "| | | |\n", *PRICES]))
    assert all(text.startswith(header) for text in found)


@pytest.mark.parametrize("heading", ["| 注射 | | |\n", "| **注射** | | |\n"])
def test_a_heading_that_begins_like_a_note_is_none_of_those_above_it(heading):
    header = "| 場所 | 大人 | 子ども |\n|-|-|-|\n"
    found = texts("".join([header, "| 検査 | | |\n", *PRICES[:8], heading, *PRICES[8:]]))
    later = [text for text in found if PRICES[20] in text]
    assert later
    assert all(heading in text and "検査" not in text for text in later)


def test_a_heading_is_not_repeated_where_rows_lack_cells():
    header = "| 場所 | 大人 | 子ども |\n|-|-|-|\n"
    found = texts("".join([header, "| 東京 | | |\n", *PRICES[:8], "| 大阪 | | 全店共通 |\n", *PRICES[8:]]))
    assert sum("東京" in text for text in found) == 1


@pytest.mark.parametrize("first", ["| 備品 | 1回 | 1日 |\n", "| 備品 |  |  |\n"])
def test_below_a_blank_row_nothing_stands_below_the_header_above_it(first):
    header = "| 場所 | 大人 | 子ども |\n|-|-|-|\n"
    found = texts("".join([header, *PRICES[:5], "| | | |\n", first, *PRICES[5:]]))
    assert len(found) > 2
    assert [header in text for text in found] == [True, *[False] * (len(found) - 1)]
    assert all(text.startswith(f"{first}\n| 第") for text in found[1:])
    assert [text.count(first) for text in found] == [1] * len(found)
    assert not any(row in text for text in found for row in (f"{first}|", "会議室|", "| | |"))
    assert sum(text.count("会議室") for text in found) == 30


def test_what_dittos_mean_stands_above_them_in_each_text():
    dittos = [f"| 第{i}会議室（机と椅子の使用を含みます） | {i}階 | 〃 |\n" for i in range(2, 25)]
    other = "| 講堂 | 〃 | 無料 |\n"  # of what the next ones mean each stands in another row
    whole = "| 第1会議室 | 1階 | 要予約 |\n"
    header = "| 場所 | 階 | 予約 |\n|-|-|-|\n"
    found = texts("".join([header, whole, *dittos, other, *dittos]))
    assert len(found) > 3
    for text in found:
        above = text.partition("| 〃 |\n")[0].removeprefix(header)
        assert above.startswith((whole, other, f"{dittos[-1]}{other}"))
    assert texts("".join([header, *dittos]))[1].startswith(f"{header}| 第")


@pytest.mark.parametrize(
    "table",
    [
        "| 区分と条件 | 料金（税込） |\n|-|-|\n"
        + "| 【日帰り】 |  |\n| 大人（中学生から） | 2,000円 |\n| 小学生 | 半額 |\n" * 8,
        "| 支店 | 売上高 | 売上高 |\n|-|-|-|\n| 支店 | 上期 | 下期 |\n" + "| 大阪支店の合計 | 1,385 | 1,145 |\n" * 9,
        "| 2026年度 支店別実績 |  |\n|-|-|\n| 支店 | 上期 |\n" + "| 大阪支店の合計 | 1,385 |\n" * 12,
        "| 年度 | 売上 | 利益 |\n|-|-|-|\n|  | （千円） | （円） |\n"
        + "| 第12期（令和7年度） | 20,181 | 1,145 |\n" * 9,
        "| 月 | 行事 | 場所 |\n|-|-|-|\n| 八月 |  |  |\n" + "| 九月 | 運動会と敬老会 | 園庭 |\n" * 12,
        "| 月 | 行事 | 場所 |\n|-|-|-|\n" + "| 九月 | 運動会と敬老会 | 園庭 |\n| 十月 |  | 講堂 |\n" * 8,
        "| 月 | 行事 | 場所 |\n|-|-|-|\n" + "| 九月 | 運動会と敬老会 | 園庭 |\n| 十月 | 〃 | 講堂 |\n" * 8,
        "| 月 | 行事 | 場所 |\n|-|-|-|\n"
        + "| 九月 | 運動会と敬老会 | 園庭 |\n| 十月 | 遠足 | 同上（雨天は講堂） |\n" * 6,
        "| Room | Price | Note |\n|-|-|-|\n"
        + "| Finch room on the first floor | 20 | Ask us |\n| Wren | 30 | (Ditto) |\n" * 8,
        "| 部屋 | 大人 | 備考 |\n|-|-|-|\n| 【素泊まり】 |  | 食事は付きません |\n"
        + "| 松の間 | 8,000円 | 定員は四名です |\n" * 8,
        "| 項目 | 四月 | 備考 |\n|-|-|-|\n| 単位 | 千円 | 四捨五入しています |\n"
        + "| 売上 | 12,000 | 店が増えました |\n" * 9,
        "| 平日 | 大人 | 備考 |\n|-|-|-|\n"
        + "| 入場料 | 1,000円 | 再入場できます |\n" * 7
        + "| 土日祝 | 大人 | 備考 |\n| 入場料 | 1,300円 | 再入場できます |\n",
        "| 場所 | 大人 | 備考 |\n|-|-|-|\n| 休日 | 休日 | 休日 |\n" + "| 入場料 | 1,000円 | 再入場できます |\n" * 9,
        "| 平日 | 大人 | 備考 |\n|-|-|-|\n"
        + "| 入場料 | 1,000円 | 再入場できます |\n" * 7
        + "||||\n| 土日祝 | おとな | ほか |\n| 入場料 | 1,300円 | 再入場できます |\n",
    ],
)
def test_a_table_whose_rows_do_not_stand_by_themselves_is_not_torn_into_them(table):
    assert size(table) > ROWS_APART
    assert "".join(texts(table)).count("|-|") < 4


@pytest.mark.parametrize(
    ("between", "begins"),
    [
        ("繁忙期の料金\n\n※8月10日から", "繁忙期の料金\n\n※8月10日から\n\n| 種別"),
        ("- 市外の方", "- 市外の方\n\n| 種別"),
        ("上記の料金には朝食を含みます。", "| 種別"),
        ("（※朝食を含みます。）", "| 種別"),
        ("2025年からは次のとおりです。", "| 種別"),
        ("（繁忙期は別です。）", "| 種別"),
    ],
)
def test_of_two_tables_neither_is_torn_and_titles_stay_with_the_second(between, begins):
    first, second = texts(f"通常期の料金\n\n{rows(9)}\n{between}\n\n{rows(9)}")
    assert first.startswith("通常期の料金\n\n| 種別")
    assert second.startswith(begins)
    assert between in f"{first}\n{second}"


def test_sentences_before_each_of_several_tables_stay_with_them():
    old, new = "2024年までの料金は次のとおりでした。", "2025年からは次のとおりです。"
    first, second = texts(f"{old}\n\n{rows(9)}\n{new}\n\n{rows(9)}")
    assert first.startswith(f"{old}\n\n| 種別")
    assert second.startswith(f"{new}\n\n| 種別")
    first, second = texts(f"{old}\n\n{rows(9)}\n{new}\n\n{rows(9)}\n税込です。")
    assert new not in first
    assert second.startswith(f"{new}\n\n| 種別")
    _, second = texts(f"{old}\n\n{rows(9)}\n以上は税抜です。\n\n{rows(9)}\n税込です。")
    assert second.startswith("| 種別")


def test_what_goes_on_of_a_list_begins_with_the_line_that_led_it_in():
    items = "".join(f"- 第{at}種の経費のうち、交付の決定より前に支払ったものと領収書のないもの\n" for at in range(30))
    lead = "次の経費は補助の対象になりません。"
    found = texts(f"{PLAIN}\n\n{lead}\n\n{items}")
    assert len(found) > 2
    assert all(text.startswith(lead) for text in found[1:])
    assert sum(text.count("第") for text in found) == 30 + PLAIN.count("第")
    assert not any(text.startswith(PLAIN) for text in texts(f"{PLAIN * 3}\n\n{items}")[1:]), "too long to be said again"


def test_what_goes_on_below_an_item_begins_with_all_of_it_or_with_nothing():
    lead, exception = (
        "次の費用は会社が負担します：",
        "- 希望して転勤する人については、次の費用は会社が負担せず、本人の負担とします",
    )
    items = "".join(f"  - 第{at}種の費用のうち、交付の決定より前に支払ったものと領収書のないもの\n" for at in range(20))
    found = texts(f"{lead}\n\n- 引越しの費用\n{exception}\n{items}")
    assert len(found) > 2
    assert all(text.startswith(lead) for text in found)
    assert all(exception in text for text in found if "第" in text)
    longer = exception + "。" * 400
    assert all(text.startswith("- 第") for text in map(str.strip, texts(f"{lead}\n\n{longer}\n{items}")[2:]))


LONG = "".join(f"取得するときは{at}日前までに申請書を書いて人事部へ出します。" for at in range(40))


def test_what_goes_on_of_a_long_row_or_item_begins_with_what_it_is_about():
    table = "".join(f"| {name}休暇 | {LONG} |\n" for name in ("看護", "介護"))
    found = texts(f"| 休暇 | 内容 |\n|-|-|\n{table}")
    assert len(found) > 4
    assert all("看護休暇" in text or "介護休暇" in text for text in found)
    for item, about in (("- **看護休暇**：{}", "**看護休暇**… "), ("- 看護休暇: {}", "看護休暇:… "), ("- {}", "取得")):
        found = texts(f"{item.format(LONG)}\n{item.format(LONG).replace('看護', '介護')}\n")
        assert len(found) > 4
        assert found[1].startswith(about)
    assert all(size(text) <= CONFIG.maximum for text in found)


@pytest.mark.parametrize(("cell", "is_named"), [("1,000円（要予約）", True), ("1,000円（前日までに要予約）", False)])
def test_a_long_header_stands_above_all_rows_or_none_is_taken_for_it(cell, is_named):
    names = "".join(f" | {kind}の料金（税込、送料別）" for kind in "一二三四五六七八九十" * 2)
    held = "".join(f"| 第{i}営業所{f' | {cell}' * 20} |\n" for i in range(4))
    found = texts(f"| 営業所{names} |\n|{'-|' * 21}\n{held}")
    assert all(size(text) <= CONFIG.maximum for text in found)
    assert all(("|-|\n| 第" in text) == is_named == ("|\n|" in text) for text in found)


@pytest.mark.parametrize("row", ["| {} |  |  |  |\n", "| 行事 | 行事 | {} | 行事 |\n"])
def test_no_row_is_lost_where_all_look_like_names_of_columns(row):
    names = [f"{month}月の行事{day}" for month in "四五六七八九" for day in "一二三四五六七八"]
    found = texts("| 予定 |  |  |  |\n|-|-|-|-|\n" + "".join(map(row.format, names)))
    assert all(any(name in text for text in found) for name in names)


def test_of_a_table_without_rows_the_header_stays():
    table = f"| {QUOTED * 5} | 日数 |\n|-|-|\n\n"
    assert texts(table) == [table.strip()]


def test_of_a_table_without_end_passages_hold_many_rows():
    found = texts(rows(MOST_ROWS))
    assert len(found) < MOST_ROWS / 5
    assert all(text.startswith("| 種別 | 日数 |\n|-|-|\n| 休暇") for text in found)


def test_a_small_table_stays_with_the_text_around_it():
    text = f"次の表のとおりです：\n\n{rows(3)}\n{PLAIN}"
    assert size(rows(3)) < ROWS_APART
    assert texts(text) == [text]


def test_a_row_too_long_for_a_passage_keeps_its_header():
    found = texts(f"| 種別 | 説明 |\n|-|-|\n| 年休 | {PLAIN * 40} |\n| 慶弔 | 五日 |\n")
    assert all(text.startswith("| 種別 | 説明 |") and size(text) <= CONFIG.maximum for text in found)


def test_a_list_that_fits_stays_whole_with_the_line_that_leads_it_in():
    items = "".join(f"- {PLAIN}\n" for _ in range(13))
    assert CONFIG.target < size(items) < CONFIG.maximum
    found = texts(f"{QUOTED * 6}\n\n手順：\n\n{items}")
    assert found == [QUOTED * 6, f"手順：\n\n{items}".rstrip()]


def test_a_long_list_is_torn_between_its_outer_items():
    items = "".join(f"- 項目{i}：{PLAIN}\n  - 細目{i}：{PLAIN}\n" for i in range(30))
    found = texts(items)
    assert len(found) > 2
    assert all(text.startswith("- 項目") for text in found)


def test_code_that_fits_stays_whole_and_longer_code_is_torn_between_lines():
    code = "```python\n" + 'print("これは一行です")\n' * 30 + "```\n"
    assert size(code) < CONFIG.maximum - LEADING_LINE
    assert texts(f"{QUOTED * 6}\n\n{code}\n{QUOTED}") == [QUOTED * 6, f"{code}\n{QUOTED}"]
    for text in texts("```\n" + 'print("これは一行です")\n' * 300 + "```\n"):
        assert all(line in ("```", 'print("これは一行です")') for line in text.splitlines())


def test_however_short_a_section_is_a_passage_of_its_own():
    found = passages("## 窓口\n\n### 東京\n\n内線7250。\n\n### 大阪\n\n内線8250。\n")
    assert [(piece.section, piece.text) for piece in found] == [
        (("窓口", "東京"), "内線7250。"),
        (("窓口", "大阪"), "内線8250。"),
    ]


def test_a_heading_with_nothing_below_it_is_kept_in_a_text():
    found = passages(f"## 年休\n\n{PLAIN}\n\n## 参考\n")
    assert [(piece.section, piece.text) for piece in found] == [(("年休",), f"{PLAIN}\n\n## 参考")]
    assert texts("## 参考\n") == ["## 参考"]


def test_a_sentence_longer_than_a_passage_is_cut_after_a_comma():
    clause = "育児、介護その他の事由により勤務が困難な場合には、"
    found = texts("従業員は、" + clause * 60 + "申し出ます。")
    assert all(text.endswith(("、", "。")) and size(text) <= CONFIG.maximum for text in found)


def test_ten_thousand_characters_without_an_end_are_cut_at_the_maximum():
    found = texts("あ" * 10_000)
    assert [len(text) for text in found] == [480] * 20 + [400]


def test_latin_text_counts_less_than_half():
    assert size("休暇は二十日です。") == 9
    assert size("annual leave") == pytest.approx(4.8)


def test_each_passage_has_its_own_language():
    found = passages(
        f"## 日本語\n\n{PLAIN * 3}\n\n## English\n\nEmployees may take twenty days of leave every year. " * 2
    )
    assert {piece.section[0]: piece.language for piece in found} == {"日本語": "ja", "English": "en"}


def test_a_few_characters_in_doubt_have_the_language_of_their_page():
    found = passages(f"## 凡例\n\n（完了、進行中）\n\n## 説明\n\n{PLAIN * 3}\n")
    assert [piece.language for piece in found] == ["ja", "ja"]


@pytest.mark.parametrize(
    "piece", ["あ", "。", "\n", "- い\n", "| a | b |\n", "```\n", "# う\n", "「", "a", " ", "(", "“", "う\n\n"]
)
def test_no_text_makes_splitting_slow(piece):
    texts("本文です。" + piece * (200_000 // len(piece)))


@pytest.mark.parametrize("sizes", [{"target": 500}, {"target": 0}, {"maximum": 100}])
def test_sizes_that_contradict_each_other_are_refused(sizes):
    with pytest.raises(ValueError, match=r"must|need"):
        DocumentsConfig(**sizes)


# ---------------------------------------------------------------- nothing is lost

LINES = st.sampled_from(
    (
        *("", "", QUOTED, PLAIN * 5, "# 一", "## 二", "### 三 ###", "- 項目", "  - 細目", "1. 手順", "```", "~~~sh"),
        *(
            "===",
            "---",
            "「閉じない。括弧",
            "a|b",
            "Plain words follow. And more.",
            "あ" * 700,
            "x" * 1500,
            "・点",
            "> 引用",
        ),
    )
)
MARKDOWN = st.lists(st.one_of(LINES, st.text(max_size=40)), max_size=40).map("\n".join)


def characters(text: str) -> str:
    """What must not be lost: everything but white space and the marks of headings."""
    return re.sub(r"[\s#=-]", "", text)


def without_empty_lines(text: str) -> str:
    """The lines that have something on them, one after the other; white space alone is nothing."""
    return re.sub(r"\n[^\S\n]*(?=\n|$)", "", text).replace("\n", "").strip()


@given(MARKDOWN)
@example("明日は休みます。\n \n明日は休みます。")
def test_sections_hold_every_line_in_order(text):
    joined = "".join(s.heading + "".join(block.text for block in s.blocks) for s in sections(text))
    assert without_empty_lines(joined) == without_empty_lines(text)


@given(MARKDOWN.filter(lambda text: "|" not in text))
@example("# 一\n本文\n# 一\n## 二")
def test_passages_and_their_headings_hold_every_character_in_order(text):
    held = characters("".join("".join(piece.section) + piece.text for piece in passages(text, title="題")))
    wanted = iter(held)
    missing = [char for char in characters(text) if char not in "`*_[]()\\!" and char not in wanted]
    assert not missing


@given(MARKDOWN, st.integers(20, 100))
def test_no_passage_exceeds_the_maximum_but_by_a_table_header(text, target):
    for piece in passages(text, target=target, maximum=target + 60):
        assert size(piece.text) <= target + 60 + 1e-6
        assert piece.text.strip()


@given(st.text(min_size=1), st.integers(1, 50))
def test_what_is_cut_hard_joins_to_the_text(text, limit):
    pieces = cut(text, limit)
    assert "".join(pieces) == text
    assert all(size(piece) <= limit for piece in pieces)
