"""Simulated people, what is counted of the topics they are offered, and the judge that sees both orders."""

import asyncio
import json

import pytest
from tests.unit.graph.test_network import network_of

from yorisoi.errors import DataSetError, MalformedReply
from yorisoi.evaluation.aspects import ASPECTS, judge, summary
from yorisoi.evaluation.judged_answers import judged, named
from yorisoi.evaluation.people import SPOKEN_OF, TURNS, others, simulated_people
from yorisoi.evaluation.personalising import Offered, of_one, report
from yorisoi.graph.network import Network
from yorisoi.ports import ChatRequest
from yorisoi.testing.scripted_chat import ScriptedChat

ROWS = [(f"温泉{n}", "種類", "温泉") for n in range(14)] + [(f"城{n}", "種類", "城") for n in range(13)]
ROWS += [(head, "所在", "北海道") for head, _, _ in ROWS] + [("孤島", "種類", "島")]


@pytest.fixture(scope="module")
def network() -> Network:
    return asyncio.run(network_of(ROWS))


def test_people_speak_of_some_things_of_their_interest_and_not_of_its_name(network: Network) -> None:
    people = simulated_people(network, "種類", "北海道", 4, seed=1)
    assert [person.interest for person in people] == [people[0].interest, people[1].interest] * 2
    assert {person.interest for person in people} == {"温泉", "城"}
    for person in people:
        assert len(person.past) == TURNS
        assert len(person.spoken_of) == SPOKEN_OF
        assert not person.held_out & set(person.spoken_of)
        said = " ".join(turn.text for turn in person.past if turn.speaker == "user")
        assert all(thing in said for thing in person.spoken_of)
        assert "北海道" in said
    assert people == simulated_people(network, "種類", "北海道", 4, seed=1)


def test_another_person_has_another_interest_where_there_is_one(network: Network) -> None:
    three = simulated_people(network, "種類", "北海道", 3, seed=1)
    assert others(three) == [1, 2, 1]
    assert others([three[0], three[2]]) == [1, 0]


def test_a_graph_without_kinds_is_refused(network: Network) -> None:
    with pytest.raises(DataSetError, match="所属"):
        simulated_people(network, "所属", "北海道", 2, seed=1)
    with pytest.raises(DataSetError, match="12"):
        simulated_people(asyncio.run(network_of([("孤島", "種類", "島")])), "種類", "北海道", 2, seed=1)


def test_topics_of_the_interest_count_and_those_spoken_of_do_not(network: Network) -> None:
    [person, _] = simulated_people(network, "種類", "北海道", 2, seed=1)
    right, known = sorted(person.held_out)[:2], person.spoken_of[0]
    found = of_one(network, person, [*right, known, "孤島"])
    assert found["in_interests"] == 0.5
    assert found["offered"] == 4
    assert 0 < found["diversity"] < 1
    assert of_one(network, person, ["孤島"])["rarity"] > of_one(network, person, ["北海道"])["rarity"]
    assert of_one(network, person, []) == {"in_interests": 0.0, "diversity": 0.0, "rarity": 0.0, "offered": 0.0}


def test_conditions_are_compared_with_the_first(network: Network) -> None:
    people = simulated_people(network, "種類", "北海道", 20, seed=1)
    offered = [
        Offered(person=person, topics={"popular": ["北海道"], "graph": sorted(person.held_out)[:3]})
        for person in people
    ]
    found = report(network, offered)
    assert found["graph"]["in_interests"] == 1
    assert found["popular"]["in_interests"] == 0
    assert found["graph"]["against"]["difference"] == 1
    assert found["graph"]["against"]["p"] < 0.01
    assert found["popular"]["different"] == 1 < found["graph"]["different"]


async def test_the_judge_sees_both_orders() -> None:
    def scores(first: int, second: int) -> str:
        return json.dumps({"first": dict.fromkeys(ASPECTS, first), "second": dict.fromkeys(ASPECTS, second)})

    model = ScriptedChat([scores(8, 4), scores(6, 99)])
    verdict = await judge(model, "温泉が好き", "おすすめは？", ("登別温泉です", "城です"))
    assert set(verdict.one) == set(ASPECTS)
    assert verdict.one["depth"] == (8 + 10) / 2
    assert verdict.other["depth"] == (4 + 6) / 2
    assert verdict.turned == frozenset()
    shown = [request.messages[-1].content for request in model.requests]
    assert shown[0].index("登別温泉です") < shown[0].index("城です")
    assert shown[1].index("登別温泉です") > shown[1].index("城です")
    with pytest.raises(MalformedReply):
        await judge(ScriptedChat(['{"first": 1}']), "温泉が好き", "おすすめは？", ("一", "二"))


async def test_a_judge_that_goes_by_the_place_is_found_out() -> None:
    first = json.dumps({"first": dict.fromkeys(ASPECTS, 9), "second": dict.fromkeys(ASPECTS, 2)})
    placed = await judge(ScriptedChat([first, first]), "温泉が好き", "おすすめは？", ("一", "二"))
    assert placed.turned == frozenset(ASPECTS)
    second = json.dumps({"first": dict.fromkeys(ASPECTS, 2), "second": dict.fromkeys(ASPECTS, 9)})
    sound = await judge(ScriptedChat([first, second]), "温泉が好き", "おすすめは？", ("一", "二"))
    found = summary([placed, sound])["depth"]
    assert (found["one"], found["other"], found["difference"]) == (7.25, 3.75, 3.5)
    assert (found["turned"], found["tied"]) == (0.5, 0)


async def test_a_judge_that_says_the_same_of_everything_is_found_out() -> None:
    eights = json.dumps({"first": dict.fromkeys(ASPECTS, 8), "second": dict.fromkeys(ASPECTS, 8)})
    verdict = await judge(ScriptedChat([eights, eights]), "温泉が好き", "おすすめは？", ("一", "二"))
    assert (verdict.tied, verdict.turned) == (frozenset(ASPECTS), frozenset())
    assert summary([verdict])["depth"]["tied"] == 1


async def test_answers_are_judged_against_plain_ones_and_anothers(network: Network) -> None:
    crowd = simulated_people(network, "種類", "北海道", 2, seed=1)
    things = [sorted(person.held_out)[:2] for person in crowd]
    topics = [{"graph": two, "graph+episodes": [two[0], "北海道"]} for two in things]
    offered = [Offered(person=person, topics=of) for person, of in zip(crowd, topics, strict=True)]
    scores = json.dumps({"first": dict.fromkeys(ASPECTS, 8), "second": dict.fromkeys(ASPECTS, 6)})

    def say(request: ChatRequest) -> str:
        said = request.messages[-1].content
        if request.schema is None:
            return f"答え{said.partition('話題: ')[2]}"
        return "{}" if "北海道" in said.partition("# 回答")[2] else scores

    found = await judged(ScriptedChat(say), "北海道", offered)
    assert found["failed"] == 2
    assert list(found["comparisons"]) == ["graph against plain", "graph against another's"]
    assert found["comparisons"]["graph against plain"]["depth"]["turned"] == 1
    assert found["comparisons"]["graph against another's"]["depth"]["difference"] == 0
    assert {name: row["names"] for name, row in found["of_interests"].items()} == {
        "plain": 0,
        "graph": 2,
        "graph+episodes": 1,
    }


def test_a_name_is_known_by_what_it_is_called() -> None:
    names = ["釣鐘（1基）", "伝目定作\u3000釈迦如来立像", "登別温泉"]
    assert named("伝目定作の仏像と釣鐘があります", names) == 2
