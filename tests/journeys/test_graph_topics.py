"""Two people ask the same and are led elsewhere, each by what was said before, without a model."""

import json
import xml.dom.minidom
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.graph import personal

pytestmark = pytest.mark.slow

SPRINGS = ("登別温泉", "洞爺湖温泉", "定山渓温泉", "湯の川温泉")
CASTLES = ("五稜郭", "松前城", "勝山館", "志苔館")
ASKED = "北海道に行こうと思っているんだけど、おすすめの観光地はある?"


@pytest.fixture(scope="module")
def towns(yorisoi: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a learnt graph and two people who have talked of what they like."""
    folder = tmp_path_factory.mktemp("graph")
    rows = [(spot, "所在", "北海道") for spot in (*SPRINGS, *CASTLES)]
    rows += [(spot, "種類", "温泉") for spot in (*SPRINGS, "別府温泉")]
    rows += [(spot, "種類", "城跡") for spot in (*CASTLES, "姫路城")]
    (folder / "towns.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    home = folder / "home"
    assert yorisoi("graph", "import", folder / "towns.tsv", "--home", home, "--json").json["imported"] == len(rows)
    assert yorisoi("graph", "train", "--home", home, "--json").json["entities"] == 13
    yorisoi.say(home, "別府温泉が大好きです", "--user", "aiko")
    yorisoi.say(home, "趣味は姫路城のような城跡めぐりです", "--user", "ben")
    return home


def names(reply: Any) -> list[str]:
    return [topic["name"] for topic in reply["topics"]]


def test_two_people_with_different_pasts_are_led_to_different_places(at_once: Any, towns: Path) -> None:
    aiko = at_once.say(towns, ASKED, "--user", "aiko")
    ben = at_once.say(towns, ASKED, "--user", "ben")
    assert set(names(aiko)[:4]) == set(SPRINGS)
    assert set(names(ben)[:4]) == set(CASTLES)
    [step] = aiko["topics"][0]["path"]
    assert (step["start"], step["relation"], step["forward"]) == ("北海道", "所在", False)
    assert step["source"].endswith("towns.tsv")
    assert aiko["topics"][0]["because"] in ("別府温泉", "温泉")
    assert names(aiko)[0] in aiko["text"]
    traced = at_once("trace", "show", aiko["trace_id"], "--user", "aiko", "--home", towns, "--json").json
    assert "topics" in {step["name"] for step in traced["steps"]}


def test_recorded_events_lead_as_what_was_said_does_and_go_with_them(at_once: Any, towns: Path) -> None:
    person = ("--user", "emi", "--home", towns, "--json")
    happened = at_once("memory", "record", "別府温泉に旅行した", "--at", "2026-03-01", "--embedding", "none", *person)
    found = at_once("graph", "topics", ASKED, *person).json
    assert "別府温泉" in found["interests"]
    assert set(names(found)[:4]) == set(SPRINGS)
    assert at_once("memory", "erase", happened.json["id"], *person).status == 0
    found = at_once("graph", "topics", ASKED, *person).json
    assert (found["interests"], found["topics"]) == ([], [])


def test_an_interest_that_is_erased_leaves_no_offer_behind_and_editors_see_none(at_once: Any, towns: Path) -> None:
    person = ("--user", "fumi", "--home", towns, "--json")
    quick = ("--chat", "none", "--just-answer", *person)
    assert at_once("chat", "-m", "別府温泉が大好きです", "--session", "likes", *quick).status == 0
    offered = at_once("chat", "-m", ASKED, "--session", "asks", *quick).json
    assert offered["topics"][0]["said"] == [["likes", 0]]
    assert at_once("trace", "show", offered["trace_id"], *person).json["remembers"] is True
    mine = at_once("memory", "list", *person).json["episodes"]
    [liked] = {each["id"] for each in mine if each["text"] == "別府温泉が大好きです"}
    assert at_once("memory", "erase", liked, *person).status == 0
    left = at_once("memory", "list", *person).json["episodes"]
    assert [each["text"] for each in left] == [ASKED]
    assert at_once("trace", "show", offered["trace_id"], *person).status == 2


def test_a_reply_keeps_the_last_turns_of_an_interest(
    at_once: Any, towns: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(personal, "_PLACES", 2)
    person = ("--chat", "none", "--just-answer", "--user", "gen", "--home", towns, "--json")
    for session in ("gen-1", "gen-2", "gen-3"):
        assert at_once("chat", "-m", "別府温泉が大好きです", "--session", session, *person).status == 0
    offered = at_once("chat", "-m", ASKED, "--session", "gen-4", *person).json
    assert offered["topics"][0]["said"] == [["gen-2", 0], ["gen-3", 0]]


def test_a_document_that_goes_takes_its_triples_along(at_once: Any, tmp_path: Path) -> None:
    folder, home = tmp_path / "docs", tmp_path / "home"
    folder.mkdir()
    table = "| 名称 | 所在地 |\n|---|---|\n| {} | {} |\n"
    (folder / "登別.md").write_text("# 登別温泉\n\n" + table.format("石水亭", "登別市"), encoding="utf-8")
    (folder / "函館.md").write_text("# 湯の川温泉\n\n" + table.format("平成館", "函館市"), encoding="utf-8")
    words = ("--home", home, "--json")
    at_once("ingest", folder, "--embedding", "none", *words)
    assert at_once("graph", "build", *words).json["triples"] > 0
    at_once("memory", "record", "石水亭に泊まった", "--user", "aiko", "--embedding", "none", *words)
    asked = ("graph", "topics", "登別市のおすすめは?", "--user", "aiko", *words)
    assert at_once(*asked).json["interests"] == ["石水亭"]
    (folder / "登別.md").unlink()
    at_once("ingest", folder, "--prune", "--embedding", "none", *words)
    assert at_once(*asked).json["interests"] == []
    stats = at_once("graph", "stats", *words).json
    assert [source["name"] for source in stats["sources"]] == ["docs/函館.md"]


def test_where_nothing_relates_nothing_is_offered(at_once: Any, towns: Path) -> None:
    for said, user in ((ASKED, "chie"), ("おなかが空きました", "aiko")):
        found = at_once("graph", "topics", said, "--user", user, "--home", towns, "--json").json
        assert found["topics"] == []


def test_the_graph_is_shown(at_once: Any, towns: Path, tmp_path: Path) -> None:
    stats = at_once("graph", "stats", "--home", towns, "--json").json
    assert (stats["nodes"], stats["edges"], stats["learnt"]) == (13, 18, 13)
    assert stats["most_connected"][0] == {"name": "北海道", "degree": 8}
    found = at_once("graph", "topics", "北海道", "--user", "aiko", "--home", towns, "--json").json
    assert "別府温泉" in found["interests"]
    for name in ("a.html", "a.graphml", "a.json"):
        wrote = at_once("graph", "export", tmp_path / name, "--user", "aiko", "--home", towns, "--json").json
        assert wrote["nodes"] == 13
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "登別温泉" in page
    assert "http" not in page, "the page loads nothing from elsewhere"
    xml.dom.minidom.parse(str(tmp_path / "a.graphml"))
    part = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    distances = {node["name"]: node["distance"] for node in part["nodes"]}
    assert distances["登別温泉"] < distances["五稜郭"]


def test_what_is_withdrawn_is_gone(at_once: Any, tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "a.csv"
    file.write_text("登別温泉,所在,北海道\n", encoding="utf-8")
    at_once("graph", "import", file, "--home", home)
    assert at_once("graph", "import", file, "--remove", "--home", home, "--json").json["removed"] == 1
    assert at_once("graph", "stats", "--home", home, "--json").json["nodes"] == 0
    assert_one_line(at_once("graph", "topics", "北海道", "--home", home), "yorisoi graph import")


def test_a_bad_file_is_one_line_and_nothing_is_taken(at_once: Any, tmp_path: Path) -> None:
    home, good, bad, broken = tmp_path / "home", tmp_path / "good.tsv", tmp_path / "bad.tsv", tmp_path / "broken.nt"
    good.write_text("登別温泉\t所在\t北海道\n", encoding="utf-8")
    bad.write_text("登別温泉\t所在\n", encoding="utf-8")
    broken.write_text('<a> <b> "\\uD83D" .\n', encoding="utf-8")
    assert_one_line(at_once("graph", "import", good, bad, "--home", home), "bad.tsv:1")
    assert_one_line(at_once("graph", "import", good, broken, "--home", home), "broken.nt:1")
    assert not home.exists()
    assert_one_line(at_once("graph", "stats", "--home", home), "there is no store")
    assert at_once("graph", "import", good, "--home", home, "--json").json["imported"] == 1
    assert_one_line(at_once("graph", "export", tmp_path / "a.png", "--home", home), ".html")
