"""My interests as a picture that one can walk through: a point in the middle, what it belongs with around it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from yorisoi.graph.network import Network
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import page

router = APIRouter(route_class=PageRoute)
_RING, _BEYOND = 10, 3
"""Points around the middle, and around each of those: what can still be read."""
_INNER, _OUTER = 210, 400
"""Radii of the two rings; the picture goes from -500 to 500."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A node where it is drawn."""

    node: int
    name: str
    x: float
    y: float
    interest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A triple between two nodes that are drawn."""

    start: Point
    relation: str
    end: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    middle: Point | None
    """None: the person is in the middle."""
    points: tuple[Point, ...]
    edges: tuple[Edge, ...]


@router.get("/me/interests")
async def interests(request: Request, caller: SignedIn, at: int | None = None) -> HTMLResponse:
    """Seen from the caller, or from the node `at`.  Raises Refused: there is no such node."""
    engine: Engine = request.app.state.engine
    graph = engine.workspace.graph
    own = await graph.interests(caller.user)
    network = await graph.network()
    if at is not None and not 0 <= at < len(network):
        raise Refused("not_found", detail=str(at))
    ring = list(own.weights)[:_RING] if at is None else around(network, at, _RING)
    drawn = drawn_around(network, at, ring, frozenset(own.weights))
    return await page(request, "interests.html", caller, map=drawn, empty=not len(network))


def around(network: Network, node: int, most: int) -> list[int]:
    return [int(other) for other in network.around(node, most)[0] if int(other) != node]


def drawn_around(network: Network, middle: int | None, ring: Sequence[int], liked: frozenset[int]) -> Map:
    """The ring evenly about the middle, and beyond each of its points, in its sector, the nodes that it leads to."""
    points: dict[int, Point] = {}

    def place(node: int, radius: float, angle: float) -> None:
        x, y = round(radius * math.cos(angle), 1), round(radius * math.sin(angle), 1)
        name = network.spellings[node]
        points[node] = Point(node=node, name=name, x=x, y=y, interest=node in liked)

    if middle is not None:
        place(middle, 0, 0)
    sector = 2 * math.pi / max(1, len(ring))
    for number, node in enumerate(ring):
        place(node, _INNER, number * sector)
    for number, node in enumerate(ring):
        beyond = [other for other in around(network, node, _BEYOND + 2) if other not in points][:_BEYOND]
        for place_in_sector, other in enumerate(beyond, start=1):
            angle = (number - 0.5 + place_in_sector / (len(beyond) + 1)) * sector
            place(other, _OUTER, angle)
    return Map(
        middle=None if middle is None else points[middle],
        points=tuple(point for node, point in points.items() if node != middle),
        edges=tuple(
            Edge(start=points[head], relation=network.relations[relation], end=points[tail])
            for head, relation, tail in _among(network, list(points))
        ),
    )


def _among(network: Network, nodes: Sequence[int]) -> list[tuple[int, int, int]]:
    """The triples between these nodes."""
    inside: set[int] = set()
    for node in nodes:
        others, edges = network.around(node)
        inside.update(edges[np.isin(others, nodes)].tolist())
    return [(int(head), int(relation), int(tail)) for head, relation, tail, _ in network.edges[sorted(inside)]]
