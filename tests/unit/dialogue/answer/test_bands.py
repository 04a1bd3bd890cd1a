"""Which rows of a table bound the numbers that were said."""

import pytest

from yorisoi.dialogue.answer.bands import bands
from yorisoi.language import normal_form
from yorisoi.types import Language

DOSES = ["体重", "坐剤", "水薬"], ["9kg以上11kg未満", "90mg", "4.5mL"], ["11kg以上13kg未満", "110mg", "5.5mL"]
INCOME = ["年収", "貯蓄", "割合"], ["300万円未満", "500万円未満", "全額"], ["300万円以上", "1000万円未満", "半額"]
SCORES = ["Total score", "Who is told"], ["0 to 4", "the nurse"], ["5 or more", "the consultant"]


def table(*rows: list[str]) -> list[list[str]]:
    return [[normal_form(cell) for cell in row] for row in rows]


@pytest.mark.parametrize(
    ("rows", "said", "hold", "surely"),
    [
        (DOSES, "12kgの子は何mg?", [False, True], True),
        (DOSES, "体重が10kgです", [True, False], True),
        (DOSES, "坐剤は10kgだと?", [True, False], True),
        (DOSES, "荷物が10kgです", [True, False], False),
        (DOSES, "14kgの子は?", [False, False], True),
        (INCOME, "貯蓄が450万円のときは?", [True, True], True),
        (INCOME, "年収450万円のときは?", [False, True], True),
        (INCOME, "450万円のときは?", [False, True], False),
        (INCOME, "年収250万円で貯蓄が700万円", [False, False], True),
        ((["年収(万円)", "額"], ["200未満", "80"], ["200以上", "40"]), "年収450万円のときは?", None, False),
        ((["体重(kg)", "量"], ["2未満", "80"], ["2以上", "40"]), "体重1800gのときは?", None, False),
        ((["体重(kg)", "量"], ["2未満", "80"], ["2以上", "40"]), "体重3kgのときは?", [False, True], True),
        ((["勤続年数", "月"], ["3年未満", "0"], ["3年以上", "2"]), "勤続5年の退職金", [False, True], True),
        ((["築年数", "料"], ["3年未満", "2"], ["3年以上", "1"]), "5年住んだ部屋の料", None, False),
        ((["遅れ", "停止"], ["15日以上", "30"], ["14日以内", "7"]), "20日に返したら", None, False),
        ((["遅れ", "停止"], ["15日以上", "30"], ["14日以内", "7"]), "5月20日に返したら", None, False),
        ((["対象", "量"], ["成人", "2錠"], ["7歳〜14歳", "1錠"]), "30歳は何錠?", None, False),
        ((["距離", "円"], ["2km超4km以下", "1"], ["4km超6km以下", "2"]), "3〜5kmはいくら?", [True, True], True),
        ((["年齢", "量"], ["3か月以上1歳未満", "2"], ["1歳以上3歳未満", "3"]), "16歳は?", [False, False], True),
        ((["年齢", "量"], ["3か月以上1歳未満", "2"], ["1歳以上3歳未満", "3"]), "2歳は?", [False, True], True),
        (
            (["重さ", "円"], ["500gまで", "2"], ["1kgまで", "3"], ["2kgまで", "4"]),
            "0.3kgは?",
            [False, True, True],
            False,
        ),
        ((["人数", "1人の料金"], ["1人〜9人", "500"], ["10人〜24人", "450"]), "1人の料金は?", None, False),
        ((["注文額", "割引"], ["3000円以上", "3%"], ["3000円未満", "0%"]), "4000円を3個買うと?", [True, False], False),
        (
            (["年収", "補助"], ["300万円以上", "3"], ["300万円未満", "5"]),
            "年収200万円と年収500万円では?",
            [True, True],
            False,
        ),
        ((["年齢", "円"], ["20", "3"], ["21", "4"]), "20歳だと?", [True, False], True),
        (DOSES, "11kg弱です", [False, True], False),
        (DOSES, "体重が11kgに足りない子は?", [False, True], False),
        (DOSES, "もうすぐ11kgの子は?", [False, True], False),
        (DOSES, "体重が11kgを過ぎたら?", [False, True], False),
        (DOSES, "体重11kgの前の日は?", [False, True], False),
        (DOSES, "12kgから10kgに減った子は?", [True, True], False),
        ((["年齢", "円"], ["20", "3"], ["21", "4"]), "19歳だと?", [False, False], True),
        ((["No.", "定員"], ["12", "4名"], ["13", "20名"]), "12人で使える部屋", None, False),
        ((["面積(㎡)", "定員(人)"], ["60", "24"], ["28", "60"]), "60人の部屋", [False, True], True),
        ((["級", "料"], ["1級", "200円"], ["2級", "100円"]), "3級の料", [False, False], True),
    ],
)
def test_rows_whose_bounds_hold_for_a_number(
    rows: tuple[list[str], ...], said: str, hold: list[bool] | None, surely: bool
) -> None:
    found = bands(table(*rows), said, "ja", "ja")
    assert (found and list(found.hold)) == hold
    assert (found is not None and found.surely) is surely


@pytest.mark.parametrize(
    ("said", "hold"),
    [
        ("who is told of a total score of 7", [False, True]),
        ("the patient in bed 12 has a high total score", None),
        ("who is told of 7", None),
        ("who is told of a total score in 2026", None),
    ],
)
def test_a_number_without_a_unit_is_held_against_a_column_that_is_named(said: str, hold: list[bool] | None) -> None:
    english: Language = "en"
    found = bands(table(*SCORES), said, english, english)
    assert (found and list(found.hold)) == hold


def test_more_numbers_than_anybody_means_are_held_against_nothing() -> None:
    assert bands(table(*DOSES), "と".join(f"{number}kg" for number in range(5, 15)), "ja", "ja") is None
