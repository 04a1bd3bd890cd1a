"""A passage in its page, with the words that were quoted marked."""

from collections.abc import Iterator

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from yorisoi.server.api.documents import around_passage
from yorisoi.server.identity import SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import page

router = APIRouter(route_class=PageRoute)
_AROUND = 100
"""Passages of the page shown on each side."""
_QUOTE_CHARACTERS = 4_000


@router.get("/passages/{passage_id}")
async def passage(request: Request, caller: SignedIn, passage_id: int, quote: str = "") -> HTMLResponse:
    """Raises Refused: there is no such passage for this caller."""
    around = await around_passage(request.app.state.engine, caller, passage_id, _AROUND)
    shown = [(each, list(marked(each.text, quote if each.id == passage_id else ""))) for each in around]
    return await page(request, "passage.html", caller, document=around[0].document, cited=passage_id, passages=shown)


def marked(text: str, quote: str) -> Iterator[tuple[str, bool]]:
    """The text in stretches, each with whether it is quoted: the whole quote, or else those of its lines found there.

    White space may differ.

    >>> list(marked("朝は9時から。昼は12時から。", "昼は12時から。"))
    [('朝は9時から。', False), ('昼は12時から。', True)]
    """
    quote = quote[:_QUOTE_CHARACTERS]
    found = _places(text, [quote]) or _places(text, quote.splitlines())
    at = 0
    for start, end in found:
        if start < at:
            continue
        if start > at:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < len(text):
        yield text[at:], False


def _places(text: str, quotes: list[str]) -> list[tuple[int, int]]:
    """Where each first stands.  By no pattern each: a quote of lines of one letter has thousands."""
    signs = [at for at, sign in enumerate(text) if not (sign.isspace() and text[at - 1 : at].isspace())]
    spaced = "".join(" " if text[at].isspace() else text[at] for at in signs)
    wanted = {" ".join(quote.split()) for quote in quotes} - {""}
    found = [(start, start + len(each)) for each in wanted if (start := spaced.find(each)) >= 0]
    return sorted((signs[start], signs[end - 1] + 1) for start, end in found)
