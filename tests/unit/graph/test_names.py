"""Which nodes a text names: longest names, where words begin and end."""

import pytest

from yorisoi.graph.mentions import Gazetteer
from yorisoi.graph.names import Names, WordBounds

NAMES = [
    *("北海道", "小樽", "小樽運河", "京都", "東京", "ラー", "温泉", "洞爺湖温泉", "かに", "市"),
    *("hokkaido", "new york", "york"),
]


@pytest.fixture(scope="module")
def names() -> Names:
    return Names.of({name: number for number, name in enumerate(NAMES)})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("北海道に行こうと思っているんだけど", ["北海道"]),
        ("小樽運河と小樽", ["小樽運河", "小樽"]),
        ("東京都に住む", ["東京"]),
        ("京都へ行った", ["京都"]),
        ("洞爺湖温泉旅行", ["洞爺湖温泉"]),
        ("ラーメンを食べた", []),
        ("いつかにしよう", []),
        ("ＨＯＫＫＡＩＤＯ", ["hokkaido"]),
        ("", []),
    ],
)
def test_japanese(names: Names, text: str, expected: list[str]) -> None:
    assert [NAMES[found.node] for found in names.find(text, "ja")] == expected


def test_english_names_are_whole_words(names: Names) -> None:
    assert [NAMES[found.node] for found in names.find("From New York to Yorkshire", "en")] == ["new york"]


def test_a_name_is_found_in_any_width_and_case(names: Names) -> None:
    assert names.node("Ｎｅｗ　Ｙｏｒｋ") == NAMES.index("new york")
    assert names.node("札幌") is None


def test_a_name_with_a_control_character_harms_no_other() -> None:
    names = Names.of({"小樽\0": 0, "小樽": 1})
    assert [found.node for found in names.find("小樽へ", "ja")] == [1]
    assert Gazetteer(["小樽\0", "京都"]).find("京都と小樽", "ja") == [1]


def test_a_name_that_its_reader_may_not_know_is_not_even_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a question takes would tell that there is one."""
    text = "北極計画と在宅勤務規程の話"
    weighed: list[str] = []
    may_name = WordBounds.may_name

    def noting(self: WordBounds, start: int, end: int) -> bool:
        weighed.append(text[start:end])
        return may_name(self, start, end)

    monkeypatch.setattr(WordBounds, "may_name", noting)
    gazetteer = Gazetteer(["北極計画", "在宅勤務規程"])
    assert gazetteer.find(text, "ja", lambda place: place == 1) == [1]
    assert weighed == ["在宅勤務規程"]
    assert gazetteer.find(text, "ja") == [0, 1]
