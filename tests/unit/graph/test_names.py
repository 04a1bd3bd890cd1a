"""Which nodes a text names: longest names, where words begin and end."""

import numpy as np
import pytest

from yorisoi.graph.mentions import Gazetteer
from yorisoi.graph.name_graph import BORNE, MENTION, NameGraph
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


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Places of the words that are looked at to tell whether a name stands in a text."""
    found: list[int] = []

    class Noted(list[int]):
        def __getitem__(self, at: int) -> int:  # type: ignore[override]
            found.append(at)
            return super().__getitem__(at)

    things = WordBounds._things.func

    def noting(self: WordBounds) -> tuple[list[int], list[int]]:
        starts, ends = things(self)
        return Noted(starts), Noted(ends)

    monkeypatch.setattr(WordBounds, "_things", property(noting))
    return found


def test_of_a_long_text_few_words_are_looked_at_wherever_a_name_stands(looked_at: list[int]) -> None:
    assert Gazetteer(["在宅勤務規程"]).find("休暇と出張の話。" * 500 + "在宅勤務規程", "ja") == [0]
    assert 0 < len(looked_at) <= 12


def graph_of(*pages: tuple[frozenset[str], tuple[str, ...]]) -> NameGraph:
    """A page for each: who may read it, the names that it bears."""
    names = list(dict.fromkeys(name for _, borne in pages for name in borne))
    mentions = [(names.index(name), 1, BORNE, names.index(name)) for _, borne in pages for name in borne]
    return NameGraph(
        passages=np.arange(len(pages), dtype=np.int64),
        counts=np.array([len(borne) for _, borne in pages], dtype=np.int64),
        mentions=np.array(mentions, dtype=MENTION),
        groups=[groups for groups, _ in pages],
        names=names,
        forms=names,
    )


def test_a_question_looks_at_no_more_whatever_closed_passages_name(looked_at: list[int]) -> None:
    """Not by a clock: it tells of nothing in one run and of everything in a million."""
    closed = [f"北極計画{sign}号" for sign in "甲乙丙丁戊己庚辛"]
    question = "在宅勤務規程と" + "と".join(closed)
    opened = (frozenset[str](), ("在宅勤務規程",))
    counts = []
    for pages in ((), (closed[:1],), (closed,), (closed,) * 20):
        looked_at.clear()
        graph = graph_of(opened, *((frozenset({"board"}), tuple(names)) for names in pages))
        assert graph.named(question, "ja", frozenset()) == ["在宅勤務規程"]
        counts.append(len(looked_at))
    assert counts == [counts[0]] * 4
    assert len(graph.named(question, "ja", frozenset({"board"}))) == 9
