"""Numerals in the characters that Japanese and Chinese share: 三, 十二, 九十九."""

from itertools import product

_ONES = ("", *"一二三四五六七八九")
_TENS = ("", "十", *(f"{ones}十" for ones in _ONES[2:]))

NUMERALS = {f"{tens}{ones}": value for value, (tens, ones) in enumerate(product(_TENS, _ONES)) if value}
"""Numeral -> its value, up to 99."""
_ONE = "[一二三四五六七八九]"
NUMERAL = rf"(?<![\d一二三四五六七八九十百千万])(?:\d{{1,3}}|{_ONE}?十{_ONE}?|{_ONE})"
"""One of these, or digits; no end of a longer one."""
