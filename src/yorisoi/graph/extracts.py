"""The sentences that stand for a group of passages."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from yorisoi.language import analyse, sentences
from yorisoi.language.packs import pack_of
from yorisoi.language.plain import plain
from yorisoi.types import Passage

_SHORTEST, _LONGEST = 12, 120
"""Characters of a sentence; twice as many where space stands between words."""
_FEWEST = 3
"""Terms of a sentence that are no figures: a date by itself says nothing."""
_LED_BY = 1.5
"""Times that a passage's first sentence counts: it tells what the passage is about."""
_WHOLE = 2.0
"""Times that one counts which ends as a sentence does: items of lists are cut out of what they belong to."""
_ENDS = re.compile(r"[。．.!?！？][」』）)\"”]*$")
_LINKED = 0.5
"""Times that one counts which links to another page: it says where to look, not what is so."""
_LIST = 1.5
"""Times as long as a sentence is what is told of a list at once."""
_OPEN = re.compile(r"[:：]$")
_NO_PROSE = re.compile(
    r"`|https?://|[{}<>*#|]|\[[^\]\d]"
    r"|[:：]\s*(?=[^:：]*(?:19|20)\d\d)[\da-zA-Z年月日/.,\s-]{6,20}\W*$"
)
"""Code, addresses, diagrams, half a mark of markup, a template's [name]; a date of update."""
_BULLET = re.compile(r"^\s*(?:[-*+・●○■□◆◇※]|\(?\d{1,2}[.．)）](?!\d)|[（(]\d{1,2}[)）])\s*")
_RULE = re.compile(r"[\s|:-]+")
_LINK = "]("


@dataclass(frozen=True, slots=True)
class Extract:
    """A sentence as it is written, or a list, its items one behind another."""

    passage: Passage
    text: str
    heading: str = ""
    """Inside the passage, under which it stands."""


def extracts(passages: Sequence[Passage], most: int, but: Collection[str] = ()) -> list[Extract]:
    """At most so many sentences, the most telling first, each of another page, and none of `but`.

    SumBasic (Nenkova & Vanderwende, 2005): a sentence counts the mean probability of its terms, here the share of the
    passages that have a term; each term of a sentence taken has its probability squared, so that the next one says
    something else.  A list, or a table row by row, counts as one sentence; headings and code are none.
    """
    every = [each for passage in passages for each in _told(passage) if each.extract.text not in but]
    having = Counter(term for passage in passages for term in set(analyse(passage.in_context, passage.language).words))
    weight = {term: count / len(passages) for term, count in having.items()}
    found: list[Extract] = []
    while every and len(found) < most:
        scores = [
            each.counts * sum(weight.get(term, 0.0) for term in each.terms) / max(4, len(each.terms)) for each in every
        ]
        best = every[max(range(len(every)), key=lambda at: (scores[at], -at))]
        chosen = best.extract
        found.append(chosen)
        weight |= {term: weight.get(term, 0.0) ** 2 for term in best.terms}
        page = chosen.passage.document.id
        every = [
            each for each in every if each.extract.passage.document.id != page and each.extract.text != chosen.text
        ]
    return found


def opening(passages: Sequence[Passage], wanted: Collection[str]) -> Extract | None:
    """The sentence that says what a page, or a section, has on a subject: the one with most of the terms wanted, and of
    equal ones the one that begins a passage.  Ties: the first."""
    every = [each for passage in passages for each in _told(passage)]
    asked = frozenset(wanted)
    best = max(every, key=lambda each: len(asked & each.terms) + each.counts / 10, default=None)
    return best.extract if best else None


def told_sentences(passage: Passage) -> list[str]:
    """What can be told of the passage, in order."""
    return [told.extract.text for told in _told(passage)]


@dataclass(frozen=True, slots=True)
class _Told:
    extract: Extract
    terms: frozenset[str]
    counts: float
    """How much it does."""


def _told(passage: Passage) -> Iterator[_Told]:
    """What can be told of a passage: its sentences, and its lists, each behind the sentence that leads to it."""
    language = passage.language
    longest = _LONGEST * (2 if pack_of(language).analysis.spaced else 1)
    headings = {heading.strip() for heading in passage.headings}
    first = _LED_BY
    for heading, leads, items in _blocks(passage.text):
        said = [" ".join(each.split()) for each in sentences(plain(leads), language)]
        texts = [(each, longest, _WHOLE if _ENDS.search(each) else 1.0) for each in said]
        if len(items) > 1:
            over = said[-1] if said and len(said[-1]) < longest else ""
            texts = texts[: len(texts) - bool(over)]
            most = round(_LIST * longest)
            texts += [(each, most, _WHOLE) for each in _listed(over, items, most)]
        else:
            texts += [(each, longest, _WHOLE if _ENDS.search(each) else 1.0) for each in items]
        for text, most, counts in texts:
            terms = frozenset(analyse(text, language).words)
            says = sum(not any(map(str.isdecimal, term)) for term in terms)
            if not _SHORTEST <= len(text) <= most or says < _FEWEST or text in headings:
                continue
            if not (_OPEN.search(text) or _NO_PROSE.search(text)):
                yield _Told(Extract(passage, text, heading), terms, first * counts * (_LINKED if _LINK in leads else 1))
            first = 1.0


def _listed(over: str, items: Sequence[str], most: int) -> Iterator[str]:
    """The items behind what stands over them, as many at once as there is room for."""
    held: list[str] = []
    for item in items:
        if held and len(" / ".join((over, *held, item))) > most:
            yield f"{over} {' / '.join(held)}".strip()
            held = []
        held.append(item)
    yield f"{over} {' / '.join(held)}".strip()


def _blocks(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """(heading, line, items of the list or rows of the table below it), without code."""
    heading, over, items, fenced = "", "", list[str](), False
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("```"):
            fenced = not fenced
        if fenced or not bare or bare.startswith(("```", "<")):
            continue
        if bare.startswith("|"):
            if _RULE.fullmatch(bare):
                items = items[:-1]  # names of columns
            else:
                items.append(" ".join(" ".join(map(plain, bare.strip("|").split("|"))).split()))
        elif (item := _BULLET.sub("", whole := plain(line))) != whole and any(map(str.isalnum, item)):
            if not _NO_PROSE.search(item):
                items.append(" ".join(item.split()))
        elif any(map(str.isalnum, whole)):
            yield heading, over, items
            is_heading = bare.startswith("#")
            heading, over, items = (whole.lstrip("# "), "", []) if is_heading else (heading, line, [])
    yield heading, over, items
