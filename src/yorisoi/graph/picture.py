"""A person's neighbourhood in the graph: as JSON, as GraphML, and as a page that shows itself."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from xml.sax.saxutils import quoteattr

import numpy as np

from yorisoi.graph.folding import Space
from yorisoi.graph.interests import Interests
from yorisoi.graph.network import Network


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    id: int
    name: str
    degree: int
    """In the whole graph."""
    interest: float
    """How much the person spoke of it; 0 for the others."""
    distance: float | None
    """From the person, in the space of the vectors; None without vectors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    head: int
    relation: str
    tail: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """A part of the graph."""

    person: str | None
    """None: the part is not seen from anybody."""
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "person": self.person,
            "nodes": [{name: getattr(node, name) for name in Node.__dataclass_fields__} for node in self.nodes],
            "edges": [{name: getattr(edge, name) for name in Edge.__dataclass_fields__} for edge in self.edges],
        }


def neighbourhood(
    network: Network, space: Space | None, interests: Interests | None, person: str | None, most: int
) -> Neighbourhood:
    """The interests of a person with what lies around them, nearest first; without a person, the nodes with most edges.

    At most `most` nodes, and all edges among them.
    """
    if interests:
        chosen = _around(network, interests, most)
    else:
        chosen = [int(at) for at in np.argsort(-network.degrees, kind="stable")[:most]]
    distances = _distances(space, interests, chosen)
    weights = interests.weights if interests else {}
    nodes = tuple(
        Node(
            id=node,
            name=network.spellings[node],
            degree=network.degree(node),
            interest=round(float(weights.get(node, 0.0)), 3),
            distance=distance,
        )
        for node, distance in zip(chosen, distances, strict=True)
    )
    inside = np.isin(network.edges[:, 0], chosen) & np.isin(network.edges[:, 2], chosen)
    edges = tuple(
        Edge(head=int(head), relation=network.relations[relation], tail=int(tail), source=network.sources[source])
        for head, relation, tail, source in network.edges[inside]
    )
    return Neighbourhood(person=person if interests is not None else None, nodes=nodes, edges=edges)


def _around(network: Network, interests: Interests, most: int) -> list[int]:
    """Breadth first from the interests, of each node so many neighbours that all get their share."""
    chosen = list(interests.weights)[:most]
    share = max(2, most // len(chosen))
    seen = set(chosen)
    for node in chosen:  # grows while it is walked
        for beside in network.around(node, share)[0].tolist():
            if beside not in seen and len(chosen) < most:
                seen.add(beside)
                chosen.append(beside)
    return chosen


def _distances(space: Space | None, interests: Interests | None, nodes: Sequence[int]) -> list[float | None]:
    if space is None or not interests:
        return [None] * len(nodes)
    apart = space.distances(np.array(nodes, dtype=np.int64), interests.nodes, interests.shares)
    return [round(float(each), 4) if np.isfinite(each) else None for each in apart]


def as_graphml(part: Neighbourhood) -> str:
    """For Gephi, yEd, networkx, igraph."""
    keys = {"name": ("node", "string"), "degree": ("node", "int"), "interest": ("node", "double")}
    keys |= {"distance": ("node", "double"), "relation": ("edge", "string"), "source": ("edge", "string")}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    lines += [
        f'<key id="{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>' for name, (of, kind) in keys.items()
    ]
    lines.append('<graph edgedefault="directed">')
    for node in part.nodes:
        values = {"name": node.name, "degree": node.degree, "interest": node.interest, "distance": node.distance}
        lines.append(f'<node id="n{node.id}">{_data(values)}</node>')
    for edge in part.edges:
        ends = f"source={quoteattr(f'n{edge.head}')} target={quoteattr(f'n{edge.tail}')}"
        lines.append(f"<edge {ends}>{_data({'relation': edge.relation, 'source': edge.source})}</edge>")
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _data(values: dict[str, object]) -> str:
    legal = {name: _legal(str(value)) for name, value in values.items() if value is not None}
    return "".join(f'<data key="{name}">{escape(text)}</data>' for name, text in legal.items())


def _legal(text: str) -> str:
    """Without the characters that XML cannot hold (XML 1.0, 2.2)."""
    return _ILLEGAL.sub("", text)


def as_html(part: Neighbourhood, title: str) -> str:
    """One page without anything from elsewhere: the person in the middle, nodes as far away as their distance says.

    Interests are filled; pointing at a node shows its edges by their relations.
    """
    places = _places(part)
    drawn = {node.id: place for node, place in zip(part.nodes, places, strict=True)}
    lines = [
        f'<line x1="{drawn[e.head][0]:.0f}" y1="{drawn[e.head][1]:.0f}" x2="{drawn[e.tail][0]:.0f}" '
        f'y2="{drawn[e.tail][1]:.0f}" data-h="{e.head}" data-t="{e.tail}"><title>{escape(e.relation)}</title></line>'
        for e in part.edges
    ]
    circles = [
        f'<g data-n="{node.id}" class="{"i" if node.interest else "o"}" transform="translate({x:.0f},{y:.0f})">'
        f'<circle r="{4 + min(8, math.log1p(node.degree)):.1f}"/><text y="-9">{escape(node.name)}</text>'
        f"<title>{escape(_caption(node))}</title></g>"
        for node, (x, y) in zip(part.nodes, places, strict=True)
    ]
    person = f'<g class="p"><circle r="10"/><text y="-14">{escape(part.person)}</text></g>' if part.person else ""
    rows = json.dumps([[e.head, e.relation, e.tail] for e in part.edges], ensure_ascii=False).replace("<", "\\u003c")
    body = f'<svg viewBox="-520 -520 1040 1040">{"".join(lines)}{"".join(circles)}{person}</svg>'
    return _PAGE.replace("%TITLE%", escape(title)).replace("%BODY%", body).replace("%EDGES%", rows)


def _caption(node: Node) -> str:
    distance = "" if node.distance is None else f"   distance {node.distance:.3f}"
    return f"{node.name}   {node.degree} edges{distance}"


def _places(part: Neighbourhood) -> list[tuple[float, float]]:
    """On a spiral of golden angles, so that hardly any two meet; the radius is the rank of the distance."""
    order = sorted(
        range(len(part.nodes)),
        key=lambda at: (
            math.inf if part.nodes[at].distance is None else part.nodes[at].distance or 0.0,
            -part.nodes[at].interest,
        ),
    )
    places = [(0.0, 0.0)] * len(order)
    for rank, at in enumerate(order, start=1):
        radius, angle = 70 + 430 * math.sqrt(rank / max(1, len(order))), rank * 2.399963
        places[at] = (radius * math.cos(angle), radius * math.sin(angle))
    return places


_PAGE = """<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><title>%TITLE%</title><style>
body{margin:0;font:14px system-ui,sans-serif;color:#243;background:#fbfaf7}h1{font-size:18px;margin:12px 16px}
svg{width:100vw;height:calc(100vh - 90px)}line{stroke:#9ab;stroke-width:.6;opacity:.5}
line.on{stroke:#c60;opacity:1;stroke-width:1.6}
circle{fill:#fff;stroke:#578;stroke-width:1.4}.i circle{fill:#e9a23b;stroke:#a65}.p circle{fill:#c33;stroke:#822}
text{font-size:11px;text-anchor:middle;fill:#243}.off{opacity:.15}#said{margin:0 16px;min-height:1.4em}
</style></head><body><h1>%TITLE%</h1><p id="said"></p>%BODY%<script>
const edges=%EDGES%,groups=[...document.querySelectorAll("g[data-n]")],lines=[...document.querySelectorAll("line")];
const name=Object.fromEntries(groups.map(g=>[g.dataset.n,g.querySelector("text").textContent]));
for(const g of groups){g.onmouseenter=()=>{const n=+g.dataset.n,near=new Set([n]),say=[];
for(const[h,r,t]of edges)if(h===n||t===n){near.add(h);near.add(t);say.push(`${name[h]} –${r}→ ${name[t]}`)}
groups.forEach(o=>o.classList.toggle("off",!near.has(+o.dataset.n)));
lines.forEach(l=>l.classList.toggle("on",+l.dataset.h===n||+l.dataset.t===n));
document.getElementById("said").textContent=say.slice(0,12).join("   ")};
g.onmouseleave=()=>{groups.forEach(o=>o.classList.remove("off"));lines.forEach(l=>l.classList.remove("on"))}}
</script></body></html>
"""
