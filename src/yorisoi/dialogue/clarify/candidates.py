"""The pages that a search found, as what a question back may offer: how each has to do with the topic."""

from collections.abc import Sequence
from dataclasses import dataclass

from yorisoi.dialogue.topics import holds
from yorisoi.language import normal_form
from yorisoi.types import Document, Hit

MOST = 12
"""Pages looked at: what stands further down is seldom what was meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A page found, with what of it has to do with the topic."""

    page: Document
    rank: int
    """Of its best passage, from 1."""
    titled: float
    """Share of the topic's words in its title, 0..1."""
    headed: float
    """Share of them in the heading of one of its passages found, 0..1."""
    headings: tuple[str, ...] = ()
    """Innermost headings of its passages found, best first; the one that `headed` speaks of comes first."""

    @property
    def is_question(self) -> bool:
        return self.page.is_question


def candidates(topic: Sequence[str], hits: Sequence[Hit]) -> tuple[Candidate, ...]:
    """The first pages found, best first; `topic` are words in normal form."""
    found: dict[int, tuple[int, Document, list[str]]] = {}
    for rank, hit in enumerate(hits, start=1):
        page = hit.passage.document
        _, _, headings = found.setdefault(page.id, (rank, page, []))
        if hit.passage.section and hit.passage.section[-1] not in (page.title, *headings):
            headings.append(hit.passage.section[-1])
    return tuple(_candidate(topic, rank, page, headings) for rank, page, headings in list(found.values())[:MOST])


def _candidate(topic: Sequence[str], rank: int, page: Document, headings: Sequence[str]) -> Candidate:
    by_share = sorted(headings, key=lambda heading: -_share(topic, heading))  # stable: ranks are kept
    return Candidate(
        page=page,
        rank=rank,
        titled=_share(topic, page.title),
        headed=_share(topic, by_share[0]) if by_share else 0.0,
        headings=tuple(by_share),
    )


def _share(topic: Sequence[str], text: str) -> float:
    normal = normal_form(text)
    return sum(holds(normal, word) for word in topic) / len(topic) if topic else 0.0
