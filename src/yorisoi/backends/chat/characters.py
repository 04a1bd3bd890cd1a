"""Text whose every character can be stored and shown: servers cut and lose halves of UTF-16 pairs."""

import codecs


class Characters:
    """Pieces of a text as they come, each put right.

    A surrogate at the end of a piece is kept back until it is known whether the next piece has the other half; one
    that stays alone becomes U+FFFD.

    >>> characters = Characters()
    >>> characters.of("寿司\\ud83c") + characters.of("\\udf63 \\ud800。") + characters.rest()
    '寿司🍣 �。'
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-16-le")("replace")

    def of(self, piece: str) -> str:
        """The piece as far as it is certain, with what was kept back before."""
        return self._decoder.decode(piece.encode("utf-16-le", "surrogatepass"))

    def rest(self) -> str:
        """What was kept back last."""
        return self._decoder.decode(b"", final=True)


def well_formed(text: str) -> str:
    """The text with halves of pairs joined, and U+FFFD for those that stand alone."""
    characters = Characters()
    return characters.of(text) + characters.rest()
