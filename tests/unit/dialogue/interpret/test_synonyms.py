"""夏休み is what the pages call 夏季休暇."""

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.interpret.synonyms import in_their_words

SUMMER = hit(1, "夏季休暇", text="有給で3日取れます。", page=1)
ANNUAL = hit(2, "年次有給休暇", text="半年で10日です。", page=2)
PHONE = hit(3, "携帯電話", text="スマホの貸し出しです。", page=3)


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ("夏休みは何日？", "夏季休暇は何日？"),
        ("有休って夏休みと別？", "年次有給休暇って夏季休暇と別？"),
        ("スマホを借りたい", "スマホを借りたい"),
        ("夏季休暇は何日？", "夏季休暇は何日？"),
        ("ビルの地図", "ビルの地図"),
        ("", ""),
    ],
)
def test_a_word_that_no_passage_has_gives_way_to_the_title_that_means_the_same(said: str, understood: str) -> None:
    assert in_their_words(said, "ja", [SUMMER, ANNUAL, PHONE]) == understood


def test_without_pages_or_a_dictionary_nothing_changes() -> None:
    assert in_their_words("夏休みは何日？", "ja", []) == "夏休みは何日？"
    assert in_their_words("暑假有几天？", "zh", [SUMMER]) == "暑假有几天？"
