"""Which names a passage bears and which it mentions."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import marisa_trie

from yorisoi.graph.names import WordBounds
from yorisoi.language import normal_form
from yorisoi.language.latin import WORD
from yorisoi.language.naming import LONGEST_NAME, is_function_word, names_in, title_names
from yorisoi.language.packs import pack_of
from yorisoi.types import Language, Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """What a passage says by itself, without knowing any other."""

    borne: frozenset[str]
    """In normal form: what the page is called and what its section is; of a FAQ, the question."""
    named: Mapping[str, int]
    """In normal form, how often each name is written as one."""
    written: Mapping[str, str]
    """Every one of these as it is written."""


def mentions(passage: Passage) -> Mentions:
    """The names of a passage by its headings and its wording."""
    borne = [name for heading in passage.headings for name in title_names(heading)]
    every = [*borne, *names_in(passage.text, passage.language)]
    normal = [normal_form(name) for name in every]
    return Mentions(
        borne=frozenset(normal[: len(borne)]),
        named=Counter(normal[len(borne) :]),
        written=dict(zip(reversed(normal), reversed(every), strict=True)),  # as it is written first
    )


class Gazetteer:
    """Known names, looked for in texts."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` in normal form; each is told by its place."""
        known = {name: place for place, name in enumerate(names) if "\0" not in name}  # the trie would cut it off
        self._trie = marisa_trie.Trie(list(known))
        self._place = {self._trie[name]: place for name, place in known.items()}
        self._first = frozenset(name[:1] for name in known)
        """Characters, by which most places of a text are ruled out before the trie is asked."""

    def find(self, text: str, language: Language, known: Callable[[int], bool] = lambda _: True) -> list[int]:
        """The places of the longest names that stand in the text, from the left, none inside another.

        In alphabetic scripts a name begins with a capital or a digit and ends where a word does; in Japanese and
        Chinese see `Names`.  Names that are not `known` are passed over.
        """
        if not pack_of(language).analysis.spaced:
            return list(self._among_morphemes(normal_form(text), language, known))
        return list(self._among_capitals(text, language, known))

    def _among_morphemes(self, text: str, language: Language, known: Callable[[int], bool]) -> Iterator[int]:
        bounds, start = WordBounds(text, language), 0
        while start < len(text):
            length = 1
            if text[start] in self._first and bounds.may_begin(start):
                for name, place in self._from(text[start : start + LONGEST_NAME]):
                    if known(place) and bounds.may_name(start, start + len(name)):  # what is not known costs no time
                        yield place
                        length = len(name)
                        break
            start += length

    def _among_capitals(self, text: str, language: Language, known: Callable[[int], bool]) -> Iterator[int]:
        end = 0
        for word in WORD.finditer(text):
            if word.start() < end or not (text[word.start()].isupper() or text[word.start()].isdecimal()):
                continue
            rest = normal_form(text[word.start() : word.start() + LONGEST_NAME + 1])
            for name, place in self._from(rest):
                if (
                    not rest[len(name) : len(name) + 1].isalnum()
                    and not is_function_word(name, language)
                    and known(place)
                ):
                    yield place
                    end = word.start() + len(name)
                    break

    def _from(self, text: str) -> Iterator[tuple[str, int]]:
        """Names that the text begins with, the longest first."""
        return ((name, self._place[self._trie[name]]) for name in reversed(self._trie.prefixes(text)))
