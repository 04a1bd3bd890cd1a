"""Figures are one however they are written, and two where they count two things."""

import pytest

from yorisoi.language.figures import Figure, figures, possible_figures


@pytest.mark.parametrize(
    ("written", "value", "counts"),
    [
        *((each, "15000", "money") for each in ("1万5千円", "15,000円", "¥15,000", "１万５０００円", "一万五千円")),
        *((each, "20", "day") for each in ("二十日", "20日間", "20天", "20 business days", "二十个工作日")),
        *((each, "30", "percent") for each in ("30%", "30パーセント", "3割", "百分之三十", "30 per cent")),
        *((each, "320000000", "money") for each in ("3億2千万円", "3.2億円", "三亿二千万元")),
        *((each, "102000", "money") for each in ("10万2,000円", "102,000元")),
        *((each, "2", "percent") for each in ("2%", "2.0%", "2.00%")),
        *((each, "1.5", "hour") for each in ("1.5時間", "1.50時間")),
        *((each, "0.05", "") for each in ("0.05", "0.050")),
        *((each, "2026", "year") for each in ("2026年", "令和8年", "令和八年")),
        *(("令和元年度", "2019", "year"), ("昭和60年", "1985", "year"), ("平成元年", "1989", "year")),
        ("100円", "100", "money"),
        ("5百円", "500", "money"),
        ("二〇二四年度", "2024", "year"),
        ("9時間", "9", "hour"),
        ("5个月", "5", "month"),
    ],
)
def test_one_figure_has_many_spellings(written: str, value: str, counts: str) -> None:
    assert figures(f"それは{written}です") == {Figure(value, counts)}


def test_numerals_of_words_are_no_figures() -> None:
    for words in ("一般 一部 一緒 一度 一日 三井 万一 万人 十分", "千葉 百貨店 二三日 三つ 六本木 三分の一 第二次"):
        assert figures(words.replace(" ", "、")) == set()


def test_what_may_be_a_figure_supports_one() -> None:
    assert Figure("1", "") in possible_figures("一日")
    assert Figure("9", "") in possible_figures("09:00")
    assert Figure("5", "") in possible_figures("up to five days")
    assert Figure("8", "year") in possible_figures("令和8年")


def test_a_dash_before_a_time_is_no_minus() -> None:
    assert figures("9:00 -17:00") == figures("9:00〜17:00")
    assert Figure("-17", "") in figures("気温は -17 度")


def test_what_is_no_single_number_is_read_digit_by_digit() -> None:
    assert {each.value for each in figures("2024一般、1.2.3、0120-11-22")} == {"2024", "1.2.3", "0120", "11", "22"}
    assert len(figures("1" * 100_000 + "万円")) == 1


def test_a_figure_stands_among_others_that_count_the_same_or_nothing_known() -> None:
    days = Figure("5", "day")
    assert days.stands_among([Figure("5", "")])
    assert days.stands_among([Figure("5", "month"), days])
    assert not days.stands_among([Figure("5", "month"), Figure("10", "day")])
