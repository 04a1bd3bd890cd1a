"""What is read of the bodies of requests: nothing of anybody who is not known, and of the others so much.

FastAPI reads a body and makes values of it before it asks any dependency who sends it, on the event loop that everybody
shares: 60 MB of empty JSON lists took 12 s and 2 GB.  So it is the first part of a body that waits until the sender is
known and has a place (`limits.admit`), and when the last has come it is looked again whether the sender still is.  What
has to be read of people who are not yet known, to sign them in, is short.
"""

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope

from yorisoi.server.errors import Refused
from yorisoi.server.identity import Role, at_least, look_again, signed_in
from yorisoi.server.limits import admit

OPEN = frozenset(("/api/login", "/api/logout", "/login", "/logout", "/wishes"))
"""Where nobody is known yet, or has to be."""
UPLOADS = frozenset(("/api/documents", "/documents", "/api/evaluations"))
"""For editors: the files themselves, as large as the settings allow."""
_FORM = "application/x-www-form-urlencoded"
_CHARSETS = (
    *("utf-8", "utf8", "utf_8", "ascii", "us-ascii", "iso-8859-1", "latin-1", "windows-1252", "shift_jis"),
    *("windows-31j", "cp932", "euc-jp", "gbk", "gb2312", "gb18030", "big5", "euc-kr"),
)
_LONGEST_TYPE = 1_000
"""Of a form the client names the codec that Starlette decodes each field by: Python's punycode took 92 s for 1 MB."""
OPEN_BYTES = 64_000
FORM_BYTES = 200_000
"""A text of 10,000 characters, each three bytes of three letters (%E3), and as much again."""
BYTES = 1_000_000
"""A conversation of 2,000 messages; 256 texts to be embedded, of 1,000 characters each."""
MOST_CONTAINERS = 50_000
"""Lists and objects of JSON, which cost most: a megabyte of empty lists 0.4 s.  These cost 0.06 s."""
MOST_MEMBERS, OPEN_MEMBERS = 10_000, 50
"""Values in these, by their commas: where each is of a wrong kind each is an error of its own, and half a million of
them 5 s and a gigabyte.  2,000 messages have 8,000."""


def most_bytes(path: str, content_type: str, uploads: int) -> int:
    """Of a body; `uploads` is the limit for uploads, and no other is higher."""
    if path in OPEN:
        return min(OPEN_BYTES, uploads)
    if path in UPLOADS:
        return uploads
    return min(FORM_BYTES if content_type == _FORM else BYTES, uploads)


class Body:
    """Receives the body of a request, for ASGI.  Raises Refused: nobody who is known, too many requests, too large."""

    def __init__(self, scope: Scope, receive: Receive, uploads: int) -> None:
        headers = Headers(scope=scope)
        named = headers.get("content-type", "")
        content_type = named.partition(";")[0].strip().lower()
        self._scope, self._receive = scope, receive
        self._limit = most_bytes(scope["path"], content_type, uploads)
        self._is_json = content_type not in ("multipart/form-data", _FORM)
        self._seen = self._containers = self._members = 0
        self._members_at_most = OPEN_MEMBERS if scope["path"] in OPEN else MOST_MEMBERS
        self._within_string, self._escapes = False, b""
        self._length = headers.get("content-length", "")
        self._is_readable = self._is_json or (len(named) <= _LONGEST_TYPE and _charset(named) in _CHARSETS)
        # Who sends no body receives only to see the client leave, when the answer is under way.
        self._admitted = scope["path"] in OPEN or scope.get("method") in ("GET", "HEAD")
        self._known = not self._admitted

    def refusal(self) -> Refused | None:
        """What the client says of it is too much already, or not taken."""
        if self._length.isdecimal() and int(self._length) > self._limit:
            return _too_large(self._limit)
        return None if self._is_readable else Refused("invalid", detail="Content-Type: a charset of no form")

    async def __call__(self) -> Message:
        if not self._admitted:
            await self._admit()
        message = await self._receive()
        if message["type"] == "http.request":
            self._count(message.get("body", b""))
            if self._known and not message.get("more_body"):
                await look_again(HTTPConnection(self._scope))
        return message

    async def _admit(self) -> None:
        connection = HTTPConnection(self._scope)
        await admit(connection)
        if self._scope["path"] in UPLOADS:
            at_least(Role.EDITOR, await signed_in(connection))
        self._admitted = True

    def _count(self, part: bytes) -> None:
        self._seen += len(part)
        if self._seen > self._limit:
            raise _too_large(self._limit)
        if self._is_json:
            self._count_json(part)

    def _count_json(self, part: bytes) -> None:
        if b"\0" in part:  # JSON in UTF-16 or 32, of which the bytes are not the signs
            raise Refused("not_json")
        signs = self._without_strings(part)
        self._containers += signs.count(b"[") + signs.count(b"{")
        if self._containers > MOST_CONTAINERS:
            raise Refused("invalid", detail=f"more than {MOST_CONTAINERS:,} lists and objects")
        self._members += signs.count(b",")
        if self._members >= self._members_at_most and self._scope["path"] not in UPLOADS:
            raise Refused("invalid", detail=f"more than {self._members_at_most:,} values")

    def _without_strings(self, part: bytes) -> bytes:
        """What stands outside of strings, by methods of bytes alone: a loop over a megabyte would itself be a delay."""
        part = self._escapes + part
        self._escapes = b"\\" * ((len(part) - len(part.rstrip(b"\\"))) % 2)  # of what the next part begins with
        part = part.removesuffix(self._escapes).replace(b"\\\\", b"").replace(b'\\"', b"")
        pieces = part.split(b'"')
        outside = b"".join(pieces[self._within_string :: 2])
        self._within_string ^= len(pieces) % 2 == 0
        return outside


def _charset(content_type: str) -> str:
    """As Starlette reads it."""
    return parse_options_header(content_type)[1].get(b"charset", b"utf-8").decode("latin-1").lower()


def _too_large(limit: int) -> Refused:
    return Refused("too_large", limit=f"{limit:,}")
