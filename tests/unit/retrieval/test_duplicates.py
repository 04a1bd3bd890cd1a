"""The same text in two places is one hit, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.retrieval.pages import hits, numbered, numbers, passage

from yorisoi.retrieval.duplicates import fold

NURSING = "子の看護休暇は、子が1人の場合は年5日まで取得できます。申請は前日までに勤怠システムで行ってください。"
VPN = "社外から社内システムを使うときは、ＶＰＮに接続します。パスワードは30日ごとに変更し、他人に教えないでください。"
FOOTER = "\n（総務部）"

prose = st.text(alphabet="休暇申請経費の日は年部東京大阪、。 \n", max_size=12)
figures = st.integers(0, 2_000).map(str) | st.integers(0, 2_000).map(lambda tenths: str(tenths / 10))


def test_a_page_copied_with_another_footer_is_folded_and_named() -> None:
    best, other = fold(numbered(NURSING, VPN, NURSING + FOOTER), 0.9)
    assert numbers([best, other]) == [1, 2]
    assert [passage.document.source for passage in best.also] == ["3.md"]
    assert other.also == ()


def test_the_better_hit_stays_whichever_of_the_two_is_longer() -> None:
    for first, second in ((NURSING, NURSING + FOOTER), (NURSING + FOOTER, NURSING)):
        (left,) = fold(numbered(first, second), 0.9)
        assert left.passage.text == first
        assert [passage.text for passage in left.also] == [second]
        assert (left.score, left.legs) == (numbered(first)[0].score, numbered(first)[0].legs)


def test_all_copies_stand_in_the_best_ones_also_in_their_order() -> None:
    (left,) = fold(numbered(NURSING, NURSING + FOOTER, NURSING), 0.9)
    assert [passage.id for passage in left.also] == [2, 3]


def test_a_text_that_is_a_small_part_of_another_is_not_folded() -> None:
    long = NURSING + VPN
    assert numbers(fold(numbered(long, NURSING), 0.9)) == [1, 2]
    assert numbers(fold(numbered(long, NURSING), 0.4)) == [1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("東京本社は3階です。", "大阪支社は3階です。"),
        ("年次有給休暇は10日です。", "年次有給休暇は11日です。"),
        ("年次有給休暇は1.5日です。", "年次有給休暇は15日です。"),
        ("年次有給休暇は1〜5日です。", "年次有給休暇は15日です。"),
        ("保管庫の温度は-5℃です。", "保管庫の温度は5℃です。"),
        ("総務部の人事課の内線番号は120", "総務部の人事課の内線番号は1205"),
        ("総務部の人事課の内線番号は120。", "総務部の人事課の内線番号は120.5"),
        ("5名までの会議は届け出がいりません。", "15名までの会議は届け出がいりません。"),
        ("三日以内に上司に届け出てください。", "十三日以内に上司に届け出てください。"),
        ("旅費の上限は３，０００円です。", "旅費の上限は300円です。"),
        ("在宅勤務の可否、営業部: ○", "在宅勤務の可否、営業部: ×"),
    ],
)
@pytest.mark.parametrize("share", [0.1, 0.9])
def test_texts_that_say_different_things_are_two_hits(one: str, other: str, share: float) -> None:
    assert numbers(fold(numbered(one, other), share)) == [1, 2]
    assert numbers(fold(numbered(other, one), share)) == [1, 2]


@given(prose, figures, figures, prose, st.sampled_from([0.01, 0.5, 0.9]))
def test_texts_that_differ_in_a_number_are_never_folded(
    before: str, one: str, other: str, after: str, share: float
) -> None:
    expected = [1] if one == other else [1, 2]
    assert numbers(fold(numbered(before + one + after, before + other + after), share)) == expected


def test_pages_that_hold_for_different_people_are_never_folded() -> None:
    tokyo, osaka = {"勤務地": "東京本社"}, {"勤務地": "大阪支社"}
    pages = [
        passage(NURSING, number=1, applies_to=tokyo),
        passage(NURSING, number=2, applies_to=osaka),
        passage(NURSING, number=3),
        passage(NURSING, number=4, applies_to=dict(tokyo)),
    ]
    found = fold(hits(*pages), 0.9)
    assert numbers(found) == [1, 2, 3]
    assert [passage.id for passage in found[0].also] == [4]


@given(st.lists(st.sampled_from([NURSING, NURSING + FOOTER, VPN]), max_size=5))
def test_a_share_of_0_folds_nothing(texts: list[str]) -> None:
    found = numbered(*texts)
    assert fold(found, 0) == found


@pytest.mark.parametrize(
    "copy",
    [
        VPN.replace("ＶＰＮ", "vpn"),
        VPN.replace("30", "３０"),
        VPN.replace("、", "，"),
        VPN.replace("。", "。\n\n"),
        "・" + VPN.replace("は、", "は "),
        VPN.replace("社内システム", "「社内システム」"),
        VPN.replace("パスワード", "ﾊﾟｽﾜｰﾄﾞ"),
        f"| {VPN} |",
        f"**{VPN}**",
    ],
)
def test_white_space_marks_and_widths_do_not_make_another_text(copy: str) -> None:
    assert copy != VPN
    assert numbers(fold(numbered(VPN, copy), 0.9)) == [1]
    assert numbers(fold(numbered(VPN, copy), 1.0)) == [1], "nothing but the marks differs"


def test_a_thousand_is_the_same_with_and_without_its_comma() -> None:
    texts = [f"宿泊費の上限は、1泊につき{number}円です。" for number in ("12,000", "12000", "１２，０００")]
    assert numbers(fold(numbered(*texts), 0.9)) == [1]


@given(st.lists(st.sampled_from([NURSING, NURSING + FOOTER, VPN, FOOTER + VPN, "東京本社は3階です。"]), max_size=8))
def test_the_order_is_kept_and_every_passage_is_in_one_place(texts: list[str]) -> None:
    found = fold(numbered(*texts), 0.9)
    assert numbers(found) == sorted(numbers(found))
    everywhere = [*numbers(found), *(passage.id for hit in found for passage in hit.also)]
    assert sorted(everywhere) == list(range(1, len(texts) + 1))
    assert len(found) == len({text.replace(FOOTER, "") for text in texts})
