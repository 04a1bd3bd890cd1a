"""The answer to a broad question: what the documents are about, what they say of a subject, or of its changes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import exp

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.changes import Told, newest_first, told_of_changes
from yorisoi.dialogue.answer.grounding import cite
from yorisoi.dialogue.answer.quoting import as_quoted
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.turn import TurnState
from yorisoi.graph.extracts import Extract, extracts, opening
from yorisoi.graph.reports import READ, introductions
from yorisoi.graph_ports import Community
from yorisoi.language import analyse
from yorisoi.language.packs import own_or_lent
from yorisoi.retrieval.broad import survey
from yorisoi.retrieval.search import Searcher
from yorisoi.retrieval.themes import TEMPERATURE, THEMES, themes
from yorisoi.types import Citation, Document, Hit, Language, Passage

_OF_A_THEME = 2
"""Sentences told of a theme."""
_NAMED = 10
"""Further themes that are only named."""
_FOUND = 60
"""Passages that are looked for on a subject."""
_RELEVANT = 0.5
"""Share of the best passage's score, in nats, from which one is about the subject."""
_PAGES = 10
"""Pages on a subject, or sections of its page, that are told."""


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence of a page, and under which name it is told."""

    label: str
    extract: Extract


@dataclass(frozen=True, slots=True)
class Part:
    """Points that are told together."""

    points: Sequence[Point]
    title: str = ""
    summary: str = ""
    """By a model; empty without one."""


@dataclass(frozen=True, slots=True)
class Overview:
    parts: Sequence[Part]
    of_everything: bool
    of_changes: bool = False
    further: Sequence[str] = ()
    """Titles of what is left out."""


class Overviewer:
    """Surveys the documents of one store: GraphRAG's global search without a call of a model for each report.

    Pages are mapped to their most telling sentences, rated by how much of the question their theme or page is, and
    reduced to one list.
    """

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def tell(self, turn: TurnState) -> Overview | None:
        """None where the question is not broad, or there is only one thing to tell: the usual answer tells it better.

        Raises BackendError.
        """
        asked = survey(turn.question, turn.language)
        if asked is None or self._searcher.graph is None or turn.choice:
            return None
        if asked.changes:
            return await self._of_changes(asked.subject, turn)
        overview = await (self._on_subject(asked.subject, turn) if asked.subject else self._of_everything(turn))
        return overview if overview and sum(len(part.points) for part in overview.parts) > 1 else None

    async def _communities(self, turn: TurnState) -> Sequence[Community]:
        store, index, graph = self._searcher.store, self._searcher.index, self._searcher.graph
        assert graph is not None
        await graph.catch_up(store, index)
        return await graph.communities(store, index, turn.within.groups)

    async def _of_everything(self, turn: TurnState) -> Overview:
        """The largest themes, each with sentences from the beginnings of its pages."""
        every = themes(await self._communities(turn), None)
        parts: list[Part] = []
        said: set[str] = set()
        store = self._searcher.store
        for theme in every[:THEMES]:
            passages = await store.passages(theme.passages[:READ], turn.within)
            found = extracts(await introductions(store, passages), _OF_A_THEME)
            if any(each.text in said for each in found):  # several themes of one page
                found = extracts(passages, _OF_A_THEME)
            said.update(each.text for each in found)
            points = [Point(each.passage.document.title, each) for each in found]
            report = theme.community.report
            if points:
                parts.append(Part(points, theme.community.title, report.summary if report else ""))
        further = [theme.community.names[0] for theme in every[THEMES:] if theme.community.names]
        return Overview(parts, of_everything=True, further=further[:_NAMED])

    async def _on_subject(self, subject: str, turn: TurnState) -> Overview | None:
        """The pages on it, one after another from different themes; where one has most of it, that page's sections."""
        hits = await self._found(subject, turn)
        wanted = analyse(subject, turn.language).words
        pages: dict[int, list[Passage]] = {}
        mass: dict[int, float] = {}
        for hit in hits:
            page = hit.passage.document.id
            pages.setdefault(page, []).append(hit.passage)
            mass[page] = mass.get(page, 0.0) + exp((hit.score - hits[0].score) / TEMPERATURE)
        main = max(mass, key=lambda page: mass[page], default=None)
        if main is None:
            return None
        if mass[main] > sum(mass.values()) / 2:
            return await self._of_a_page(pages[main], wanted)
        inside = themes(await self._communities(turn), {hit.passage.id: hit.score for hit in hits})
        theme_of = {i: number for number, theme in enumerate(inside) for i in theme.passages}
        turns: dict[int, int] = {}
        order: list[tuple[int, int, int]] = []
        for page, passages in pages.items():
            theme = theme_of.get(passages[0].id, len(inside))
            turns[theme] = turns.get(theme, 0) + 1
            order.append((turns[theme], theme, page))
        points = []
        for _, _, page in sorted(order)[:_PAGES]:
            beginning = await self._searcher.store.neighbours(pages[page][0], pages[page][0].position, 0)
            if extract := opening([*pages[page][:2], beginning[0]], wanted):
                points.append(Point(extract.passage.document.title, extract))
        return Overview([Part(points)], of_everything=False)

    async def _found(self, subject: str, turn: TurnState) -> list[Hit]:
        found = await self._searcher.search(
            [subject], within=turn.within, language=turn.language, limit=_FOUND, trace=turn.trace, follow=False
        )
        return [hit for hit in found.hits if hit.score >= _RELEVANT * max(0.0, found.hits[0].score)]

    async def _of_changes(self, subject: str, turn: TurnState) -> Overview | None:
        """What the pages on it tell of changes, newest first, then what each is about that has a date; None where no
        page has either.  A page is read to its end: from when it holds stands there."""
        first = {hit.passage.document.id: hit.passage for hit in reversed(await self._found(subject, turn))}
        wanted = analyse(subject, turn.language).words
        store, told, dated = self._searcher.store, list[Told](), list[Extract]()
        for passage in list(reversed(first.values()))[:_PAGES]:
            page = await store.neighbours(passage, passage.position, _PAGES * READ)
            changes = told_of_changes(page, wanted)[:_OF_A_THEME]
            told += changes
            if not changes and passage.document.updated and (extract := opening([passage, *page], wanted)):
                dated.append(extract)
        extracts_of = [each.extract for each in newest_first(told)]
        extracts_of += sorted(dated, key=lambda each: each.passage.document.updated or date.min, reverse=True)
        points = [Point(_dated(each.passage.document, turn.language), each) for each in extracts_of[:_PAGES]]
        return Overview([Part(points)], of_everything=False, of_changes=True) if points else None

    async def _of_a_page(self, found: Sequence[Passage], wanted: Collection[str]) -> Overview:
        """The sections of a page that were found, in their order; all, where the subject is what it is called."""
        page = found[0].document
        title = set(analyse(page.title, page.language).words)
        passages = sorted(found, key=lambda passage: passage.position)
        if title and (title <= set(wanted) or set(wanted) <= title):
            passages = await self._searcher.store.neighbours(found[0], found[0].position, _PAGES * READ)
            wanted = ()
        sections: dict[tuple[str, ...], list[Passage]] = {}
        for each in passages:
            sections.setdefault(each.section, []).append(each)
        points = [
            Point((section or (page.title,))[-1], extract)
            for section, inner in list(sections.items())[:_PAGES]
            if (extract := opening(inner, wanted))
        ]
        return Overview([Part(points)], of_everything=False)


def _dated(page: Document, language: Language) -> str:
    """Its title, and when it was last changed if that is known."""
    if page.updated is None:
        return page.title
    said = own_or_lent(language, lambda pack: pack.retrieval.updated)
    return said.format(title=page.title, date=page.updated.isoformat())


def as_hits(overview: Overview) -> list[Hit]:
    """What was told, for a model that words it: the first point of each part, then the second ones."""
    longest = max(len(part.points) for part in overview.parts)
    return [
        Hit(passage=replace(point.extract.passage, text=point.extract.text), score=0.0, legs={})
        for place in range(longest)
        for part in overview.parts
        for point in part.points[place : place + 1]
    ]


def structured(overview: Overview, language: Language, pages: int) -> Answer:
    """A list of themes, or of pages, each with its sentences, which are cited; `pages` there are in all."""
    said = own_or_lent(language, lambda pack: pack.retrieval if pack.retrieval.further else None)
    colon, comma = phrases(language).colon, phrases(language).comma
    on_subject = said.on_changes if overview.of_changes else said.on_subject
    lines = [said.all_in_all.format(pages=pages) if overview.of_everything else on_subject]
    citations: list[Citation] = []
    for number, part in enumerate(overview.parts, start=1):
        if part.title:
            lines.append(as_quoted(f"{number}. {part.title}{f'{colon}{part.summary}' if part.summary else ''}"))
        for point in part.points:
            hit = Hit(passage=point.extract.passage, score=0.0, legs={})
            citations.append(cite(hit, len(citations) + 1, point.extract.text))
            indent = "   " if part.title else ""
            lines.append(f"{indent}- {as_quoted(f'{point.label}{colon}{point.extract.text}')} [{len(citations)}]")
    if overview.further:
        lines.append(said.further.format(themes=as_quoted(comma.join(overview.further))))
    return Answer(text="\n".join(lines), citations=tuple(citations))
