"""What stands in a header, as text: Starlette reads the bytes as Latin-1, and names are more than that."""

from starlette.requests import HTTPConnection

BLANKS = " \t"
"""What may stand around a value (RFC 9110, 5.6.3): any other blank is part of it, and may tell names apart."""


def header_text(connection: HTTPConnection, header: str) -> str:
    """UTF-8 that can be printed; empty where there is no such header.

    Raises ValueError, saying why: it stands there twice, of which one may be somebody else's, or is no such text."""
    wanted = header.lower().encode()
    found = [value for name, value in connection.headers.raw if name.lower() == wanted]
    if len(found) > 1:
        raise ValueError("stands there twice")
    try:
        text = b"".join(found).decode().strip(BLANKS)
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8") from None
    if not text.replace("\u3000", " ").isprintable():
        raise ValueError("holds what cannot be printed")
    return text
