"""Whom a passage is for, and who answers for it."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import PurePosixPath

from yorisoi.dialogue.patterns import patterns
from yorisoi.dialogue.topics import holds
from yorisoi.language import normal_form, place_name, places
from yorisoi.types import Choice, Document, Hit, Language, Passage, Person

COUNTRY = "country"
"""The attribute that is read off headings; its values are ISO 3166 codes.  All others are declared by the documents."""
OTHER = "other"
"""A value that no document has: of a reader who is none of those that they name."""
_LOOKED_AT = 10
"""Hits that tell whether the answer depends on who asks."""
_OF_ONES_OWN = 1.0
"""Nats."""
_IN_WORDS = r"[^\W\d_ぁ-ん]"
"""A letter that a word goes on with; hiragana mostly begin or end one."""
_FOR_SOME = re.compile(r"\s*[（(][^（()）]*[)）]\s*$")


def in_words(attribute: str | None, value: str, language: Language) -> str:
    """A value as one says it: a country by its name."""
    return place_name(value, language) if attribute == COUNTRY else value


def holds_for(passage: Passage) -> Mapping[str, str]:
    """The readers that a passage is for, attribute to value; empty: everyone.

    What the page declares (`applies_to`); otherwise the country that its headings name, the innermost first: handbooks
    of companies in several countries have a page or a section for each.
    """
    if passage.document.applies_to:
        return passage.document.applies_to
    page = passage.document
    country = _country(passage.section, page.title, page.source)
    return {COUNTRY: country} if country else {}


@lru_cache(maxsize=16384)
def _country(section: tuple[str, ...], title: str, source: str) -> str | None:
    """Of the first heading that names any; None when that one names several."""
    for heading in (*reversed(section), title, PurePosixPath(source).stem):
        if named := places(heading):
            return next(iter(named)) if len(named) == 1 else None
    return None


def conflicts(passage: Passage, known: Mapping[str, str]) -> bool:
    """The passage holds for others than this reader.  Who is none of those named may read what holds for them."""
    return is_for_others(passage, known) and not _is_for_reader(passage, known)


def is_for_others(passage: Passage, known: Mapping[str, str]) -> bool:
    """Its page, or else a heading, is, whatever the section is called."""
    return bool(_against(passage, known))


def _against(passage: Passage, known: Mapping[str, str]) -> list[str]:
    return [name for name, value in holds_for(passage).items() if known.get(name, value) not in (value, OTHER)]


def _is_for_reader(passage: Passage, known: Mapping[str, str]) -> bool:
    """Its section names who the reader is, on a page that is for others: 契約社員とパートタイムの方."""
    headings = normal_form(" ".join(passage.section))
    return patterns(passage.language).excepts.search(headings) is None and all(
        name != COUNTRY and _named(normal_form(known[name]), headings) for name in _against(passage, known)
    )


def _named(value: str, text: str) -> bool:
    """As a word: 社員 is neither in 契約社員 nor in 社員証."""
    return re.search(rf"(?<!{_IN_WORDS}){re.escape(value)}(?!{_IN_WORDS})", text) is not None


def holding_for(hits: Sequence[Hit], known: Mapping[str, str]) -> list[Hit]:
    """The hits that do not hold for others than this reader.

    A page for others that has a section for this reader stands for that section, wherever the page was found.  Of pages
    titled alike but for what stands in brackets, who has one of their own is not meant by those that declare nobody:
    通勤手当（正社員・契約社員） beside 通勤手当（パートタイム）, for who works part time.
    """
    sections = {
        hit.passage.document.id: hit
        for hit in reversed(hits)
        if is_for_others(hit.passage, known) and _is_for_reader(hit.passage, known)
    }
    held: dict[int, Hit] = {}
    for hit in hits:
        if not conflicts(hit.passage, known):
            held.setdefault(hit.passage.id, hit)
        elif section := sections.get(hit.passage.document.id):
            held.setdefault(section.passage.id, replace(section, score=hit.score))
    holding = list(held.values())
    declared = ((hit.passage.document, hit.passage.document.applies_to.items() & known.items()) for hit in holding)
    own = {base_title(page) for page, of_this_reader in declared if of_this_reader}
    return [hit for hit in holding if not _is_sibling(hit.passage.document, own)]


def _is_sibling(page: Document, own: Collection[str]) -> bool:
    """A sibling of pages for this reader, by their titles; `own` without what stands in brackets."""
    subject = _FOR_SOME.sub("", page.title)
    return not page.applies_to and subject != page.title and subject in own


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependence:
    """How far what was found depends on who asks."""

    attribute: str | None = None
    """Of those of which nothing is known, the one that most of the first hits differ by; hit r counts 1 / sqrt(r)."""
    passages: Mapping[str, Passage] = field(default_factory=dict)
    """For each of its values the best passage."""
    first: bool = False
    """The best hit is one of them, or they alone are titled with the topic."""

    @property
    def pages(self) -> list[tuple[str, Document]]:
        """(value, page), best first."""
        return [(value, passage.document) for value, passage in self.passages.items()]

    @property
    def declared(self) -> bool:
        """The documents say themselves that the best hit holds for some readers only, and have it for others too."""
        return self.first and self.attribute != COUNTRY


def dependence(hits: Sequence[Hit], known: Mapping[str, str], topic: Sequence[str]) -> Dependence:
    """What the first hits say of it; those that hold for other readers than this one are left out.

    Pages rival each other when they hold for different values of an attribute and, where they declare it, have the same
    title but for that: 夏季休暇（大阪支社） and 夏季休暇（東京本社）.  Those come first that alone are titled
    with the key words of the topic, as 年次有給休暇 is with 有給 (many are with 休暇), then those found first.
    """
    holding = [hit.passage for hit in holding_for(hits, known)]
    fitting, elsewhere = holding[:_LOOKED_AT], holding[_LOOKED_AT:]
    rivals: dict[tuple[str, str], dict[str, list[int]]] = {}
    for index, passage in enumerate(fitting):
        for attribute, value in holds_for(passage).items():
            if attribute not in known:
                subject = "" if attribute == COUNTRY else base_title(passage.document)
                rivals.setdefault((attribute, subject), {}).setdefault(value, []).append(index)
    best, most = Dependence(), (False, 0.0)
    titled = _titled(topic, fitting)
    for (attribute, subject), by_value in rivals.items():
        indices = [index for found in by_value.values() for index in found]
        is_titled = titled == {subject}
        weight = is_titled, sum((index + 1) ** -0.5 for index in indices)
        if len(by_value) > 1 and weight > most:
            most = weight
            passages = {value: fitting[found[0]] for value, found in by_value.items()}
            for passage in elsewhere if subject else ():
                if base_title(passage.document) == subject and attribute in passage.document.applies_to:
                    passages.setdefault(passage.document.applies_to[attribute], passage)
            best = Dependence(attribute=attribute, passages=passages, first=is_titled or 0 in indices)
    return best


def _titled(topic: Sequence[str], passages: Sequence[Passage]) -> set[str]:
    """The titles that hold all words of the topic, rows of a FAQ left out, whose titles are questions."""
    if not topic:
        return set()
    subjects = {base_title(each.document) for each in passages if not each.document.is_question}
    return {each for each in subjects if all(holds(normal_form(each), word) for word in topic)}


def base_title(page: Document) -> str:
    """The title without the office or the employment that it is for: 夏季休暇（大阪支社） -> 夏季休暇."""
    return (_FOR_SOME.sub("", page.title) or page.title) if page.applies_to else page.title


def told_apart(found: Sequence[Hit], used: Sequence[Hit]) -> set[str]:
    """The attributes by which it was told which of the hits found hold for this reader, as far as it matters for those
    used, in whatever order: those of these hits, and of all that were found before any of them, and of pages that take
    the place of these."""
    ids = {hit.passage.id for hit in used}
    last = max((at for at, hit in enumerate(found) if hit.passage.id in ids), default=-1)
    before = found[: last + 1]
    titles = {_FOR_SOME.sub("", hit.passage.document.title) for hit in before}
    siblings = (hit for hit in found if hit.passage.document.applies_to and base_title(hit.passage.document) in titles)
    return {attribute for hit in (*before, *siblings) for attribute in holds_for(hit.passage)}


def for_reader(hits: Sequence[Hit], known: Mapping[str, str], choice: Choice | None) -> list[Hit]:
    """The hits that hold for this user, those of the page just picked first; if none holds, all of them.

    A page that declares this reader's office or employment is worth a nat more than one for everybody.  They stand for
    a page too: it is what made us ask.
    """
    fitting: list[Hit] = []
    for hit in holding_for(hits, known) or hits:
        at = len(fitting)
        if holds_for(hit.passage).items() & known.items():
            hit = replace(hit, score=hit.score + _OF_ONES_OWN)
            while at and fitting[at - 1].score < hit.score:
                at -= 1
        fitting.insert(at, hit)
    if choice:
        fitting.sort(key=lambda hit: hit.passage.document.source != choice.source)  # stable: ranks are kept
    return fitting


def owner(hits: Sequence[Hit]) -> Person | None:
    """Who answers for the best page that has an owner; None when none of the first five has."""
    for hit in hits[:5]:
        page = hit.passage.document
        if page.owner:
            return Person(name=page.owner, contact=page.contact, source=page.source)
    return None
