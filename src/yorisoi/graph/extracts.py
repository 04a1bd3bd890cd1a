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


def extracts(passages: Sequence[Passage], most: int, wanted: Collection[str] = ()) -> list[Extract]:
    """At most so many sentences, the most telling first, each of another page.

    SumBasic (Nenkova & Vanderwende, 2005): a sentence counts the mean probability of its terms, here the share of the
    passages that have a term, plus 2 for a term that is `wanted`; each term of a sentence taken has its probability
    squared, so that the next one says something else.  Where nothing is wanted a passage's beginning counts more.
    Tables and headings are no sentences.
    """
    lead = 1.0 if wanted else _LED_BY
    every = [(passage, *each) for passage in passages for each in _sentences(passage, lead)]
    having = Counter(term for passage in passages for term in set(analyse(passage.in_context, passage.language).words))
    weight = {term: count / len(passages) for term, count in having.items()}
    weight |= {term: weight.get(term, 0.0) + 2.0 for term in wanted}
    found: list[Extract] = []
    while every and len(found) < most:
        scores = [
            times * sum(weight.get(term, 0.0) for term in terms) / max(4, len(terms)) for _, _, terms, times in every
        ]
        passage, text, terms, _ = every[max(range(len(every)), key=lambda at: (scores[at], -at))]
        found.append(Extract(passage, text))
        weight |= {term: weight.get(term, 0.0) ** 2 if weight.get(term, 0.0) < 1 else 0.1 for term in terms}
        every = [each for each in every if each[0].document.id != passage.document.id and each[1] != text]
    return found


def _sentences(passage: Passage, lead: float) -> Iterator[tuple[str, frozenset[str], float]]:
    """(sentence, its terms, how much it counts); the first one `lead` times as much."""
    language = passage.language
    longest = _LONGEST * (2 if pack_of(language).analysis.spaced else 1)
    headings = {heading.strip() for heading in (passage.document.title, *passage.section)}
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
