"""Related topics: near to the user, explained by their path, none where nothing relates."""

import asyncio
from dataclasses import replace

import pytest
from tests.unit.graph.test_network import network_of

from yorisoi.graph.config import GraphConfig, TrainConfig
from yorisoi.graph.folding import Space
from yorisoi.graph.interests import Interests, interests_of
from yorisoi.graph.network import Network
from yorisoi.graph.topics import TopicWord, related, topic_words
from yorisoi.graph.vectors import learn, space_of
from yorisoi.types import Focus

SPRINGS = ["登別温泉", "洞爺湖温泉", "定山渓温泉", "湯の川温泉"]
CASTLES = ["五稜郭", "松前城", "勝山館", "根室チャシ"]
ROWS = [
    *((spot, "所在", "北海道") for spot in [*SPRINGS, *CASTLES]),
    *((spot, "種類", "温泉") for spot in SPRINGS),
    *((spot, "種類", "城跡") for spot in CASTLES),
    ("孤島", "所在", "北海道"),
    ("別府温泉", "種類", "温泉"),
    ("姫路城", "種類", "城跡"),
]
CONFIG = GraphConfig(nearest=4)


@pytest.fixture(scope="module")
def network() -> Network:
    return asyncio.run(network_of(ROWS))


@pytest.fixture(scope="module")
def space(network: Network) -> Space:
    config = TrainConfig(dimension=16, steps=300, negatives=16)
    return space_of(network, learn(network, [], config), same_graph=True)


def likes(network: Network, *words: str) -> Interests:
    return interests_of(network, [Focus(word=word, relation="likes", salience=2.0) for word in words])


def asked(network: Network, text: str = "北海道に行きたい") -> list[TopicWord]:
    return [TopicWord(node=node) for node in topic_words(network, text, "ja", CONFIG)]


@pytest.mark.parametrize("learnt", [True, False], ids=["vectors", "walking"])
def test_two_people_are_offered_what_each_cares_for(network: Network, space: Space, learnt: bool) -> None:
    place = space if learnt else None
    springs = related(network, place, asked(network), likes(network, "別府温泉", "温泉"), CONFIG)
    castles = related(network, place, asked(network), likes(network, "姫路城", "城跡"), CONFIG)
    assert {topic.name for topic in springs} == set(SPRINGS)
    assert {topic.name for topic in castles} == set(CASTLES)


def test_a_topic_explains_itself(network: Network, space: Space) -> None:
    topic = related(network, space, asked(network), likes(network, "別府温泉"), CONFIG)[0]
    [step] = topic.path
    assert (step.start, step.relation, step.end, step.forward) == ("北海道", "所在", topic.name, False)
    assert step.source == "towns.tsv"
    assert topic.because == "別府温泉"


def test_candidates_have_the_degree_and_lie_within_the_hops(network: Network, space: Space) -> None:
    wide = replace(CONFIG, nearest=20)
    names = {topic.name for topic in related(network, space, asked(network), likes(network, "温泉"), wide)}
    assert "孤島" not in names
    assert "別府温泉" not in names
    loose = replace(wide, degree=1, hops=2)
    names = {topic.name for topic in related(network, space, asked(network), likes(network, "温泉"), loose)}
    assert {"孤島", "城跡"} <= names
    two = next(t for t in related(network, space, asked(network), likes(network, "温泉"), loose) if t.name == "城跡")
    assert [step.start for step in two.path] == ["北海道", two.path[0].end]


def test_nothing_is_forced(network: Network, space: Space) -> None:
    assert related(network, space, asked(network, "おなかが空いた"), likes(network, "温泉"), CONFIG) == []
    assert related(network, space, asked(network), likes(network), CONFIG) == []
    assert related(network, space, asked(network), likes(network, "北海道"), CONFIG) == []
    assert related(network, None, asked(network, "別府温泉"), likes(network, "孤島"), CONFIG) == []


def test_what_is_disliked_is_not_offered(network: Network, space: Space) -> None:
    words = [
        Focus(word="温泉", relation="likes", salience=2.0),
        Focus(word="登別温泉", relation="dislikes", salience=1.0),
    ]
    found = related(network, space, asked(network), interests_of(network, words), replace(CONFIG, nearest=20))
    assert found
    assert "登別温泉" not in {topic.name for topic in found}


def test_one_word_at_random_but_always_the_same(network: Network) -> None:
    text = "北海道の温泉と城跡"
    [one] = topic_words(network, text, "ja", CONFIG)
    assert topic_words(network, text, "ja", CONFIG) == [one]
    every = topic_words(network, text, "ja", replace(CONFIG, choose="all"))
    assert [network.spellings[node] for node in every] == ["北海道", "温泉", "城跡"]
    drawn = {topic_words(network, text, "ja", replace(CONFIG, seed=seed))[0] for seed in range(30)}
    assert drawn == set(every)


async def test_a_node_that_came_after_the_training_is_folded_in(network: Network) -> None:
    config = TrainConfig(dimension=16, steps=300, negatives=16)
    learnt = learn(network, [], config)
    grown = await network_of([*ROWS, ("阿寒湖温泉", "種類", "温泉"), ("阿寒湖温泉", "所在", "北海道")])
    space = space_of(grown, learnt, same_graph=False)
    found = related(grown, space, asked(grown), likes(grown, "温泉"), replace(CONFIG, nearest=5))
    assert {topic.name for topic in found} == {*SPRINGS, "阿寒湖温泉"}
