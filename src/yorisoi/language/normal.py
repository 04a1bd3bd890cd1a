"""One spelling for what a reader takes for the same text."""

import re
from functools import lru_cache

from yorisoi.normalization import normalized

_INVISIBLE = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SELECTOR = "[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
_UNSEEN = re.compile(
    "[\u180e\u200b-\u200d\u2060-\u2064\ufeff\U000e0000-\U000e007f]"
    f"|(?<={_SELECTOR}){_SELECTOR}+"
    "|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\ufe00-\ufe0d\U000e0100-\U000e01ef]+"
)
"""No reader sees them, and each can stand for a letter; a variation selector behind an ideograph, of which it tells the
glyph, and one that makes a sign an emoji are seen."""
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DASHES = "\\-‐‑‒–—―−─ー"
_WITHIN_LATIN = re.compile(rf"[{_DASHES}](?<=[a-z0-9].)(?=[a-z0-9])")
_AFTER_KATAKANA = re.compile(rf"(?<=[ァ-ヺーｦ-ﾟ])[{_DASHES}－ｰ](?![{_DASHES}－ｰA-Za-z0-9Ａ-Ｚａ-ｚ０-９])")
_HAS_DASH = re.compile(rf"[{_DASHES}－ｰ]").search
_HAS_OTHER_DASH = re.compile("[-‐‑‒–—―−─－ｰ]").search
"""Than the long vowel mark, which is all over Japanese text and right where it stands."""
_SHORT = 1000
"""Characters up to which a result is remembered: passages and titles, not whole files."""
_NORMAL_ALREADY = re.compile("[ぁ-ゖァ-ヺー\u4e00-\u9fff]{1,40}")
"""Most Japanese words; all the steps below would give them back unchanged."""
_LOOKALIKES = {"〜": "~", "∼": "~", "‘": "'", "’": "'", "“": '"', "”": '"'}


def normal_form(text: str) -> str:
    """The text in compatibility composition (NFKC), folded case, with single spaces and one kind of dash.

    Full-width Latin and half-width Kana take their usual width, so 「Ｗｉ－Ｆｉ」 is `wi-fi`.  A dash between Latin
    letters or digits is `-`, whatever was typed (`03ー1234` too); a dash after Katakana is the long vowel mark
    (`ユ-ザ-`), unless a Latin letter, a digit or another dash follows.  Zero-width characters and variation selectors
    go, a lone surrogate becomes U+FFFD; everything else stays, ASCII or not.  Idempotent.
    """
    if _NORMAL_ALREADY.fullmatch(text):
        return text
    return _remembered(text) if len(text) <= _SHORT else _normal_form(text)


def without_controls(text: str) -> str:
    """The text without the control characters that no keyboard types, as YAML, JSON and N-Triples can write them, nor
    those that turn the direction in which it is read (`Bidi_Control`)."""
    return _CONTROLS.sub("", text)


def without_unseen(text: str) -> str:
    """The text without characters that have no width, tags, and variation selectors of nothing."""
    return _UNSEEN.sub("", text)


def spelt_out(text: str, most: int | None = None) -> int:
    """Characters of the text or of its normal form, whichever are more: one of the text may stand for eighteen (ﷺ).

    A text of more than `most` is too long whatever it is spelt, and is not brought into its normal form."""
    if most is not None and len(text) > most:
        return len(text)
    return max(len(text), len(_normal_form(text)))


def beginning(text: str, most: int) -> str:
    """So much of the beginning that it is not longer, spelt out."""
    begun = text[:most]
    while (length := spelt_out(begun)) > most:
        begun = begun[: min(len(begun) - 1, len(begun) * most // length)]
    return begun


def _normal_form(text: str) -> str:
    text = _SURROGATE.sub("\ufffd", _INVISIBLE.sub("", text))
    while (folded := _fold(text)) != text:  # a few characters decompose in steps; two rounds are the rule
        text = folded
    return text


_remembered = lru_cache(maxsize=4096)(_normal_form)  # a turn holds the same passages against each other many times


def long_vowels(text: str) -> str:
    """The text with the long vowel mark where a dash stands in its place after Katakana; as long as before."""
    return _AFTER_KATAKANA.sub("ー", text) if _HAS_OTHER_DASH(text) else text


def _fold(text: str) -> str:
    composed = normalized("NFKC", text)
    text = composed.casefold()
    for lookalike, plain in _LOOKALIKES.items():  # a tenth of the time that `str.translate` takes
        text = text.replace(lookalike, plain)
    if text != composed:
        text = normalized("NFKC", text)
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
        if _HAS_DASH(text):
            text = long_vowels(_WITHIN_LATIN.sub("-", text))
    return " ".join(text.split())
