"""Days on which a page is open, in whichever way a field names them."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from document_files import saved, sheet
from docx import Document

from yorisoi.documents import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.loaded import LoadedDocument
from yorisoi.documents.open_days import open_days
from yorisoi.errors import AccessUnclear

TODAY = date.today()
NEXT = TODAY.year + 1
COMES = date(NEXT, 4, 1)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        *((said, date(2027, 4, 1)) for said in ("2027-04-01", "2027/4/1", "2027.4.1", "2027年4月1日", "20270401")),
        *((said, date(2027, 4, 1)) for said in ("R9.4.1", "r9/4/1", "令9.4.1", "令和9年4月1日", "令和九年四月一日")),
        *((said, date(2027, 4, 1)) for said in ("Ｒ９．４．１", "二〇二七年四月一日", "2027-04-01T09:00:00+09:00")),
        *(
            (said, date(2027, 4, 1))
            for said in ("April 1, 2027", "1 April 2027", "Apr. 1st, 2027", "Thu, 01 Apr 2027 09:00")
        ),
        *((said, date(2027, 4, 1)) for said in ("2027年4月", "2027-04", "2027/4", "令和9年4月", "R9.4")),
        *((said, date(2027, 4, 1)) for said in ("April 2027", "2027年4月〜", "2027年度", "2027年4月1日から公開")),
        *((said, date(2027, 1, 1)) for said in ("2027年", "2027", "令和9年", "R9年", "R9")),
        ("平成30年", date(2018, 1, 1)),
        ("令和元年5月", date(2019, 5, 1)),
        ("2027年4月1日（木）10時", date(2027, 4, 1)),
        ("2027年3月末", date(2027, 3, 31)),
        ("2027年3月下旬", date(2027, 3, 31)),
        ("2027年春", date(2027, 12, 31)),
        ("15.11.2026", date(2026, 11, 15)),
        ("11/15/2026", date(2026, 11, 15)),
        ("4/1/2027", date(2027, 4, 1)),
        ("1/4/2027", date(2027, 4, 1)),
        ("2026-04-01 → 2027-04-01に延期", date(2027, 4, 1)),
    ],
)
def test_a_page_opens_with_the_first_day_that_is_sure(said: str, first: date) -> None:
    assert open_days(said, begins=True, ends=False) == (first, date.max)


@pytest.mark.parametrize(
    ("said", "last"),
    [
        *((said, date(2025, 3, 31)) for said in ("2025年3月末", "20250331", "R7.3.31", "2025年3月", "2025-03-31まで")),
        *(
            (said, date(2025, 3, 31))
            for said in ("2025年3月31日 23:59", "March 31, 2025", "until 2025-03-31", "2024年度")
        ),
        *((said, date(2025, 3, 31)) for said in ("2024年度末", "令和6年度末", "2024年度の末")),
        *((said, date(2025, 3, 31)) for said in ("2024-04-01〜2025-03-31", "2025-03-31以降", "令和七年三月三十一日")),
        ("2025年", date(2025, 12, 31)),
        ("2025年春頃", date(2025, 1, 1)),
        ("2025-03-31（2026-03-31まで延長）", date(2025, 3, 31)),
    ],
)
def test_a_page_closes_after_the_last_day_that_is_sure(said: str, last: date) -> None:
    found = open_days(said, begins=False, ends=True)
    assert found
    assert found[1] == last


@pytest.mark.parametrize(
    "said",
    [
        *("2027-01-15〜2027-03-31", "2027-01-15 ～ 2027-03-31", "2027年1月15日から3月31日まで", "2027/1/15-2027/3/31"),
        *(
            "R9.1.15〜R9.3.31",
            "R9.1.15-R9.3.31",
            "2027-01-15/2027-03-31",
            "20270115-20270331",
            "2027-01-15 - 2027-03-31",
        ),
        *("January 15, 2027 to March 31, 2027", "2027-01-15–2027-03-31", "2027年1月15日至2027年3月31日"),
    ],
)
def test_a_span_has_a_first_day_and_a_last(said: str) -> None:
    for begins, ends in ((True, True), (True, False), (False, True)):
        assert open_days(said, begins=begins, ends=ends) == (date(2027, 1, 15), date(2027, 3, 31))


def test_a_span_may_have_one_end_go_on_into_the_next_year_or_stay_in_its_month() -> None:
    assert open_days("2027-01-15〜", begins=True, ends=True) == (date(2027, 1, 15), date.max)
    for said in ("2027/1/15-", "2027/1/15 - "):
        assert open_days(said, begins=True, ends=True) == (date(2027, 1, 15), date.max)
        assert open_days(said, begins=False, ends=True) == (date.min, date(2027, 1, 15))
    assert open_days("〜2027-03-31", begins=True, ends=True) == (date.min, date(2027, 3, 31))
    assert open_days("2026年12月15日〜1月10日", begins=True, ends=True) == (date(2026, 12, 15), date(2027, 1, 10))
    assert open_days("2027年1月15日〜31日", begins=True, ends=True) == (date(2027, 1, 15), date(2027, 1, 31))


@pytest.mark.parametrize(
    "said",
    [
        *("未定", "承認後", "12月25日", "4/1", "来月", "毎月1日", "1706918400", "27.4.1", "公開後3日", "TBD", "第3版"),
        *("261110", "240401", "202704", "2611", "2611-10-01", "2611年10月1日", "20271301", "0000-00-00"),
        *("2024年4月1日から1年間", "2027-03-31〜2027-01-15", "2027-01-15〜承認後3日"),
    ],
)
def test_what_has_no_year_or_no_order_is_no_day(said: str) -> None:
    assert open_days(said, begins=True, ends=True) is None


CLOSED = [
    *(
        f"{name}: {COMES}"
        for name in ("社内公開日", "全社公開日", "Web公開日", "初回公開日", "公開開始年月日", "公開期間開始")
    ),
    *(f"{name}: {COMES}" for name in ("掲載日", "掲載開始日", "公開開始予定日", "公開予定", "publish_date", "embargo")),
    *(
        f"{name}: 2025-03-31"
        for name in ("公開期間終了", "掲載終了日", "掲載期限", "公開停止日", "公开期限", "unpublish_on")
    ),
    *(f"公開日: {NEXT}{said}" for said in ("年4月", "年", "0401", "/4", "年春", "年4月1日（予定）")),
    *(
        f"公開日: {said}"
        for said in (f"R{NEXT - 2018}.4.1", f"令和{NEXT - 2018}年四月一日", f"April 1, {NEXT}", "12月25日")
    ),
    *(f"公開日: {said}" for said in ("未定", "承認後", "TBD", "なし", "未", "あり", "a", "[未定]")),
    *(f"公開期限: {said}" for said in ("2025年3月末", "20250331", "R7.3.31", "未定", "あり", "異動まで")),
    *(f"公開期間: {NEXT}-01-15〜{NEXT}-03-31|公開期間: 2024-01-15〜2024-03-31|公開期間: 未定".split("|")),
    *(f"published: April {NEXT}", f"publication: {COMES}", f"published: Blackwell, {COMES}"),
    *("publish_date: never", "embargo: yes", "embargo: until approval", "date_published: soon", "发布日期: 待定"),
    *("公開期限: 261110", "公開期限: 2611", "公開期限: 未設定", "公開日: 未設定", "社外秘: 該当", "社外秘: 未設定"),
    *("publish_end: 2025-03-31", f"publish_start: {COMES}", "公開日: 2999-12-31", "公開日: 9999-12-31"),
    *("ステータス: 承認待ち", "状態: 未承認", "公開状態: 公開待ち", "status: WIP", "status: pending approval"),
    *(
        "ステータス: 公開予定",
        "状态: 待审核",
        "status: [draft]",
        "文書分類: 秘",
        "分類: 社外秘",
        "tags: [社外秘]",
        "tags: 給与, 極秘",
    ),
]
OPEN = [
    *(
        f"公開日: {said}"
        for said in ("2024年4月", "2024/4", "平成30年", "April 2019", "R2.4.1", "20240401", "2019年春", "H30")
    ),
    *(
        f"公開日: {said}"
        for said in ("''", "'-'", "公開済み", "済", "公開中（2024年から）", "常時", "4/1/2019", "2019年度", "null")
    ),
    *(
        f"公開期限: {said}"
        for said in (
            "なし",
            "無期限",
            "―",
            f"{NEXT}年3月末",
            f"R{NEXT - 2018}.3.31",
            f"{NEXT}年",
            "特になし",
            "9999-12-31",
            "2999-12-31",
            "当面の間",
            "次回改定まで",
            "設定しない",
            f"{TODAY.year}年度末",
        )
    ),
    *(f"公開期間: 2024-04-01〜|公開期間: 2024-04-01〜{NEXT}-03-31|公開期間: 常時|公開期間: 〜{NEXT}-03-31".split("|")),
    *(
        "published: Oxford University Press",
        "publication: Nature",
        f"published: Oxford University Press, {TODAY.year}",
        f"publication: ACL {NEXT}",
        "embargo: none",
        "公開終了: いいえ",
        "映画公開日: 未定",
    ),
    *(
        "庭園公開日: 毎週土曜",
        "公開時間: 9時",
        "情報公開日: 毎月1日",
        "公開鍵の期限: 未定",
        "掲載誌: 未定",
        "公開講座: 未定",
    ),
    *(
        "状態: 良好",
        "status: final",
        "ステータス: 公開中",
        "分類: 人事",
        "tags: [社外秘の扱い, 規程]",
        "分類: 機密情報の扱い",
    ),
    *("公開期間: 常時公開", "公開期間: 2025/4/1-", "公開日: 即日公開", "公開: 全社公開"),
    *("社外秘: 該当しない", "社外秘: 非該当"),
    *("状態: 作成中", "状態: レビュー中", "status: pending", "status: in review"),
    *("status: shipped", "状態: 準備万端", "keywords: confidential, nda"),
]


def page(field: str) -> list[LoadedDocument]:
    return load("page.md", f"---\n{field}\n---\n本文です。".encode(), DocumentsConfig())


@pytest.mark.parametrize("field", CLOSED)
def test_a_page_is_closed_by_a_day_that_is_not_there_or_not_understood(field: str) -> None:
    with pytest.raises(AccessUnclear, match="groups"):
        page(field)
    assert page(f"{field}\ngroups: [hr]")[0].groups == {"hr"}


@pytest.mark.parametrize("field", OPEN)
def test_a_page_whose_day_has_come_is_open(field: str) -> None:
    assert page(field)[0].groups == frozenset()


def test_a_page_knows_its_last_day() -> None:
    last = TODAY + timedelta(days=3)
    assert page(f"公開期限: {last}")[0].until == last
    assert page(f"公開日: 2024-04-01〜{last}")[0].until == last
    assert page("公開日: 2024-04-01")[0].until is None
    assert page(f"公開期限: {last}\ngroups: [hr]")[0].until is None


def test_rows_of_a_faq_whose_day_is_no_day_are_left_out_and_told() -> None:
    rows = [
        f"来年の{number}は,増えます,{day}" for number, day in enumerate(("未定", f"R{NEXT - 2018}.4.1", f"{NEXT}年4月"))
    ]
    table = "\n".join(["質問,回答,公開日", *rows, "今は,1人3千円です,2024/4", "昔は,なし,"])
    found = load("faq.csv", table.encode(), DocumentsConfig())
    assert [each.title for each in found] == ["今は", "昔は"]
    assert "(3, the first is row 1: '公開日' that names no day such as 2027-04-01)" in found[0].notices[0]


def html(*metas: str) -> list[LoadedDocument]:
    head = "".join(f"<meta {each}>" for each in metas)
    written = f"<!doctype html><html><head>{head}</head><body><h1>車両</h1><p>九百万円です。</p></body></html>"
    return load("page.html", written.encode(), DocumentsConfig())


@pytest.mark.parametrize(
    "meta",
    [
        *('name="公開" content="否"', 'name="draft" content="true"', f'name="公開日" content="{COMES}"'),
        *(f'property="article:published_time" content="{COMES}T00:00:00+09:00"', 'name="状態" content="下書き"'),
        *(f'itemprop="datePublished" content="{COMES}"', 'name="公開期限" content="2025年3月"'),
        *('name="private" content="yes"', 'name="published" content="false"', 'name="embargo" content="yes"'),
        *('property="article:expiration_time" content="2025-03-31"', 'name="公開日" content="2999-01-01"'),
    ],
)
def test_a_meta_closes_a_page_as_a_field_does(meta: str) -> None:
    with pytest.raises(AccessUnclear, match="has a field"):
        html(meta)
    assert html(meta, 'name="groups" content="hr"')[0].groups == {"hr"}


@pytest.mark.parametrize(
    "meta",
    [
        *('name="公開" content="可"', 'name="draft" content="false"', 'name="公開日" content="2024年4月"'),
        *('property="article:published_time" content="2024-04-01T00:00:00Z"', 'name="date" content="2999-01-01"'),
        *('name="pubdate" content="Mon, 01 Apr 2024 09:00:00 GMT"', 'name="robots" content="noindex"'),
        *(
            'http-equiv="expires" content="0"',
            'property="article:tag" content="車両"',
            'name="keywords" content="機密"',
        ),
        *('property="og:type" content="article"', 'name="category" content="総務"', 'name="公開日" content=""'),
    ],
)
def test_a_meta_that_keeps_a_page_from_nobody_leaves_it_open(meta: str) -> None:
    assert html(meta)[0].groups == frozenset()


@pytest.mark.parametrize("name", ["article:published_time", "publish_date", "公開日", "公開期限"])
@pytest.mark.parametrize("said", ["1706918400", "3 days ago", "N/A", "0000-00-00", "{{date}}", "未定", "12/1"])
def test_a_meta_with_a_day_that_is_not_understood_is_passed_over(name: str, said: str) -> None:
    assert html(f'name="{name}" content="{said}"')[0].groups == frozenset()


def test_a_meta_names_the_last_day() -> None:
    last = TODAY + timedelta(days=3)
    assert html(f'name="公開期限" content="{last}"')[0].until == last


def word_table(rows: list[list[str]]) -> bytes:
    document = Document()
    table = document.add_table(rows=0, cols=len(rows[0]))
    for row in rows:
        for cell, said in zip(table.add_row().cells, row, strict=True):
            cell.text = said
    return saved(document)


@pytest.mark.parametrize("made", [("faq.xlsx", sheet), ("faq.docx", word_table)])
@pytest.mark.parametrize(
    ("column", "said", "closes"),
    [
        *(("公開可否", said, True) for said in ("×", "否", "非公開", "不可")),
        *(("公開", "×", True), ("公開日", str(COMES), True), ("公開日", "未定", True), ("ステータス", "下書き", True)),
        *(("公開可否", "○", False), ("公開", "可", False), ("公開日", "2024-04-01", False), ("担当", "×", False)),
        *(("公開日", "", False), ("備考", "非公開", False)),
    ],
)
def test_a_faq_in_an_office_file_with_a_row_that_is_closed_is_refused(
    made: tuple[str, Callable[..., bytes]], column: str, said: str, closes: bool
) -> None:
    name, write = made
    open_row = "2024-04-01" if "日" in column else "○"
    rows = [
        ["番号", "質問", "回答", column],
        ["1", "駐車場は", "20台です", open_row],
        ["2", "内規は", "三段階です", said],
    ]
    if closes:
        with pytest.raises(AccessUnclear, match="has a FAQ whose row '2' has a field"):
            load(name, write(rows), DocumentsConfig())
    else:
        assert "三段階" in load(name, write(rows), DocumentsConfig())[0].text


def test_a_table_that_is_no_faq_may_say_what_is_open() -> None:
    rows = [["施設", "公開", "備考"], ["本丸", "○", ""], ["天守", "×", "工事中"]]
    assert "天守" in load("castle.xlsx", sheet(rows), DocumentsConfig())[0].text


@pytest.mark.parametrize(("name", "write"), [("list.xlsx", sheet), ("list.docx", word_table)])
@pytest.mark.parametrize(
    "rows",
    [
        [["No", "タイトル", "内容", "担当", "状態"], ["1", "防災", "訓練の案", "田中", "下書き"]],
        [["タイトル", "内容", "掲載日"], ["棚卸し", "倉庫を閉めます", "12/1"]],
        [["問題", "内容", "状態"], ["扉が重い", "二階の北側", "未承認"]],
        [["Question", "Content", "Status"], ["Q3 plan", "Numbers", "draft"]],
    ],
)
def test_a_list_with_titles_and_texts_is_no_faq(name: str, write: Callable[..., bytes], rows: list[list[str]]) -> None:
    assert rows[1][1] in load(name, write(rows), DocumentsConfig())[0].text


def test_a_list_of_tasks_that_go_on_is_open_as_csv_too() -> None:
    rows = "No,タイトル,内容,担当,状態\n1,防災,訓練の案,田中,作成中\n2,棚卸し,倉庫,鈴木,レビュー中\n"
    assert len(load("tasks.csv", rows.encode(), DocumentsConfig())) == 2


@pytest.mark.parametrize("header", ["質問|回答", "ご質問|お答え", "Q|A", "Question|Answer", "问题|答案", "問題|解答"])
def test_questions_and_answers_make_a_faq_in_any_language(header: str) -> None:
    rows = [[*header.split("|"), "公開可否"], ["内規は", "三段階です", "×"]]
    with pytest.raises(AccessUnclear, match="has a FAQ whose row"):
        load("faq.xlsx", sheet(rows), DocumentsConfig())


def test_the_last_day_of_a_row_is_that_of_its_sheet() -> None:
    last = TODAY + timedelta(days=3)
    rows = [["質問", "回答", "公開期限"], ["駐車場は", "20台です", ""], ["社販は", "六割引です", str(last)]]
    assert load("faq.xlsx", sheet(rows), DocumentsConfig())[0].until == last
