"""Readers that are named behind brackets and quotation marks of any kind."""

import time

import pytest

from yorisoi.documents import DocumentsConfig, LoadedDocument, load
from yorisoi.errors import AccessUnclear


def read(name: str, content: str) -> LoadedDocument:
    (document,) = load(name, content.encode(), DocumentsConfig())
    return document


PAIRS = [
    *("[]", "［］", "()", "（）", "〔〕", "【】", "《》", "＜＞", "〈〉", "<>", "≪≫", "「」", "『』", "{}", "｛｝"),
    *("“”", "‘’", "«»", "‹›", "〖〗", "〘〙", "⦅⦆", "❝❞", "❛❜"),
]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize(
    "line",
    [
        *(
            "{}公開範囲：人事部",
            "{}閲覧グループ：人事部",
            "{}groups: hr",
            "{}公開範囲　　人事部",
            "{}公開範囲（人事部）",
        ),
        *("区分：{}公開範囲：人事部", "区分：{}groups: hr", "Class: {}groups: hr", "買収の件{}公開範囲：人事部"),
        *("- {}**groups**: hr", "1. {}groups: hr", "{}[2025] groups: hr"),
    ],
)
def test_readers_are_seen_behind_any_closing_bracket(line: str, blank: str, pair: str) -> None:
    for label in ("社外秘", "HR"):
        page = f"給与の表\n\n{line.format(f'{pair[0]}{label}{pair[1]}{blank}')}\n\n本文です。\n"
        for name in ("a.txt", "a.md") if pair != "<>" else ("a.txt",):
            with pytest.raises(AccessUnclear):
                read(name, page)


@pytest.mark.parametrize(
    "line",
    [
        "[社外秘][公開範囲]人事部",
        "[社外秘] [公開範囲] 人事部",
        "＜社外秘＞＜公開範囲＞人事部",
        "(社外秘)(公開範囲)人事部",
        "(HR)[Groups] hr",
        f"{'[a]' * 10}[公開範囲]人事部",
        f"{'[a] ' * 10}groups: hr",
        f"＜{'あ' * 90}＞公開範囲：人事部",
        f"[{'a' * 200}] groups: hr",
        "《社外秘（人事）》公開範囲：人事部",
        "≪社外秘（人事）≫公開範囲：人事部",
        "買収の件[HR]groups: hr",
        "買収の件（社外秘-）公開範囲：人事部",
        "”HR” groups: hr",
    ],
)
def test_readers_are_seen_behind_several_brackets_and_long_ones(line: str) -> None:
    for name in ("a.txt", "a.md"):
        with pytest.raises(AccessUnclear):
            read(name, f"給与の表\n\n{line}\n\n本文です。\n")


@pytest.mark.parametrize(
    "line",
    [
        "「設定」公開範囲を選ぶ",
        "[設定](a.md)の公開範囲を選びます",
        "[設定](a.md)［公開範囲］タブを開きます",
        "[閲覧グループ][公開範囲]を選びます",
        "（注）公開範囲は人事部が決めます",
        "[Users](users.md) groups: see below",
        "[User groups][groups] let you share pages",
        "設定＞公開範囲：下の図",
        "設定 > 公開範囲：下の図",
        "ホーム » 公開範囲：下の図",
        "We know (two) groups: readers and writers",
        "He said “two” groups: readers and writers",
        "the users’ groups: readers and writers",
        "List<Group> groups = new ArrayList<>();",
        "if (a<b) $user->groups = [];",
        "GET /users/{id}/groups: list them",
    ],
)
def test_brackets_before_what_speaks_of_readers_close_nothing(line: str) -> None:
    for name in ("a.txt", "a.md"):
        assert read(name, f"投稿の手順\n\n{line}\n\n本文です。\n").groups == frozenset()


@pytest.mark.parametrize("line", ["[a] " * 500, "＜a＞" * 500, "：[a] " * 400, "[a]公開範囲" * 300])
def test_a_long_line_of_brackets_is_looked_at_at_once(line: str) -> None:
    began = time.process_time()
    assert read("a.txt", "\n".join([line] * 30) + "\n本文です。\n").groups == frozenset()
    assert time.process_time() - began < 5
