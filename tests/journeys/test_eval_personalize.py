"""yorisoi eval personalize over a small graph: topics lie where interests are, the user's store is left alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

pytestmark = pytest.mark.slow


@pytest.fixture
def spots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("YORISOI_GRAPH__TRAIN__STEPS", "300")
    monkeypatch.setenv("YORISOI_GRAPH__TRAIN__DIMENSION", "32")
    rows = []
    for kind, letters in (("温泉", "あいうえおかきくけこさしすせ"), ("城跡", "たちつてとなにぬねのはひふへ")):
        rows += [(f"{letter}村の{kind}", "種類", kind) for letter in letters]
    rows += [(head, "所在", "北海道") for head, _, _ in rows]
    file = tmp_path / "spots.tsv"
    file.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_topics_lie_where_the_interests_are(at_once: Any, spots: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    words = ("eval", "personalize", spots, "--interest", "種類", "--people", "4", "--hops", "1", "--home", home)
    found = at_once(*words, "--embedding", "none", "--json").json
    assert list(found["conditions"]) == ["random", "popular", "graph", "graph+episodes"]
    graph, by_chance = found["conditions"]["graph"], found["conditions"]["random"]
    assert graph["in_interests"] > by_chance["in_interests"]
    assert graph["ci95"]["in_interests"][0] <= graph["in_interests"] <= graph["ci95"]["in_interests"][1]
    assert [path.name for path in home.iterdir()] == ["evaluations"], "people are not kept in the user's own store"


@pytest.fixture
def dialogues(tmp_path: Path) -> Path:
    """Six people, who speak of springs or of castles, one dialogue a day."""
    file = tmp_path / "dialogues.jsonl"
    lines = []
    for day in range(1, 7):
        for person, kind, letters in (("A", "温泉", "あいうえおか"), ("B", "城跡", "たちつてとな")) * 3:
            said = {"text": f"{letters[day - 1]}村の{kind}が好きです", "timestamp": f"2022-08-{day:02}T10:00:00"}
            lines.append({"utterances": [{"interlocutor_id": f"{person}{len(lines) % 6}", **said}]})
    file.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return file


def test_real_people_are_led_to_what_they_come_to_speak_of(at_once: Any, spots: Path, dialogues: Path) -> None:
    words = ("eval", "personalize", spots, "--dialogues", dialogues, "--people", "6", "--hops", "1")
    found = at_once(*words, "--embedding", "none", "--json").json
    assert (found["people"], found["turns"]) == (6, 300)
    fit = {name: row["beside_said"] for name, row in found["conditions"].items()}
    assert fit["graph"]["own"] > fit["graph"]["others"]
    assert fit["graph"]["difference"] > fit["random"]["difference"]
    assert fit["popular"]["difference"] == pytest.approx(0, abs=0.1)
    assert "alike_later" not in found["conditions"]["graph"]


def test_what_is_wrong_is_one_line(at_once: Any, spots: Path, dialogues: Path) -> None:
    assert_one_line(at_once("eval", "personalize", spots), "--dialogues")
    both = ("--interest", "種類", "--dialogues", dialogues)
    assert_one_line(at_once("eval", "personalize", spots, *both), "--dialogues")
    assert_one_line(at_once("eval", "personalize", spots, "--dialogues", spots), "spots.tsv line 1")
    with_model = ("--dialogues", dialogues, "--chat", "openai:any")
    assert_one_line(at_once("eval", "personalize", spots, *with_model), "--chat")
    words = ("eval", "personalize", spots, "--embedding", "none", "--interest")
    assert_one_line(at_once(*words, "所属"), "所属")
    assert_one_line(at_once(*words, "種類", "--place", "沖縄"), "沖縄")
