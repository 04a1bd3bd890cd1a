"""Many passages that come in turns end in few segments, none lost and none twice."""

import json
from pathlib import Path

from yorisoi.backends.search.words import WordIndex
from yorisoi.testing.index import passage
from yorisoi.types import Filter


def sizes(folder: Path) -> list[int]:
    return [segment["max_doc"] for segment in json.loads((folder / "meta.json").read_bytes())["segments"]]


def test_the_small_segments_are_merged_when_many_passages_come(tmp_path: Path) -> None:
    index = WordIndex(tmp_path, 0.3)
    segments = []
    for start in range(0, 5_000, 1_000):
        index.write([passage(n, f"語{n % 7} 休暇") for n in range(start, start + 1_000)], [])
        segments.append(len(sizes(tmp_path)))
    assert segments == [1, 2, 1, 2, 1]  # a merge costs as much as indexing, so not for each
    ids = {i for word in range(7) for i, _ in index.searcher().search(passage(0, f"語{word}").terms, 9_999, Filter())}
    assert ids == set(range(5_000))


def test_few_passages_are_not_worth_a_merge(tmp_path: Path) -> None:
    index = WordIndex(tmp_path, 0.3)
    for n in range(3):
        index.write([passage(n, "休暇")], [])
    assert sizes(tmp_path) == [1, 1, 1]


def test_a_piece_replaces_its_own_passages_only(tmp_path: Path) -> None:
    index = WordIndex(tmp_path, 0.3)
    index.write([passage(n, "旧") for n in range(2_000)], [])
    index.write([passage(n, "新") for n in range(500, 1_700)], [3, 4])
    found = {word: index.searcher().search(passage(0, word).terms, 9_999, Filter()) for word in ("旧", "新")}
    assert [i for i, _ in found["新"]] == list(range(500, 1_700))
    assert sorted(i for i, _ in found["旧"]) == [n for n in range(2_000) if not 500 <= n < 1_700 and n not in (3, 4)]
