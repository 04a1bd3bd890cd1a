"""The order in which hits are shown, and given to a model."""

from collections.abc import Sequence
from datetime import date

from yorisoi.retrieval.config import Order
from yorisoi.types import Hit


def arranged(hits: Sequence[Hit], order: Order) -> list[Hit]:
    """Hits that come best first, in another order.

    `newest`: by the date of their page, pages without a date last, equal dates best first.  `ends`: the best first, the
    second best last, and so on towards the middle, which models read least closely (Liu et al., Lost in the Middle,
    TACL 2024).
    """
    match order:
        case "newest":
            return sorted(hits, key=lambda hit: hit.passage.document.updated or date.min, reverse=True)
        case "ends":
            return [*hits[0::2], *reversed(hits[1::2])]
    return list(hits)
