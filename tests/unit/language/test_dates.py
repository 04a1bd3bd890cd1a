"""Stretches of time that a text names, and their dates."""

from datetime import UTC, date, datetime

import pytest

from yorisoi.language.dates import days_ahead, known_days, stretches, with_dates, without_dates
from yorisoi.types import Language

AT = datetime(2026, 4, 1, 9, tzinfo=UTC)
WEDNESDAY = datetime(2026, 4, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("先週話した店", date(2026, 4, 6), date(2026, 4, 13)),
        ("先々週の件", date(2026, 3, 30), date(2026, 4, 6)),
        ("3日前に言ったこと", date(2026, 4, 12), date(2026, 4, 13)),
        ("３日前", date(2026, 4, 12), date(2026, 4, 13)),
        ("5月3日は何をした", date(2025, 5, 3), date(2025, 5, 4)),
        ("2023年5月の旅行", date(2023, 5, 1), date(2023, 6, 1)),
        ("1ヶ月前", date(2026, 3, 1), date(2026, 4, 1)),
        ("去年の夏", date(2025, 1, 1), date(2026, 1, 1)),
        ("上个月去的地方", date(2026, 3, 1), date(2026, 4, 1)),
        ("三天前说的", date(2026, 4, 12), date(2026, 4, 13)),
        ("two weeks ago", date(2026, 3, 30), date(2026, 4, 6)),
        ("last Friday", date(2026, 4, 10), date(2026, 4, 11)),
        ("on 7 May 2023", date(2023, 5, 7), date(2023, 5, 8)),
        ("on May 7, 2023", date(2023, 5, 7), date(2023, 5, 8)),
        ("in July 2023", date(2023, 7, 1), date(2023, 8, 1)),
        ("2023-05-07", date(2023, 5, 7), date(2023, 5, 8)),
        ("yesterday", date(2026, 4, 14), date(2026, 4, 15)),
        ("きのうの話", date(2026, 4, 14), date(2026, 4, 15)),
        ("再来週の予定", date(2026, 4, 27), date(2026, 5, 4)),
        ("来月の予定", date(2026, 5, 1), date(2026, 6, 1)),
        ("后天的会议", date(2026, 4, 17), date(2026, 4, 18)),
        ("下个月", date(2026, 5, 1), date(2026, 6, 1)),
        ("next year", date(2027, 1, 1), date(2028, 1, 1)),
        ("十二日前の話", date(2026, 4, 3), date(2026, 4, 4)),
        ("二十天前", date(2026, 3, 26), date(2026, 3, 27)),
        ("2023-05-07に話したこと", date(2023, 5, 7), date(2023, 5, 8)),
        ("さ来週の予定", date(2026, 4, 27), date(2026, 5, 4)),
        ("再々来月", date(2026, 7, 1), date(2026, 8, 1)),
        ("下下周", date(2026, 4, 27), date(2026, 5, 4)),
    ],
)
def test_a_stretch_is_found(text: str, start: date, end: date) -> None:
    (found,) = stretches(text, WEDNESDAY)
    assert (found.start.date(), found.end.date()) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "何日ですか",
        "what may I do",
        "13月40日",
        "週3日勤務",
        "第3月曜",
        "2026-02-30",
        "1000年前",
        "0000-01-01",
        "",
    ],
)
def test_what_names_no_stretch_gives_none(text: str) -> None:
    assert stretches(text, WEDNESDAY) == []


@pytest.mark.parametrize("text", ["9999年12月31日", "9999-12-31まで", "9999/12", "December 31, 9999", "9999年12月"])
def test_what_stands_for_no_end_is_no_day(text: str) -> None:
    assert stretches(text, WEDNESDAY) == []


def test_of_a_text_of_dates_the_first_fifty_are_read() -> None:
    assert len(stretches("昨日、" * 4000, WEDNESDAY)) == 50


def test_two_stretches_are_both_found() -> None:
    assert [each.phrase for each in stretches("昨日と今日", WEDNESDAY)] == ["昨日", "今日"]


def test_stretches_come_in_the_order_of_the_text_whatever_the_language() -> None:
    found = stretches("昨天和 last week, 5月3日", WEDNESDAY)
    assert [each.phrase for each in found] == ["昨天", "last week", "5月3日"]


@pytest.mark.parametrize(
    ("language", "text", "dated"),
    [
        ("ja", "先週の議事録", "先週（2026年3月23日〜3月29日）の議事録"),
        ("ja", "来月の締め切り", "来月（2026年5月）の締め切り"),
        ("ja", "明後日でも", "明後日（2026年4月3日、金曜日）でも"),
        ("ja", "来月の20日まで", "来月の20日（2026年5月20日）まで"),
        ("zh", "上周的会议", "上周（2026年3月23日〜3月29日）的会议"),
        ("en", "Was it yesterday?", "Was it yesterday (Tuesday, 2026-03-31)?"),
        ("en", "due next month", "due next month (May 2026)"),
        ("en", "Tomorrow", "Tomorrow (Thursday, 2026-04-02)"),
        ("ja", "年末は今年末", "年末は今年末（2026年末）"),
        ("zh", "下个月的5号", "下个月的5号（2026年5月5号）"),
        ("zh", "上上周", "上上周（2026年3月16日〜3月22日）"),
        ("und", "yesterday", "yesterday"),
        ("ja", "来月（5月）まで", "来月（5月）まで"),
        ("ja", "今年度の予算", "今年度の予算"),
    ],
)
def test_times_that_count_from_now_get_their_dates(language: Language, text: str, dated: str) -> None:
    assert with_dates(text, language, AT) == dated


def test_days_to_come_are_told_with_their_day_of_the_week() -> None:
    assert days_ahead("今日か明日、昨日と同じ時間に", "ja", AT) == {
        "今日": "2026年4月1日、水曜日",
        "明日": "2026年4月2日、木曜日",
    }
    assert days_ahead("明天呢？", "zh", AT) == {"明天": "2026年4月2日，星期四"}
    assert days_ahead("来週の水曜", "ja", AT) == {}
    assert days_ahead("しあさっては？", "ja", AT) == {"しあさって": "2026年4月4日、土曜日"}
    assert days_ahead("大后天呢", "zh", AT) == {"大后天": "2026年4月4日，星期六"}
    assert days_ahead("And the day after tomorrow?", "en", AT) == {"the day after tomorrow": "Friday, 2026-04-03"}
    assert days_ahead("明日香村の今日子さんは昨今日本で", "ja", AT) == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(
            ("ja", text)
            for text in ("会社の説明日はいつですか", "発明日の届け", "カラスにごみをあさっています", "基本日当")
        ),
        *(
            ("ja", text)
            for text in ("西日本日帰り", "今日本にいません", "日本年金", "本年金制度", "将来月額", "そうじゃあした")
        ),
        *(("zh", text) for text in ("后天性疾病", "发明天数", "透明天花板", "以前天气")),
    ],
)
def test_a_day_within_another_word_is_none(language: Language, text: str) -> None:
    assert with_dates(text, language, AT) == text
    assert stretches(text, AT) == []


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        ("ja", "あした休み？", ["あした"]),
        ("ja", "今日やってる？", ["今日"]),
        ("ja", "本日の営業は", ["本日"]),
        ("ja", "きょうは開いてる", ["きょう"]),
        ("ja", "きょうから、あすまで", ["きょう", "あす"]),
        ("ja", "あすは休み、きょうまで", ["あす", "きょう"]),
        ("ja", "今日子どもが熱を出した", ["今日"]),
        ("ja", "今日子さんときょうだいはあすなろ組", []),
        ("ja", "会議明日に変更、今日中に", ["明日", "今日"]),
        ("ja", "今日明日と明日あさって", ["今日", "明日", "あさって"]),
        ("zh", "明天开门吗", ["明天"]),
        ("zh", "今天上午和今天天气", ["今天"]),
    ],
)
def test_a_day_beside_other_words_is_one(language: Language, text: str, days: list[str]) -> None:
    assert list(days_ahead(text, language, AT)) == days


def test_a_stretch_may_begin_a_longer_word() -> None:
    named = ["来週末", "今年中", "下周一", "上个月底", "下个月初", "去年底"]
    found = [stretches(each, AT)[0].phrase for each in named]
    assert found == ["来週", "今年", "下周", "上个月", "下个月", "去年"]


def test_dates_of_known_days_are_no_figures_and_a_day_without_its_month_is_one() -> None:
    known = known_days("来週の水曜", "ja", AT)
    assert "8" not in without_dates("4月8日（水）は2026年4月8日、水曜日です", known)
    assert "9" in without_dates("5月9日まで", known)
    assert "1" in without_dates("1日前まで", known)
    assert "1" not in without_dates("今日は2026年4月1日、水曜日です", known)
    assert "29" in without_dates("It costs 29 dollars", known_days("", "en", datetime(2026, 11, 29)))
    assert without_dates("Sunday, 2026-11-29", known_days("", "en", datetime(2026, 11, 29))).strip() == "sunday,"
    assert without_dates("4月8日", ()) == "4月8日"
    this_year = known_days("今年は", "ja", AT)
    assert "1998" in without_dates("1998年に始まりました", this_year)
    assert "2019" in without_dates("2019年4月1日に開業", this_year)
    assert "1" in without_dates("1911年4月1日", this_year)


def test_months_roll_over_the_year() -> None:
    assert with_dates("来月", "ja", datetime(2026, 12, 31)) == "来月（2027年1月）"
    assert with_dates("先々月", "ja", datetime(2026, 1, 1)) == "先々月（2025年11月）"
