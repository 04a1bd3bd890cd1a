"""Footnotes are told where they are pointed at; what cannot be told so stays where it stands, and nothing is lost."""

import pytest

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.html import html_to_markdown
from yorisoi.documents.markup import readable

SAID = "受付で配布します。"


def page(body: str) -> str:
    return html_to_markdown(f"<html><body>{body}</body></html>".encode(), DocumentsConfig())[0]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("休めます[^1]。\n\n## 申請\n\n[^1]: 平日に限ります。", "休めます（注：平日に限ります。）。\n\n## 申請"),
        (
            "休めます。[^1]\n\n[^1]: 平日に限ります。\n## 申請\n前日まで",
            "休めます（注：平日に限ります。）。\n\n## 申請\n前日まで",
        ),
        ("You may drive.[^a]\n\n[^a]: Not in May.", "You may drive (note: Not in May.)."),
        ("- 申込[^1]\n  [^1]: 平日のみ。\n- 支払は現金", "- 申込（注：平日のみ。）\n- 支払は現金"),
        (
            "| 品 | 円 |\n|-|-|\n| 茶[^1] | 9 |\n\n[^1]: 熱い|冷たい",
            "| 品 | 円 |\n|-|-|\n| 茶（注：熱い\\|冷たい） | 9 |",
        ),
        ("甲[^1]\n\n[^1]: 一\n[^1]: 二", "甲（注：一）\n\n[^1]: 二"),
    ],
)
def test_a_note_of_one_line_stands_where_it_is_pointed_at(written: str, told: str) -> None:
    assert readable(written) == told


@pytest.mark.parametrize(
    "written",
    [
        "脚注は `[^1]` と書く。\n\n[^1]: 開封後は交換しません。",
        "```\n甲[^1]\n```\n\n[^1]: 乙",
        "甲[^1]。\n\n[^1]: 注は `a` をすること。",
        "甲[^1]。\n\n[^1]: 一行目\n二行目は続き",
        "甲[^1]。\n\n[^1]: 注。\n\n    - 項目",
        "甲 \\[^1]\n\n[^1]: 乙",
        "甲[^1]" * 11 + "\n\n[^1]: 乙",
        "甲[^1]。\n\n[^1]: " + "長" * 601,
        "甲。\n\n[^1]: 誰も指さない。",
    ],
)
def test_what_cannot_be_told_so_stays(written: str) -> None:
    assert readable(written) == written


def test_a_note_that_points_at_another_loses_neither() -> None:
    told = readable("返金します[^1]。\n\n[^1]: 詳細は別注[^2]。\n\n[^2]: 開封後は返金しません。")
    assert "詳細は別注" in told
    assert "開封後は返金しません。" in told


def test_of_a_page_a_note_that_leads_back_is_told_where_its_mark_stands() -> None:
    note = '<ol><li id="fn1"><p>平日のみ。<a href="#ref1">↩</a></p></li></ol>'
    assert page(f'<p>休める。<sup id="ref1"><a href="#fn1">1</a></sup></p>{note}') == "休める（注：平日のみ。）。"


@pytest.mark.parametrize(
    "body",
    [
        f'<ul><li><a href="#pdfnews">配布</a></li></ul><div id="pdfnews">{SAID}</div>',
        f'<p><a href="#fn-open">open()</a></p><p id="fn-open">{SAID}</p>',
        f'<a id="r" href="#fn-1">1</a><div id="fn-1"><table><tr><td>{SAID}</td></tr></table><a href="#r">^</a></div>',
    ],
)
def test_what_is_no_note_of_a_page_stays(body: str) -> None:
    assert "注：" not in page(body)
    assert SAID in page(body)
