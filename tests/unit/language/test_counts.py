"""Numbers that tell one thing from another, or bound what is meant."""

from operator import eq, ge, gt, le, lt

import pytest

from yorisoi.language import normal_form
from yorisoi.language.counts import counts, holding
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("11級の講習料と1級", "ja", [(11, "級", [(eq, 11)]), (1, "級", [(eq, 1)])]),
        ("4回目の料金", "ja", [(4, "回目", [(eq, 4)])]),
        ("7歳から14歳", "ja", [(7, "歳", [(ge, 7), (le, 14)])]),
        ("13kg以上15kg未満", "ja", [(13, "kg", [(ge, 13), (lt, 15)])]),
        ("10〜20kg未満", "ja", [(10, "kg", [(ge, 10), (lt, 20)])]),
        ("3万円を超え5万円以下", "ja", [(30000, "円", [(gt, 30000), (le, 50000)])]),
        ("1,000円以上", "ja", [(1000, "円", [(ge, 1000)])]),
        ("37.5度以上", "ja", [(37.5, "度", [(ge, 37.5)])]),
        ("3歳に満たない子", "ja", [(3, "歳", [(lt, 3)])]),
        ("昭和56年以前", "ja", [(1981, "年", [(le, 1981)])]),
        ("9:00〜17:00、2026/4/1、v2.1.3", "ja", []),
        ("60岁至69岁", "zh", [(60, "岁", [(ge, 60), (le, 69)])]),
        ("不超过5公里", "zh", [(5, "公里", [(le, 5)])]),
        ("超过5公里", "zh", [(5, "公里", [(gt, 5)])]),
        ("above 9.0", "en", [(9, "", [(gt, 9)])]),
        ("1.5 to 1.9", "en", [(1.5, "", [(ge, 1.5), (le, 1.9)])]),
        ("12 to 15 years", "en", [(12, "year", [(ge, 12), (le, 15)])]),
        ("no more than 5 kg", "en", [(5, "kg", [(le, 5)])]),
        ("65 and over", "en", [(65, "", [(ge, 65)])]),
        ("the 2026 plan", "en", [(2026, "", [(eq, 2026)])]),
    ],
)
def test_what_a_number_counts_and_bounds_is_read(text: str, language: Language, found: list[object]) -> None:
    assert [(each.number, each.unit, list(each.bounds)) for each in counts(normal_form(text), language)] == found


@pytest.mark.parametrize(
    ("theirs", "own", "holds"),
    [
        ("70歳以上", "75歳", True),
        ("70歳以上", "65歳", False),
        ("70歳以上", "65歳以上", False),
        ("3万円を超える", "3万円", False),
        ("3万円を超える", "3万円を超える", True),
        ("固定10年", "固定35年", False),
        ("5年", "8年", True),
    ],
)
def test_what_one_count_is_meant_for(theirs: str, own: str, holds: bool) -> None:
    [their], [ours] = counts(theirs, "ja"), counts(own, "ja")
    assert their.is_like(ours)
    assert their.holds_for(ours) is holds


@pytest.mark.parametrize(
    ("column", "own", "held"),
    [
        (["体重", "9kg以上11kg未満", "11kg以上"], "体重10kg", [True, False]),
        (["体重(kg)", "9~11", "11~13"], "体重10kg", [True, False]),
        (["対象", "成人", "7歳から14歳"], "30歳", None),  # most cells bound nothing
        (["料金", "1000円", "2000円"], "1500円", None),
        (["級", "1級", "2級"], "3級", [False, False]),
        (["年数", "30年以上31年未満", "29年以上30年未満"], "勤続31年", [False, False]),
    ],
)
def test_which_cells_of_a_column_hold_for_a_number(column: list[str], own: str, held: list[bool] | None) -> None:
    [count] = counts(own, "ja")
    assert holding(count, column, "ja") == held
