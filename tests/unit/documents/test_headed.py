"""Headings of a text that marks none are seen by how they are written."""

import docx
import pytest
from document_files import saved
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.documents.blocks import sections
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.headed import with_headings
from yorisoi.documents.load import load
from yorisoi.documents.split import split
from yorisoi.types import Language

BELOW = "この部分には、ごみを出す日と時刻、場所について書いてあります。"


def headings(text: str, language: Language = "ja", *, titled: bool = True) -> list[str]:
    return [each.path[-1] for each in sections(with_headings(text, language, titled=titled, bare=True)) if each.path]


@pytest.mark.parametrize(
    "written",
    [
        ("1. 収集日", "2. 指定袋"),
        ("１．収集日", "２．指定袋"),
        ("第1条（収集日）", "第2条（指定袋）"),
        ("一、収集日", "二、指定袋"),
        ("1 収集日", "2 指定袋"),
        ("（1）収集日", "（2）指定袋"),
        ("① 収集日", "② 指定袋"),
        ("Ⅰ 収集日", "Ⅱ 指定袋"),
    ],
)
def test_numbered_lines_above_what_they_head_are_headings(written: tuple[str, str]) -> None:
    first, second = written
    text = f"ごみの出し方\n\n{first}\n{BELOW}\n\n{second}\n{BELOW}\n"
    assert headings(text) == ["ごみの出し方", first, second]
    assert headings(text, titled=False) == [first, second]


@pytest.mark.parametrize("sign", ["■ {}", "◆{}", "【{}】", "＜{}＞"])
@pytest.mark.parametrize("title", ["ごみの出し方", "◆ ごみの出し方", "［ごみの出し方］"])
def test_a_sign_that_only_marks_a_heading_is_no_part_of_it(sign: str, title: str) -> None:
    first, second = map(sign.format, ("収集日", "指定袋"))
    found = headings(f"{title}\n\n{first}\n{BELOW}\n\n{second}\n{BELOW}\n")
    assert found == ["収集日", "指定袋"] if title[0] == "［" else ["ごみの出し方", "収集日", "指定袋"]


@pytest.mark.parametrize(
    "written",
    [
        "{}\n-----\n",
        "{}\n-----\n\n",
        "-----\n{}\n-----\n",
        "{}\n＝＝＝\n",
        "1. {}\n------\n",
        "・{}\n――――\n",
    ],
)
def test_what_is_underlined_in_plain_text_is_a_heading(written: str) -> None:
    parts = "\n".join(f"{written.format(each)}{BELOW}\n" for each in ("収集日", "指定袋"))
    for title in ([], ["ごみの出し方"]):
        text = "".join(f"{each}\n======\n\n" for each in title) + parts
        assert [each.lstrip("1.・ ") for each in headings(text)] == [*title, "収集日", "指定袋"]


def test_kinds_go_on_below_a_title_that_is_underlined() -> None:
    text = f"ごみの出し方\n======\n\n■ 収集日\n{BELOW}\n\n■ 指定袋\n{BELOW}\n"
    assert headings(text) == ["ごみの出し方", "収集日", "指定袋"]


@pytest.mark.parametrize(
    "text",
    [
        "品名　　値段\n------------\nペン　　百円\n",
        f"{BELOW}\n------\n{BELOW}\n",
        f"{BELOW}\n\n------\n\n{BELOW}\n",
        "前の行\nすぐ下の行\n------\n",
        "受付時間\n9:00-17:00\n=====\n休憩時間\n12:00-13:00\n=====\n電話\n03-1234-5678\n",
        "電話\n\n大阪店 06-1111-1111\n-----\n京都店 075-222-2222\n-----\n神戸店 078-333-3333\n-----\n奈良店 0742-44\n",
    ],
)
def test_rulers_elsewhere_underline_nothing(text: str) -> None:
    marked = with_headings(text, "ja", titled=True, bare=False)
    assert marked.split() == text.split()
    assert not any(each.path for each in sections(marked))


@pytest.mark.parametrize("heading", ["★★★ 京都ホテル", "▲5.2% 営業部", "▲12,000円", "☆ 奈良ホテル"])
def test_a_sign_that_says_something_stays(heading: str) -> None:
    assert headings(f"一覧\n\n{heading}\n{BELOW}\n\n{heading}と別館\n{BELOW}\n")[1] == heading


def test_what_stands_by_itself_above_a_paragraph_is_a_heading() -> None:
    text = (
        f"ごみの出し方\n令和8年4月1日から\n\n100円の袋\n{BELOW}\n\n{BELOW}\n\n粗大ごみ\n電話で申し込む方法\n{BELOW}\n"
    )
    assert headings(text) == ["ごみの出し方", "100円の袋", "粗大ごみ"]
    assert headings(f"粗大ごみ\n{BELOW}\n") == ["粗大ごみ"]
    assert headings(f"ごみの出し方\n\n収集日\n\n{BELOW}\n\n指定袋\n\n{BELOW}\n") == ["ごみの出し方", "収集日", "指定袋"]
    assert with_headings(text := f"粗大ごみ\n{BELOW}\n", "ja", titled=True, bare=False) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You must return the laptop within\n14 days of leaving the company and\nthe key by the last day.\n"),
        ("ja", "貸与したパソコンは最終日から\n14 日以内に総務部まで\n返してください。\n"),
        ("ja", "田中様\n\nいつもお世話になっております。\n"),
        ("ja", "牛乳\n卵\n\n洗剤\nスポンジ\n"),
        ("ja", "- 水筒\n帽子とタオルも持ってきてください。\n"),
        ("ja", f"03 1234 5678\n{BELOW}\n045 123 4567\n{BELOW}\n"),
    ],
)
def test_lines_that_were_broken_and_names_are_none(language: Language, text: str) -> None:
    assert with_headings(text, language, titled=True, bare=True) == text


def test_bare_numbers_are_headings_where_they_count_on() -> None:
    assert headings(f"1 収集日\n{BELOW}\n2 指定袋\n{BELOW}\n1 粗大ごみ\n{BELOW}\n", titled=False) == [
        "1 収集日",
        "2 指定袋",
        "1 粗大ごみ",
    ]
    assert headings(f"14 収集日\n{BELOW}\n30 指定袋\n{BELOW}\n", titled=False) == []


def test_paragraphs_in_bold_are_headings_of_a_word_file() -> None:
    document = docx.Document()
    for heading in ("収集日", "指定袋"):
        document.add_paragraph().add_run(heading).bold = True
        document.add_paragraph(BELOW)
    [page] = load("gomi.docx", saved(document), DocumentsConfig())
    assert [each.path for each in sections(page.text) if each.path] == [("収集日",), ("指定袋",)]


def test_kinds_of_headings_stand_below_each_other() -> None:
    text = f"第1章 総則\n第1条（目的）\n{BELOW}\n第2条（定義）\n{BELOW}\n第2章 休暇\n第3条（種類）\n{BELOW}\n"
    found = [each.path for each in sections(with_headings(text, "ja", titled=True, bare=True)) if each.path]
    assert found[1] == ("第1章 総則", "第1条（目的）")
    assert found[-1] == ("第2章 休暇", "第3条（種類）")


@pytest.mark.parametrize(
    "text",
    [
        "持ち物\n1. 水筒\n2. 帽子\n3. タオル\n",
        f"手順\n1. 電源を切ります。\n{BELOW}\n2. 線を抜きます。\n{BELOW}\n",
        f"1. 収集日：火曜\n{BELOW}\n2. 指定袋：黄色\n{BELOW}\n",
        f"1. 収集日\n{BELOW}\n",
        "1. はい\nA\n2. いいえ\nB\n",
        f"# 題\n\n## 章\n\n1. 収集日\n{BELOW}\n2. 指定袋\n{BELOW}\n",
        "4月 入園式\n5月 遠足\n",
        "",
    ],
)
def test_items_sentences_and_what_stands_alone_are_none(text: str) -> None:
    assert with_headings(text, "ja", titled=True, bare=False) == text


def test_a_table_of_contents_does_not_hide_the_headings_that_it_lists() -> None:
    listed = "1. 収集日……3\n2. 指定袋 ..... 4\n3. 粗大ごみ  5\n"
    assert headings(f"{listed}\n1. 収集日\n{BELOW}\n2. 指定袋\n{BELOW}\n", titled=False) == ["1. 収集日", "2. 指定袋"]


def test_in_english_a_heading_may_be_longer() -> None:
    below = "Rubbish is collected on Tuesdays and Fridays, before half past eight in the morning.\n"
    text = f"1. When rubbish is collected in this building\n{below}\n2. Which bags to use\n{below}"
    assert headings(text, "en", titled=False) == [
        "1. When rubbish is collected in this building",
        "2. Which bags to use",
    ]


def test_a_file_of_plain_text_is_titled_by_its_first_line() -> None:
    text = f"ごみの出し方について\n\n1. 収集日\n{BELOW}\n\n2. 指定袋\n{BELOW}\n"
    [page] = load("03_gomi.txt", text.encode(), DocumentsConfig())
    assert page.title == "ごみの出し方について"


def test_a_file_that_is_called_by_a_code_is_titled_by_a_first_line_that_stands_by_itself() -> None:
    text = f"ごみの出し方について\n\n{BELOW}{BELOW}\n"
    [page] = load("03_gomi.txt", text.encode(), DocumentsConfig())
    assert page.title == "ごみの出し方について"
    assert [piece.text for piece in split(page)] == [BELOW * 2]
    [page] = load("ごみ.txt", text.encode(), DocumentsConfig())
    assert page.title == "ごみ"
    for unlike in (BELOW, f"・ごみ\n\n{BELOW}", f"{BELOW}\n\n{BELOW}{BELOW}"):
        [page] = load("03_gomi.txt", unlike.encode(), DocumentsConfig())
        assert page.title == "gomi"


@pytest.mark.parametrize(
    "text",
    [
        "＊大阪店\n\n電話は06-1111-2222です。\n\n＊京都店\n\n電話は075-111-2222です。\n",
        "月曜日\n\n可燃ごみです。\n\n火曜日\n\n資源ごみです。\n",
        "本館\n\n受付、売店。\n\n別館\n\n食堂、浴場、洗濯室。\n\n新館\n\n会議室。\n",
        "■1階\n\n受付と売店があります。\n\n■2階\n\n食堂があります。\n",
        f"2026/11/20\n\n{BELOW}\n",
        f"(1) 見学\n\n{BELOW}\n",
    ],
)
def test_the_first_of_several_things_is_no_title(text: str) -> None:
    [page] = load("k_01.txt", text.encode(), DocumentsConfig())
    assert page.title == "k_01"


def test_an_english_file_keeps_its_name() -> None:
    [page] = load(
        "returns.txt", b"To all members\n\nYou can return what you bought within thirty days.", DocumentsConfig()
    )
    assert page.title == "returns"


@given(st.text(alphabet="1２.．第条■【】(）①=- あa。\n\t…", max_size=200), st.booleans())
def test_no_letter_is_lost(text: str, titled: bool) -> None:
    marked = with_headings(text, "ja", titled=titled, bare=True)
    assert [each for each in marked if each.isalnum()] == [each for each in text if each.isalnum()]
