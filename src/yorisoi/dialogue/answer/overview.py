"""The answer to a broad question: what the documents are about, or what they say of a subject, theme by theme."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.grounding import cite
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.turn import TurnState
from yorisoi.graph.extracts import Extract, extracts
from yorisoi.graph.reports import READ, introductions
from yorisoi.language import analyse
from yorisoi.language.packs import own_or_lent
from yorisoi.retrieval.broad import Survey, survey
from yorisoi.retrieval.search import Searcher
from yorisoi.retrieval.themes import TEMPERATURE, THEMES, Theme, themes
from yorisoi.types import Citation, Hit, Language

_POINTS = 2
"""Sentences told of a theme."""
_NAMED = 10
"""Further themes that are only named."""
_FOUND = 60
"""Passages that are looked for on a subject."""
_LEAST = 0.02
"""Share of a question that a theme has to have to be told of, where a subject is named."""


@dataclass(frozen=True, slots=True)
class Told:
    """A theme and what is said of it."""

    theme: Theme
    points: Sequence[Extract]


class Overviewer:
    """Surveys the documents of one store: GraphRAG's global search, without a call of a model for each report.

    Reports, or the communities' passages, are mapped to their most telling sentences, rated by how much of the question
    their theme is, and reduced to one list.
    """

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def tell(self, turn: TurnState) -> tuple[Survey, list[Told], list[str]] | None:
        """What is asked for, the themes with what is said of them, the titles of further themes.

        None where the question is not broad, or the documents have one page on its subject, which is for the usual
        answer.  Raises BackendError.
        """
        asked = survey(turn.question, turn.language)
        graph = self._searcher.graph
        if asked is None or graph is None or turn.choice:
            return None
        store, index = self._searcher.store, self._searcher.index
        found = None
        if asked.subject:
            hits = await self._searcher.search(
                [asked.subject], within=turn.within, language=turn.language, limit=_FOUND, trace=turn.trace
            )
            if _one_page(hits.hits):
                return None
            found = {hit.passage.id: hit.score for hit in hits.hits}
        await graph.catch_up(store, index)
        every = themes(await graph.communities(store, index, turn.within.groups), found)
        if found is not None:
            every = [theme for theme in every if theme.share >= _LEAST]
        wanted = analyse(asked.subject, turn.language).words
        told: list[Told] = []
        for theme in every[:THEMES]:
            passages = await store.passages(theme.passages[:READ], turn.within)
            points = extracts(passages if found else await introductions(store, passages), _POINTS, wanted)
            said = {point.text for each in told for point in each.points}
            if any(point.text in said for point in points):  # several themes of one page
                points = extracts(passages, _POINTS, wanted)
            if points:
                told.append(Told(theme, points))
        if len(told) < 2:
            return None
        further = [theme.community.names[0] for theme in every[THEMES:] if theme.community.names]
        return asked, told, further[:_NAMED]


def _one_page(hits: Sequence[Hit]) -> bool:
    """Whether most of what was found on a subject is one page's."""
    mass: dict[int, float] = {}
    for hit in hits:
        page = hit.passage.document.id
        mass[page] = mass.get(page, 0.0) + exp((hit.score - hits[0].score) / TEMPERATURE)
    return not mass or max(mass.values()) > sum(mass.values()) / 2


def as_hits(told: Sequence[Told]) -> list[Hit]:
    """What was told, for a model that words it: the first point of each theme, then the second ones."""
    return [
        Hit(passage=replace(point.passage, text=point.text), score=each.theme.share, legs={})
        for place in range(_POINTS)
        for each in told
        for point in each.points[place : place + 1]
    ]


def structured(asked: Survey, told: Sequence[Told], further: Sequence[str], language: Language, pages: int) -> Answer:
    """A numbered list of themes, each with its sentences, which cite their pages; `pages` there are in all."""
    said = own_or_lent(language, lambda pack: pack.retrieval if pack.retrieval.further else None)
    begin = said.on_subject.format(subject=asked.subject) if asked.subject else said.all_in_all.format(pages=pages)
    lines = [begin]
    citations: list[Citation] = []
    colon = phrases(language).colon
    for number, each in enumerate(told, start=1):
        report = each.theme.community.report
        summary = f"{colon}{report.summary}" if report and report.summary else ""
        lines.append(f"{number}. {each.theme.community.title}{summary}")
        for point in each.points:
            hit = Hit(passage=point.passage, score=each.theme.share, legs={})
            citations.append(cite(hit, len(citations) + 1, point.text))
            lines.append(f"   - {point.passage.document.title}{colon}{point.text} [{len(citations)}]")
    if further:
        lines.append(said.further.format(themes=phrases(language).comma.join(further)))
    return Answer(text="\n".join(lines), citations=tuple(citations))
