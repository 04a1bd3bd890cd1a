"""Templates -> HTML in the reader's language, with the headers that keep text from ever being markup.

Three things hold that promise together: Jinja escapes every value (`autoescape`, and no template says `safe`), the
content security policy lets no script or style run that is not a file of `static/`, and the page's own script puts text
into the page as text.
"""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from yorisoi.language.dates import local
from yorisoi.language.packs import LENDS, packs
from yorisoi.server.errors import language_of
from yorisoi.server.identity import Caller
from yorisoi.types import Language

HERE = Path(__file__).parent
STATIC = HERE / "static"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Pages hold what is one person's: no cache on the way keeps them."""
_MOST_BYTES = 2_000
"""Of an address that is kept while somebody signs in, which anybody can make us keep."""
THEMES = ("auto", "light", "dark")


class Texts:
    """The page's texts in one language; what a pack does not have is lent from the English one."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._texts = {**packs()[LENDS].page, **own}

    def __contains__(self, name: str) -> bool:
        return name in self._texts

    def __getitem__(self, name: str) -> str:
        return self._texts[name]

    def __getattr__(self, name: str) -> str:
        return self._texts[name]


@cache
def texts(language: Language) -> Texts:
    return Texts(packs()[language].page)


@cache
def languages() -> dict[Language, str]:
    """The languages that pages come in, by what each calls itself."""
    return {code: pack.page["language"] for code, pack in packs().items() if pack.page}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """How one browser wants its pages."""

    language: Language
    theme: str

    @property
    def texts(self) -> Texts:
        return texts(self.language)


def reader(request: Request) -> Reader:
    """As the cookies say; else in the language that the browser asks for."""
    language, theme = request.cookies.get("language"), request.cookies.get("theme")
    return Reader(
        language=language if language in languages() else language_of(request),
        theme=theme if theme in THEMES else THEMES[0],
    )


def within(address: str) -> str:
    """The address, if it lies within this site and is no longer than one that somebody goes to; else the first page.

    >>> within("/me?a=1"), within("https://elsewhere/"), within("//elsewhere"), within("/\\\\elsewhere")
    ('/me?a=1', '/', '/', '/')
    """
    lies_within = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if lies_within and len(address.encode(errors="replace")) <= _MOST_BYTES else "/"


def wants_part(request: Request) -> bool:
    """Whether the page's own script asks, which wants a part without the frame around it."""
    return "x-fragment" in request.headers


async def page(
    request: Request, template: str, caller: Caller | None, *, status: int = 200, **values: Any
) -> HTMLResponse:
    """A whole page, or its main part alone, written in a thread: it may be long, and others wait for the event loop."""
    frame = "part.html" if wants_part(request) else "frame.html"
    shown = await asyncio.to_thread(fragment, request, template, caller=caller, frame=frame, **values)
    return HTMLResponse(shown, status, HEADERS)


def fragment(request: Request, template: str, **values: Any) -> str:
    """A template by itself.  Halves of UTF-16 pairs, which a model may say, become question marks."""
    wanted = reader(request)
    made = _environment().get_template(template).render(request=request, reader=wanted, t=wanted.texts, **values)
    return made.encode("utf-8", "replace").decode("utf-8")


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["local"] = _local
    made.globals.update(build=_build(), languages=languages(), themes=THEMES)
    return made


def _local(moment: datetime | str) -> str:
    """A time to the minute, as clocks show it where this runs."""
    read = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return f"{local(read):%Y-%m-%d %H:%M}"


def _build() -> str:
    """Changes with the files of `static/`, so that browsers may keep them for as long as they like."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()))).hexdigest()[:12]
