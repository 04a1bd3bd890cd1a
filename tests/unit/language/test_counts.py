"""Numbers that tell one thing from another, or bound what is meant."""

from operator import eq, ge, gt, le, lt

import pytest

from yorisoi.language import normal_form
from yorisoi.language.counts import counts
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
        ("9:00〜17:00、2026/4/1、v2.1.3、AX-100", "ja", []),
        ("-5℃以下、−5℃以下、マイナス20度、氷点下20度", "ja", []),
        ("零下5度", "zh", []),
        ("minus 20 degrees", "en", []),
        ("500㎡以上", "ja", [(500, "m2", [(ge, 500)])]),
        ("65歳〜", "ja", [(65, "歳", [(ge, 65)])]),
        ("〜6歳の子", "ja", [(6, "歳", [(le, 6)])]),
        ("13kg以上、15kg未満", "ja", [(13, "kg", [(ge, 13), (lt, 15)])]),
        ("100万円超～200万円以下", "ja", [(1000000, "円", [(gt, 1000000), (le, 2000000)])]),
        ("18歳未満と65歳以上", "ja", [(18, "歳", [(lt, 18)]), (65, "歳", [(ge, 65)])]),
        ("1年6か月以上", "ja", [(1, "年か月", [])]),
        ("4月1日", "ja", [(4, "月日", [])]),
        ("超过10公斤且不超过20公斤", "zh", [(10, "公斤", [(gt, 10), (le, 20)])]),
        ("more than 5 kg but not more than 10 kg", "en", [(5, "kg", [(gt, 5), (le, 10)])]),
        ("from 10 up to 20 kg", "en", [(10, "kg", [(ge, 10), (le, 20)])]),
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
