"""Claims are tied to passages; what no passage says is doubted."""

from dataclasses import replace
from datetime import date

import pytest

from yorisoi.dialogue.answer.grounding import claims, ground
from yorisoi.language.dates import counted_from
from yorisoi.types import Document, Hit, Passage

NURSING = "正社員は、子が1人の場合は年5日まで看護休暇を取得できます。申請は勤怠システムから行います。"
ANNUAL = "年次有給休暇は入社6か月後に10日付与されます。残日数は給与明細で確認できます。"


def hit(number: int, title: str, text: str) -> Hit:
    page = Document(id=number, source=f"{number}.md", title=title, language="ja")
    passage = Passage(id=number, document=page, position=0, section=(), text=text, language="ja")
    return Hit(passage=passage, score=1.0, legs={})


HITS = [hit(1, "子の看護休暇", NURSING), hit(2, "年次有給休暇", ANNUAL)]


def test_a_citation_mark_is_kept_and_points_to_its_passage() -> None:
    result = ground("子が1人なら年5日まで取得できます[1]。", "看護休暇は何日？", HITS, "ja")
    assert result.text == "子が1人なら年5日まで取得できます[1]。"
    assert [(cite.number, cite.title) for cite in result.citations] == [(1, "子の看護休暇")]
    assert "年5日まで" in result.citations[0].quote
    assert result.doubts == ()


def test_a_claim_without_a_mark_gets_the_passage_that_supports_it() -> None:
    result = ground("年次有給休暇は入社6か月後に10日付与されます。", "有給は？", HITS, "ja")
    assert result.text.endswith("[2]。")


def test_a_mark_that_points_nowhere_is_taken_away() -> None:
    result = ground("申請は勤怠システムから行います[7]。", "申請は？", HITS, "ja")
    assert "[7]" not in result.text
    assert [cite.number for cite in result.citations] == [1]


def test_full_width_marks_are_understood() -> None:
    assert [cite.number for cite in ground("年5日まで取得できます【１】。", "何日？", HITS, "ja").citations] == [1]


def test_a_number_that_stands_nowhere_is_doubted() -> None:
    assert any("30" in doubt for doubt in ground("年30日まで取得できます[1]。", "何日？", HITS, "ja").doubts)


def test_an_answer_that_nothing_supports_is_doubted() -> None:
    result = ground("社員食堂は地下にあります。", "食堂は？", HITS, "ja")
    assert result.citations == ()
    assert result.doubts


def test_a_made_up_claim_beside_one_that_is_supported_is_marked_and_gets_no_citation() -> None:
    answer = "退職者は年度末まで社内の金庫の鍵を自由に使えます[1]。看護休暇は年5日まで取得できます[1]。"
    result = ground(answer, "看護休暇は？", HITS, "ja")
    assert result.text == "退職者は年度末まで社内の金庫の鍵を自由に使えます※。看護休暇は年5日まで取得できます[1]。"
    assert result.doubts == ("not in the passages: 退職者は年度末まで社内の金庫の鍵を自由に使えます。",)


def test_a_sentence_that_only_says_that_the_answer_follows_claims_nothing() -> None:
    claim = "申請は勤怠システムから行います。"
    for announced in ("休暇を取るための手順は以下の通りです。", "休暇を取るための手順は次のようになります。"):
        assert ground(f"{announced}\n{claim}", "看護休暇は？", HITS, "ja").doubts == (), announced
    said_with_it = ground(f"休暇は役員の承認で延長され、手順は以下の通りです。\n{claim}", "看護休暇は？", HITS, "ja")
    assert len(said_with_it.doubts) == 1


def test_the_opposite_of_what_a_passage_says_is_marked() -> None:
    rule = hit(3, "宿泊費", "宿泊費は実費で、朝食代を含みます。上限を超えるときは経理部へ相談してください。")
    answer = "宿泊費に朝食代は含まれません。上限を超えるときは経理部に相談します。"
    result = ground(answer, "出張の宿は？", [rule], "ja")
    assert result.text.startswith("宿泊費に朝食代は含まれません[1]※。")
    assert len(result.doubts) == 1


@pytest.mark.parametrize(
    "claim",
    ["日当は一般社員が1日2,500円、課長以上が3,000円です。", "日当は一般社員が1日2,500円；課長以上が3,000円です。"],
)
def test_a_sentence_that_condenses_rows_of_a_table_is_not_doubted(claim: str) -> None:
    table = "| 区分 | 日当（1日） | 東京23区 |\n| --- | --- | --- |\n| 一般社員 | 2,500円 | 13,000円 |\n"
    rows = table + "| 課長以上 | 3,000円 | 15,000円 |\n\n宿泊費は実際にかかった額を支払います。"
    assert ground(claim, "出張の日当は？", [hit(3, "国内出張", rows)], "ja").doubts == ()
    swapped = "退職者は1日9,000円、課長以上が3,000円です。"
    assert ground(swapped, "出張の日当は？", [hit(3, "国内出張", rows)], "ja").doubts != ()


@pytest.mark.parametrize("stray", ["[-1]", "[99]", "[0]", "［－１］", "【-2】", "[-1, 77]"])
def test_marks_that_point_nowhere_earn_nothing(stray: str) -> None:
    result = ground(
        f"極秘の買収は四月です{stray}。残日数は給与明細で確認できます[2]。{stray}", "残日数は？", HITS, "ja"
    )
    assert result.text == "極秘の買収は四月です※。残日数は給与明細で確認できます[2]。"
    assert [cite.number for cite in result.citations] == [2]
    assert ground(stray, "残日数は？", HITS, "ja").citations == ()


def test_what_the_user_told_may_be_said() -> None:
    claim = "大阪支社の契約社員ですので、年次有給休暇は入社6か月後に10日付与されます。"
    assert ground(claim, "有給は？", HITS, "ja", told="私は大阪支社の契約社員です").doubts == ()


def test_what_rests_on_a_page_in_another_language_is_not_doubted_for_its_words() -> None:
    page = Document(id=3, source="3.md", title="Nursing leave", language="en")
    text = "Up to five days a year may be taken for the care of a child."
    passage = Passage(id=3, document=page, position=0, section=(), text=text, language="en")
    hits = [*HITS, Hit(passage=passage, score=1.0, legs={})]
    assert ground("子の世話のために年に五日まで休めます[3]。", "休める？", hits, "ja").doubts == ()


def test_a_mark_alone_is_no_answer() -> None:
    result = ground("[2]", "有給は？", HITS, "ja")
    assert (result.text, result.citations) == ("", ())
    assert result.doubts


def test_an_answer_may_repeat_the_question_and_add_a_figure_of_a_table() -> None:
    table = hit(3, "住宅手当", "| 勤務地 | 月額 |\n|---|---|\n| 大阪 | 19,000円 |")
    question = "大阪支社に勤務し、賃貸に単身で住んでいる正社員の住宅手当はいくらですか"
    claim = "大阪支社に勤務し、賃貸に単身で住んでいる正社員の住宅手当は月19,000円です。"
    assert [cite.number for cite in ground(claim, question, [*HITS, table], "ja").citations] == [3]


def test_a_claim_is_not_tied_to_a_passage_without_its_figure() -> None:
    result = ground("正社員は、子が1人の場合は年30日まで看護休暇を取得できます。", "看護休暇は？", HITS, "ja")
    assert result.citations == ()


@pytest.mark.parametrize("answer", ["{a}。[1]{b}。[2]", "{a}[1]。{b}[2]。", "{a}。 [1]{b}。【２】"])
def test_marks_belong_to_their_sentence_before_and_after_the_full_stop(answer: str) -> None:
    nursing, annual = "看護休暇は年5日まで取得できます", "年次有給休暇は10日付与されます"
    result = ground(answer.format(a=nursing, b=annual), "休暇は？", HITS, "ja")
    assert result.text == f"{nursing}[1]。{annual}[2]。"


def test_one_mark_may_name_several_passages() -> None:
    assert ground("休暇は5日と10日です[1, 2]。", "休暇は？", HITS, "ja").text == "休暇は5日と10日です[1][2]。"


def test_a_figure_that_was_asked_with_is_not_confirmed_without_support() -> None:
    result = ground("はい、年30日まで取得できます。", "看護休暇は年30日まで取得できますか", HITS, "ja")
    assert result.citations == ()


SUMMER = hit(1, "夏季休暇", "夏季休暇は、7月から9月の間に有給で5日を付与します。申請は人事部に出します。")
SENIOR = hit(2, "年次有給休暇", "勤続6年6か月以上の者には、年次有給休暇を二十日付与します。")
TRAVEL = hit(3, "旅費", "出張手当は日額2,500円とします。通勤手当の上限は月額15,000円です。")
RULES = [SUMMER, SENIOR, TRAVEL]


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("入社10年目です。夏季休暇は何日ですか", "夏季休暇は10日です[1]。"),
        ("家から20キロです。出張手当はいくらですか", "出張手当は20円です[3]。"),
        ("5,000円の宿に泊まります。出張手当は1日いくらですか", "出張手当は1日5,000円です[3]。"),
        ("夏季休暇は10日ですよね", "はい、夏季休暇は10日です[1]。"),
        ("通勤手当は3万円まで出ますか", "はい、3万円まで出ます[3]。"),
        *(
            ("夏季休暇は何日ですか", f"夏季休暇は{days}です[1]。")
            for days in ("5か月", "5週間", "5割", "-5日", "五十日")
        ),
    ],
)
def test_a_figure_of_something_else_and_one_that_was_only_asked_for_are_doubted(said: str, claim: str) -> None:
    assert ground(claim, said, RULES, "ja").doubts, claim
    *before, asked = said.split("。")
    assert ground(claim, asked, RULES, "ja", told="\n".join(before)).doubts, claim


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("入社10年目です。夏季休暇は何日ですか", "入社10年目の方の夏季休暇は5日です[1]。"),
        ("夏季休暇は何日ですか", "夏季休暇は5日間です[1]。"),
        ("入社10年目です。有給は何日ですか", "入社10年目ですね。年次有給休暇は20日付与します[2]。"),
        ("入社10年目ですが、夏季休暇の申請は？", "入社10年目の方も、夏季休暇の申請は人事部に出します[1]。"),
        ("夏季休暇は10日ですよね", "いいえ、夏季休暇は10日ではなく5日です[1]。"),
        ("通勤手当の上限は？", "通勤手当の上限は月額1万5千円です[3]。"),
        ("夏季休暇は何日ですか", "夏季休暇は五日です[1]。"),
    ],
)
def test_a_figure_that_was_stated_or_is_written_otherwise_may_be_said(said: str, claim: str) -> None:
    assert ground(claim, said, RULES, "ja").doubts == (), claim


def test_a_figure_may_be_written_with_or_without_its_comma() -> None:
    fee = hit(3, "駐車場", "駐車場の料金は月額10000円です。")
    result = ground("駐車場の料金は月額10,000円です。", "駐車場は？", [fee], "ja")
    assert (len(result.citations), result.doubts) == (1, ())


@pytest.mark.parametrize("item", ["{n}. ", "{n}．", "({n}) ", "- {n}. "])
def test_numbers_of_list_items_are_no_figures(item: str) -> None:
    lines = ["申請は勤怠システムから行います。", "残日数は給与明細で確認できます。"]
    answer = "\n".join(item.format(n=n) + line for n, line in zip((1, 9), lines, strict=True))
    result = ground(answer, "手続きは？", HITS, "ja")
    assert result.doubts == ()
    assert {cite.number for cite in result.citations} == {1, 2}


def test_a_step_that_the_passage_numbers_may_be_named() -> None:
    steps = hit(3, "申請", "1. 勤怠システムを開く\n2. 申請を押す")
    assert ground("手順2で申請を押します。", "申請は？", [steps], "ja").doubts == ()


def test_a_sentence_that_was_said_before_is_left_out() -> None:
    once = "年次有給休暇は入社6か月後に10日付与されます。残日数は給与明細で確認できます。"
    result = ground(f"{once}\n\n{once}\n\n年次有給休暇は入社６か月後に10日付与されます[2]。", "有給は？", HITS, "ja")
    assert result.text.count("付与されます") == result.text.count("確認できます") == 1
    assert "\n" not in result.text


def test_short_items_may_stand_twice() -> None:
    result = ground(
        "- 平日：不可。\n- 休日：不可。\n不可。\n不可。\n申請は勤怠システムから行います。", "可？", HITS, "ja"
    )
    assert result.text.count("不可") == 4


@pytest.mark.parametrize("endless", [" " * 100_000, "1" * 100_000, "休暇は5日です。\n" * 3_000, "[2]" * 20_000])
def test_an_answer_without_end_is_read_in_one_pass(endless: str) -> None:
    """Each of these took minutes when something was looked for anew from every character."""
    assert ground(f"残日数は給与明細で確認できます。{endless}", "残日数は？", HITS, "ja").citations


def test_what_a_model_has_read_of_a_claim_outweighs_its_words() -> None:
    swapped = "申請は勤怠システムから人事部が行います[1]。"
    [claim] = claims(swapped, len(HITS), "ja")
    assert ground(swapped, "申請は？", HITS, "ja", read={claim: -8.0}).doubts == (f"not in the passages: {claim}",)
    told = "子どもひとりにつき、1年に5日お休みできます[1]。"
    [claim] = claims(told, len(HITS), "ja")
    assert ground(told, "看護休暇は何日？", HITS, "ja", read={claim: 8.0}).doubts == ()


def test_what_claims_nothing_is_not_read() -> None:
    told = "はい。\n1. 申請は勤怠システムから行います[1]。"
    assert list(claims(told, len(HITS), "ja")) == ["申請は勤怠システムから行います。"]


@pytest.mark.parametrize(
    ("limit", "language"),
    [
        ("ほかの申請書は、見つかった文書からは分かりません。", "ja"),
        ("海外出張の保険については、文書に記載されていません。", "ja"),
        ("The documents found do not say what each machine costs.", "en"),
        ("Prices of single services are not in the documents found.", "en"),
        ("其他费用，找到的文档中没有提到。", "zh"),
    ],
)
def test_what_the_documents_do_not_tell_is_no_claim_of_theirs(limit: str, language: str) -> None:
    passages = [replace(each, passage=replace(each.passage, language=language)) for each in HITS]
    assert ground(f"申請は勤怠システムから行います[1]。\n{limit}", "", passages, language).doubts == ()


@pytest.mark.parametrize(
    "claim",
    [
        "休職者の健康保険証は返却しますが、ほかは文書からは分かりません。",
        "休職者の診断書の写しは不要です。",
        "この文書に示す休職者の手当は支給しません。",
        "この文書では海外での副業は認められていません。",
    ],
)
def test_a_claim_beside_such_a_limit_or_a_denial_is_doubted_as_before(claim: str) -> None:
    assert ground(f"申請は勤怠システムから行います[1]。\n{claim}", "", HITS, "ja").doubts


THEMES = [
    *HITS,
    *(
        hit(number, title, text)
        for number, (title, text) in enumerate(
            [
                ("病気休暇", "業務外の病気で休むときの休暇です。"),
                ("慶弔休暇", "結婚や家族の不幸のときの休暇です。"),
                ("夏季休暇", "東京本社の方は7月から3日取れます。"),
                ("リフレッシュ休暇", "長く勤めた方が心身を休めるための休暇です。"),
                ("介護休暇", "家族の通院に付き添うための短い休暇です。"),
            ],
            start=3,
        )
    ),
]
NURSED = "- 看護：子の看護休暇は子が1人の場合は年5日です[1]。"


@pytest.mark.parametrize(
    "text",
    [
        f"休みには、子の看護休暇、年次有給休暇、病気休暇があります。\n{NURSED}\n"
        "- 年次：年次有給休暇は入社6か月後です[2]。\n- 病気：病気休暇があります[3]。",
        f"{NURSED}\n- ほか：病気休暇、慶弔休暇、夏季休暇、リフレッシュ休暇、介護休暇などもあります[3][4][5][6][7]。",
    ],
)
def test_an_overview_may_announce_its_themes_and_list_them(text: str) -> None:
    read = {claim: -8.0 for claim in claims(text, len(THEMES), "ja") if "夏季休暇" in claim}  # in no single passage
    surveyed = ground(text, "どんな休みがある？", THEMES, "ja", read=read, survey=True)
    assert surveyed.doubts == ()
    assert surveyed.text == text
    assert ground(text, "どんな休みがある？", THEMES, "ja", read=read).doubts


@pytest.mark.parametrize(
    "claim",
    [
        "火星への転勤には特別な手当が付きます。",
        "研修費と家賃は会社が全額を負担します[2][3][4]。",
        "年次有給休暇は使えません。",
    ],
)
def test_what_an_overview_makes_up_is_doubted(claim: str) -> None:
    text = f"{NURSED}\n- ほか：{claim}"
    assert ground(text, "どんな休みがある？", THEMES, "ja", survey=True).doubts


LIMITS = hit(
    1,
    "通勤手当",
    "| 勤務地 | 月あたりの上限 |\n|-|-|\n| 東京本社 | 50,000円 |\n| 大阪支社 | 40,000円 |\n"
    "| 名古屋支社 | 35,000円 |\n| 福岡支社 | 30,000円 |\n| 札幌支社 | 20,000円 |",
)


def test_a_sentence_may_list_the_rows_of_the_table_that_it_cites() -> None:
    rows = "月あたりの上限は、東京本社は50,000円、大阪支社は40,000円、名古屋支社は35,000円、福岡支社は30,000円です[1]。"
    between = "月あたりの上限は勤務地により20,000円から50,000円です[1]。"
    for text in (rows, between):
        assert ground(text, "手当には何がある？", [LIMITS, *HITS], "ja").doubts == ()


def test_an_opening_may_announce_the_headings_of_what_it_goes_on_to_cite() -> None:
    given = [hit(1, "弔電と供花と見舞金の給付", "死亡のときに会社から送ります。"), *HITS]
    text = "会社の支援には、弔電、供花、見舞金の給付の三つがあります。\n- 不幸：死亡のときに会社から送ります[1]。"
    assert ground(text, "どんな支援がある？", given, "ja", survey=True).doubts == ()
    assert ground(
        text.replace("弔電、供花、見舞金の給付", "独身寮、社員食堂、保養所の割引"),
        "どんな支援がある？",
        given,
        "ja",
        survey=True,
    ).doubts


CARDS = hit(
    1, "鍵", "処理券は1枚400円です。入居者カードの再発行は2,200円、合鍵は1本6,600円です。入居後10日以内に届け出ます。"
)


@pytest.mark.parametrize(
    ("claim", "is_computed"),
    [
        ("処理券は4枚なので1,600円です[1]。", True),
        ("合鍵とカードをあわせると8,800円です[1]。", True),
        ("合鍵とカードをあわせると9,900円です[1]。", False),
        ("届け出は12月10日までです[1]。", True),
        ("届け出は12月15日までです[1]。", False),
    ],
)
def test_a_capable_model_may_compute(claim: str, is_computed: bool) -> None:
    days = counted_from([date(2026, 11, 30)], CARDS.passage.text)
    assert (ground(claim, "4枚でいくら？", [CARDS], "ja", days=days, capable=True).doubts == ()) is is_computed
    assert "number not in the passages" in str(ground(claim, "4枚でいくら？", [CARDS], "ja").doubts)
