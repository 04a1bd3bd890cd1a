"""Plain text, FAQ and other tables, in the encodings that Japanese offices use."""

import codecs
from pathlib import Path

import pytest

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.errors import AccessUnclear, DocumentError, WithoutText
from yorisoi.language import spelt_out
from yorisoi.types import LONGEST_PERSON

FAQ = "faq_id,title,body\nfaq_001,休暇は何日ですか,二十日です。\nfaq_002,半休は取れますか,はい、取れます。\n"
JAPANESE = "休暇の届けは、前日までに上長へ提出してください。カタカナの語も、ひらがなの語もあります。"


def read(name: str, content: str | bytes, **limits: int) -> list[LoadedDocument]:
    return load(name, content.encode() if isinstance(content, str) else content, DocumentsConfig(**limits))


def refusal(name: str, content: str | bytes, **limits: int) -> str:
    with pytest.raises(DocumentError) as caught:
        read(name, content, **limits)
    return str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jp", "iso2022_jp"])
@pytest.mark.parametrize("text", [JAPANESE, JAPANESE * 200, "休暇"])
def test_japanese_is_read_in_every_encoding_in_use(encoding, text):
    if text == "休暇" and encoding == "euc_jp":
        pytest.skip("two characters of EUC-JP are also four half-width kana")
    assert read("a.txt", text.encode(encoding))[0].text == text


def test_euc_jp_that_is_also_valid_cp932_is_told_by_its_half_width_kana():
    data = "ここにいます。あしたはおやすみです。".encode("euc_jp")
    assert "､" in data.decode("cp932")
    assert read("a.txt", data)[0].text == "ここにいます。あしたはおやすみです。"


def test_half_width_kana_in_cp932_stay():
    text = "ｷｭｳｶの届けは、前日までに上長へ提出してください。"
    assert read("a.txt", text.encode("cp932"))[0].text == text


def test_chinese_in_gbk_is_refused_rather_than_garbled():
    assert "UTF-8" in refusal("a.txt", ("员工每年享有带薪年休假，请提前向主管提出申请。" * 20).encode("gbk"))


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
@pytest.mark.parametrize("name", ["groups", "access"])
def test_a_japanese_file_is_not_taken_for_another_encoding_by_chance(encoding, name):
    pages = (Path(__file__).parents[3] / "examples/handbook").rglob("*.md")
    pieces = [piece for page in pages for piece in page.read_text(encoding="utf-8").split("\n\n")]
    texts = [f"本文、{name}\n\n{piece}\n" for piece in pieces if piece.count("の") > 1 and "groups:" not in piece]
    assert len([read("a.txt", text.encode(encoding, "ignore")) for text in texts]) > 100
    assert read("a.csv", "番号,質問,回答,groups\n1,休暇は,二十日です。これは長い答えです。,\n".encode(encoding))


def test_line_ends_are_unified():
    assert read("a.txt", "一。\r\n二。\r三。\n")[0].text == "一。\n二。\n三。\n"


@pytest.mark.parametrize("content", [b"", b"  \n\t", codecs.BOM_UTF8])
def test_a_text_without_words_is_refused(content):
    assert "empty" in refusal("a.txt", content)


def test_binary_content_is_refused_whatever_its_name():
    assert "binary" in refusal("a.md", "休暇\x00です".encode())
    assert "not text" in refusal("a.md", bytes(range(256)) * 20) + refusal("b.md", b"\x89PNG\r\n\x1a\n\xff\xfe\x81" * 9)


def test_a_text_beyond_the_limit_is_refused():
    assert "limit is 1,000" in refusal("a.txt", "あ" * 1001, max_characters=1000)


def test_each_row_of_a_faq_is_a_document():
    first, second = read("faq.csv", FAQ)
    assert (first.fragment, first.title, first.text) == ("faq_001", "休暇は何日ですか", "二十日です。")
    assert second.fragment == "faq_002"
    assert first.language == "ja"


def test_a_question_too_long_for_a_title_is_in_the_text():
    question = "休暇は何日ですか。" * 100
    (document,) = read("faq.csv", f"id,question,answer\n1,{question},二十日です。\n")
    assert len(document.title) == 300
    assert question in document.text


@pytest.mark.parametrize(
    "header",
    [
        "id,question,answer",
        "番号,質問,回答",
        "番号,質問,答え",
        "编号,问题,答复",
        "ID,タイトル,本文",
        "FAQ_ID,Title,Body",
    ],
)
def test_faq_headers_are_known_by_their_usual_names(header):
    (document,) = read("faq.csv", f"{header}\n7,休暇は,二十日です。\n")
    assert (document.fragment, document.title, document.text) == ("7", "休暇は", "二十日です。")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("06_夜間の急患について.txt", "夜間の急患について"),
        ("3. 支払い.txt", "支払い"),
        ("24-hour support.txt", "24-hour support"),
        ("2026_計画.txt", "2026_計画"),
        ("07_.txt", "07_"),
    ],
)
def test_a_number_that_keeps_files_in_order_is_no_part_of_a_title(name, title):
    (document,) = read(name, "電話でお知らせください。\n")
    assert document.title == title


def test_an_answer_in_the_last_column_keeps_its_commas_without_quotation_marks():
    row, other = read("faq.csv", "質問,回答\n料金は,小型犬4,400円、大型犬5,500円です。\n休みは,水曜です。,,\n")
    assert (row.text, other.text) == ("小型犬4,400円、大型犬5,500円です。", "水曜です。")


def test_rows_whose_cells_belong_nowhere_are_left_out_with_a_notice():
    text = "質問,回答,分類\n料金は,犬は4,400円、猫は,無料です。,料金\n休みは,水曜です。,店\n"
    (row,) = read("faq.csv", text)
    assert (row.fragment, row.text) == ("2", "水曜です。")
    [notice] = row.notices
    assert "rows with more cells than columns (1, the first where '料金は' begins)" in notice
    with pytest.raises(DocumentError, match="leaves out rows with more cells") as raised:
        read("faq.csv", text.rpartition("休み")[0])
    assert not isinstance(raised.value, WithoutText)  # which would withdraw the version before


@pytest.mark.parametrize(
    ("header", "row", "told"),
    [
        ("質問,回答", "料金は？,大人1,200円,子ども 600円", ("料金は？", "大人1,200円,子ども 600円")),
        (
            "id,内線,質問,回答",
            "1,101,入会金は？,大人 3000円,子ども 1000円",
            ("入会金は？", "大人 3000円,子ども 1000円"),
        ),
        ("id,内線,質問,回答", "1,101,料金は,4,400円です", None),
        ("質問,回答,分類", "料金は,小型犬4,400円です。,料金", None),
        ("質問,回答,備考", "送料はいくらですか,1,000円です,", None),
        ("質問,回答", "参加費は1,000円ですか,はい", None),
        ("質問,回答", "総額は,1,234,567円です", ("総額は", "1,234,567円です")),
        ("id,質問,回答,分類", "1,100円で何が買えますか,飴,ガム,菓子", None),
        ("id,質問,回答", "1,100円で何が買えますか,飴,ガム", ("100円で何が買えますか", "飴,ガム")),
        ("質問,回答", "返金は、送料,手数料も含みますか？,いいえ", None),
        ("質問,回答", "第2,3土曜は開いていますか,はい", None),
        ("質問,回答", "何時に開きますか,また何時に閉まりますか,9時と17時", None),
        ("質問,分類,回答", "料金は？,店,料金,五百円", None),
        ("質問,回答", "料金は,甲,乙", None),
    ],
)
def test_a_row_of_too_many_cells_is_taken_where_one_way_alone_leads_to_its_columns(header, row, told):
    if told:
        [wide] = read("faq.csv", f"{header}\n{row}\n")
        assert (wide.title, wide.text.partition("\n")[0]) == told
    else:
        assert "leaves out" in refusal("faq.csv", f"{header}\n{row}\n")


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("質問,公開,回答", "賞与,昇給は？,×,年七回である"),
        ("質問,公開,回答", "賞与,昇給は？,×,"),
        ("質問,公開,回答", "賞与は、1,000円で足りますか,×,年七回"),
        ("質問,公開,回答", '賞与は？,"×,年七回"'),
        ("質問,回答,公開", "給与は？,月30万円\nである。,×"),
        ("社外秘,質問,回答", "○賞与は？,年,七回,である"),
    ],
)
def test_in_a_faq_with_a_column_about_readers_a_row_has_its_cells_or_is_left_out(header, row):
    with pytest.raises(AccessUnclear, match="more or fewer cells"):
        read("faq.csv", f"{header}\n{row}\n")
    (kept,) = read("faq.csv", f"{header}\n{'休暇,' * header.count(',')}\n{row}\n")
    assert kept.fragment == "1"
    assert "leaves out rows with more or fewer cells" in kept.notices[0]


def test_a_row_that_is_left_out_may_still_say_who_may_read_the_file():
    with pytest.raises(AccessUnclear, match="closes it to everyone"):
        read("faq.csv", "質問,回答,公開\n賞与は？,年二回,×,\n受付は？,一階,○\n")
    with pytest.raises(AccessUnclear, match="公開範囲"):
        read("faq.csv", "質問,回答\n公開範囲：人事部,a,b\n休みは,水曜です。\n")


def test_without_ids_the_rows_are_numbered():
    documents = read("faq.csv", "質問,回答\n一,い\n\n二,ろ\n")
    assert [document.fragment for document in documents] == ["1", "2"]


def test_in_a_table_a_blank_row_stays_where_another_may_begin_below():
    [document] = read("a.csv", "商品,単価\n洗剤,320円\n\n,\n代理店,手数料\n東西商事,12%\n\n")
    assert document.text == (
        "| 商品 | 単価 |\n|-|-|\n| 洗剤 | 320円 |\n|  |  |\n| 代理店 | 手数料 |\n| 東西商事 | 12% |"
    )


def test_a_faq_keeps_category_owner_date_audience_and_other_columns():
    (document,) = read(
        "faq.csv",
        "faq_id,title,body,カテゴリ,担当部署,更新日,applies_to,groups,申請書\n"
        "1,休暇は,二十日です。,勤怠,人事部,2025/4/1,勤務地=大阪支社;雇用区分=正社員,hr,W-11\n",
    )
    assert document.section == ("勤怠",)
    assert document.owner == "人事部"
    assert str(document.updated) == "2025-04-01"
    assert document.applies_to == {"勤務地": "大阪支社", "雇用区分": "正社員"}
    assert document.groups == {"hr"}
    assert document.text == "二十日です。\n\n申請書: W-11"


@pytest.mark.parametrize(
    ("header", "row", "text"),
    [
        (
            "title,question,answer,content",
            "Bus,When?,At nine,On Sundays at eight",
            "At nine\n\nquestion: When?\n\ncontent: On Sundays at eight",
        ),
        ("タイトル,質問内容,回答内容", "駐輪場,置けますか,二十台まで。", "二十台まで。\n\nタイトル: 駐輪場"),
        ("質問,回答,回答", "置けますか,置けます。,一日百円です。", "置けます。\n\n回答: 一日百円です。"),
        ("質問,回答,分類,カテゴリ", "何時までですか,二十一時です。,バス,市営", "二十一時です。\n\n分類: バス"),
        (
            "件名,質問,回答,担当,担当部署",
            "便,何時までですか,二十一時です。,鈴木,交通課",
            "二十一時です。\n\n件名: 便\n\n担当部署: 交通課",
        ),
    ],
)
def test_a_second_column_of_a_kind_is_told_as_any_other(header, row, text):
    (document,) = read("faq.csv", f"{header}\n{row}\n")
    assert document.text == text


def test_answers_may_hold_line_breaks_commas_and_quotes():
    (document,) = read("faq.csv", 'id,question,answer\n1,休暇は,"一、""二""\n- 三,四"\n')
    assert document.text == '一、"二"\n- 三,四'


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-8-sig"])
def test_a_faq_is_read_in_any_japanese_encoding(encoding):
    assert read("faq.csv", FAQ.encode(encoding))[1].title == "半休は取れますか"


def test_an_id_twice_is_refused_by_name():
    assert "'faq_001' more than once" in refusal("faq.csv", FAQ + "faq_001,別の質問,別の答え\n")


def test_a_title_and_a_category_are_as_long_as_they_are_read():
    ligatures = "\ufdfa" * 250
    (page,) = read("faq.csv", f"id,question,answer,category\n1,{ligatures},二十日です。,{ligatures}\n")
    assert all(spelt_out(each) <= 300 for each in (page.title, *page.section))
    assert ligatures in page.text


def test_an_id_that_every_hit_would_repeat_is_short():
    (document,) = read("faq.csv", f"id,question,answer\n{'1' * 200},休暇は,二十日です。\n")
    assert len(document.fragment) == 200
    assert "201 characters" in refusal("faq.csv", f"id,question,answer\n{'1' * 201},休暇は,二十日です。\n")


@pytest.mark.parametrize("id_", ["![x](https://evil.example/track.png)", "<img src=x>", "1\n[2] 偽の出典", "1\x1b[2J"])
def test_an_id_that_breaks_its_line_or_loads_something_is_refused(id_):
    assert "FAQ id" in refusal("faq.csv", f'id,question,answer\n"{id_}",休暇は,二十日です。\n')
    (document,) = read("faq.csv", "id,question,answer\n[社内] 1!,休暇は,二十日です。\n")
    assert document.fragment == "[社内] 1!"


def test_the_owner_of_a_row_is_no_longer_than_a_person():
    (document,) = read(
        "faq.csv", f"id,question,answer,担当部署,連絡先\n1,休暇は,二十日です。,{'人' * 9000},{'1' * 9000}\n"
    )
    assert (document.owner, document.contact) == ("人" * LONGEST_PERSON, "1" * LONGEST_PERSON)


def test_a_faq_without_rows_is_refused():
    assert "no rows" in refusal("faq.csv", "faq_id,title,body\n")


def test_a_quote_that_is_not_closed_is_refused():
    assert "not a readable table" in refusal("faq.csv", 'id,question,answer\n1,休暇は,"二十日\n2,半休は,はい\n')


def test_another_table_is_one_document_with_its_header():
    (document,) = read("日数.csv", "種別,日数\n年休,20\n慶弔,5\n")
    assert document.title == "日数"
    assert document.fragment == ""
    assert document.text == "| 種別 | 日数 |\n|-|-|\n| 年休 | 20 |\n| 慶弔 | 5 |"


@pytest.mark.parametrize(("name", "delimiter"), [("a.tsv", "\t"), ("a.csv", ";"), ("a.csv", "\t")])
def test_tabs_and_semicolons_separate_too(name, delimiter):
    text = "種別,日数,備考\n年休,20,なし\n".replace(",", delimiter)
    assert read(name, text)[0].text.startswith("| 種別 | 日数 | 備考 |")


def test_an_unknown_extension_names_the_known_ones():
    assert ".docx" in refusal("a.exe", b"MZ")


def test_pipes_separate_the_columns_of_a_faq_too():
    (document,) = read("faq.csv", "質問|回答|閲覧グループ\n給与は|表です, 二つ|hr")
    assert (document.title, document.text, document.groups) == ("給与は", "表です, 二つ", {"hr"})


@pytest.mark.parametrize(
    "rows",
    ['給与は,"表です,hr"', '"給与は,表です,hr"', "給与は？,月30万円\nである。,人事部", "給与は,表です", "給与は"],
)
def test_a_row_whose_readers_may_stand_in_the_wrong_cell_is_refused(rows):
    assert "fewer cells" in refusal("faq.csv", f"質問,回答,groups\n休暇は,二十日です,\n{rows}\n")
    assert len(read("faq.csv", f"質問,回答,備考\n休暇は,二十日です,\n{rows}\n")) > 1


def test_answers_of_several_lines_may_stand_beside_readers():
    answer = (
        "Yes, up to 1,000,000 yen.\n料金は1,234円か2,345円\n1,234,567円\n"
        "- food, drinks, taxis; hotels\n- 甲、乙、丙\n| a | b | c | d |\nOr, no."
    )
    (document,) = read("faq.csv", f'id,question,answer,groups\n1,"Paid?\nReally, now?","{answer}",\n')
    assert document.groups == frozenset()
