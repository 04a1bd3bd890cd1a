"""What changed in something: what pages tell of it, newest first; no earlier version is kept to be compared with."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.unit.house import document, house

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.dialogue.answer.changes import told_of_changes
from yorisoi.dialogue.config import TurnConfig
from yorisoi.ports import NewDocument
from yorisoi.types import Document, Passage, Reply, UserId

TRIP = document(
    "trip.md",
    "国内出張規程",
    "国内出張の旅費の決まりです。",
    "宿泊費の上限は2025年4月1日から12,000円になりました。",
    updated="2025-03-20",
)
ABROAD = document(
    "abroad.md",
    "海外出張規程",
    "海外出張の旅費の決まりです。予定の変更は前日まで可能です。",
    updated="2026-01-19",
)
DAILY = document("daily.md", "日当規程", "出張の旅費のうち、日当の決まりです。", "本規程は2026年2月1日より施行します。")
UNDATED = document("card.md", "出張の旅費の立替", "旅費は法人カードで払います。立て替えた旅費は月末に精算します。")
PAY = document("pay.md", "給与", "給与は毎月25日に振り込みます。2026年3月から支払日が変わりました。")
QUESTION = "旅費の規程で変わったことは？"


async def reply(home: Path, text: str = QUESTION, pages: Sequence[NewDocument] = (TRIP, ABROAD, DAILY, PAY)) -> Reply:
    turn = TurnConfig(assess="never")
    async with house(home, pages, turn=turn, graph=EmbeddedNames(home / "names.db")) as (assistant, _, _):
        return await assistant.reply(text, user=UserId("aiko"))


async def test_changes_that_pages_tell_come_first_newest_first_then_pages_by_their_date(tmp_path: Path) -> None:
    said = await reply(tmp_path)
    assert said.rule == "overview"
    lines = said.text.splitlines()
    assert lines[0].startswith("以前の版は残していない")
    assert [each.title for each in said.citations] == ["日当規程", "国内出張規程", "海外出張規程"]
    assert "2026年2月1日より施行します" in lines[1]
    assert "12,000円になりました" in lines[2]
    assert "海外出張規程（2026-01-19更新）" in lines[3]
    assert "給与" not in said.text


async def test_of_a_book_is_read_what_stands_around_what_was_found(tmp_path: Path) -> None:
    far = "給与の支払日は2024年4月1日から変わりました。"
    book = document(
        "book.md",
        "規程集",
        far,
        *[f"第{n}条は雑則を定めるものです。" for n in range(100)],
        "国内出張の旅費の決まりは2025年4月1日に変わりました。",
    )
    said = await reply(tmp_path, "国内出張の旅費の決まりで変わったことは？", [book, ABROAD])
    assert "2025年4月1日" in said.text
    assert "2024年4月1日" not in said.text


async def test_where_no_page_tells_a_change_or_has_a_date_the_usual_answer_is_given(tmp_path: Path) -> None:
    said = await reply(tmp_path, pages=[UNDATED])
    assert "以前の版" not in said.text
    assert [each.title for each in said.citations] == ["出張の旅費の立替"]


async def test_a_page_that_the_reader_may_not_read_tells_nothing(tmp_path: Path) -> None:
    closed = replace(DAILY, groups=frozenset({"役員"}))
    said = await reply(tmp_path, pages=[TRIP, ABROAD, closed])
    assert "日当規程" not in said.text
    assert "国内出張規程" in said.text


def passage(text: str, *section: str, language: str = "ja") -> Passage:
    page = Document(id=1, source="a.md", title="リリースノート", language=language)
    return Passage(id=1, document=page, position=0, section=section, text=text, language=language)


@pytest.mark.parametrize(
    ("text", "language", "tells"),
    [
        ("この規程は2024年4月1日から施行する。", "ja", True),
        ("本ガイドラインは、2023 年 7 月 20 日より施行します。", "ja", True),
        ("領収書を5枚まで分けて発行できるようになりました（これまでは2枚）。", "ja", True),
        ("在宅勤務の上限日数を週3日に変更しました。", "ja", True),
        ("予定の変更は前日まで可能です。", "ja", False),
        ("住所を変更したときは、14日以内に届け出てください。", "ja", False),
        ("The limit was raised from 100 to 120 pounds.", "en", True),
        ("Effective 1 April 2025, receipts are kept for two years.", "en", True),
        ("You can change your booking until the day before.", "en", False),
        ("报销上限自2025年1月1日起调整为500元。", "zh", True),
        ("如需变更地址，请联系人事部办理手续。", "zh", False),
    ],
)
def test_sentences_that_tell_of_a_change(text: str, language: str, tells: bool) -> None:
    found = told_of_changes([passage(text, language=language)], ())
    assert [each.extract.text for each in found] == ([text] if tells else [])


def test_under_a_heading_with_a_date_every_sentence_tells_of_a_change_what_was_asked_for_first() -> None:
    newer = passage("印刷が止まる問題を直しています。操作履歴の保存期間は2年です。", "5.2.1（2025 年 9 月 18 日）")
    older = passage("レジの画面に呼び出しボタンがあります。", "5.1.0（2025 年 3 月 10 日）")
    of_a_year = passage("レジの数は全部で三台あります。", "2025年度")
    texts = [each.extract.text for each in told_of_changes([of_a_year, older, newer], ())]
    assert texts == [
        "印刷が止まる問題を直しています。",
        "操作履歴の保存期間は2年です。",
        "レジの画面に呼び出しボタンがあります。",
    ]
    first = told_of_changes([newer, older], ["レジ"])[0]
    assert first.extract.text == "レジの画面に呼び出しボタンがあります。"
    assert first.since is not None
    assert first.since.date() == date(2025, 3, 10)
