"""The picture of interests: the ring about the middle, what lies beyond it, and the triples among all of them."""

import math
from collections.abc import AsyncIterator

from yorisoi.graph.network import Network, build
from yorisoi.graph_ports import Stated
from yorisoi.server.page.interests import around, drawn_around
from yorisoi.types import Triple

TRIPLES = [
    ("札幌", "所在", "北海道"),
    ("小樽", "所在", "北海道"),
    ("札幌", "名物", "雪まつり"),
    ("福岡", "名物", "屋台"),
]


async def network() -> Network:
    async def stated() -> AsyncIterator[list[Stated]]:
        yield [Stated(triple=Triple(head=h, relation=r, tail=t), source="test") for h, r, t in TRIPLES]

    return await build(stated())


async def test_a_person_stands_in_the_middle_of_the_interests_and_of_what_they_lead_to() -> None:
    net = await network()
    sapporo = net.names.node("札幌")
    assert sapporo is not None
    drawn = drawn_around(net, None, [sapporo], frozenset([sapporo]))
    assert drawn.middle is None
    assert {point.name: point.interest for point in drawn.points} == {"札幌": True, "北海道": False, "雪まつり": False}
    assert {(edge.start.name, edge.relation, edge.end.name) for edge in drawn.edges} == {
        ("札幌", "所在", "北海道"),
        ("札幌", "名物", "雪まつり"),
    }


async def test_a_node_is_walked_to_and_no_two_points_lie_on_each_other() -> None:
    net = await network()
    hokkaido = net.names.node("北海道")
    assert hokkaido is not None
    drawn = drawn_around(net, hokkaido, around(net, hokkaido, 10), frozenset())
    assert drawn.middle is not None
    assert drawn.middle.name == "北海道"
    assert {point.name for point in drawn.points} == {"札幌", "小樽", "雪まつり"}
    places = [(0.0, 0.0), *((point.x, point.y) for point in drawn.points)]
    assert min(math.dist(one, other) for one in places for other in places if one is not other) > 50


async def test_nobody_of_whom_nothing_is_known_has_a_picture() -> None:
    assert drawn_around(await network(), None, [], frozenset()).points == ()
