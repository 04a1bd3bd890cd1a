"""What a question back offers: the values of an attribute, or pages that have to do with the topic.

A page is worth offering for how near its title comes to the topic and for where the search found it:

    worth = near - 0.02 ln(rank) + 0.06 titled + 0.02 headed         0.03 less for a row of a FAQ
    near  = cosine(title, topic)                                     0.03 less for a page in another language

with rank from 1, and titled, headed the shares of the topic's words in the title and in a heading.  Titles are compared
since they are what is read: passages of a broad topic all lie about equally near.  Left out are pages that are less
near than the nearest one by more than 0.05 (0.03 where two titles hold the topic's words) and whose title does not
hold these.  The numbers were chosen on 208 utterances whose pages are known (benchmarks/choices.py); without an
embedding the cosine is 0.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.clarify.audience import COUNTRY, base_title, in_words
from yorisoi.dialogue.clarify.candidates import Candidate
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.clarify.picking import MOST
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.topics import holds
from yorisoi.language import normal_form
from yorisoi.language.packs import pack_of
from yorisoi.ports import Embedder
from yorisoi.types import Choice, Hit, Language

_RANK, _TITLED, _HEADED, _QUESTION, _FOREIGN = 0.02, 0.06, 0.02, 0.03, 0.03
_AS_NEAR, _NEARER = 0.05, 0.03
_KEPT = 4096
"""Titles whose vectors are remembered: 6 MB of multilingual-e5-small."""
_LONGEST = 40
"""Characters of a choice up to which the heading is told beside the title."""
_FOR_SOME = re.compile(r"\s*[（(][^（()）]*[)）]\s*$")


class Chooser:
    """Draws up choices.  Remembers the vectors of the titles that it saw."""

    def __init__(self, embedder: Embedder | None) -> None:
        self.embedder = embedder
        self._titles: dict[str, NDArray[np.float32]] = {}

    async def offer(
        self, evidence: Evidence, language: Language, passed_over: Collection[str] = ()
    ) -> tuple[Choice, ...]:
        """2 to 5 ways on that lead to different pages; empty when the documents offer fewer than two.

        `passed_over` are names and sources of choices that need not be offered.  Raises what the embedder raises.
        """
        if evidence.differs_by:
            return by_attribute(evidence, language)
        pages, topic = evidence.candidates, " ".join(evidence.topic)
        if not topic or not pages:
            return ()
        ranked = by_page(pages, await self._nearness(topic, pages, language), topic, language)
        offered = [each for each in ranked if not {each.text, each.source} & set(passed_over)]
        if len(offered) < 2:
            offered = _sections(pages[0], set(passed_over))
        return tuple(offered[:MOST]) if len(offered) > 1 else ()

    async def _nearness(self, topic: str, pages: Sequence[Candidate], language: Language) -> Mapping[int, float]:
        """Page -> how near its title comes to the topic."""
        if self.embedder is None:
            return {}
        new = list({each.page.title for each in pages} - self._titles.keys())
        if new:
            if len(self._titles) + len(new) > _KEPT:
                self._titles.clear()
                new = list({each.page.title for each in pages})
            self._titles.update(zip(new, await self.embedder.embed_passages(new), strict=True))
        noun = phrases(language).as_noun.format(theme=topic)
        [vector] = await self.embedder.embed_queries([noun])
        return {
            each.page.id: float(vector @ self._titles[each.page.title]) - _FOREIGN * (each.page.language != language)
            for each in pages
        }


def by_attribute(evidence: Evidence, language: Language) -> tuple[Choice, ...]:
    """The values of the attribute on which the answer depends; of countries those whose passages name the topic, where
    there are two of these."""
    attribute, pages = evidence.differs_by, evidence.depends.pages
    if attribute == COUNTRY:
        texts = {value: normal_form(passage.in_context) for value, passage in evidence.depends.passages.items()}
        naming = [page for page in pages if any(holds(texts[page[0]], word) for word in evidence.topic)]
        pages = naming if len(naming) > 1 else pages
    offered = [
        Choice(text=in_words(attribute, value, language), source=page.source, attribute=attribute, value=value)
        for value, page in pages
    ]
    return tuple(offered[:MOST]) if len(offered) > 1 else ()


def by_page(pages: Sequence[Candidate], nearness: Mapping[int, float], topic: str, language: Language) -> list[Choice]:
    """Pages by worth, each under a name of its own.

    Pages that hold for one office each (「夏季休暇（大阪支社）」) are one choice: which office is another question.
    Where two pages or more bear the topic's name, a row of a FAQ about one of them is left out.
    """
    # A title that is the topic itself is as near as can be, which says nothing of the others.
    others = [each for each in pages if normal_form(each.page.title) != topic]
    nearest = max((nearness[each.page.id] for each in others if each.page.id in nearness), default=0.0)
    bar = nearest - (_AS_NEAR if sum(each.titled == 1 for each in pages) < 2 else _NEARER)
    related = [each for each in pages if each.titled == 1 or nearness.get(each.page.id, 0.0) >= bar]
    bearing = [normal_form(_FOR_SOME.sub("", each.page.title)) for each in related if _bears_the_name(each)]
    if len(bearing) > 1:
        related = [each for each in related if not (each.is_question and _speaks_of(each, bearing))]
    related.sort(key=lambda each: -_worth(each, nearness.get(each.page.id, 0.0)))
    offered: dict[str, Choice] = {}
    for each in related:
        name = _name(each, related, topic, language)
        offered.setdefault(normal_form(name), Choice(text=name, source=each.page.source))
    return list(offered.values())


def _bears_the_name(each: Candidate) -> bool:
    return each.titled == 1 and not each.is_question


def _speaks_of(each: Candidate, titles: Sequence[str]) -> bool:
    return any(title in normal_form(each.page.title) for title in titles)


def _worth(each: Candidate, near: float) -> float:
    worth = near - _RANK * log(each.rank) + _TITLED * each.titled + _HEADED * each.headed
    return worth - _QUESTION if each.is_question else worth


def _name(each: Candidate, among: Sequence[Candidate], topic: str, language: Language) -> str:
    """What tells the page from the others, short."""
    base = base_title(each.page)
    alike = [other.page for other in among if normal_form(other.page.title).startswith(normal_form(base))]
    # A page that declares no readers stands for itself: 通勤手当（正社員・契約社員） beside 通勤手当（パートタイム）.
    title = base if all(page.applies_to for page in alike) else each.page.title
    if normal_form(title) == topic:
        return phrases(language).in_general.format(theme=title)
    heading = next(iter(_headings(each)), "")
    if each.titled == 0 and each.headed == 1 and len(title) + len(heading) < _LONGEST:
        return f"{title}{phrases(language).colon}{heading}"
    return title


def _sections(page: Candidate, passed_over: Collection[str]) -> list[Choice]:
    """Where one page is all there is, its sections."""
    named = dict.fromkeys(_headings(page))
    return [Choice(text=name, source=page.page.source) for name in named if name not in passed_over]


def _headings(page: Candidate) -> list[str]:
    """Without their numbers."""
    numbering = pack_of(page.page.language).documents.numbering
    return [numbering.sub("", heading) for heading in page.headings]


def chosen_by_model(
    named: Sequence[str], hits: Sequence[Hit], attributes: Mapping[str, Sequence[str]]
) -> tuple[Choice, ...]:
    """The choices that a model names, those that a title, a heading or an attribute's value among the documents bears,
    in no more words than these; empty when fewer than two do."""
    found: dict[str, Choice] = {}
    for name in (" ".join(each.split()) for each in named):
        if choice := _as_value(name, hits, attributes) or _as_place(name, hits):
            found.setdefault(choice.text, choice)
    return tuple(found.values())[:MOST] if len(found) > 1 else ()


def _as_value(name: str, hits: Sequence[Hit], attributes: Mapping[str, Sequence[str]]) -> Choice | None:
    for attribute, values in attributes.items():
        if name in values:
            source = next(
                (h.passage.document.source for h in hits if name in h.passage.document.applies_to.values()), ""
            )
            return Choice(text=name, source=source, attribute=attribute, value=name)
    return None


def _as_place(name: str, hits: Sequence[Hit]) -> Choice | None:
    wanted = normal_form(name)
    for hit in hits:
        heading = " > ".join((hit.passage.document.title, *hit.passage.section))
        places = normal_form(heading)
        if wanted and (wanted in places or places in wanted):
            return Choice(text=name if wanted in places else heading, source=hit.passage.document.source)
    return None
