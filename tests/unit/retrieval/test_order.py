"""The order in which hits are shown."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.retrieval.pages import hits, numbered, numbers, passage

from yorisoi.retrieval.order import arranged
from yorisoi.types import Hit

days = st.none() | st.dates(date(2024, 1, 1), date(2024, 1, 5))


def dated(*updated: date | None) -> list[Hit]:
    return hits(*(passage("休暇", number=number, updated=day) for number, day in enumerate(updated, start=1)))


def test_the_newest_page_comes_first_and_pages_without_a_date_last() -> None:
    found = dated(None, date(2023, 4, 1), date(2026, 4, 1), None, date(2025, 4, 1))
    assert numbers(arranged(found, "newest")) == [3, 5, 2, 1, 4]


def test_of_pages_of_one_day_the_better_comes_first() -> None:
    day = date(2026, 4, 1)
    assert numbers(arranged(dated(day, None, day, date(2026, 4, 2), day), "newest")) == [4, 1, 3, 5, 2]


@given(st.lists(days, max_size=8))
def test_newest_never_shows_an_older_page_before_a_newer_nor_a_worse_one_before_its_better(
    updated: list[date | None],
) -> None:
    found = arranged(dated(*updated), "newest")
    keys = [((hit.passage.document.updated or date.min).toordinal(), -hit.passage.id) for hit in found]
    assert keys == sorted(keys, reverse=True)
    assert sorted(numbers(found)) == list(range(1, len(updated) + 1))


def test_the_best_stand_at_both_ends() -> None:
    assert numbers(arranged(numbered(*"一二三四五六"), "ends")) == [1, 3, 5, 6, 4, 2]
    assert numbers(arranged(numbered(*"一二三四五"), "ends")) == [1, 3, 5, 4, 2]


@given(st.integers(0, 12))
def test_from_either_end_towards_the_middle_hits_get_worse(count: int) -> None:
    found = numbers(arranged(numbered(*["休暇"] * count), "ends"))
    outside_in = [found.pop(0 if turn % 2 == 0 else -1) for turn in range(count)]
    assert outside_in == list(range(1, count + 1))


def test_by_score_hits_stay_as_they_are() -> None:
    found = dated(None, date(2023, 4, 1), date(2026, 4, 1))
    assert arranged(found, "score") == found
