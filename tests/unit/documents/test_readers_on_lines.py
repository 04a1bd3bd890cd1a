"""Readers that are named on a line of their own, as browsers and viewers show it, whatever a converter joins."""

import time

import pytest

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.errors import AccessUnclear

SAID = "公開範囲：人事部"
BLOCKS = [
    *("address", "button", "center", "details", "dir", "fieldset", "figure", "header", "hgroup", "h1"),
    *("main", "menu", "object", "p", "search", "section", "summary"),
]


def read(name: str, content: str) -> LoadedDocument:
    (document,) = load(name, content.encode(), DocumentsConfig())
    return document


LINES = [
    *(f"<{name}>社内文書</{name}><address>{SAID}</address>" for name in BLOCKS),
    *(f"社内文書<{name}>{SAID}</{name}>" for name in BLOCKS),
    f"社内文書<dialog open>{SAID}</dialog>",
    f"社内文書<table><caption>{SAID}</caption></table>",
    f'<span style="display:block">社内文書</span><span style="display: inline; display:FLEX">{SAID}</span>',
    f'社内文書<span style="float:right">{SAID}</span>',
    f"<h1>丙社の計画<br>{SAID}</h1>",
    f"<h1><div>丙社の計画</div><div>{SAID}</div></h1>",
    f"<textarea>丙社の計画\n{SAID}</textarea>",
    "<p><ruby>公開範囲<rt>こうかいはんい</rt></ruby>：人事部</p>",
    "<table><tr><th>文書番号<br>公開範囲</th><td>A-1<br>人事部</td></tr></table>",
    "<dl><dt>公開範囲<br>文書番号</dt><dd>人事部<br>A-1</dd></dl>",
    "<table><tr><td>公開範囲<br>Scope<td>人事部</table>",
    "<table><tr><td><p>Scope</p><p>公開範囲</p><td>人事部</table>",
    "<table><tr><td>Groups<br>対象<td>人事部</table>",
    "<table><tr><td>公開範囲 Scope<td>人事部</table>",
    "<table><tr><td>公開範囲<td><table><tr><td>人事部</table></table>",
    "<table><tr><td>文書番号<br>公開範囲<td>人事部<td><table><tr><td>甲<td>乙</table></table>",
    f"<table>{'<tr><td>甲<td>乙</tr>' * 28}<tr><td>文書番号 A-1<br>{SAID}</td></tr></table>",
    *(
        f"<table><tr><td>{cell}</td><td>四月</td></tr></table>"
        for cell in (
            f"文書番号 A-1<br>{SAID}",
            f"<p>文書番号 A-1</p><p>{SAID}</p>",
            f"<ul><li>文書番号 A-1<li>{SAID}</ul>",
            f"<div>文書番号 A-1</div><div>{SAID}</div>",
            f"文書番号 A-1<header>{SAID}</header>",
            f"<table><tr><td>文書番号 A-1<br>{SAID}</td></tr></table>",
        )
    ),
]


@pytest.mark.parametrize("lines", LINES)
@pytest.mark.parametrize(
    "page",
    [
        "<body>{}<p>本文です。</p></body>",
        "<title>買収</title><body>{}<article><h1>買収</h1><p>本文です。</p></article></body>",
        "<body><div hidden>{}</div><p>本文です。</p></body>",
    ],
)
def test_readers_named_on_a_line_as_browsers_break_it_are_seen(page: str, lines: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.html", page.format(lines))


@pytest.mark.parametrize("head", [f"<header>{SAID}</header>", f'<a href="/">{SAID}</a>', f"<span>{SAID}</span>"])
def test_a_title_does_not_run_into_what_stands_outside_of_the_main_part(head: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.html", f"<title>買収</title><body>{head}<main><h1>買収</h1><p>本文です。</p></main></body>")


@pytest.mark.parametrize(
    "lines",
    [
        f"<p>画面の<b>{SAID}</b>を選びます。</p>",
        f"<p>まず、<span style='display:inline-block'>{SAID}</span>を選びます。</p>",
        "<p>of two <b>groups</b>\n <i> : readers</i> and writers</p>",
        "<p>We have two <b>groups: one and two</b></p>",
        "<table><tr><td>users<br>groups</td><td>二班</td></tr></table>",
        "<table><tr><td>id<p>groups</p></td><td>二班</td></tr></table>",
        "<table><tr><th>of two\n <b>groups</b></th><td>two\n<b>groups: a and b</b></td></tr></table>",
        "<h1>班<br>groups</h1>",
        "<ul><li>Users<li>Groups</ul>",
        "<p>設定<br><code>groups: hr</code> と書きます</p>",
        "<header><pre>users: a&#10;groups: hr</pre></header><main><p>設定です。</p></main>",
        "<script>groups: 1</script><style>groups: 1</style><p>班です。</p>",
        "<div>班</div>" * 30 + f"<address>{SAID}</address>",
    ],
)
def test_lines_that_speak_of_readers_are_for_everyone(lines: str) -> None:
    assert read("a.html", f"<body>{lines}<p>本文です。</p></body>").groups == frozenset()


def test_a_column_of_readers_below_a_block_speaks_of_other_things() -> None:
    table = "<table><tr><th>会議<th>場所<br>公開範囲</tr><tr><td>朝会<td>一階<br>全員</tr></table>"
    assert read("a.html", f"---\ntitle: 会議\n---\n<body>{table}</body>").groups == frozenset()
    with pytest.raises(AccessUnclear):
        read("a.html", f"<body>{table}</body>")


def test_lines_of_a_page_are_looked_at_in_a_time_that_grows_with_it() -> None:
    page = "<div>" * 400 + f"<span style='x:{'y' * 100}'>買収  の件</span>" * 20_000
    began = time.process_time()
    assert read("a.html", f"<body>{page}</body>").groups == frozenset()
    assert time.process_time() - began < 30


@pytest.mark.parametrize(
    "comment",
    [
        f"[if IE]>{SAID}<![endif]",
        f"[if (gt IE 5)&(lt IE 7)]><p>社内文書</p><p>{SAID}</p><![endif]",
        f"<div>社内文書</div><div>{SAID}</div>",
        "[if IE]><b>readers</b>: hr<![endif]",
        ' <meta name="groups" content="hr"> ',
        '\n<meta name="author" content="a">\n<meta name="公開範囲" content="人事部">\n',
        '[if IE]><meta name="閲覧グループ" content="人事"><![endif]',
        "<meta name=access_groups content=hr>",
        "<input type=hidden name=groups value=hr>",
        "<script><meta name=groups content=hr></script>",
        '<meta name="groups" content="hr" ',
        "<label for=a>公開範囲</label><input id=a value=人事部>",
        "<table><tr><th>閲覧権限<td>人事</table>",
    ],
)
def test_readers_named_by_elements_in_a_comment_are_seen(comment: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.html", f"<body><!--{comment}--><p>本文です。</p></body>")
    page = (
        f"<html xmlns='http://www.w3.org/1999/xhtml'><head><!--{comment}--></head><body><p>本文です。</p></body></html>"
    )
    with pytest.raises(AccessUnclear):
        read("a.xhtml", page)


@pytest.mark.parametrize(
    "comment",
    [
        "[if IE]><p>The groups: one and two</p><![endif]",
        "<ul><li>Groups</li></ul>",
        "a > b: groups",
        "<meta name=viewport content=groups><label>Groups <input name=groups></label>",
        "Group 1: buttons",
    ],
)
def test_a_comment_whose_elements_speak_of_groups_is_for_everyone(comment: str) -> None:
    assert read("a.html", f"<body><!--{comment}--><p>本文です。</p></body>").groups == frozenset()


@pytest.mark.parametrize(
    "lines",
    [
        f"<div>社内</div><div>{SAID}</div>",
        f"<header>社内</header><header>{SAID}</header>",
        f"社内<ADDRESS class=a>{SAID}</ADDRESS>",
        f"<address>{SAID}</address>",
        "<dl><dt>文書番号<br>公開範囲</dt><dd>人事部</dd></dl>",
        f"<dl><dt>文書</dt><dd>就業規則</dd><dd>{SAID}</dd></dl>",
        f"<table><tr><td>社内文書<br>{SAID}</td><td>四月</td></tr></table>",
        f"<table><tr><td><p>社内文書</p><p>{SAID}</p></td></tr></table>",
        f"<table>\n<tr>\n<td>社内文書<header>{SAID}</header></td></tr></table>",
        f"| 社内 | <div>社内文書</div><div>{SAID}</div> |\n|-|-|\n| a | b |",
        "| users<br>groups | id |\n|-|-|\n| a | b |",
        "<dl><dt>公開範囲<dd>人事部</dl>",
        "<dl>\n<dt>公開範囲\n<dd>人事部\n</dl>",
        "<dl><dt>公開範囲<br>Scope<dd>人事部</dl>",
        "<dl><dt>公開範囲</dt><dt>Scope</dt><dd>人事部</dd></dl>",
        "| No.1 公開範囲 | 人事部 |\n|-|-|\n| a | b |",
        "公開**範囲**：人事部",
        "**公開**範囲：人事部",
        "~~公開~~範囲：人事部",
        "公開範囲 Scope：人事部",
        "公開範囲/Scope：人事部",
        "公開範囲Groups：人事部",
        "【公開範囲 Scope】人事部",
        "公開<wbr>範囲：人事部",
    ],
)
@pytest.mark.parametrize("page", ["{}\n\n本文です。\n", "<div hidden>{}</div>\n\n本文です。\n"])
def test_readers_named_on_a_line_of_elements_within_markdown_are_seen(page: str, lines: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.md", page.format(lines))


@pytest.mark.parametrize(
    "lines",
    [
        f"`<div>社内</div><div>{SAID}</div>`",
        f"```html\n<div>社内</div><div>{SAID}</div>\n```",
        f"<p>画面の<b>{SAID}</b>を選びます。</p>",
        "1. ［公開範囲］タブを開きます",
        "［公開範囲］ボタンを押します",
        "［公開範囲］欄に入力します",
        "公開範囲は `Scope`：下の図",
        "`groups` 公開範囲：下の図",
        "| `groups` 公開範囲 | 一覧 |\n|-|-|\n| a | b |",
        "[Groups] tab opens.",
        "| 用語 | 説明 |\n|-|-|\n| 公開範囲 | 文書を読むことができる人の範囲のこと |",
        "| Word | Meaning |\n|-|-|\n| Groups | The groups that the user belongs to |",
        "本文です。\n\n" * 30 + f"<div>社内</div><div>{SAID}</div>",
    ],
)
def test_elements_within_markdown_that_speak_of_readers_are_for_everyone(lines: str) -> None:
    assert read("a.md", f"{lines}\n\n本文です。\n").groups == frozenset()


@pytest.mark.parametrize(
    "line",
    [
        "［公開範囲］人事部のみ",
        "【公開範囲】リンクを知っている人事部員",
        "［公開範囲］リンクを受け取った役員のみ",
        "【公開範囲】画面が開きます",
        "［公開範囲］欄を見る人事部員",
        "[Groups] page is for hr and legal",
        "| Groups | The groups that may read this page: hr, legal |",
        "| Groups | All groups which are allowed to read these documents |",
        "| 公開範囲 | この資料を見てよいのは人事と法務と決めた者のこと |",
        "［公開範囲］欄：人事部",
        "［公開範囲］画面は人事部",
        "[Groups] page: hr",
        "| 公開範囲 | 人事部のみ閲覧可 |",
        "| 公開範囲 | 人事部が閲覧できる範囲のこと |",
        "| 公開範囲 | 文書を読むことができる人の範囲のこと | 人事部 |",
        "| Groups | The HR team that handles pay |",
        "| Groups | The group that HR documents are for |",
    ],
)
def test_what_looks_like_a_part_of_a_screen_or_a_definition_and_names_readers_is_seen(line: str) -> None:
    with pytest.raises(AccessUnclear):
        read("a.md", f"{line}\n\n本文です。\n")


@pytest.mark.parametrize(
    "table",
    [
        "<table hidden><tr><th>閲覧権限</th><td>人事</td></tr></table>",
        "<table hidden><tr><th>名前</th><th>閲覧権限</th></tr><tr><td>a</td><td>人事</td></tr></table>",
        "<table><tr hidden><th>readers</th><td>人事</td></tr><tr><td>買収</td></tr></table>",
    ],
)
def test_other_words_for_readers_count_in_hidden_tables(table: str) -> None:
    for name in ("a.html", "a.md"):
        with pytest.raises(AccessUnclear):
            read(name, f"{table}\n\n本文です。\n")
        assert read(name, f"{table.replace('閲覧権限', '部署').replace('readers', '部署')}\n\n本文です。\n")


def test_other_words_for_readers_count_in_hidden_cells_and_in_tables_of_comments() -> None:
    table = "<table><tr><th>質問<th hidden>閲覧権限<tr><td>休暇は<td hidden>人事</table>"
    with pytest.raises(AccessUnclear):
        read("a.html", f"{table}<p>本文です。</p>")
    for comment in ("\n| 閲覧権限 | 人事 |\n", "\n| 名前 | 閲覧権限 |\n|-|-|\n| a | 人事 |\n"):
        with pytest.raises(AccessUnclear):
            read("a.md", f"<!--{comment}-->\n\n本文です。\n")


def test_labels_that_are_not_closed_are_looked_at_in_a_time_that_grows_with_them() -> None:
    began = time.process_time()
    assert read("a.html", f"<body><p>本文です。</p>{'<label>' * 30_000}</body>").groups == frozenset()
    assert time.process_time() - began < 20


def test_lines_in_a_cell_are_parted() -> None:
    table = "<table>\n<tr>\n<td>宿泊<br/>上限</td>\n<td>\n<ul>\n<li>東京</li>\n<li>大阪</li>\n</ul>\n</td></tr></table>"
    assert read("a.md", f"{table}\n").text.splitlines()[0] == "| 宿泊 / 上限 | 東京 / 大阪 |"


NAMED_IN_A_LINE = [
    # a label that blanks stretch, before blanks
    "公　開　範　囲　　人事部",
    "公　　開　　範　　囲　　人事部",
    "公　開　範　囲\t人事部",
    "公開　範囲　　人事部",
    "閲　覧　グ　ル　ー　プ　　人事部",
    "文書番号　A-1　公　開　範　囲　人事部",
    # a value that restricts, or names somebody, whatever sentence it is
    "公開範囲　　人事部限りとする。",
    "公開範囲　　人事部のみとする。",
    "公開範囲　　人事部のみに公開します",
    "公開範囲　　人事部の者が閲覧可能",
    "公開範囲　　人事部長が許可した者に限る",
    "公開範囲　　関係者以外は見ることができない。",
    "公開範囲　　「人事部」と「総務部」が閲覧できます",
    "公開範囲\t取締役、監査役及び人事部長の許可を得た者",
    "│公開範囲│人事部のみとする。│",
    "公開範囲\n: 人事部に所属する者とする。",
    "Groups    HR and payroll managers in Tokyo",
    "Groups\tmembers of the HR department",
    # what a screen calls its part holds no value
    "［公開範囲：人事部］画面で表示される項目",
    "[公開範囲：人事部] 画面を開く手順",
    # brackets and signs
    "≪公開範囲≫人事部",
    "社外秘≪公開範囲：人事部≫",
    "＜＜公開範囲＞＞人事部",
    "[[公開範囲]]人事部",
    *(f"{sign}公開範囲：人事部" for sign in ("㊙", "㊙ ", "㊟", "🈲", "㈲", "Ⅱ", "㋐", "㊀", "Ⓐ")),
    "㊙groups: hr",
    "Ⓖⓡⓞⓤⓟⓢ: hr",
    "公開範囲㊙：人事部",
    # a sign that is a letter of the name
    "Ⓖｒｏｕｐｓ：hr",
    "Ⓖ𝘳𝘰𝘶𝘱𝘴: hr",
    "gｒⓞｕps: hr",
    "閲覧グ㋸ープ：hr",
    "閲覧グルー㋫゚：hr",
    "閲覧グ㋸ープ　　人事部",
    "閲 覧 グ ㋸ ー プ：人事部",
    "閲覧グ㋸ープ（人事部限り）",
    "文書番号：A-1　閲覧グ㋸ープ：人事部",
    "| 閲覧グ㋸ープ | 人事部 |",
    "| ㊙公開範囲 | 人事部 |",
    # a field whose value is one
    "備考：公開範囲：人事部のみ",
    "重要：公開範囲＝人事部",
    "件名：公開範囲　　人事部",
    "Subject: groups: hr",
    # a value in brackets
    "公開範囲（人事部限り）",
    "公開範囲【人事部】",
    "公開範囲〔人事部〕",
    "公開範囲＜人事部＞",
    "文書番号：A-1　公開範囲（人事部）。",
    "Groups (HR only)",
    "公開範囲（1課）",
    "公開範囲（3班）",
    "公開範囲（1組）",
    "公開範囲（第2営業部）",
    "給与規程（公開範囲　人事部）",
    "給与規程（公開範囲（人事部））",
    "【給与規程／公開範囲：人事部】",
    "【給与規程・公開範囲：人事部】",
    # a value that begins as what is said of a part of a form
    "公開範囲：の欄外編集委員会",
    "公開範囲: の欄",
    "給与規程の公開範囲：の欄外編集委員会",
    "給与規程の公開範囲：の欄",
    # a first column that is longer than a name, with a blank in it
    f"公開範囲 {'人事部および総務部ならびに' * 8}　　備考",
    # behind a number and one blank
    "No.1 公開範囲：人事部",
    "Q1. 公開範囲：人事部",
    "別紙1 公開範囲：人事部",
    "第1号 公開範囲：人事部",
    "Ver.1.0 公開範囲：人事部",
    "作成日2025/4/1 公開範囲：人事部",
    "別紙1， 公開範囲：人事部",
    "別紙1）公開 範囲：人事部",
    "別紙1【公開 範囲：人事部】",
    "備考：別紙1、公開 範囲：人事部",
    # of something, or loosely
    "閲覧グループ名：人事部",
    "給与規程の公開範囲：人事部",
    "議事録の公開範囲　　人事部",
    "公開範囲等：人事部",
    "公開の範囲：人事部",
    "「賞与規程」の公開範囲：人事部",
    "役員報酬・退職慰労金規程の公開範囲：役員のみ",
    "役員報酬及び退職慰労金規程の公開範囲：役員のみ",
    "役員報酬の支給に関する規程の公開範囲：役員",
    "就業規則（別紙１）の公開範囲：人事部",
    "この文書（別紙を含む）の公開範囲：人事部",
    "2025年度 賞与規程の公開範囲：人事部",
    "M&A資料の公開範囲：経営企画部のみ",
    "文書番号：A-1　「賞与規程」の公開範囲：人事部",
    "「賞与規程」の公開範囲　　人事部",
    "| 賞与・退職金規程の公開範囲 | 人事部 |",
    "本書公開範囲：人事部",
    "当該公開範囲：人事部",
    "資料公開範囲：人事部",
    "公開範囲の区分：人事部",
    "公開範囲の指定：人事部",
    "公開範囲設定：人事部のみ",
    "| 公開範囲設定 | 人事部のみ |",
    "公開範囲設定：人事部と管理者",
    "公開範囲設定：人事部が指定した者のみ",
    "公開範囲レベル：人事部",
    "公開範囲について：人事部のみ",
    # of two things at once
    "公開範囲・保存期間：人事部のみ・5年",
    "公開範囲／保存期間：人事部／5年",
    "公開範囲と期限：人事部、5年",
    "公開範囲、保存年限：人事部、5年",
    "公開範囲及び期限：人事部、1年",
    "公開範囲/閲覧グループ：人事部",
    "機密区分・公開範囲：社外秘・人事部",
    "文書番号：A-1　公開範囲・取り扱い：人事部・社外秘",
    "給与規程の公開範囲・保存期間：人事部・5年",
    "公開範囲・保存期間　　人事部・5年",
    "| 公開範囲・保存期間 | 人事部・5年 |",
    "| 種別 | 公開範囲・期限 |\n|-|-|\n| 規程 | 人事部・5年 |",
    "公開範囲・保存期間（人事部のみ・5年）",
    "公開範囲 Scope　　人事部",
    "| 機密区分／公開範囲 | 社外秘／人事部 |",
    "賞与内規、公開範囲：人事部",
    "賞与内規・公開範囲：人事部",
    # behind a dot or a dash
    "Status: Final • Groups: HR",
    "Status: Final•Groups: HR",
    "Status: Draft - Groups: HR",
    "Status: Draft – Groups: HR",
    "Bonus Policy · Groups: HR",
    "賞与内規 ― 公開範囲：人事部",
    "賞与内規 - 公開範囲：人事部",
    "Bonus Policy ● Groups: HR",
    "Status: Final -- Groups: HR",
    "賞与内規――公開範囲：人事部",
    "賞与内規 ◆公開範囲：人事部",
    "「賞与規程」の公開範囲（人事部限り）",
    "就業規則（別紙１）の公 開 範 囲：人事部",
    # behind a stroke alone
    "公開範囲／人事部",
    "公開範囲・保存期間／人事部",
    "賞与内規　公開範囲／人事部",
    # other labels, where they name somebody
    "公开范围：人事部",
    "公開範圍：人力資源部",
    "可见范围：仅限经理",
    "User groups: HR",
    "**Visible to:** HR and legal",
    "Viewable by: managers only",
    "| Visible to | HR |",
    "| 公开范围 | 人事部 |",
    # a definition that names somebody
    "| 公開範囲 | この文書を受け取った社長と監査役のこと |",
    "| 公開範囲 | 文書を回覧する弁護士のことをいう |",
    "| Groups | All groups that handle salary documents |",
    "| Groups | the groups that payroll users belong to |",
]


@pytest.mark.parametrize("line", NAMED_IN_A_LINE)
def test_readers_are_seen_however_one_line_names_them(line: str) -> None:
    for name in ("a.txt", "a.md"):
        with pytest.raises(AccessUnclear):
            read(name, f"給与の表\n\n{line}\n\n本文です。\n")
    with pytest.raises(AccessUnclear):
        read("a.csv", f'質問,回答\n給与は,"{line}\n本文です。"\n')


@pytest.mark.parametrize(
    "line",
    [
        "公開範囲は人事部です",
        "公開範囲を選びます",
        "公開範囲（社内・社外）をご確認ください",
        "公開範囲（社内・社外）は部長が決めます",
        "公開範囲（注1）",
        "公開範囲（1a）",
        "公開範囲（3件）",
        "公開範囲（3ページ）",
        "公開範囲（誰が見られるか）",
        "Groups (optional)",
        "公開範囲\t文書を読む利用者を決めます",
        "公開範囲　「全体」か「自分のみ」を選べます",
        "groups      print group memberships for each USERNAME or the current process",
        "画面の公開範囲：人事部を選びます。",
        "申請書の公開範囲：の欄から選びます。",
        "投稿の閲覧グループ： の欄に書きます。",
        "㋐ グループの公開範囲を選びます",
        "投稿の公開範囲を変えます",
        "設定画面の下のほうにある新しい投稿の公開範囲：全員を選びます",
        "「設定画面」の公開範囲：全員を選びます",
        "まず、投稿の公開範囲：全員を選びます",
        "その場合、公開範囲：全員を選びます",
        "次に、公開範囲：全員を選びます",
        "記事の書き方をひととおり学んだあとの公開範囲：全員",
        "申請書・届出書の公開範囲：の欄から選びます。",
        "メニュー/設定/公開範囲：下の図",
        "公開範囲の変更日：四月一日",
        "公開範囲、作成者：山田",
        "公開範囲と期限を設定します",
        "情報公開範囲：財務諸表",
        "非公開範囲・期限：なし",
        "一般公開範囲：本館と庭園",
        "設定 - 公開範囲を選びます",
        "We use teams - groups: two and two",
        "Step 2 — groups: two",
        "Settings ▸ Groups: two",
        "- **公開範囲設定**: 全体公開、部署内公開、非公開から選択可能",
        "公開範囲設定（全体公開/フォロワー限定/非公開）",
        "| F-002 | 公開範囲設定 | 返信可能ユーザーの制限 |",
        "*   **公開範囲設定**: 全社公開 / 特定部署のみ / 招待制。",
        "公開範囲の設定：管理者が行う",
        "公開範囲設定：部署の管理者が変更します",
        "公開範囲設定：部長に依頼",
        "公開範囲設定：管理者権限が必要",
        "公開範囲設定：作成者と管理者",
        "| 公開範囲設定 | 可能（管理者） |",
        "| 公開範囲設定 | 部署・役職・個人 |",
        "| 公開範囲設定 | 社員ごとに指定 |",
        "Restricted to: Managers' parking",
        "| User group | Marketing team |\n|-|-|\n| Sessions | 3 |",
        "| 可见范围 | 部门 |\n|-|-|\n| 公告 | 全体 |",
        "公開範囲／社員・部署の区別",
        "サイズ・公開範囲：既定値",
        "公開範囲・期限　　既定値",
        "公開範囲・期限（既定値）",
        "| 機能・公開範囲 | 説明 |\n|-|-|\n| 投稿・全体 | 説明です |",
        "| 種別 | 公開範囲・期限 |\n|-|-|\n| 投稿 | 全体・なし |",
        "「設定画面」の公開範囲（全員）",
        "公開範囲／閲覧者",
        "公開範囲／部署",
        "公開範囲／期限／種別",
        "groups/hr",
        "公开范围：本机关主动公开下列信息",
        "公开范围：全公司",
        "User groups: Java, Python and Ruby",
        "- **User Groups:** Individual developers, development teams, AI researchers",
        "User groups: people who share a network of machines with the team",
        "Visible to: everyone",
        "Visible to: all employees",
        "Visible to all members",
        "| User groups | Description |",
        "Users and groups: two",
        "A·groups: a",
        "手順1 公開範囲を選びます",
        "| 公開範囲 | この文書を見る人のことをいう。 |",
        "| Groups | All groups that can read this document. |",
    ],
)
def test_a_line_that_speaks_of_readers_is_for_everyone(line: str) -> None:
    for name in ("a.txt", "a.md"):
        assert read(name, f"投稿の手順\n\n{line}\n\n本文です。\n").groups == frozenset()


def test_a_column_of_a_name_below_a_block_is_not_joined_with_the_one_before_it() -> None:
    page = "---\ntitle: 会議\n---\n| 会議 | 公開範囲 | 定員 |\n|-|-|-|\n| 朝会 | パブリック | 人事部全員 |\n"
    assert read("a.md", page).groups == frozenset()


def test_a_long_line_of_columns_is_looked_at_at_once() -> None:
    lines = "\n".join(["公開範囲内　" * 300] * 30)
    began = time.process_time()
    assert read("a.txt", f"{lines}\n本文です。\n").groups == frozenset()
    assert time.process_time() - began < 5
