"""Text is never control: what would steer a terminal is shown as visible characters.

Documents, file names, replies of models and what people said are all printed; any of them may hold escape sequences
that wipe the screen, set the clipboard or forge a line, and bidirectional controls that make a text read otherwise than
it is.
"""

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0 without tab and line feed, DEL, C1; the embeddings, overrides and isolates of bidirectional text (Boucher &
Anderson, Trojan Source, USENIX Security 2023); halves of UTF-16 pairs, which cannot be written at all."""


def visible(text: str) -> str:
    """The text as it can be printed: C0 as its control picture, the others by their number.

    >>> visible("休暇\\x1b[2J\\x9b1A\\u202e")
    '休暇␛[2J<9B>1A<202E>'
    """
    return _CONTROL.sub(_picture, text)


def escaped(json: str) -> str:
    """JSON that means the same, without such characters: parsers take them, terminals should not."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", json)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"<{code:02X}>"
