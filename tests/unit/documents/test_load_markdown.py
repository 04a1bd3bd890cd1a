"""Markdown: front matter, and what only a site generator reads."""

import re
from contextlib import suppress
from datetime import date
from time import process_time

import pytest

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.documents.markup import as_shown
from yorisoi.errors import AccessUnclear, DocumentError
from yorisoi.language import spelt_out
from yorisoi.language.plain import plain
from yorisoi.types import LONGEST_PERSON


def markdown(text: str, name: str = "leave.md") -> LoadedDocument:
    (document,) = load(name, text.encode(), DocumentsConfig())
    return document


def refusal(text: str) -> str:
    with pytest.raises(DocumentError) as caught:
        markdown(text)
    return str(caught.value)


def test_front_matter_says_title_owner_contact_date_audience_and_groups():
    document = markdown(
        "---\ntitle: 夏季休暇\nowner: 人事部\ncontact: jinji@example.jp\nupdated: 2025-06-01\n"
        "applies_to:\n  勤務地: 大阪支社\ngroups: [hr, osaka]\n---\n\n八月に三日間取れます。\n"
    )
    assert (document.title, document.owner, document.contact) == ("夏季休暇", "人事部", "jinji@example.jp")
    assert document.updated == date(2025, 6, 1)
    assert document.applies_to == {"勤務地": "大阪支社"}
    assert document.groups == {"hr", "osaka"}
    assert document.text.strip() == "八月に三日間取れます。"
    assert document.language == "ja"


@pytest.mark.parametrize(
    "written",
    [
        "updated: 2025/6/1",
        "date: 2025年6月1日",
        'lastmod: "2025-06-01T17:21:25+01:00"',
        "updated: 令和7年6月1日",
        "updated: 昭和100年6月1日",
    ],
)
def test_a_date_is_read_however_it_is_written(written):
    assert markdown(f"---\n{written}\n---\n本文です。").updated == date(2025, 6, 1)


def test_a_date_that_does_not_exist_is_left_out():
    assert markdown("---\nupdated: 2025-13-45\n---\n本文です。").updated is None


def test_author_stands_in_for_owner():
    assert markdown("---\nauthor: 佐藤\n---\n本文です。").owner == "佐藤"


def test_owner_and_contact_are_no_longer_than_a_person():
    document = markdown(f"---\nowner: {'人' * 9000}\ncontact: [{'あ' * 150}, {'い' * 150}]\n---\n本文です。")
    assert document.owner == "人" * LONGEST_PERSON
    assert document.contact is not None
    assert len(document.contact) == LONGEST_PERSON


def test_toml_front_matter_is_read_too():
    document = markdown('+++\ntitle = "休暇"\ndate = 2025-06-01\ngroups = ["hr"]\n+++\n本文です。')
    assert (document.title, document.updated, document.groups) == ("休暇", date(2025, 6, 1), {"hr"})


def test_words_that_yaml_takes_for_something_else_stay_words():
    document = markdown("---\ntitle: no\nowner: 007\n---\n本文です。")
    assert (document.title, document.owner) == ("no", "007")


def test_a_title_is_as_long_as_it_is_read():
    assert 200 < spelt_out(markdown("---\ntitle: " + "\ufdfa" * 250 + "\n---\n本文です。").title) <= 300


def test_without_a_title_the_first_top_heading_is_the_title():
    assert markdown("はじめに。\n\n## 概要\n\n# 年次**休暇** {#annual}\n\n二十日。").title == "年次休暇"


def test_without_any_heading_the_file_name_is_the_title():
    assert markdown("本文です。", name="休暇.md").title == "休暇"


def test_broken_front_matter_names_the_line():
    assert "front matter at line 3" in refusal("---\ntitle: 休暇\nowner: a: b\n---\n本文")


def test_front_matter_that_is_not_closed_is_an_error_and_a_rule_is_not():
    assert "not closed" in refusal("---\ntitle: 休暇\ngroups: [hr]\n\n本文")
    assert "本文" in markdown("---\n\n本文です。\n").text


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html", "a.htm"])
@pytest.mark.parametrize("above", ["", "\n", " \n\t\n", "\u200b\n", "\r\n", "\u00a0\n", "\u200d", "<!-- 社内 -->\n"])
def test_groups_are_read_whatever_the_format_and_the_blank_lines_above(name, above):
    document = markdown(f"{above}---\ngroups: [hr]\ntitle: 給与\n---\n<p>給与の表です。</p>", name)
    assert (document.groups, document.title) == ({"hr"}, "給与")
    assert "給与の表です。" in document.text
    assert "hr" not in document.text


def test_groups_and_audience_are_never_guessed():
    assert "groups" in refusal("---\ngroups:\n  hr: yes\n---\n本文")
    assert "applies_to" in refusal("---\napplies_to:\n  勤務地: [大阪, 東京]\n---\n本文")


def test_deeply_nested_front_matter_is_an_error_and_no_crash():
    assert "front matter" in refusal("---\ntitle: " + "[" * 30_000 + "\n---\n本文")


def test_a_page_of_metadata_only_is_read_by_its_description():
    assert markdown("---\ntitle: 休暇\ndescription: 休暇の一覧です。\n---\n").text == "休暇の一覧です。"


def test_shortcodes_html_and_comments_come_out_readable():
    text = markdown(
        "<!-- 編集者へ：\n消さないこと -->\n"
        '{{% alert title="注意" color="info" %}}\n締切は月末です。\n{{% /alert %}}\n'
        '{{< youtube "abc" >}}\n<details><summary>例外</summary>\n三日前まで。<br>当日は不可。\n</details>\n'
        '<svg><path d="M0"/></svg><a href="x">こちら</a>&nbsp;参照 <your-name>\n'
    ).text
    assert "**注意**" in text
    assert "**例外**" in text
    assert "三日前まで。\n当日は不可。" in text
    assert "こちら 参照 <your-name>" in text
    for gone in ("{{", "<!--", "消さない", "<details", "<svg", "youtube", "&nbsp;"):
        assert gone not in text


def test_links_within_the_site_become_their_text_and_others_stay():
    text = markdown("[規程](/rules/) と [申請](https://example.jp/a) と ![図](a.png)").text
    assert text == "規程 と [申請](https://example.jp/a) と 図"


def test_code_is_left_as_it_is():
    code = "```html\n<br> {{< youtube >}} &amp;\n# 見出しではない\n```"
    text = markdown(f"説明。\n\n{code}\n\n`<br>` を使う。\n").text
    assert code in text
    assert "`<br>`" in text


def test_padding_in_tables_goes_and_line_breaks_in_cells_become_slashes():
    text = markdown("| 種別      | 日数 |\n|-----------|:-----|\n| 年休<br>半休 | 20   |\n").text
    assert text == "| 種別 | 日数 |\n|-|:-|\n| 年休 / 半休 | 20 |"


def test_a_table_in_html_becomes_a_table():
    text = markdown("<table><tr><th>種別</th><th>日数</th></tr><tr><td>年休</td><td>20</td></tr></table>").text
    assert "| 種別 | 日数 |" in text
    assert "| 年休 | 20 |" in text


@pytest.mark.parametrize(
    "piece",
    [
        "<!--",
        "<a ",
        "[",
        "![",
        "{{<",
        "<table>",
        "<summary>",
        "| ",
        " ",
        "\n ",
        "# ",
        "- ",
        "```\n",
        "「",
        "*_",
        "{",
        '"',
        "'a':",
        ":",
        "=",
        "-",
        "a:\n",
        ";",
    ],
)
@pytest.mark.parametrize("head", ["本文です。", "---\n# c\n", ":", "-----\n", "<!--\n"])
def test_no_text_makes_reading_slow(piece, head):
    with suppress(DocumentError):
        markdown(head + piece * (100_000 // len(piece)) + "\n本文です。")


@pytest.mark.parametrize("name", ["a.md", "a.txt", "faq.csv", "table.csv"])
@pytest.mark.parametrize(
    "image",
    [
        "![図](http://evil.example/a.png)",
        "![図][r]",
        "![図] [r]",
        "![図][]",
        "![r]",
        "![図](<//evil.example/a b>)",
        "![図]( //evil.example/p '題 (')",
        "![図[x]](//evil.example/p)",
        "<img src=http://evil.example/a.png>",
        "<IMG/src=http://evil.example/a.png>",
    ],
)
def test_no_page_holds_what_a_client_would_load_by_itself(name, image):
    text = f"控除の{image}説明です。"
    written = {"faq.csv": f'質問,回答\n控除は,"{text}"\n', "table.csv": f'甲,乙\n控除は,"{text}"\n'}
    body = written.get(name, f"{text}\n\n[r]: http://evil.example/ref.png\n")
    found = markdown(body, name).text
    assert not re.search(r"!\[|<img", found, re.IGNORECASE)
    assert "控除の" in found
    assert "説明です。" in found


def test_images_by_reference_leave_their_description_and_code_stays():
    text = markdown("![控除][r] と [申請][s] と `![a][b]` です。\n\n[s]: https://example.jp/a").text
    assert text.startswith("控除 と [申請][s] と `![a][b]` です。")
    assert "https://example.jp/a" in text


@pytest.mark.parametrize(
    "passage",
    [
        '\\`![図](http://evil.example/a.png "題")\\`',
        "説明です。\n    ```\n![図](http://evil.example/a.png)\n",
        "``` a`b\n![図](http://evil.example/a.png)\n```",
        "後半の行\n![図](<http://evil.example/a.png>)\n```",
        "\\`<img src=http://evil.example/a.png>\\`",
    ],
)
def test_what_is_code_to_us_alone_loads_nothing(passage):
    assert not re.search(r"!\[|<img", as_shown(passage))
    assert not re.search(r"!\[|<img", plain(passage))


@pytest.mark.parametrize(
    "passage", ["`![a](b)` と\n\n```html\n<img src=a>\n![a](b)\n```\n", "列は\n\n    ![a](b)\n", "a < b、すごい! [1]"]
)
def test_what_is_code_to_everyone_stays(passage):
    assert as_shown(passage) == passage


def test_a_page_is_for_so_many_and_no_more() -> None:
    many = "".join(f"  属性{number}: 値\n" for number in range(51))
    assert "51 attributes" in refusal(f"---\napplies_to:\n{many}---\n本文")
    assert "101 characters" in refusal(f"---\napplies_to:\n  勤務地: {'あ' * 101}\n---\n本文")


def test_aliases_of_aliases_are_looked_at_once():
    lists = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 7)]
    begun = process_time()
    for field in ("a7: *a6", "draft: *a6"):
        head = ["---", f"a0: &a0 [{', '.join('x' * 10)}]", *lists, field, "---", "本文です。"]
        assert markdown("\n".join(head)).groups == set()
    assert process_time() - begun < 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("20<sup>1</sup>日", "20^1日"),
        ("**20**<sup>[1](#a)</sup>日", "**20**^1日"),
        ('20<sup id="a"><a href="#b">1</a></sup>日', "20^1日"),
        ("10<SUP>-3</SUP>", "10^-3"),
        ("注<sup>1</sup>20日", "注1 20日"),
        ("H<sub>2</sub>O 1<sup>st</sup> m<sup>2</sup>", "H2O 1st m2"),
    ],
)
def test_a_mark_above_or_below_a_number_is_no_part_of_it(written: str, said: str) -> None:
    [page] = load("a.md", f"# 休暇\n\n{written}\n".encode(), DocumentsConfig())
    assert page.text.endswith(f"\n\n{said}")


_INNER = "<table><tr><td>人事部</td></tr></table>"


def test_a_table_of_html_ends_where_it_began_and_one_that_nothing_ends_with_the_next() -> None:
    page = markdown(f"<table><tr><td>題{_INNER}</td><td>x</td></tr></table>\n\n# 後 `<table>`\n\n{_INNER}\n\n<table>")
    assert page.text == "題\n\n| 人事部 |\n|-|\n\nx\n\n# 後 `\n\n`\n\n| 人事部 |\n|-|"


def test_a_table_of_html_may_leave_out_end_tags() -> None:
    left_open = "".join(f"<tr><td>項目{at}\n<td>値|{at}" for at in range(250))
    text = markdown(f"<table><tr><td>期間</td><td>1年</td></tr>{left_open}</table>").text
    assert text.startswith("| 期間 | 1年 |\n|-|-|\n| 項目0 | 値\\|0 |\n| 項目1 ")
    with pytest.raises(AccessUnclear):
        markdown(f"<table><tr><td>公開範囲</td><td>人事部</td></tr>{left_open}</table>")


def test_a_table_of_html_that_is_nested_without_end_is_refused() -> None:
    with pytest.raises(DocumentError):
        markdown(f"<table><tr><td>公開範囲</td><td>人事部</td></tr><tr><td>{'<b>' * 400}x</table>")


def test_a_table_of_html_with_several_groups_of_rows_has_one_header() -> None:
    groups = "<tbody><tr><td>1<td>2</tbody><tbody><tr><td>3<td>4</tbody><tfoot><tr><td>計<td>6</tfoot>"
    rows = "| 1 | 2 |\n{}| 3 | 4 |\n| 計 | 6 |"
    assert markdown(f"<table>{groups}</table>").text == rows.format("|-|-|\n")
    headed = f"<table><thead><tr><th>a<th>b</thead>{groups}</table>"
    assert markdown(headed).text == f"| a | b |\n|-|-|\n{rows.format('')}"
