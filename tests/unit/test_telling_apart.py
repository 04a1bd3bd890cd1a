"""By what a store tells its readers apart."""

from yorisoi.overview import MOST_ATTRIBUTES, MOST_VALUES, telling_apart


def test_what_has_a_value_for_every_page_tells_no_reader_apart() -> None:
    numbers = {f"製品{number}" for number in range(MOST_VALUES + 1)}
    assert telling_apart({"製品": numbers, "勤務地": {"東京", "大阪"}}) == {"勤務地": ("大阪", "東京")}
    assert len(telling_apart({"製品": sorted(numbers)[1:]})["製品"]) == MOST_VALUES


def test_attributes_are_not_without_end() -> None:
    assert len(telling_apart({f"属性{number:04}": {"値"} for number in range(1000)})) == MOST_ATTRIBUTES
