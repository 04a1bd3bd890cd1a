"""Stretches of time that a question names."""

from datetime import UTC, date, datetime

import pytest

from yorisoi.language.dates import stretches

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
    ],
)
def test_a_stretch_is_found(text: str, start: date, end: date) -> None:
    (found,) = stretches(text, WEDNESDAY)
    assert (found.start.date(), found.end.date()) == (start, end)


@pytest.mark.parametrize("text", ["何日ですか", "what may I do", "13月40日", "週3日勤務", "2026-02-30", ""])
def test_what_names_no_stretch_gives_none(text: str) -> None:
    assert stretches(text, WEDNESDAY) == []


def test_two_stretches_are_both_found() -> None:
    assert [each.phrase for each in stretches("昨日と今日", WEDNESDAY)] == ["昨日", "今日"]
