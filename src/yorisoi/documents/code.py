"""What is code in a Markdown text, fenced or inline, and is left as it is."""

import re
from collections.abc import Callable

FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
INLINE_CODE = re.compile(r"(?<!`)(`[^`\n]+`)(?!`)")


def outside_fences(text: str) -> list[tuple[bool, str]]:
    """(is code, stretch) in order; the stretches joined are the text."""
    found: list[tuple[bool, list[str]]] = [(False, [])]
    fence = ""
    for line in text.splitlines(keepends=True):
        mark = match.group(1) if (match := FENCE.match(line)) else ""
        if fence:
            found[-1][1].append(line)
            if mark.startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
                found.append((False, []))
        elif mark:
            fence = mark
            found.append((True, [line]))
        else:
            found[-1][1].append(line)
    return [(code, "".join(lines)) for code, lines in found]


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """The text, outside of fences, with what is no inline code changed."""
    pieces = INLINE_CODE.split(text)
    pieces[::2] = map(change, pieces[::2])
    return "".join(pieces)
