"""What a question back offers: the values of an attribute, pages that are called what was asked about, or sections.

Where two pages or more bear the topic's words in their titles they are what one would choose from (休暇: 病気休暇,
介護休暇); elsewhere the sections found are, best first, as far as they are worth no less than

    best - 1.1 ln(2 + passages)

since what a rare word is worth grows so with a store.  Rows of a FAQ are sections: their titles are questions.  Who
speaks one of the documents' languages chooses from what is in it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from math import log

from yorisoi.dialogue.clarify.audience import COUNTRY, base_title, in_words
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.clarify.picking import MOST
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.topics import holds
from yorisoi.language import normal_form
from yorisoi.language.packs import pack_of
from yorisoi.types import Choice, Document, Hit, Language

_BEHIND = 1.1
_IN_BRACKETS = re.compile(r"[（(]([^（()）]+)[)）]")


def offer(
    evidence: Evidence, language: Language, passages: int, passed_over: Collection[str] = ()
) -> tuple[Choice, ...]:
    """2 to 5 ways on; empty when the documents, of so many passages, offer fewer than two.

    `passed_over` are names of choices that need not be offered.
    """
    if evidence.differs_by:
        return by_attribute(evidence, language)
    own = [hit for hit in evidence.sections if hit.passage.language == language]
    for sections in (own, evidence.sections):  # those of another language where there are no others
        offered = by_page(sections, evidence.topic, passed_over) if evidence.topic else []
        if len(offered) < 2:
            offered = by_section(sections, passages, language, passed_over)
        if len(offered) > 1:
            return tuple(offered[:MOST])
    return ()


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
    return tuple(offered[:MOST])


def by_page(sections: Sequence[Hit], topic: Sequence[str], passed_over: Collection[str]) -> list[Choice]:
    """Pages whose titles hold all words of the topic, as the search ranked them.

    Pages that hold for one office each (「夏季休暇（大阪支社）」) are one choice: which office is another question.
    """
    pages = {hit.passage.document.id: hit.passage.document for hit in sections}.values()
    called = [page for page in pages if not page.is_question and _is_called(page, topic)]
    named: dict[str, Choice] = {}
    for page in called:
        name = _name_of(page, called)
        named.setdefault(name, Choice(text=name, source=page.source))
    return [choice for name, choice in named.items() if name not in passed_over]


def by_section(
    sections: Sequence[Hit], passages: int, language: Language, passed_over: Collection[str]
) -> list[Choice]:
    """The sections found, by their headings; where they are of more than one page, behind its title.  Two at least,
    others as far as they come near the best one."""
    left = [hit for hit in sections if not _names_of(hit, language) & set(passed_over)]
    bar = left[0].score - _BEHIND * log(2 + passages) if left else 0.0
    near = [hit for at, hit in enumerate(left) if at < 2 or hit.score >= bar][:MOST]
    alone = len({hit.passage.document.id for hit in near}) == 1
    names = [_heading(hit) if alone else _titled(hit, language) for hit in near]
    named: dict[str, Choice] = {}
    for name, hit in zip(names, near, strict=True):
        name = name if names.count(name) == 1 else _path(hit)
        named.setdefault(name, Choice(text=name, source=hit.passage.document.source))
    return list(named.values())


def section_of(choice: Choice, sections: Sequence[Hit], language: Language) -> Hit | None:
    """The section that a choice names, or the best one of the page that it does; None of what tells something about the
    user, and of several pages in one."""
    of_page = [hit for hit in sections if hit.passage.document.source == choice.source and choice.attribute is None]
    for called in (_path, _heading, lambda hit: _titled(hit, language), lambda hit: hit.passage.document.title):
        if named := [hit for hit in of_page if called(hit) == choice.text]:
            return named[0]
    return None


def is_below(hit: Hit, choice: Choice, language: Language) -> bool:
    """Whether it stands below the heading that a choice names."""
    names = (_path(hit), _heading(hit), _titled(hit, language))
    return hit.passage.document.source == choice.source and bool(hit.passage.section) and choice.text in names


def _is_called(page: Document, topic: Sequence[str]) -> bool:
    title = normal_form(page.title)
    return all(holds(title, word) for word in topic)


def _name_of(page: Document, among: Sequence[Document]) -> str:
    """A page that declares no readers stands for itself: 通勤手当（正社員） beside 通勤手当（パートタイム）."""
    base = base_title(page)
    return base if all(other.applies_to for other in among if other.title.startswith(base)) else page.title


def _heading(hit: Hit) -> str:
    """The innermost, without its number unless it is nothing else; the title of what stands below none, and of a FAQ's
    row, whose section is what it is filed under."""
    page, section = hit.passage.document, hit.passage.section
    if not section or page.is_question:
        return page.title
    named = pack_of(page.language).documents.numbering.sub("", section[-1])
    in_brackets = _IN_BRACKETS.fullmatch(named)  # 第11条（旅費）
    return (in_brackets[1] if in_brackets else named) or section[-1]


def _path(hit: Hit) -> str:
    return " > ".join(hit.passage.headings)


def _titled(hit: Hit, language: Language) -> str:
    return phrases(language).colon.join(dict.fromkeys((hit.passage.document.title, _heading(hit))))


def _names_of(hit: Hit, language: Language) -> set[str]:
    """What it may have been offered by."""
    return {hit.passage.document.title, _heading(hit), _titled(hit, language)}


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
        heading = _path(hit)
        places = normal_form(heading)
        if wanted and (wanted in places or places in wanted):
            return Choice(text=name if wanted in places else heading, source=hit.passage.document.source)
    return None
