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
_LED_BY = 1.5
"""Times that a passage's first sentence counts: it tells what the passage is about."""
_WHOLE = 2.0
"""Times that one counts which ends as a sentence does: items of lists are cut out of what they belong to."""
_ENDS = re.compile(r"[。．.!?！？][」』）)\"”]*$")
_NO_PROSE = re.compile(r"[:：]$|`|https?://|[{}<>]")
_BULLET = re.compile(r"^\s*(?:[-*+・●○■□◆◇※]|\(?\d{1,2}[.．)）]|[（(]\d{1,2}[)）])\s*")


@dataclass(frozen=True, slots=True)
class Extract:
    """A sentence as it is written."""

    passage: Passage
    text: str


def extracts(passages: Sequence[Passage], most: int) -> list[Extract]:
    """At most so many sentences, the most telling first, each of another page.

    SumBasic (Nenkova & Vanderwende, 2005): a sentence counts the mean probability of its terms, here the share of the
    passages that have a term; each term of a sentence taken has its probability squared, so that the next one says
    something else.  Tables and headings are no sentences.
    """
    every = [(passage, *each) for passage in passages for each in _sentences(passage)]
    having = Counter(term for passage in passages for term in set(analyse(passage.in_context, passage.language).words))
    weight = {term: count / len(passages) for term, count in having.items()}
    found: list[Extract] = []
    while every and len(found) < most:
        scores = [
            times * sum(weight.get(term, 0.0) for term in terms) / max(4, len(terms)) for _, _, terms, times in every
        ]
        passage, text, terms, _ = every[max(range(len(every)), key=lambda at: (scores[at], -at))]
        found.append(Extract(passage, text))
        weight |= {term: weight.get(term, 0.0) ** 2 for term in terms}
        every = [each for each in every if each[0].document.id != passage.document.id and each[1] != text]
    return found


def opening(passages: Sequence[Passage], wanted: Collection[str]) -> Extract | None:
    """The sentence that says what a page, or a section, has on a subject: the one with most of the terms wanted, and of
    equal ones the one that begins a passage.  Ties: the first."""
    every = [(passage, *each) for passage in passages for each in _sentences(passage)]
    if not every:
        return None
    asked = frozenset(wanted)
    passage, text, _, _ = max(every, key=lambda each: len(asked & each[2]) + each[3] / 10)
    return Extract(passage, text)


def told_sentences(passage: Passage) -> list[str]:
    """The passage's sentences that are prose, in order."""
    return [text for text, _, _ in _sentences(passage)]


def _sentences(passage: Passage) -> Iterator[tuple[str, frozenset[str], float]]:
    """(sentence, its terms, how much it counts)."""
    language = passage.language
    longest = _LONGEST * (2 if pack_of(language).analysis.spaced else 1)
    headings = {heading.strip() for heading in (passage.document.title, *passage.section)}
    lead = _LED_BY
    for line in passage.text.splitlines():
        if "|" in line or line.lstrip().startswith(("#", "```", "<")):
            continue
        for sentence in sentences(_BULLET.sub("", plain(line)), language):
            text = " ".join(sentence.split())
            terms = frozenset(analyse(text, language).words)
            if _SHORTEST <= len(text) <= longest and len(terms) > 2 and text not in headings:
                if not _NO_PROSE.search(text):
                    yield text, terms, lead * (_WHOLE if _ENDS.search(text) else 1.0)
                lead = 1.0
