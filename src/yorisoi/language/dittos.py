"""Cells of a table that mean what another cell says."""

from yorisoi.language.packs import words_of_all

_MARKS, _AROUND = "〃〻々″”“\"'′↑↓←→ ", "()（）[]［］*。. "
_DASHES = "-‐‑‒–—―─－ーｰ~〜～ \t\u3000"
_words = words_of_all(lambda pack: pack.documents.dittos)


def is_ditto(cell: str) -> bool:
    """Whether a cell is 〃, 同上 or the like; what is in brackets behind it changes nothing.

    >>> [is_ditto(cell) for cell in ("〃", "同上（税別）", "(Ditto)", "上の階", "")]
    [True, True, True, False, False]
    """
    said = cell.strip(_AROUND).partition("（")[0].partition("(")[0].strip(_AROUND)
    return bool(said) and (not said.strip(_MARKS) or said.casefold() in _words())


def is_empty(cell: str) -> bool:
    """Whether a cell says nothing, or a dash that it says nothing.

    >>> [is_empty(cell) for cell in ("", " － ", "-", "0", "×")]
    [True, True, True, False, False]
    """
    return not cell.strip(_DASHES)
