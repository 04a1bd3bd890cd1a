"""Markdown: front matter, and what only a site generator reads."""

import re
from contextlib import suppress
from datetime import date
from time import process_time
from unicodedata import normalize

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
        "---\nparams:\n  access_groups: [hr]\n---\n本文",
        "---\nparams:\n  deep: [{閲覧権限: 人事}]\n---\n本文",
        "---\nmeta: {grups: [hr]}\n---\n本文",
        "---\ntags:\n- 閲覧グループ：人事\n---\n本文",
        '---\ntags: ["groups:hr"]\n---\n本文',
        '---\nkeywords: "a, groups=hr, b"\n---\n本文',
        '---\na: &a "給与, groups=hr"\ntags: [*a]\n---\n本文',
        "---\ndescription: 閲覧グループ：人事\n---\n本文",
        "---\ntitle: 給与【公開範囲：人事】\n---\n本文",
        '+++\n[extra]\nacl = "hr"\n+++\n本文',
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


LINES = "note: a\n" * 40
COMMENTS = "# c\n" * 20_000


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html"])
@pytest.mark.parametrize(
    "head",
    [
        ":groups: board\n",
        ":author: 人事部\n:groups: board\n",
        "= 給与\n:閲覧グループ: board\n",
        "::groups: board\n",
        ": groups: board\n",
        "=groups: board\n",
        "[//]: # (groups: board)\n",
        "<!-- groups: board -->\n",
        "<!-- title: 給与; groups: board -->\n",
        "<!--\n" + LINES + "  groups: board\n-->\n",
        "<!--\n@groups: board\n-->\n\n---\ntitle: 給与\n---\n",
        "---\ntitle: 給与\n---\n\n<!-- groups: board -->\n",
        "# 給与\n\n<!-- groups: board -->\n",
        "---\ntitle: 給与\n---\n# 給与\n\n<!-- owner: hr\n" + LINES + "* groups: board\n-->\n",
        "--- # note\ntitle: 給与\ngroups: [board]\n---\n",
        "--- # note\n" + LINES + "groups: [board]\n---\n",
        "---yaml\n" + LINES + "groups: [board]\n---\n",
        "---yaml\ntitle: 給与\nreaders: [board]\n---\n",
        "-----\n" + LINES + "groups: [board]\n-----\n",
        "-----\n" + LINES + "groups: [board]\n\n",
        "-----\ntitle: 給与\ngruops: [board]\n-----\n",
        "+++ # note\n" + LINES + "groups = ['board']\n+++\n",
        "---\n# c\n" + LINES + "groups: [board]\n\n",
        "---\n# c\n" + COMMENTS + "groups: [board]\n---\n",
        "\n---\n# c\n" + COMMENTS + "groups: [board]\n---\n",
        "---\ntitle: 給与\n---\n--- # note\n" + LINES + "groups: [board]\n---\n",
        "{\n" + '"note": "a",\n' * 40 + '"groups": ["board"]\n}\n',
        ';;;\n"a": "b",\n' + '"note": "a",\n' * 40 + '"groups": ["board"]\n;;;\n',
    ],
)
def test_a_head_that_names_readers_in_a_way_that_is_not_read_is_refused(head, name):
    with pytest.raises(AccessUnclear):
        load(name, f"{head}\n給与の表です。\n".encode(), DocumentsConfig())


@pytest.mark.parametrize("name", ["a.md", "a.txt"])
@pytest.mark.parametrize(
    "opening",
    ["***", "___", "===", "－－－", "—", "```yaml", "ï»¿---", "\u3164---", "- - -", "\\---", "下書き\n---", ""],
)
@pytest.mark.parametrize(
    "fields",
    [
        LINES + "groups: [board]\n",
        "tags:\n" + "- 給与\n" * 40 + "groups: [board]\n",
        "tags:\n  - 給与\n\n" * 20 + "# c\n" + "groups: [board]\n",
        "tags=[\n" + '"給与",\n' * 40 + "]\ngroups=['board']\n",
    ],
)
def test_a_long_block_is_looked_through_whatever_opens_it(fields, opening, name):
    with pytest.raises(AccessUnclear):
        load(name, f"{opening}\n{fields}***\n\n給与の表です。\n".encode(), DocumentsConfig())


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html"])
@pytest.mark.parametrize(
    "head",
    [
        "***\n" + "note: a\n" * 40 + "***\n\n本文です。\n\ngroups: [a]\n",
        "本文です。\n" * 10 + "note: a\n" * 40 + "groups: [a]\n",
        "---\n\nThe groups meet at ten. Note: groups of four people share a room.\n",
        "-----\n\nThree groups: a, b and c.\n",
        "-----\nTitle: groups\n-----\n\n" + "本文です。\n\n" * 30 + "groups: [a]\n",
        "\n-----\n\n# Osaka\n\nAccess: ten minutes from the station.\n\n-----\n",
        "--- Minutes ---\n\nAll groups were there: a, b and c.\n",
        ":author: 人事部\n:date: 2025-06-01\n",
        ":ref:`groups` is a role, and :doc:`groups` too.\n",
        "<!-- The groups of the company. Title: a -->\n",
        "<!--\nCopyright: Minato\nSee: the groups below\n-->\n\n---\ntitle: 給与\n---\n",
        "---\n# groups: [board]\ntitle: 給与\n---\n",
        "std::groups::all(); // std::vector<int> groups = {};\n",
        "Groups\n: several people who work together\n",
        ": groups of four people\n",
        "Note: groups of four people share a room.\n",
        "`groups`: names of groups.\n",
        "{{< toc >}}\n\n" + "本文です。\n\n" * 30 + "groups: [a]\n",
        "{: .note }\nThe groups.\n",
    ],
)
def test_a_head_that_names_no_readers_is_for_everyone(head, name):
    (document,) = load(name, f"{head}\n給与の表です。\n".encode(), DocumentsConfig())
    assert (document.groups, "給与の表です。" in document.text) == (frozenset(), True)


@pytest.mark.parametrize(
    "hidden",
    [
        '<span style="display:none">groups: board</span>',
        "<div hidden>\n\n**閲覧グループ**: board\n\n</div>",
        "<noscript>groups: board</noscript>",
        "<template>groups: board</template>",
        "<dl><dt>groups</dt><dd>board</dd></dl>",
    ],
)
def test_what_markdown_hides_is_looked_at_for_readers(hidden):
    assert re.search("groups|閲覧グループ", refusal(f"{hidden}\n\n# 給与\n\n本文"))
    (document,) = load("a.md", f"---\ngroups: [hr]\n---\n{hidden}\n\n# 給与\n".encode(), DocumentsConfig())
    assert document.groups == {"hr"}


@pytest.mark.parametrize("name", ['"h\\0r"', '"h\\ud800r"', '["it", "h\\x00r"]'])
def test_a_group_that_no_store_can_keep_closes_the_page(name):
    with pytest.raises(AccessUnclear, match="no store can keep"):
        load("a.md", f"---\ngroups: {name}\n---\n# 給与\n給与は二十五日です。\n".encode(), DocumentsConfig())


@pytest.mark.parametrize(
    "name",
    [
        "gruops",
        "gorups",
        "grоups",
        "grοups",
        "gr0ups",
        "gröups",
        "ɢroups",
        "accessGroups",
        "access_groups",
        "allowed_groups",
        "user_groups",
        "group-names",
        "グループ",
        "閲覧権限",
        "閲覧範囲",
        "閲覧者",
        "公開先",
        "アクセス権",
        "权限",
        "可见范围",
        "阅读权限",
        "readers",
        "viewers",
        "access",
        "acl",
        "permissions",
        "visibility",
        "visible_to",
        "restricted_to",
        "dc:accessRights",
        "dcterms.accessRights",
        "wiki:groups",
        "groups.read",
        "groups (read)",
        "公開範囲（グループ）",
        "公開範囲【部署】",
        "公開範囲[^1]",
        "公開範囲※1",
        "この文書の公開範囲",
        "公開範囲 Groups",
        "Groups 公開範囲",
        "公開範囲Groups",
        "公開範囲 Scope",
        "公開範囲_部署",
        "公開範囲-部署",
        "公開範囲・部署",
        "公開範囲を選択",
        "公開範囲をお選びください",
        "公開範囲 ご選択",
        "公開範囲2 Scope",
        "閲覧権限 Access",
        "Readers（閲覧者）",
        "'[必須]公開範囲'",
        "必須 公開範囲",
        "group 1",
        "groups_2",
        "本書の閲覧権限（部署）",
        "公開範囲の区分",
        "閲覧権限・保存期間",
        "機密区分／閲覧権限",
        "賞与・退職金規程の閲覧権限",
        "本書閲覧権限",
        "開示範囲",
        "開示先",
        "共有範囲",
        "共有先",
        "公開対象部署",
        "閲覧可能な部署",
        "閲覧できる人",
        "見られる人",
        "誰が見られるか",
        "共享范围",
        "shared_with",
        "viewable_by_groups",
        "who_can_read",
        "公开范围",
        "公开权限",
        "公开组",
        "公开部门",
        "公开对象",
        "公開對象",
        "阅读对象",
        "可见对象",
        "閱讀群組",
    ],
)
def test_another_word_for_groups_is_refused_and_told_what_to_write(name):
    assert re.search("groups|閲覧グループ|公開範囲", refusal(f"---\ntitle: 給与\n{name}: [board]\n---\n本文"))
    with pytest.raises(AccessUnclear, match=r"groups|閲覧グループ|公開範囲"):
        load("faq.csv", f"質問,回答,{name}\n給与は,表の通りです,board\n".encode(), DocumentsConfig())


@pytest.mark.parametrize(
    "name",
    [
        "tags",
        "author",
        "product_group",
        "background",
        "閲覧数",
        "閲覧回数",
        "閲覧日",
        "アクセス",
        "アクセス方法",
        "阅读量",
        "浏览量",
        "reviewers",
        "role",
        "draft",
        "status",
        "views",
        "view_count",
        "versions",
        "redirect_from",
        "permalink",
        "sidebar_label",
        "グループ会社",
        "アクセス先",
        "参照先",
        "groupware",
        "teams",
        "users",
        "audience",
        "access_count",
        "access（件数）数",
        "开放时间",
        "公開範囲の変更日",
        "共有者",
        "共有方法",
        "開示日",
        "公開する人",
        "配布先",
        "機密区分",
        "部署・グループ",
        "役割・権限",
        "公開範囲の選択 手順",
        "Slack グループ",
        "権限 ID",
        "age groups",
        "group leader",
        "drops",
        "適用範囲",
    ],
)
def test_a_field_of_something_else_is_no_word_for_groups(name):
    assert markdown(f"---\ntitle: 給与\n{name}: a\n---\n本文").groups == frozenset()


KEPT_FROM_SOME = [
    *(
        "private: true",
        "private: [hr]",
        "Private: yes",
        "is_private: 1",
        "public: false",
        "public: maybe",
        "private: all",
    ),
    *("公開: 非公開", "公開: ×", "公開フラグ: 0", "公開可否: 不可", "公開ステータス: 非公開", "公開状態: 下書き"),
    *(
        "公開の有無: 無",
        "公開/非公開: 非公開",
        "公開（○×）: ×",
        "公開: [人事部]",
        "非公開: ○",
        "非公開: はい",
        "閲覧可否: 否",
    ),
    *(
        "公開: 公開中（人事部）",
        "公開: 2026-04-01 人事部",
        "公開: 2999-04-01",
        "限定公開: はい",
        "限定公開: 2026-04-01",
        "社外秘: true",
    ),
    *("confidential: true", "members_only: true", "publicly_visible: false"),
    *("公開する: いいえ", "公開中: いいえ", "公開済み: いいえ", "公開可: ×", "公開可能: いいえ", "公開しない: はい"),
    *("全社公開: いいえ", "社内公開: いいえ", "全員に公開: いいえ", "公開OK: NG", "公開可: 部内"),
    *("極秘: はい", "部外秘: はい", "マル秘: はい", "㊙: ○", "機密: はい", "秘密: はい（人事部）", "下書き: はい。"),
    *("人事限定: はい", "店長限定: はい", "内部: はい", "学外公開: いいえ", "teachers_only: true", "open_to_staff: no"),
    *("役員限定: はい", "人事部限定: ○", "社内のみ: はい", "閲覧禁止: はい", "機密区分: 極秘", "取扱い: 社外秘"),
    *("ステータス: 非公開", "状態: 下書き", "status: private", "status: draft", "Status: Managers only"),
    *("published: false", "publish: private", "publicly_available: 0", "draft: true"),
    *("secret: true", "top_secret: yes", "internal_only: true", "managers_only: yes", "unpublished: true"),
    *("公開日: 2999-04-01", "公開予定日: 2999年4月1日", "publishDate: 2999-04-01", "发布日期: 2999-04-01"),
    *("公開期限: 2020-03-31", "公開終了日: 2020/3/31", "unpublish date: 2020-03-31", "公开截止日期: 2020-03-31"),
    *("仅限经理: 是", "机密: 是", "仅限内部: 是", "已公开: 否", "是否发布: 否", "状态: 草稿", "绝密: 是"),
    *("状態: 限定公開", "社内専用: はい", "職員専用: はい", "会員限定: はい", "外部公開: 不可", "Web公開: しない"),
    *(
        "区分: 社外秘",
        "機密レベル: 極秘",
        "機密区分: 部外秘",
        "密级: 绝密",
        "密级: 内部",
        "仅限员工: 是",
        "仅限管理层: 是",
    ),
    *("classification: confidential", "confidentiality: internal", "sensitivity: restricted", "security level: secret"),
    *("staff_only: true", "hr only: yes", "for_internal_use: yes", "embargo: 2999-01-01", "date_published: 2999-04-01"),
    *("公開: 2999年", "公開: 2999年4月"),
    *("公开: 否", "是否公开: 否", "是否公開: 不", "不公开: 是", "公开状态: 未公开"),
]
FOR_SOMEBODY = [
    *(
        "audience: hr",
        "audience: 人事部",
        "audiences: [全社員, HR only]",
        "Audience: managers, hr",
        "audience: hr-only",
    ),
    *("audience: 経営企画部のみ", "audience: 営業部と経理部（部長）", "audience: 研发部门", "audience: 仅限经理"),
    *("audience: Finance Department", "audience: 人事部の方", "audience: staff only", "audience: internal"),
]
FOR_ANYBODY = [
    *("audience: developers", "audience: all", "audience: all employees", "audiences: [全社員, 従業員]"),
    *("audience: Platform Engineers", "audience: System Administrators", "audience: New Employees"),
    *("audience: General Public", "audience: [Data Scientists, DevOps]", "audience: 社員のみなさん"),
    *("audience: 新入社員", "audience: 開発者", "audience: 管理者", "audience: 来訪者", "audience: 保護者"),
    *("audience: 部長", "audience: 全部門", "audience: 一部の方", "audience: 経済学部", "audience: 社員のみ"),
]


@pytest.mark.parametrize("field", [*KEPT_FROM_SOME, *FOR_SOMEBODY])
def test_a_field_whose_value_keeps_a_page_from_some_is_refused_where_no_other_names_them(field):
    with pytest.raises(AccessUnclear, match="groups"):
        markdown(f"---\n{field}\napplies_to: 東京\n---\n本文")
    assert markdown(f"---\n{field}\ngroups: [hr]\n---\n本文").groups == {"hr"}


@pytest.mark.parametrize(
    "field",
    [
        *("private: false", "private:", "private: no", "public: true", "draft: false", "published: true"),
        *(
            "公開: 公開",
            "公開: ○",
            "公開: 〇",
            "公開フラグ: １",
            "公開可否: 可",
            "公開ステータス: 公開中",
            "公開: はい",
        ),
        *("公開:", "非公開: ×", "非公開: 否", "公開日: 2024-04-01", "公開時間: 9時"),
        *("公開: 2026-04-01", "公開: 2026年4月1日", "公開: 2026-04-01 09:00:00", "社外秘: いいえ", "confidential: no"),
        *(f"公開: {said}" for said in ("済", "済み", "●", "◎", "レ", "✓", "全体", "全社", "全員", "一般", "公開済み")),
        *("公開状況: 公開中（全社）", "公開: published", "公开: 已公开", "公开: 全员"),
        *("公开: 是", "是否公开: 公开", "不公开: 否", "内部邮箱: 有", "保密协议: 有", "状态: 已发布"),
        *("公開可: ○", "公開しない: いいえ", "社内公開: はい", "下書き: いいえ", "機密区分: なし", "秘密: いいえ"),
        *("公開期限: 2999-03-31", "publish_date: 2024-01-01", "date: 2999-04-01", "発売日: 2999-04-01"),
        *("会議室の公開範囲について: いいえ", "公開鍵: なし", "秘書: あり", "便秘: はい", "期間限定: はい"),
        *(
            "機密保持契約: あり",
            "状態: 良好",
            "status: final",
            "international: yes",
            "publisher: no",
            "unpublished: no",
        ),
        *("published: Oxford University Press", "online_only: true", "secretary: yes"),
        *(
            "女性限定: はい",
            "平日限定: はい",
            "店頭限定: ○",
            "オンライン限定: はい",
            "初回限定: はい",
            "先着限定: はい",
        ),
        *(
            "当日限定: はい",
            "冬季限定: はい",
            "土日限定: ○",
            "取扱: 限定",
            "店内のみ: はい",
            "一部のみ: はい",
        ),
        *(
            "夜間公開: なし",
            "特別公開: いいえ",
            "工場公開: なし",
            "秘仏公開: なし",
            "文化財公開: なし",
            "情報公開: なし",
        ),
        *("公開: 2024年", "公開: 2024年4月", "公開: 2024", "チラシ配布終了: はい", "配布停止: はい"),
        *(
            "関係者以外立入禁止: はい",
            "appointment_only: yes",
            "adults_only: true",
            "women-only: yes",
            "cash_only: true",
        ),
        *("read_only: yes", "english_only: yes", "open_to_pets: no", "restricted: no", "仅限现金: 是", "不得入内: 是"),
        *("区分: 一般", "classification: fiction", "security: guard on duty", "embargo: 2020-01-01"),
    ],
)
def test_a_field_that_keeps_a_page_from_nobody_is_for_everyone(field):
    assert markdown(f"---\n{field}\n---\n本文").groups == frozenset()


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("公開日: 2999-04-01", "'公開日' that opens it on 2999-04-01 only: ingest it again then; write groups"),
        ("公開期限: 2020-03-31", "'公開期限' that closed it after 2020-03-31; write groups"),
        ("部外秘: はい", "'部外秘' that does not open it to everyone; write groups"),
    ],
)
def test_who_wrote_a_field_that_closes_a_page_is_told_which_and_what_to_write(field, line):
    with pytest.raises(AccessUnclear, match=line):
        markdown(f"---\n{field}\n---\n本文")


@pytest.mark.parametrize("field", FOR_ANYBODY)
def test_an_audience_that_is_a_kind_of_people_is_no_readers(field):
    assert markdown(f"---\n{field}\n---\n本文").groups == frozenset()


@pytest.mark.parametrize(
    ("name", "value"),
    [("private", "TRUE"), ("公開", "×"), ("公開フラグ", "0"), ("非公開", "○"), ("公開可", "×"), ("下書き", "○")],
)
def test_a_row_of_a_faq_that_is_private_is_refused(name, value):
    with pytest.raises(AccessUnclear):
        load(
            "faq.csv",
            f"質問,回答,{name}\n休暇は,二十日です,\n給与は,表の通りです,{value}\n".encode(),
            DocumentsConfig(),
        )


@pytest.mark.parametrize("name", ["Ⓖｒｏｕｐｓ", "閲覧グ㋸ープ", "㊙公開範囲"])
def test_a_sign_may_be_a_letter_of_groups_or_stand_beside_it(name):
    assert markdown(f"---\n{name}: [hr]\n---\n本文").groups == {"hr"}


@pytest.mark.parametrize("name", ["Ⓡｅａｄｅｒｓ", "㊙閲覧権限", "㍿公開範囲_部署"])
def test_a_sign_may_be_a_letter_of_another_word_for_groups_or_stand_beside_it(name):
    with pytest.raises(AccessUnclear):
        markdown(f"---\n{name}: hr\n---\n本文")


def test_a_sign_tells_fields_of_other_things_apart():
    assert markdown("---\n備考Ⅰ: 甲\n備考Ⅱ: 乙\n---\n本文").groups == frozenset()


def test_readers_come_before_whatever_else_is_wrong():
    with pytest.raises(AccessUnclear):
        markdown("---\ngruops: [board]\napplies_to: [全社員]\n---\n本文")


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
    assert markdown("---\ntitle: Groups | GitLab\ntags: [groups, 閲覧]\n---\n本文").groups == frozenset()
    assert markdown("---\nnotes: [{description: まず、「公開範囲：」の欄を見ます}]\n---\n本文").groups == frozenset()
    assert (
        markdown("---\ntitle: API\n---\n| `groups` | names of groups |\n|-|-|\n| users, groups | x |").groups == set()
    )
    assert markdown("本文です。\n\n" * 40 + "| 会議 | 公開範囲 |\n|-|-|\n| 朝会 | 全員 |").groups == frozenset()
    assert markdown("---\ntitle: 会議\n---\n| 会議 | 公開範囲 |\n|-|-|\n| 朝会 | 全員 |").groups == frozenset()
    assert markdown("---\ngroups: [hr]\n---\n公開範囲：人事部\n\n本文").groups == {"hr"}


def test_a_rule_drawn_below_a_blank_line_is_no_front_matter():
    document = markdown("\n---\n\n休暇は二十日です。\n\n---\n\n以上。")
    assert (document.groups, "休暇は二十日です。" in document.text) == (frozenset(), True)


@pytest.mark.parametrize("field", ["restricted: hr", "read_only: hr", "restricted: true"])
def test_a_word_for_readers_that_says_more_than_no_is_refused(field):
    with pytest.raises(AccessUnclear):
        markdown(f"---\n{field}\n---\n本文")


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


def test_a_row_around_a_table_within_another_says_who_may_read_a_page() -> None:
    inner = "<table><tr><td>人事部</td></tr></table>"
    row = f"<table><tr><td>{{}}</td><td>{inner}</td></tr></table>"
    with pytest.raises(AccessUnclear):
        markdown(f"休暇\n\n{row.format('公開範囲')}")
    assert markdown(f"休暇\n\n{row.format('内訳')}").text.endswith("内訳\n\n| 人事部 |\n|-|")


_INNER = "<table><tr><td>人事部</td></tr></table>"


@pytest.mark.parametrize(
    "cells",
    [
        f"<td><b>公開範囲</b>{_INNER}</td><td>x</td>",
        f"<td>公開範囲{_INNER}</td>",
        f"<td><p>公開範囲</p>{_INNER}</td>",
        f"<td>\n公開範囲\n\n{_INNER}\n</td>\n<td>x</td>",
        "<td>題<br>公開範囲<table><tr><td>x</td></tr></table></td><td>人事部</td>",
        f"<td><ul><li>公開範囲</ul>{_INNER}</td>",
    ],
)
def test_what_stands_beside_a_table_in_its_cell_says_who_may_read_a_page(cells: str) -> None:
    with pytest.raises(AccessUnclear):
        markdown(f"休暇\n\n<table><tr>{cells}</tr></table>")
    assert markdown(f"休暇\n\n<table><tr>{cells.replace('公開範囲', '内訳')}</tr></table>").groups == frozenset()


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


@pytest.mark.parametrize("mark", ["<sup>3</sup>", "<sub>3</sub>"])
def test_a_mark_above_or_below_a_number_hides_no_name_of_readers(mark: str) -> None:
    with pytest.raises(AccessUnclear):
        markdown(f"休暇\n\n<p>3{mark}公開範囲：人事部</p>")


@pytest.mark.parametrize(
    "said", ["<!-- 公開<b>範囲</b>：人事部", "<?公開範囲：人事部?>", "<![CDATA[公開範囲：人事部]]>"]
)
def test_what_a_table_of_html_keeps_from_sight_closes_a_page_that_names_its_readers(said):
    with pytest.raises(AccessUnclear, match="公開範囲"):
        load("a.md", f"# 題\n\n<table><tr><td>{said}</td></tr></table>\n\n本文です。".encode(), DocumentsConfig())
