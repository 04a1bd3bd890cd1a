"""夏休み is what the pages call 夏季休暇."""

import pytest
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.interpret.synonyms import in_their_words
from yorisoi.language import Utterance

SUMMER = hit(1, "夏季休暇", text="有給で3日取れます。", page=1)
ANNUAL = hit(2, "年次有給休暇", text="半年で10日です。", page=2)
PHONE = hit(3, "携帯電話", text="スマホの貸し出しです。", page=3)


@pytest.mark.parametrize(
    ("said", "searched", "shown"),
    [
        ("夏休みは何日？", "夏季休暇は何日？", "夏休み（夏季休暇）は何日？"),
        ("有休って夏休みと別？", "年次有給休暇って夏季休暇と別？", "有休（年次有給休暇）って夏休み（夏季休暇）と別？"),
        ("スマホを借りたい", "スマホを借りたい", "スマホを借りたい"),
        ("夏季休暇は何日？", "夏季休暇は何日？", "夏季休暇は何日？"),
        ("ビルの地図", "ビルの地図", "ビルの地図"),
        ("", "", ""),
    ],
)
def test_a_word_that_no_passage_has_is_searched_as_the_title_that_means_the_same(
    said: str, searched: str, shown: str
) -> None:
    assert in_their_words(ja(said), [SUMMER, ANNUAL, PHONE]) == (searched, shown)


def test_a_noun_of_a_heading_among_the_best_will_do() -> None:
    lent = hit(4, "パソコンの貸与", text="入社日に1台貸し出します。", page=4)
    assert in_their_words(ja("PCはいつもらえる？"), [SUMMER, lent])[1] == "PC（パソコン）はいつもらえる？"
    others = [hit(number, f"規程{number}", text="本文", page=number) for number in range(10, 20)]
    assert in_their_words(ja("PCはいつもらえる？"), [*others, lent])[1] == "PCはいつもらえる？", "far down"


def test_without_pages_or_a_dictionary_nothing_changes() -> None:
    for said, language, hits in (("夏休みは何日？", "ja", []), ("暑假有几天？", "zh", [SUMMER])):
        assert in_their_words(Utterance(said, language), hits) == (said, said)
