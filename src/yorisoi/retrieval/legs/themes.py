"""The legs of GraphRAG: over all communities of the documents, and around what was found."""

from collections.abc import Sequence
from math import log

from yorisoi.graph_ports import Community
from yorisoi.ports import DocumentStore, PassageGraph, PassageIndex
from yorisoi.retrieval.broad import survey
from yorisoi.retrieval.legs.leg import Followed, FollowUp, LegQuery, Ranked
from yorisoi.retrieval.themes import TEMPERATURE, themes
from yorisoi.types import Filter

_OF_A_THEME = 3
"""Passages that speak for a theme."""
_FALL = 4.0
"""Times that each further passage of a theme counts less than the one before, so that other themes come between."""
_KEPT, _AROUND = 5, 2
"""Hits that stay in their places; communities whose passages come after these."""


class ThemeLeg:
    """A `FollowUp`: passages that speak for the themes of a broad question, GraphRAG's global search."""

    name = "themes"

    def __init__(self, graph: PassageGraph, store: DocumentStore, index: PassageIndex) -> None:
        self._graph, self._store, self._index = graph, store, index

    async def catch_up(self, store: DocumentStore, index: PassageIndex) -> int:
        return await self._graph.catch_up(store, index)

    async def follow(self, query: LegQuery, found: Ranked, within: Filter) -> Followed | None:
        """The passages of the themes:

            p(d) = share(c) / 4^r,  s'(d) = s(best) + 3 ln(p(d) / p(best))     d passage r = 0, 1, 2 of theme c

        What asks for no subject is about everything, whatever was found for its words.
        """
        asked = survey(query.text, query.language)
        communities = await self._graph.communities(self._store, self._index, within.groups)
        every = themes(communities, None if asked and not asked.subject else dict(found))
        scored = [
            (passage, theme.share / _FALL**place)
            for theme in every
            for place, passage in enumerate(theme.passages[:_OF_A_THEME])
        ]
        scored.sort(key=lambda each: (-each[1], each[0]))
        if not scored:
            return None
        best, most = found[0][1] if found else 0.0, scored[0][1]
        return Followed(
            ranked=[(passage, best + TEMPERATURE * log(p / most)) for passage, p in scored],
            scored=scored,
            paths={i: (theme.community.title, i) for theme in every for i in theme.passages[:_OF_A_THEME]},
            started_from=(),
        )


class NeighbourhoodLeg:
    """A `FollowUp`: a walk's order, and then what belongs together with its best; GraphRAG's local search."""

    name = "neighbourhood"

    def __init__(self, graph: PassageGraph, store: DocumentStore, index: PassageIndex, walk: FollowUp) -> None:
        self._graph, self._store, self._index, self._walk = graph, store, index, walk

    async def catch_up(self, store: DocumentStore, index: PassageIndex) -> int:
        return await self._walk.catch_up(store, index)

    async def follow(self, query: LegQuery, found: Ranked, within: Filter) -> Followed | None:
        """The walk's best five, then the central passages of the innermost communities of these, then the others."""
        walked = await self._walk.follow(query, found, within)
        ranked = walked.ranked if walked else found
        if len(ranked) < _KEPT:
            return walked
        first, rest = ranked[:_KEPT], ranked[_KEPT:]
        holds = _innermost(await self._graph.communities(self._store, self._index, within.groups))
        around = {holds[i].id: holds[i] for i, _ in first if i in holds}
        known, lowest = {i for i, _ in first}, first[-1][1]
        central = {
            i: each.title
            for each in list(around.values())[:_AROUND]
            for i in [i for i in each.passages if i not in known][:_OF_A_THEME]
        }
        in_order = [*first, *((i, lowest) for i in central)]
        in_order += [(i, min(score, lowest)) for i, score in rest if i not in central]
        return Followed(
            ranked=in_order,
            scored=in_order,
            paths={**(walked.paths if walked else {}), **{i: (title, i) for i, title in central.items()}},
            started_from=walked.started_from if walked else (),
        )


def _innermost(communities: Sequence[Community]) -> dict[int, Community]:
    """By passage, the deepest community that holds it."""
    deepest: dict[int, Community] = {}
    for each in sorted(communities, key=lambda each: each.level):
        deepest |= dict.fromkeys(each.passages, each)
    return deepest
