"""Topics against what people came to speak of: their own words, and the others'."""

import asyncio
import json
from pathlib import Path

import numpy as np
import pytest
from tests.unit.graph.test_network import network_of

from yorisoi.errors import DataSetError
from yorisoi.evaluation.connection import Given, alike, beside, own_and_others, report, said_most
from yorisoi.evaluation.speakers import read_speakers
from yorisoi.graph.network import Network
from yorisoi.types import Focus

SPRINGS, CASTLES = [f"温泉{n}" for n in range(6)], [f"城{n}" for n in range(6)]
ROWS = [(name, "種類", "湯") for name in SPRINGS] + [(name, "種類", "砦") for name in CASTLES]


@pytest.fixture(scope="module")
def network() -> Network:
    return asyncio.run(network_of(ROWS))


def given(network: Network, offered: list[str], later: str, before: str = "温泉0") -> Given:
    nodes = {name: network.names.node(name) for name in (later, before)}
    return Given(
        topics={"same": ["温泉1", "城1"], "graph": offered},
        before=frozenset([nodes[before]]),
        later=frozenset([nodes[later]]),
        later_words=(later,),
    )


@pytest.fixture
def crowd(network: Network) -> list[Given]:
    return [given(network, SPRINGS[:3], "湯"), given(network, CASTLES[:3], "砦", "城0")] * 5


def test_topics_beside_what_the_person_says_later_fit(network: Network, crowd: list[Given]) -> None:
    fit = beside(network, crowd, "graph", [given.later for given in crowd])
    assert fit[0, 0] == fit[0, 2] == 1
    assert fit[0, 1] == 0
    assert crowd[0].new(network, "graph") == ["温泉1", "温泉2"]


def test_topics_that_do_not_depend_on_who_asks_have_no_difference(network: Network, crowd: list[Given]) -> None:
    found = report(network, crowd, None)
    assert found["same"]["beside_later"]["difference"] == 0
    assert found["graph"]["beside_later"]["difference"] == pytest.approx(1 - 4 / 9, abs=1e-3)
    assert found["graph"]["beside_later"]["p"] < 0.01
    assert found["graph"]["new"] == pytest.approx(2 / 3, abs=1e-3)
    assert found["graph"]["beside_said"]["difference"] == 0, "nothing stands beside what was said"
    assert found["graph"]["different"] == 6


def test_somebody_whose_words_fit_anything_does_not_count_for_it() -> None:
    fit = np.array([[0.9, 0.1, 0.1], [0.9, 0.1, 0.1], [0.9, 0.1, 0.1]])
    assert own_and_others(fit)["difference"] == 0


def test_meaning_is_the_highest_cosine(network: Network, crowd: list[Given]) -> None:
    vectors = {name: np.array([1.0, 0.0], np.float32) for name in [*SPRINGS, "湯"]}
    vectors |= {name: np.array([0.6, 0.8], np.float32) for name in [*CASTLES, "砦"]}
    fit = alike(vectors, network, crowd, "graph")
    assert fit[0, :2] == pytest.approx([1.0, 0.6])


def test_what_was_said_most_comes_first() -> None:
    words = [Focus(word=word, relation="talked about", salience=s) for word, s in (("a", 1), ("b", 1.5), ("a", 1))]
    assert said_most(words) == ("a", "b")


def line(name: str, *texts: str, at: str = "2022-08-17T10:00:00") -> str:
    said = [{"interlocutor_id": name, "text": text, "timestamp": at} for text in texts]
    said.append({"interlocutor_id": "B", "text": "なるほど", "timestamp": "NaT"})
    return json.dumps({"utterances": said}, ensure_ascii=False)


def test_the_last_third_of_the_dialogues_is_held_back(tmp_path: Path) -> None:
    file = tmp_path / "dialogues.jsonl"
    days = [line("A", f"{day}日目", "はい", at=f"2022-08-{day:02}T10:00:00") for day in (3, 1, 2)]
    file.write_text("\n".join(days), encoding="utf-8")
    first, second = read_speakers(file, 20, 3)
    assert (first.name, second.name) == ("A", "B")
    assert first.later == ("3日目", "はい")
    assert [turn.text for turn in first.past] == ["はい", "2日目", "はい"]
    assert all(turn.speaker == "user" and turn.at.tzinfo for turn in (*first.past, *second.past))


@pytest.mark.parametrize("text", ["[]", '{"utterances": [{"text": "a"}]}', "{", line("A", "a")])
def test_what_is_no_dialogue_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "dialogues.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataSetError, match="dialogues"):
        read_speakers(file, 20, 3)
