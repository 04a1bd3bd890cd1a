"""Markdown: front matter, and what only a site generator reads."""

from datetime import date
from unicodedata import normalize

import pytest

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.errors import DocumentError


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
    ["updated: 2025/6/1", "date: 2025年6月1日", 'lastmod: "2025-06-01T17:21:25+01:00"', "updated: 令和7年6月1日"],
)
def test_a_date_is_read_however_it_is_written(written):
    assert markdown(f"---\n{written}\n---\n本文です。").updated == date(2025, 6, 1)


def test_a_date_that_does_not_exist_is_left_out():
    assert markdown("---\nupdated: 2025-13-45\n---\n本文です。").updated is None


def test_author_stands_in_for_owner():
    assert markdown("---\nauthor: 佐藤\n---\n本文です。").owner == "佐藤"


def test_toml_front_matter_is_read_too():
    document = markdown('+++\ntitle = "休暇"\ndate = 2025-06-01\ngroups = ["hr"]\n+++\n本文です。')
    assert (document.title, document.updated, document.groups) == ("休暇", date(2025, 6, 1), {"hr"})


def test_words_that_yaml_takes_for_something_else_stay_words():
    document = markdown("---\ntitle: no\nowner: 007\n---\n本文です。")
    assert (document.title, document.owner) == ("no", "007")


def test_without_a_title_the_first_top_heading_is_the_title():
    assert markdown("はじめに。\n\n## 概要\n\n# 年次**休暇** {#annual}\n\n二十日。").title == "年次休暇"


def test_without_any_heading_the_file_name_is_the_title():
    assert markdown("本文です。", name="休暇.md").title == "休暇"


def test_broken_front_matter_names_the_line():
    assert "front matter at line 3" in refusal("---\ntitle: 休暇\nowner: a: b\n---\n本文")


def test_front_matter_that_is_not_closed_is_an_error_and_a_rule_is_not():
    assert "not closed" in refusal("---\ntitle: 休暇\ngroups: [hr]\n\n本文")
    assert "本文" in markdown("---\n\n本文です。\n").text


@pytest.mark.parametrize(
    "written",
    [
        "---\ngroups: [hr]\nnote: " + "あ" * 70_000 + "\n---\n本文",
        '---\ngroups: [""]\n---\n本文',
        "---\ngroups: []\n---\n本文",
        "---\ngroups:\n---\n本文",
        '---\ngroups: ";;"\n---\n本文',
        '---\ngroups: [hr, ""]\n---\n本文',
        "---\ngroups: [hr]\ngroups: []\n---\n本文",
        "---\nGroups: [hr]\ngroups: [all]\n---\n本文",
        "---\ngroups: [hr]\n公開範囲: 全員\n---\n本文",
        "---\ngroup: hr\n---\n本文",
        "\n\n---\ngroups: [hr]\n\n本文",
        "---\ntitle: 給与\nextra:\n  groups: [hr]\n---\n本文",
        "---\ntitle: 給与\nextra: {groups: [hr]}\n---\n本文",
        "---\nbase: &b\n  閲覧グループ: [hr]\n<<: *b\n---\n本文",
        "---\nbase: &b {groups: [hr]}\n<<: *b\n---\n本文",
        "---\ntitle: >\n 給与\n groups: [hr]\n---\n本文",
        '---json\n{"title": "給与", "groups": ["hr"]}\n---\n本文',
        '{\n"title": "給与",\n"groups": ["hr"]\n}\n\n本文',
        "Title: 給与\nGroups: hr\n\n本文",
        "\n---\n# 公開先\n公開範囲: [hr]\n---\n本文",
        '---\n"groups": [hr]\n\n本文',
        "---\ntitle: 給与\n---\n---\ngroups: [hr]\n---\n\n本文",
        "---\ngroups: [all]\n---\n\n---\ngroups: [hr]\n---\n本文",
        "---\ntitle: 給与\n---\n---\n" + "note: a\n" * 40 + "groups: [hr]\n---\n本文",
        "---\ntitle: 給与\n---\n\ngroups: [hr]\n\n本文",
        "# 給与\n\n**閲覧グループ**: hr\n\n本文",
        "# 給与\n\n■公開範囲：人事部\n\n本文",
        "# 給与\n\n【閲覧グループ】人事部\n\n本文",
        "# 給与\n\n| 項目 | 内容 |\n|---|---|\n| 閲覧グループ | hr |\n\n本文",
    ],
)
def test_a_page_that_may_be_for_a_few_is_never_for_everyone(written):
    assert refusal(written)  # which is an error that skips it


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html", "a.htm"])
@pytest.mark.parametrize("above", ["", "\n", " \n\t\n", "\u200b\n", "\r\n", "\u00a0\n", "\u200d", "<!-- 社内 -->\n"])
def test_groups_are_read_whatever_the_format_and_the_blank_lines_above(name, above):
    document = markdown(f"{above}---\ngroups: [hr]\ntitle: 給与\n---\n<p>給与の表です。</p>", name)
    assert (document.groups, document.title) == ({"hr"}, "給与")
    assert "給与の表です。" in document.text
    assert "hr" not in document.text


@pytest.mark.parametrize(
    "name",
    [
        "Groups",
        "ｇｒｏｕｐｓ",
        "gro\u2060ups",
        "閲覧ｸﾞﾙｰﾌﾟ",
        normalize("NFD", "閲覧グループ"),
        '"公開範囲"',
        "\u2066groups\u2069",
    ],
)
def test_groups_are_read_however_wide_decomposed_or_unseen_their_name_is_written(name):
    assert markdown(f"---\ntitle: 給与\n{name}: [hr]\n---\n本文").groups == {"hr"}
    (row,) = load("faq.csv", f"質問,回答,{name}\n給与は,表の通りです,hr\n".encode(), DocumentsConfig())
    assert row.groups == {"hr"}


def test_a_text_that_speaks_of_groups_is_for_everyone():
    assert markdown("# 班\n\nThere are three groups: a, b and c.\n\n- groups meet at ten").groups == frozenset()
    assert markdown("---\ntitle: CI\n---\n```yaml\ngroups: [a]\n```").groups == frozenset()
    assert (
        markdown("---\ntitle: API\n---\n| `groups` | names of groups |\n|-|-|\n| users, groups | x |").groups == set()
    )
    assert markdown("本文です。\n\n" * 40 + "| 会議 | 公開範囲 |\n|-|-|\n| 朝会 | 全員 |").groups == frozenset()
    assert markdown("---\ntitle: 会議\n---\n| 会議 | 公開範囲 |\n|-|-|\n| 朝会 | 全員 |").groups == frozenset()
    assert markdown("---\ngroups: [hr]\n---\n公開範囲：人事部\n\n本文").groups == {"hr"}


def test_a_rule_drawn_below_a_blank_line_is_no_front_matter():
    document = markdown("\n---\n\n休暇は二十日です。\n\n---\n\n以上。")
    assert (document.groups, "休暇は二十日です。" in document.text) == (frozenset(), True)


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
    ],
)
def test_no_text_makes_reading_slow(piece):
    markdown("本文です。" + piece * (300_000 // len(piece)))
