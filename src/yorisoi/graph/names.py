"""Which nodes a text names."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import marisa_trie
import numpy as np
from numpy.typing import NDArray

from yorisoi.language import Morpheme, Pos, morphemes, normal_form
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

LONGEST = 64
"""Characters of a name that are looked for inside a text."""
_RUN = re.compile(r"[a-z0-9]+|[ァ-ヺー]+")
"""Inside such a run no name ends, whatever its length: `ラーメン` does not name ラー."""
_HIRAGANA = re.compile(r"[ぁ-ゖー]+")
_THINGS = frozenset((Pos.NOUN, Pos.PROPER, Pos.OTHER))
_SHORT_ENOUGH_TO_ERR = 2
"""Characters up to which a name must begin and end where words do: 京都 is no part of 東京都."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A node named by `text[start:end]` of the text in normal form."""

    node: int
    start: int
    end: int


class Names:
    """Names and aliases of nodes in normal form, in a succinct trie: a million of them take some 20 MB.

    marisa-trie was chosen over an Aho-Corasick automaton (pyahocorasick): it is mapped from its file in no time, while
    the automaton over a million names took half a minute and 256 MB to build; utterances are short, so that looking
    from every position costs hundredths of a millisecond.
    """

    def __init__(self, trie: Any, nodes: NDArray[np.int32]) -> None:
        self._trie, self._nodes = trie, nodes

    @classmethod
    def of(cls, nodes: Mapping[str, int]) -> "Names":
        """From normal form to node.  A name with a NUL is none: the trie would cut it off."""
        known = {name: node for name, node in nodes.items() if "\0" not in name}
        trie = marisa_trie.Trie(list(known))
        by_key = np.empty(len(known), dtype=np.int32)
        for name, node in known.items():
            by_key[trie[name]] = node
        return cls(trie, by_key)

    @classmethod
    def load(cls, folder: Path) -> "Names":
        trie = marisa_trie.Trie()
        trie.mmap(str(folder / "names.marisa"))
        return cls(trie, np.load(folder / "names.npy", mmap_mode="r"))

    def save(self, folder: Path) -> None:
        (folder / "names.marisa").write_bytes(self._trie.tobytes())  # its own `save` raises no OSError on a full disk
        np.save(folder / "names.npy", self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def node(self, name: str) -> int | None:
        """The node of that name, in whatever spelling."""
        key = self._trie.get(normal_form(name))
        return None if key is None else int(self._nodes[key])

    def find(self, text: str, language: Language) -> list[Found]:
        """The longest names that stand in the text, from the left, none inside another.

        A name has to hold a noun, and to begin and end where words do, unless it is long enough to be no accident.
        """
        text = normal_form(text)
        words = WordBounds(text, language)
        found: list[Found] = []
        start = 0
        while start < len(text):
            match = next(self._at(text, start, words), None)
            if match:
                found.append(match)
            start = match.end if match else start + 1
        return found

    def _at(self, text: str, start: int, words: "WordBounds") -> Iterator[Found]:
        """Acceptable names that begin here, the longest first."""
        for name in reversed(self._trie.prefixes(text[start : start + LONGEST])):
            end = start + len(name)
            if words.may_name(start, end):
                yield Found(node=int(self._nodes[self._trie[name]]), start=start, end=end)


class WordBounds:
    """Where words begin and end in a text, and which of them are things."""

    def __init__(self, text: str, language: Language) -> None:
        self._text, self._language = text, language
        self._inside = {at for run in _RUN.finditer(text) for at in range(run.start() + 1, run.end())}

    def may_begin(self, start: int) -> bool:
        """Whether a name may begin here, wherever it ends: a quick look for what `may_name` would refuse."""
        return start not in self._inside

    def may_name(self, start: int, end: int) -> bool:
        if start in self._inside or end in self._inside:
            return False
        at_edges = start in self._edges and end in self._edges
        loose = end - start > _SHORT_ENOUGH_TO_ERR and not _HIRAGANA.fullmatch(self._text, start, end)
        if not (at_edges or loose):
            return False
        starts, ends = self._things
        first = bisect_right(ends, start)
        return first < len(starts) and starts[first] < end

    @cached_property
    def _words(
        self,
    ) -> tuple[Morpheme, ...]:  # when first asked: most of the time goes into it, and many texts name nothing
        return morphemes(self._text, self._language)

    @cached_property
    def _edges(self) -> set[int]:
        edges = {edge for word in self._words for edge in (word.start, word.end)}
        return {0, len(self._text)} | edges | pack_of(self._language).analysis.seams(self._text)

    @cached_property
    def _things(self) -> tuple[list[int], list[int]]:
        """Where they begin, and where they end; in order, none within another."""
        things = [word for word in self._words if word.content and word.pos in _THINGS]
        return [word.start for word in things], [word.end for word in things]
