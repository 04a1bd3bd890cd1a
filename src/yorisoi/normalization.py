"""Unicode's normal forms in a time that grows with the text.

`unicodedata` puts the marks behind a letter into their order by inserting one after another: some ten thousand in a
row, which no writing has, take minutes.
"""

import re
from functools import cache
from typing import Literal
from unicodedata import combining, decomposition, normalize

LONGEST_RUN = 30
"""Marks in a row that are kept: what the Stream-Safe Text Format has (UAX #15), and more than any language uses."""


def normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """The text in that form; of more than thirty marks in a row the first thirty.  All of Yorisoi normalises by this.

    >>> len(normalized("NFC", "a" + "\u0316" * 1_000_000))
    31
    """
    return normalize(form, stream_safe(text))


def stream_safe(text: str) -> str:
    """The text with at most thirty marks in a row; long ones of an ordinary kind cost 5 ms a million characters."""
    if len(text) <= LONGEST_RUN or text.isascii():
        return text
    may_be_long, long = _runs()
    return long.sub(r"\1", text) if may_be_long.search(text) else text


@cache
def _runs() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What finds out quickly whether there may be a long run of marks; and what finds each, with its beginning.

    Marks are what decomposes into nothing but marks: U+0F73 is of combining class 0, and is two of them.  Both find a
    run at its first mark only.  `re` looks up a character of the first plane in a table, and tries the others range by
    range: in the quick pattern these are one range.
    """
    planes = map(chr, range(0x300, 0x20000))  # behind are ideographs
    some = (each for each in planes if combining(each) or decomposition(each))
    marks = [each for each in some if all(map(combining, normalize("NFKD", each)))]
    first_plane = "".join(each for each in marks if each < "\U00010000")
    near, mark = f"[{first_plane}\U00010000-{marks[-1]}]", f"[{''.join(marks)}]"
    return (
        re.compile(f"{near}(?<!{near}{near}){near}{{{LONGEST_RUN}}}"),
        re.compile(f"({mark}(?<!{mark}{mark}){mark}{{{LONGEST_RUN - 1}}}){mark}+"),
    )
