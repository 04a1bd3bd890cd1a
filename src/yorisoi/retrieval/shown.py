"""A hit as a row."""

from typing import Any

from yorisoi.types import Hit


def hit_row(hit: Hit) -> dict[str, Any]:
    """What was found, with its text and what every leg said of it."""
    page = hit.passage.document
    return {
        "passage_id": hit.passage.id,
        "score": hit.score,
        "legs": {name: {"rank": leg.rank, "score": leg.score} for name, leg in hit.legs.items()},
        "source": page.source,
        "title": page.title,
        "section": list(hit.passage.section),
        "text": hit.passage.text,
        "language": hit.passage.language,
        "owner": page.owner,
        "updated": page.updated,
        "also": [passage.document.source for passage in hit.also],
        "path": list(hit.path),
    }
