"""Passages and hits by hand, without a store."""

from datetime import date

from yorisoi.types import Document, Hit, Language, LegRank, Passage


def passage(
    text: str,
    *,
    number: int = 1,
    title: str = "",
    section: tuple[str, ...] = (),
    language: Language = "ja",
    updated: date | None = None,
    **of_the_page: object,
) -> Passage:
    page = Document(
        id=number,
        source=f"{number}.md",
        title=title,
        language=language,
        updated=updated,
        **of_the_page,  # type: ignore[arg-type]
    )
    return Passage(id=number, document=page, position=0, section=section, text=text, language=language)


def hits(*passages: Passage) -> list[Hit]:
    """Best first."""
    return [
        Hit(passage=each, score=1 / rank, legs={"lexical": LegRank(rank=rank, score=1 / rank)})
        for rank, each in enumerate(passages, start=1)
    ]


def numbered(*texts: str) -> list[Hit]:
    """Hits of these texts, best first, each on a page of its own: 1.md, 2.md, ..."""
    return hits(*(passage(text, number=number) for number, text in enumerate(texts, start=1)))


def numbers(found: list[Hit]) -> list[int]:
    return [hit.passage.id for hit in found]
