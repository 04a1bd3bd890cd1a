"""The answer to a broad question: what the documents are about, what they say of a subject, or of its changes."""

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import zip_longest
from math import exp

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.changes import Change, newest_first, told_of_changes
from yorisoi.dialogue.answer.generating import within_budget
from yorisoi.dialogue.answer.grounding import cite
from yorisoi.dialogue.answer.quoting import as_quoted
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.turn import TurnState
from yorisoi.graph.extracts import Extract, extracts, opening
from yorisoi.graph.reports import READ, introductions
from yorisoi.graph_ports import Community
from yorisoi.language import analyse
from yorisoi.language.packs import own_or_lent
from yorisoi.language.tokens import estimated_tokens
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
_BEFORE, _READ = 60, 600
"""Passages of a page that are read before the one that was found; and of all pages together for their changes."""
_BESIDE = 4
"""Pages that are told beside one that has most of the subject."""
_AT_ONCE = 3
"""Passages of a page that a model may read before those of others."""
_TITLES = 8
"""Pages of a theme that are named to a model."""


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
    pages: Sequence[str] = ()
    """Titles of the pages that speak for it."""
    beginnings: Sequence[Passage] = ()
    """Of these pages, those that most of it is on first."""


@dataclass(frozen=True, slots=True)
class Digest:
    parts: Sequence[Part]
    of_everything: bool
    of_changes: bool = False
    further: Sequence[str] = ()
    """Titles of what is left out."""
    beside: Sequence[Passage] = ()
    """What else a model may read, as far as there is room: what was found on the subject, or beginnings of pages."""


class Overviewer:
    """Surveys the documents of one store: GraphRAG's global search without a call of a model for each report.

    Pages are mapped to their most telling sentences, rated by how much of the question their theme or page is, and
    reduced to one list.
    """

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    async def tell(self, turn: TurnState) -> Digest | None:
        """None where the question is not broad, or there is only one thing to tell: the usual answer tells it better.

        Raises BackendError.
        """
        asked = turn.survey
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

    async def _of_everything(self, turn: TurnState) -> Digest:
        """The largest themes, each with sentences from the beginnings of its pages."""
        every = themes(await self._communities(turn), None)
        parts: list[Part] = []
        said: set[str] = set()
        store = self._searcher.store
        for theme in every[:THEMES]:
            passages = await store.passages(theme.passages[:READ], turn.within)
            beginnings = await introductions(store, passages)
            found = extracts(beginnings, _OF_A_THEME, said) or extracts(passages, _OF_A_THEME, said)
            said.update(each.text for each in found)
            points = [_point(each.passage.document.title, each) for each in found]
            report = theme.community.report
            titles = tuple(dict.fromkeys(each.document.title for each in passages))[:_TITLES]
            if points:
                parts.append(Part(points, theme.community.title, report.summary if report else "", titles, beginnings))
        others = [theme for theme in every[THEMES:] if theme.community.names][:_NAMED]
        further = [theme.community.names[0] for theme in others]
        more = [part.beginnings for part in parts]
        for theme in others:
            more.append(await introductions(store, await store.passages(theme.passages[:READ], turn.within)))
        return Digest(parts, of_everything=True, further=further, beside=_in_turn(more))

    async def _on_subject(self, subject: str, turn: TurnState) -> Digest | None:
        """The pages on it, one after another from different themes; where one has most of it, that page's sections
        first."""
        found = await self._found(subject, turn)
        hits = _relevant(found)
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
        beside = _of_pages_in_turn(_in_turn([[hit.passage for hit in every] for every in (found, turn.found.hits)]))
        if mass[main] > sum(mass.values()) / 2:
            sections, left = await self._of_a_page(pages[main], wanted)
            others = [page for page in pages if page != main][:_BESIDE]
            points = [*sections, *await self._of_pages([pages[page] for page in others], wanted)]
            return Digest([Part(points)], of_everything=False, further=left, beside=beside)
        inside = themes(await self._communities(turn), {hit.passage.id: hit.score for hit in hits})
        theme_of = {i: number for number, theme in enumerate(inside) for i in theme.passages}
        turns: dict[int, int] = {}
        order: list[tuple[int, int, int]] = []
        for page, passages in pages.items():
            theme = theme_of.get(passages[0].id, len(inside))
            turns[theme] = turns.get(theme, 0) + 1
            order.append((turns[theme], theme, page))
        inner = [pages[page] for _, _, page in sorted(order)]
        further = list(dict.fromkeys(page[0].document.title for page in inner[_PAGES:]))[:_NAMED]
        points = await self._of_pages(inner[:_PAGES], wanted)
        return Digest([Part(points)], of_everything=False, further=further, beside=beside)

    async def _found(self, subject: str, turn: TurnState) -> Sequence[Hit]:
        found = await self._searcher.search(
            [subject], within=turn.within, language=turn.language, limit=_FOUND, trace=turn.trace, follow=False
        )
        return found.hits

    async def _of_changes(self, subject: str, turn: TurnState) -> Digest | None:
        """What the pages on it tell of changes, newest first, then what each is about that has a date; None where no
        page has either.  A page is read to its end, as far as it is no book: from when it holds stands there."""
        first = {hit.passage.document.id: hit.passage for hit in reversed(_relevant(await self._found(subject, turn)))}
        wanted = analyse(subject, turn.language).words
        store, told, dated, left = self._searcher.store, list[Change](), list[Extract](), _READ
        for passage in list(reversed(first.values()))[:_PAGES]:
            page = await store.neighbours(passage, min(_BEFORE, left), min(_PAGES * READ, left))
            left -= min(left, len(page))
            changes = (await asyncio.to_thread(told_of_changes, page, wanted))[:_OF_A_THEME]
            told += changes
            if not changes and passage.document.updated:
                extract = await asyncio.to_thread(opening, [passage, *page], wanted)
                dated += [extract] if extract else []
        extracts_of = [each.extract for each in newest_first(told)]
        extracts_of += sorted(dated, key=lambda each: each.passage.document.updated or date.min, reverse=True)
        points = [Point(_dated(each.passage.document, turn.language), each) for each in extracts_of[:_PAGES]]
        return Digest([Part(points)], of_everything=False, of_changes=True) if points else None

    async def _of_pages(self, pages: Sequence[Sequence[Passage]], wanted: Collection[str]) -> list[Point]:
        """What each of these pages has on it; found of each are these passages."""
        points = []
        for found in pages:
            beginning = await self._searcher.store.neighbours(found[0], found[0].position, 0)
            if extract := opening([*found[:2], *beginning[:1]], wanted):
                points.append(_point(extract.passage.document.title, extract))
        return points

    async def _of_a_page(self, found: Sequence[Passage], wanted: Collection[str]) -> tuple[list[Point], list[str]]:
        """The sections of a page that were found, in their order; all, where the subject is what it is called.  And the
        headings of those that are left out."""
        page = found[0].document
        title = set(analyse(page.title, page.language).words)
        passages = sorted(found, key=lambda passage: passage.position)
        if title and (title <= set(wanted) or set(wanted) <= title):
            passages = await self._searcher.store.neighbours(found[0], _BEFORE, _PAGES * READ) or passages
            wanted = ()
        sections: dict[tuple[str, ...], list[Passage]] = {}
        for each in passages:
            sections.setdefault(each.section, []).append(each)
        points = []
        for section, inner in list(sections.items())[:_PAGES]:
            if extract := await asyncio.to_thread(opening, inner, wanted):
                points.append(_point((section or (page.title,))[-1], extract))
        return points, [section[-1] for section in list(sections)[_PAGES:] if section][:_NAMED]


def _relevant(hits: Sequence[Hit]) -> list[Hit]:
    return [hit for hit in hits if hit.score >= _RELEVANT * max(0.0, hits[0].score)]


def _dated(page: Document, language: Language) -> str:
    """Its title, and when it was last changed if that is known."""
    if page.updated is None:
        return page.title
    said = own_or_lent(language, lambda pack: pack.retrieval.updated)
    return said.format(title=page.title, date=page.updated.isoformat())


def _in_turn(every: Sequence[Sequence[Passage]]) -> list[Passage]:
    """The first of each, then the second ones; each once."""
    mixed = [passage for together in zip_longest(*every) for passage in together if passage]
    return list({passage.id: passage for passage in mixed}.values())


def _of_pages_in_turn(passages: Sequence[Passage]) -> list[Passage]:
    """A few of each page, then the next ones."""
    before: Counter[int] = Counter()
    turns = []
    for passage in passages:
        turns.append(before[passage.document.id] // _AT_ONCE)
        before[passage.document.id] += 1
    return [passages[at] for at in sorted(range(len(passages)), key=turns.__getitem__)]


def _point(name: str, extract: Extract) -> Point:
    inside = extract.heading and extract.heading not in (name, *extract.passage.section)
    return Point(f"{name} > {extract.heading}" if inside else name, extract)


def material(overview: Digest, tokens: float, pages: int) -> tuple[list[Hit], str]:
    """For a model that words it: the passages that the points rest on, and how they belong together, which names them
    by their numbers from 1.

    Of the budget each gets what it takes to say the point, and of the rest an even share, as long as it lasts; what
    some do not need goes to the others, and in the end to what else was found.  `pages` there are in all.
    """
    told: dict[int, Extract] = {}
    left = float(tokens)
    for extract in (point.extract for part in overview.parts for point in part.points):
        cost = estimated_tokens(_shortest(extract).in_context)
        if extract.passage.id not in told and (cost <= left or not told):
            told[extract.passage.id] = extract
            left -= cost
    least = [estimated_tokens(_shortest(each).in_context) for each in told.values()]
    whole = [estimated_tokens(each.passage.in_context) for each in told.values()]
    more = _shares([max(0.0, all_ - some) for all_, some in zip(whole, least, strict=True)], max(0.0, left))
    given = [
        _within(each, min(some + extra, tokens)) for each, some, extra in zip(told.values(), least, more, strict=True)
    ]
    left -= sum(more)
    for passage in overview.beside:
        cost = estimated_tokens(passage.in_context)
        if passage.id not in told and cost <= left:
            given.append(passage)
            left -= cost
    first = {passage.document.id: at for at, passage in reversed(list(enumerate(given)))}
    given.sort(key=lambda passage: first[passage.document.id])  # a page's together
    place = {passage.id: number for number, passage in enumerate(given, start=1)}
    return [Hit(passage=passage, score=0.0, legs={}) for passage in given], _outline(overview, place, pages)


def _shortest(extract: Extract) -> Passage:
    """The passage with nothing but what is told of it."""
    return replace(extract.passage, text="\n".join(filter(None, (extract.heading, extract.text))))


def _within(extract: Extract, tokens: float) -> Passage:
    """The passage; cut, with what is told of it first, where so many tokens do not hold it."""
    if estimated_tokens(extract.passage.in_context) <= tokens + 1:
        return extract.passage
    passage = replace(extract.passage, text=f"{_shortest(extract).text}\n{extract.passage.text}")
    return within_budget([Hit(passage=passage, score=0.0, legs={})], round(tokens), 1)[0].passage


def _shares(needs: Sequence[float], whole: float) -> list[float]:
    """What each gets: an even share, less where it needs less, which goes to the others."""
    shares = [0.0] * len(needs)
    smallest_first = sorted(range(len(needs)), key=lambda at: needs[at])
    for done, at in enumerate(smallest_first):
        shares[at] = min(needs[at], whole / (len(needs) - done))
        whole -= shares[at]
    return shares


def _outline(overview: Digest, place: Mapping[int, int], pages: int) -> str:
    """How much there is, the themes with their pages and the numbers of their passages, and what else there is."""
    lines = [f"pages: {pages}"] if overview.of_everything else []
    for number, part in enumerate((part for part in overview.parts if part.title), start=1):
        own = {point.extract.passage.id for point in part.points} | {each.id for each in part.beginnings}
        numbers = sorted(place[i] for i in own if i in place)
        marks = "".join(f"[{each}]" for each in numbers)
        summary = f": {part.summary}" if part.summary else ""
        lines.append(f"{number}. {part.title}{summary} ({'; '.join(part.pages)}) {marks}".rstrip())
    if overview.further:
        lines.append("further: " + "; ".join(overview.further))
    return "\n".join(lines)


def structured(overview: Digest, language: Language, pages: int) -> Answer:
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
