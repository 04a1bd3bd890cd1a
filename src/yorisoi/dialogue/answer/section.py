"""Of the page that was found, the section that answers what was said last.

A page is found by the whole topic, whose words all of its sections hold; 「何日前までに言えばいい？」 behind a question
about leave asks for one of them, and tells which by itself.
"""

from collections.abc import Sequence

from yorisoi.dialogue.answer.expected import EXPECTED, expected
from yorisoi.retrieval.contents import in_section
from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Hit, Language


def section_first(hits: Sequence[Hit], asked: str, language: Language) -> list[Hit]:
    """The hits, first the section of the best page with the greatest S, of equals the one found first.

        S(s) = score of s + log-odds that s answers what was said last + 2 [s holds the kind of thing that is asked for]

    and 2 more where it is called by that kind.  The log-odds are those of the leg `SAID`, where passages were read; of
    one that was not, the least of the others.  What stands over the headings of a page is no section where there are
    any; the other hits stay as they are.
    """
    if not hits:
        return []
    best, wanted = hits[0], expected(asked, language)
    page = [hit for hit in hits if hit.passage.document.id == best.passage.document.id]
    sections = [hit for hit in page if in_section(hit) == in_section(best)]
    unread = min((hit.legs[SAID].score for hit in sections if SAID in hit.legs), default=0.0)

    def worth(hit: Hit) -> float:
        odds = hit.legs[SAID].score if SAID in hit.legs else unread
        return hit.score + odds + (EXPECTED * wanted.fits(hit) if wanted else 0)

    first = max(sections, key=worth)
    return [first, *(hit for hit in hits if hit is not first)]
